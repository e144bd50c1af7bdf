#pragma once

#include <vector>

#include "linkwork/contact/contact_scene.hpp"
#include "linkwork/contact/coulomb_solver.hpp"
#include "linkwork/maximal/multiplier_dynamics.hpp"

namespace linkwork::maximal {

/// A point of contact and what passed through it in the last step.
struct ContactReading {
  contact::ContactPoint point;
  Eigen::Vector3d force{0, 0, 0};  ///< on parts[1], world, mean over the step [N]
};

/// Contacts and joint limits of a mechanism in a step of RattleSteps: what may push and never
/// pulls, solved all at once over the whole mechanism.
///
/// Rows are found once a step, at its end, by `meet`, and serve `hold` of the next one. Impulses
/// are kept by the points' ids: the next solve starts from them.
class UnilateralRows {
 public:
  UnilateralRows(const Mechanism& mechanism, const ClusterTree<double>& tree,
                 const ConstraintGraph& graph);

  /// Whether there is nothing that could ever push.
  bool empty() const;

  /// Forgets impulses and rows: the state has jumped.
  void forget();

  /// The first half of a step of h from a placement at q, which `dynamics` is factored at: impulses
  /// that leave every row
  ///
  ///   u_n ≥ −max(φ, 0)/h ⟂ p ≥ 0      φ: gap      u: velocity along the row with p
  ///
  /// Changes velocities; returns the work done [J].
  double hold(MultiplierDynamics& dynamics, const Placement& at, const Eigen::VectorXd& q, double h,
              PartVector& velocities);

  /// The second half, at the step's end, which `dynamics` is factored at: rows that touch get
  /// u_n ≥ −e u_n⁻, with u_n⁻ the velocity at which they came, before `hold` slowed them, and e
  /// counted above a speed at which bounces can be told from resting.
  double meet(MultiplierDynamics& dynamics, const Placement& at, const Eigen::VectorXd& q, double h,
              PartVector& velocities);

  /// Moves parts out of each other along M̂⁻¹ of `dynamics`, φ + J dx ≥ −slop, where rounding, the
  /// curvature of the motion or the start let them in. Returns whether it moved anything.
  bool pushOut(MultiplierDynamics& dynamics, Placement& at, const Eigen::VectorXd& q, double h);

  /// The points that push, with their forces over the last step.
  const std::vector<ContactReading>& contacts() const;
};

}  // namespace linkwork::maximal
