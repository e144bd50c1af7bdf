#pragma once

#include <Eigen/Cholesky>

#include "linkwork/baselines/dynamics_method.hpp"
#include "linkwork/dynamics/workspace.hpp"

namespace linkwork::baselines {

/// H ÿ = Gᵀτ − C by the mass matrix of composite bodies and its Cholesky factors, cubic in the
/// degrees of freedom; then v̇ = G ÿ + g. Shares only the kinematics with the recursion.
/// Throws SimulationError where H is not positive definite.
/// Source: Walker and Orin, "Efficient Dynamic Computer Simulation of Robotic Mechanisms", 1982.
class CompositeBody final : public DynamicsMethod<double> {
 public:
  explicit CompositeBody(const ClusterTree<double>& tree);

  void forwardDynamics(const ConstVectorRef<double>& q, const ConstVectorRef<double>& v,
                       const AppliedForces<double>& forces, VectorRef<double> a) override;

 private:
  const ClusterTree<double>& tree_;
  Workspace<double> work_;
  Eigen::MatrixXd mass_;
  Eigen::VectorXd bias_;  ///< C − Gᵀτ, then −ÿ
  Eigen::LLT<Eigen::MatrixXd> factors_;
};

}  // namespace linkwork::baselines
