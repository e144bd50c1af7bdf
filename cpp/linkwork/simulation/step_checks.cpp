#include <algorithm>
#include <cmath>
#include <numbers>

#include "linkwork/contact/unilateral_constraints.hpp"
#include "linkwork/dynamics/energy.hpp"
#include "linkwork/dynamics/kinematics.hpp"
#include "linkwork/joints/any_joint.hpp"
#include "linkwork/mechanism/wording.hpp"
#include "linkwork/simulation/stepping.hpp"

// Whether a step was short enough for the motion.

namespace linkwork {

using detail::written;

/// Whether the step was short enough for the motion. Where a velocity changes so much within it
/// that the change alone would carry the joint further than a turn in the next one, steps run away;
/// where it is less than that but much, the balance of energy tells. Where it has told that of a
/// step, it is asked of its parts as well, and measures them by the energy of the whole.
void Stepping::requireFollowed(double h) {
  constexpr double turn = 2 * std::numbers::pi, far = 1e9;  // [rad], [m]
  const double noticed = method_->find(integratorName_)->balance.noticed;
  const MotionState& motion = state_.motion();
  const double largest = h * (motion.v - partStart_->v).lpNorm<Eigen::Infinity>();
  if ((largest <= noticed && missedKinetic_ == 0) || !integrator_->hasInertia()) return;
  if (largest <= turn) return requireBalance();
  const int count = static_cast<int>(state_.tree().bodies().size());
  for (int i = 0; i < count; ++i) {
    const TreeBody<double>& body = state_.tree().body(i);
    for (int k = 0; k < body.velocities; ++k) {
      const double change = motion.v[body.velocity + k] - partStart_->v[body.velocity + k];
      const bool isLength = isAlongLine(body.joint, k) || body.joint == JointType::general;
      if (h * std::abs(change) <= (isLength ? far : turn)) continue;
      isStarted_ = false;
      throw SimulationError("the velocity of joint " + detail::quoted(state_.tree().jointName(i)) +
                            " changes by " + written(change) + (isLength ? " m/s" : " rad/s") +
                            " in it: the step is too long");
    }
  }
  requireBalance();
}

/// What touches may take energy, and how much is not known better than the motion is.
void Stepping::requireBalance() {
  const double tolerance =
      energyTolerance_.value_or(method_->find(integratorName_)->balance.tolerance);
  const contact::UnilateralConstraints* const constraints = integrator_->contacts();
  if (!demandsBalance_ || std::isinf(tolerance) ||
      (constraints && !(constraints->contacts().empty() && constraints->limits().empty() &&
                        constraints->brakes().empty())))
    return;
  // Velocities that are late are read as those of their positions, with the acceleration between;
  // it must not be much that this adds, for users read them as they are. After a longer step it
  // tells nothing of this one.
  const double late = integrator_->lateness(),
               lateBefore = partLateness_ > 0 ? partLateness_ : late;
  const double all = late > 0 ? late + lateBefore : 1;
  change_ = state_.motion().v - partStart_->v;
  for (const TurningRoot<double>& root : state_.tree().turningRoots())  // late in other axes
    change_.segment(root.velocity, root.velocities()).setZero();
  double before = 0, after = 0;
  const double missed = energyAt(state_.motion(), late / all, after) -
                        energyAt(*partStart_, lateBefore / all, before) - state_.motion().work +
                        partStart_->work;
  const double most = tolerance * std::max({before, after, missedKinetic_});
  double unread = 0;  // kinetic energy
  if (late > 0) energyAt(state_.motion(), 0, unread), unread -= after;
  const bool isRead = lateBefore <= 1.5 * late || late == 0;
  if ((!isRead || std::abs(missed) <= most) && std::abs(unread) <= 25 * most) return;
  missedKinetic_ = std::max({before, after, missedKinetic_});
  isStarted_ = false;
  throw SimulationError("its energy is off by " + written(missed) +
                        " J, and energyTolerance lets it be off by " + written(most) +
                        " J: the step is too long for the motion");
}

/// Kinetic and potential, at a velocity further on by a part of the step's change.
double Stepping::energyAt(const MotionState& motion, double part, double& kinetic) {
  Workspace<double>& work = state_.scratch();
  if (part > 0)
    read_ = motion.v + part * change_;
  else
    read_ = motion.v;
  updateKinematics<double>(state_.tree(), motion.q, read_, work);
  updatePoses(state_.tree(), work);
  kinetic = kineticEnergy(state_.tree(), work);
  return kinetic + potentialEnergy<double>(state_.tree(), motion.q, work);
}

}  // namespace linkwork
