#pragma once

#include "linkwork/integrators/methods.hpp"
#include "linkwork/maximal/multiplier_dynamics.hpp"

namespace linkwork {

/// What the integrators with multipliers share: a mechanism in maximal coordinates, and what acts
/// on it at a state.
class MultiplierMotion {
 public:
  using Scalar = double;

  explicit MultiplierMotion(const IntegratorContext& context);

  /// Gathers all forces `sinceStart` of the step [s] into `forces`, without gyroscopic ones.
  void gather(double sinceStart, const maximal::PartConfiguration& placement,
              const Eigen::VectorXd& q, const Eigen::VectorXd& v);

  /// The same for what acts from outside alone: no gravity, no springs.
  void gatherOutside(double sinceStart, const maximal::PartConfiguration& placement,
                     const Eigen::VectorXd& q, const Eigen::VectorXd& v);

  void factor(const maximal::PartConfiguration& at) { dynamics.factor(at); }
  /// For `forces` and c as they were written.
  void solve(maximal::PartVector& y) { dynamics.solve(forces, jointBias, auxiliary, y); }

  /// Power of what was gathered at a motion, gravity and springs left out [W].
  double power(const maximal::PartConfiguration& placement, const Eigen::VectorXd& q,
               const Eigen::VectorXd& v, const maximal::PartVector& velocities) const;

  /// What was gathered from outside last.
  const AppliedForces<double>& applied() const { return applied_; }

  const ClusterTree<double>& tree;
  maximal::MultiplierDynamics dynamics;
  maximal::PartConfiguration initial;  ///< at the tree's initial position
  maximal::PartVector forces;

  /// c of joints and auxiliary rows, to be written before a solve.
  maximal::PartVector jointBias;
  Eigen::VectorXd auxiliary;

  std::vector<int> rateRows;  ///< auxiliary rows that hold velocities and no position
  bool violationsFollowPosition =
      false;  ///< whether what is open of a joint or row depends on q as read

 private:
  void takeMemory();

  const ForcesAtNode& forcesAtNode_;
  const WarmStartForce& push_;
  AppliedForces<double> applied_, nothing_;
  maximal::PartVector passive_;
};

}  // namespace linkwork
