#pragma once

#include "linkwork/codegen/spanning_motion.hpp"
#include "linkwork/program.hpp"

namespace linkwork::codegen {

/// What all programs of a mechanism start from: coordinates as inputs, numbers, clusters as G and
/// g.
struct SymbolicMechanism {
  /// in   velocities       whether v is an input, array 1 after q; else it is zero
  ///      parameterArray   which input array the mechanism's numbers are, or −1: constants
  SymbolicMechanism(const ClusterTree<double>& tree, bool velocities, int parameterArray);
  SymbolicMechanism(const SymbolicMechanism&) = delete;  // `number` points here
  SymbolicMechanism& operator=(const SymbolicMechanism&) = delete;

  const ClusterTree<double>& tree;
  std::shared_ptr<symbolic::Graph> graph;
  std::vector<Expression> q, v;
  std::vector<double> parameters;  ///< values of those that are kept
  Number number;                   ///< a number of the mechanism: constant, or one of these
  SpanningMotions motions;

  std::vector<Expression> inputs(int array, int size) const;
  /// The program of outputs, over the arrays given and the parameters if any are kept.
  symbolic::Program program(const char* name, std::vector<symbolic::Program::Array> arrays,
                            const std::vector<Expression>& outputs) const;
};

}  // namespace linkwork::codegen
