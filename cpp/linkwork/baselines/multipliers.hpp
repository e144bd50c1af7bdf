#pragma once

#include "linkwork/baselines/dynamics_method.hpp"
#include "linkwork/maximal/multiplier_dynamics.hpp"

namespace linkwork::baselines {

/// Lagrange multipliers in maximal coordinates (maximal/multiplier_dynamics.hpp), linear in the
/// bodies and cubic in the rows that close loops, in the shape of the other methods: shares only
/// the joints' kinematics and the loops' rows with them. Obeys nonholonomic constraints.
/// Throws SimulationError if a joint of the tree moves no mass, not even with its loops.
class Multipliers final : public DynamicsMethod<double> {
 public:
  explicit Multipliers(const ClusterTree<double>& tree);

  void forwardDynamics(const ConstVectorRef<double>& q, const ConstVectorRef<double>& v,
                       const AppliedForces<double>& forces, VectorRef<double> a) override;

 private:
  maximal::MultiplierDynamics dynamics_;
  maximal::PartConfiguration placement_;
  maximal::PartVector velocities_, applied_, bias_, solution_;
  Eigen::VectorXd auxiliary_, q_, v_, a_;
};

}  // namespace linkwork::baselines
