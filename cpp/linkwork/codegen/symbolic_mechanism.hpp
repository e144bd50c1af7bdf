#pragma once

#include "linkwork/codegen/spanning_motion.hpp"
#include "linkwork/program.hpp"

namespace linkwork::codegen {

/// Common inputs of all programs of a mechanism: coordinates as inputs, numbers, and G and g of
/// clusters.
struct SymbolicMechanism {
  /// in   velocities       whether v is an input, array 1 after q; else it is zero
  ///      parameterArray   which input array the mechanism's numbers are, or −1: constants
  SymbolicMechanism(const ClusterTree<double>& tree, bool velocities, int parameterArray);
  SymbolicMechanism(const SymbolicMechanism&) = delete;  // `number` refers to it
  SymbolicMechanism& operator=(const SymbolicMechanism&) = delete;

  const ClusterTree<double>& tree;
  std::shared_ptr<symbolic::Graph> graph;
  std::vector<Expression> q, v;
  std::vector<double> parameters;  ///< values of the kept parameters
  Number number;                   ///< a number of the mechanism: constant, or one of these
  SpanningMotions motions;

  std::vector<Expression> inputs(int array, int size) const;
  /// The program of outputs, over the given arrays and the kept parameters.
  symbolic::Program program(const char* name, std::vector<symbolic::Program::Array> arrays,
                            const std::vector<Expression>& outputs) const;
};

}  // namespace linkwork::codegen
