#pragma once

#include "linkwork/codegen/forward_recursion.hpp"
#include "linkwork/codegen/spanning_motion.hpp"
#include "linkwork/symbolic/program.hpp"

namespace linkwork::codegen {

/// What all programs of a mechanism start from: coordinates as inputs, numbers, clusters as G and
/// g.
struct SymbolicMechanism {
  /// in   velocities       whether v is an input, array 1 after q; else it is zero
  ///      parameterArray   which input array the mechanism's numbers are, or −1: constants
  SymbolicMechanism(const ClusterTree<double>& tree, bool velocities, int parameterArray);
  SymbolicMechanism(const SymbolicMechanism&) = delete;  // `number` points here
  SymbolicMechanism& operator=(const SymbolicMechanism&) = delete;

  /// Fills `bodies`, rotors as weight on their carriers or as bodies like others.
  void writeBodies(bool foldRotors);

  /// A rotor: a body that carries nothing, on a hinge along its axis of symmetry. It rides on its
  /// carrier as weight that looks the same at every angle, and only its spin is left to count.
  struct Rotor {
    bool is = false;
    Expression axial;  ///< inertia about the axis
    Vec3 spin;         ///< the same times the axis, in the carrier's frame
  };
  struct Body {
    std::vector<Move> moves;
    BodyNumbers numbers;  ///< rotors that ride on it included
    Rotor rotor;
  };

  const ClusterTree<double>& tree;
  std::shared_ptr<symbolic::Graph> graph;
  std::vector<Expression> q, v;
  std::vector<double> parameters;  ///< values of those that are kept
  Number number;                   ///< a number of the mechanism: constant, or one of these
  SpanningMotions motions;
  std::vector<Body> bodies;

  std::vector<Expression> inputs(int array, int size) const;
  /// The program of outputs, over the arrays given and the parameters if any are kept.
  symbolic::Program program(const char* name, std::vector<symbolic::Program::Array> arrays,
                            std::vector<Expression> outputs) const;

 private:
  void findRotors();
  std::vector<RigidBodyInertia<double>> foldRotorsIn();
};

}  // namespace linkwork::codegen
