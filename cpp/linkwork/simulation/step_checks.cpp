#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "linkwork/contact/unilateral_constraints.hpp"
#include "linkwork/dynamics/energy.hpp"
#include "linkwork/dynamics/kinematics.hpp"
#include "linkwork/integrators/implicit_joints.hpp"
#include "linkwork/joints/any_joint.hpp"
#include "linkwork/mechanism/wording.hpp"
#include "linkwork/simulation/stepping.hpp"

// Checks of a step after it was taken.

namespace linkwork {

using detail::written;

namespace {

/// What part of the kinetic energy a step may miss whose velocities change much for their size.
constexpr double roughTolerance = 0.5;

}  // namespace

/// Throws if the step was too long for the motion. A change of velocity that would move a joint by
/// more than a turn in the next step is an error. A smaller change that the integrator notices
/// (EnergyBalance) is checked by the balance of energy. After a step failed that check, its parts
/// are checked as well, relative to the energy of the whole step.
void Stepping::requireFollowed(double h) {
  constexpr double turn = 2 * std::numbers::pi, far = 1e9;  // [rad], [m]
  const EnergyBalance& balance = method_->find(integratorName_)->balance;
  const MotionState& motion = state_.motion();
  const double faster = (motion.v - partStart_->v).lpNorm<Eigen::Infinity>(), largest = h * faster;
  const bool isRough =
      canBeStiff() &&
      faster > balance.noticedPart * std::max(motion.v.lpNorm<Eigen::Infinity>(),
                                              partStart_->v.lpNorm<Eigen::Infinity>());
  if ((largest <= balance.noticed && !isRough && missedKinetic_ == 0) || !integrator_->hasInertia())
    return;
  const double tolerance = energyTolerance_.value_or(balance.tolerance);
  const double allowed = largest > balance.noticed ? tolerance
                         : missedKinetic_ > 0      ? missedTolerance_
                                                   : std::max(tolerance, roughTolerance);
  if (largest <= turn) return requireBalance(allowed);
  const int count = static_cast<int>(state_.tree().bodies().size());
  for (int i = 0; i < count; ++i) {
    const TreeBody<double>& body = state_.tree().body(i);
    for (int k = 0; k < body.velocities; ++k) {
      const double change = motion.v[body.velocity + k] - partStart_->v[body.velocity + k];
      const bool isLength = isAlongLine(body.joint, k) || body.joint == JointType::general;
      if (h * std::abs(change) <= (isLength ? far : turn)) continue;
      throw SimulationError("the velocity of joint " + detail::quoted(state_.tree().jointName(i)) +
                            " changes by " + written(change) + (isLength ? " m/s" : " rad/s") +
                            " in it: the step is too long");
    }
  }
  requireBalance(allowed);
}

/// Whether springs, dampers, friction, motors or the pull can be too stiff for a step. Nonholonomic
/// constraints are excluded: they change the energy of velocities that violate them.
bool Stepping::canBeStiff() const {
  const bool follows = forces_.motors || forces_.external.pull || forces_.drives.resist() ||
                       !state_.compiled()->tendons.empty();
  return (follows || !state_.tree().passiveJoints().empty()) &&
         state_.mechanism().nonholonomic.empty();
}

/// Throws if the energy changed by more than the tolerance and the work done. Skips steps with
/// contact, limits, Coulomb friction or implicit drives, whose loss of energy is not known
/// independently, and steps that do not resolve the forces of joints.
void Stepping::requireBalance(double tolerance) {
  const contact::UnilateralConstraints* const constraints = integrator_->contacts();
  if (!demandsBalance_ || !integrator_->resolvesForces() || std::isinf(tolerance) ||
      (constraints && (constraints->hasParted() || !constraints->contacts().empty() ||
                       !constraints->limits().empty() || !constraints->jointFrictions().empty() ||
                       !constraints->drives().empty())))
    return;
  // Late velocities are extrapolated to the time of their positions. The extrapolation itself must
  // stay small, because users read the late ones. After a longer step it says nothing of this one.
  const double late = integrator_->lateness(),
               lateBefore = partLateness_ > 0 ? partLateness_ : late;
  const double all = late > 0 ? late + lateBefore : 1;
  change_ = state_.motion().v - partStart_->v;
  for (const TurningRoot<double>& root : state_.tree().turningRoots())  // late in turned axes
    change_.segment(root.velocity, root.velocities()).setZero();
  double before = 0, after = 0;
  const double energy = energyAt(state_.motion(), late / all, after);
  const double energyBefore = energyAt(*partStart_, lateBefore / all, before);
  const double missed = energy - energyBefore - state_.motion().work + partStart_->work;
  const double allowed = tolerance * std::max({before, after, missedKinetic_});
  const double rounding =
      1e-12 * (std::abs(energy) + std::abs(energyBefore) + std::abs(state_.motion().work));
  const double most = allowed + rounding;
  double extrapolated = 0;  // kinetic energy that the extrapolation changes
  if (late > 0) energyAt(state_.motion(), 0, extrapolated), extrapolated -= after;
  const bool isKnown = lateBefore <= 1.5 * late || late == 0;
  const double mostExtrapolated = 25 * allowed;
  const bool isOff = isKnown && !(std::abs(missed) <= most);
  if (!isOff && std::abs(extrapolated) <= mostExtrapolated) return;
  if (missedKinetic_ == 0) missedTolerance_ = tolerance;
  // Energy that the failed step gained must not widen the tolerance of its parts.
  const double real = after - std::max(missed, 0.0);
  missedKinetic_ = std::max({before, real, missedKinetic_, std::numeric_limits<double>::min()});
  throw SimulationError(
      (isOff ? "its energy is off by " + written(missed) +
                   " J, and energyTolerance lets it be off by " + written(most)
             : "its kinetic energy changes by " + written(extrapolated) +
                   " J in the time by which its velocities are late, and energyTolerance lets it "
                   "change by " +
                   written(mostExtrapolated)) +
      " J: the step is too long for the motion");
}

/// Throws if a joint is off its prescribed motion at the end of a part, which other joints, loops
/// or couplings then limit.
void Stepping::requireOnPrescribed(double passed) {
  constexpr double most = 1e-6;  // [rad, m]
  const Drives& drives = forces_.drives;
  for (int drive = drives.motors(); drive < drives.size(); ++drive) {
    const double off = drives.errorAtEnd(drive, passed, state_.motion().q);
    if (std::abs(off) <= most) continue;
    throw SimulationError(
        "joint " + detail::quoted(state_.tree().jointName(drives.single(drive)->body)) + " is " +
        written(off) +
        " off its prescribed motion: the motion jumps, or loops or couplings limit "
        "it");
  }
}

/// Counts the change of energy in a part as work: forces that it does not resolve have no other
/// measure.
void Stepping::countEnergyAsWork() {
  double kinetic = 0;
  const double before = energyAt(*partStart_, 0, kinetic);
  state_.change().work = partStart_->work + energyAt(state_.motion(), 0, kinetic) - before;
}

/// Parts of an unstable step are checked as those of a step that missed the balance, if the
/// integrator notices changes of velocities that are large for their size.
void Stepping::demandBalanceOfParts() {
  if (std::isinf(method_->find(integratorName_)->balance.noticedPart)) return;
  double kinetic = 0;
  energyAt(state_.motion(), 0, kinetic);
  if (missedKinetic_ == 0)
    missedTolerance_ = energyTolerance_.value_or(method_->find(integratorName_)->balance.tolerance);
  missedKinetic_ = std::max({missedKinetic_, kinetic, std::numeric_limits<double>::min()});
}

/// Returns kinetic and potential energy at v + part · change, and the kinetic energy in `kinetic`.
double Stepping::energyAt(const MotionState& motion, double part, double& kinetic) {
  Workspace<double>& work = state_.workspace();
  if (part > 0)
    read_ = motion.v + part * change_;
  else
    read_ = motion.v;
  updateKinematics<double>(state_.tree(), motion.q, read_, work);
  updatePoses(state_.tree(), work);
  kinetic = kineticEnergy<double>(state_.tree(), read_, work);
  return kinetic + potentialEnergy<double>(state_.tree(), motion.q, work);
}

}  // namespace linkwork
