#pragma once

#include "linkwork/integrators/integrator.hpp"
#include "linkwork/maximal/multiplier_dynamics.hpp"

namespace linkwork {

/// A mechanism in maximal coordinates, with the forces on its parts. All integrators with
/// multipliers use it.
class MultiplierMotion {
 public:
  using Scalar = double;

  explicit MultiplierMotion(const ClusterTree<double>& tree);

  /// Sets the forces of the step, which `gather` uses.
  void apply(StepForces& stepForces) { stepForces_ = &stepForces; }

  /// Writes all forces except the gyroscopic ones into `forces`, `sinceStart` of the step [s].
  void gather(double sinceStart, const maximal::PartConfiguration& placement,
              const Eigen::VectorXd& q, const Eigen::VectorXd& v);

  /// The same without gravity and springs.
  void gatherOutside(double sinceStart, const maximal::PartConfiguration& placement,
                     const Eigen::VectorXd& q, const Eigen::VectorXd& v);

  void factor(const maximal::PartConfiguration& at) { dynamics.factor(at); }
  /// Solves for the forces in `forces` and c in `jointBias` and `auxiliary`.
  void solve(maximal::PartVector& y) { dynamics.solve(forces, jointBias, auxiliary, y); }

  /// Power of the gathered forces at a motion, without gravity and springs [W].
  double power(const maximal::PartConfiguration& placement, const Eigen::VectorXd& q,
               const Eigen::VectorXd& v, const maximal::PartVector& velocities) const;

  /// The applied forces of the last `gather`.
  const AppliedForces<double>& applied() const { return applied_; }

  const ClusterTree<double>& tree;
  maximal::MultiplierDynamics dynamics;
  maximal::PartConfiguration initial;  ///< at the tree's initial position
  maximal::PartVector forces;

  /// c of joints and auxiliary rows, to be written before a solve.
  maximal::PartVector jointBias;
  Eigen::VectorXd auxiliary;

  /// Forces on joints that `gather` adds and `power` leaves out, size nv; empty: none.
  Eigen::VectorXd implicitForces;

  std::vector<int> rateRows;  ///< auxiliary rows that constrain velocities and no position
  bool violationsFollowPosition = false;  ///< whether constraint violations depend on q as read

 private:
  void allocate();

  StepForces* stepForces_ = nullptr;
  AppliedForces<double> applied_, nothing_;
  maximal::PartVector passive_;
};

}  // namespace linkwork
