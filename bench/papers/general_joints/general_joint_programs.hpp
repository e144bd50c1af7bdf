#pragma once

#include <functional>
#include <vector>

#include "linkwork/program.hpp"
#include "papers/general_joints/general_joint.hpp"

namespace linkwork {

// The recursions of Si & Guenter (general_joint.hpp) as programs, for trees: a tree
// with loops or couplings is refused by std::invalid_argument.
// Source: Si & Guenter, "Linear-Time Dynamics for Multibody Systems with General Joint Models",
// sections 4 and 5.

/// Their Method I: generated code for q, v, τ → v̇, all six recursions. Inverts the matrices Ω of
/// joints by elimination, coordinate by coordinate.
symbolic::Program generalJointProgram(const ClusterTree<double>& tree);

/// The generated code of their Method II, recursions 1 to 3: q, v, τ → body by body the pose in
/// its parent, rotation by rows and then translation, S by columns, and τ̄ by entries of v.
symbolic::Program restForcesProgram(const ClusterTree<double>& tree);

/// Method II: recursions 1 to 3 by a program that was made runnable, 4 to 6 on numbers.
class MixedDynamics {
 public:
  /// in   program   restForcesProgram of the tree, compiled or interpreted: inputs → outputs
  MixedDynamics(const ClusterTree<double>& tree,
                std::function<void(const double* const* inputs, double* outputs)> program);

  void forwardDynamics(const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                       const Eigen::VectorXd& torque, Eigen::VectorXd& a);

 private:
  const ClusterTree<double>& tree_;
  std::function<void(const double* const*, double*)> program_;
  papers::GeneralJoint numeric_;
  std::vector<double> outputs_;
  Eigen::VectorXd reduced_;  ///< τ̄, then q̈
};

}  // namespace linkwork
