#pragma once

#include <vector>

#include "linkwork/dynamics/forces.hpp"

namespace linkwork {

/// Hybrid dynamics (hybrid_dynamics.hpp) by the kernels of hinges, where gears at most tie joints
/// and all clusters but bodies that float are driven:
///
///   τ = ID(q, v, ÿ)  with ÿ_b = 0 of what floats      H_bb Δÿ_b = −τ_b      τ_y ← τ_y + H_yb Δÿ_b
///
/// cost  that of inverse dynamics and, where something floats, of the mass matrix; no allocation
class PlanHybridDynamics {
 public:
  /// Whether it serves a tree with these clusters driven.
  static bool serves(const ClusterTree<double>& tree, const std::vector<bool>& isDriven);

  /// For a tree that it serves.
  PlanHybridDynamics(const ClusterTree<double>& tree, const std::vector<bool>& isDriven);

  /// inout  a     v̇ of the joints of driven clusters, 0 of those that float; then of these too
  /// out  torque  on the independent joints of driven clusters; 0 on all others
  void solve(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
             const ConstVectorRef<double>& v, VectorRef<double> a,
             const AppliedForces<double>& forces, Workspace<double>& work,
             VectorRef<double> torque);

 private:
  struct Entry {
    int dof, velocity;  ///< in ẏ and in v
  };

  std::vector<Entry> driven_, floating_;
  Eigen::MatrixXd mass_, factor_;
  Eigen::VectorXd change_;
};

}  // namespace linkwork
