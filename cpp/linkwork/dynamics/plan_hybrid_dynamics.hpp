#pragma once

#include <vector>

#include "linkwork/dynamics/forces.hpp"

namespace linkwork {

/// Hybrid dynamics (hybrid_dynamics.hpp) by the kernels of revolute joints. Requires that only
/// gears constrain joints and that all clusters but floating bodies are driven:
///
///   τ = ID(q, v, ÿ)  with ÿ_b = 0 of floating bodies    H_bb Δÿ_b = −τ_b    τ_y ← τ_y + H_yb Δÿ_b
///
/// cost  that of inverse dynamics and, with floating bodies, of the mass matrix; no allocation
class PlanHybridDynamics {
 public:
  /// Whether it supports a tree with these clusters driven.
  static bool serves(const ClusterTree<double>& tree, const std::vector<bool>& isDriven);

  /// Requires a supported tree.
  PlanHybridDynamics(const ClusterTree<double>& tree, const std::vector<bool>& isDriven);

  /// inout  a     v̇ of the joints of driven clusters, 0 of floating bodies; then also of these
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
