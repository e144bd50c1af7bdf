#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "linkwork/contact/unilateral_constraints.hpp"
#include "linkwork/dynamics/energy.hpp"
#include "linkwork/dynamics/forces.hpp"
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
  if (largest <= turn) return requireBalance(h, allowed);
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
  requireBalance(h, allowed);
}

/// Whether springs, dampers, friction, motors or the pull can be too stiff for a step. Nonholonomic
/// constraints are excluded: they change the energy of velocities that violate them.
bool Stepping::canBeStiff() const {
  const bool follows = forces_.motors || forces_.external.pull || forces_.drives.resist() ||
                       !state_.compiled()->tendons.empty();
  return (follows || !state_.tree().passiveJoints().empty()) &&
         state_.mechanism().nonholonomic.empty();
}

/// Whether forces other than springs of joints may pull towards places.
bool Stepping::isDriven() const {
  return forces_.motors || forces_.external.pull || !forces_.drives.empty() ||
         !state_.compiled()->tendons.empty();
}

/// Throws if the energy changed by more than the tolerance and the work done. Skips steps with
/// contact, limits, Coulomb friction or implicit drives, whose loss of energy is not known
/// independently, steps that do not resolve the forces of joints, and late velocities of loops with
/// drives: those at the time of their positions are not known well enough.
void Stepping::requireBalance(double h, double tolerance) {
  const contact::UnilateralConstraints* const constraints = integrator_->contacts();
  const double late = integrator_->lateness();
  if (late > 0 && hasLoops() && !forces_.drives.empty()) return;
  if (!demandsBalance_ || !integrator_->resolvesForces() || std::isinf(tolerance) ||
      (constraints && (constraints->hasParted() || !constraints->contacts().empty() ||
                       !constraints->limits().empty() || !constraints->jointFrictions().empty() ||
                       !constraints->drives().empty())))
    return;
  const double lateBefore = partLateness_ > 0 ? partLateness_ : late;
  const MotionState& motion = state_.motion();
  change_ = motion.v - partStart_->v;
  Knot start, end;
  const bool followsDrives = late > 0 && isDriven();
  if (followsDrives) {
    start = knotBetween(*partStart_, 0, lateBefore, late);
    ahead_ = motion.v + 0.5 * change_;
    forces_.accelerate(h, motion.q, ahead_, change_);
    change_ *= 2 * late;
    end = knotBetween(motion, h, late, late);
  } else {
    for (const TurningRoot<double>& root : state_.tree().turningRoots())  // late in turned axes
      change_.segment(root.velocity, root.velocities()).setZero();
    const double all = late > 0 ? late + lateBefore : 1;
    start = knotAt(*partStart_, lateBefore / all);
    end = knotAt(motion, late / all);
  }
  const double missed = end.energy - start.energy - motion.work + partStart_->work;
  const double allowed = tolerance * std::max({start.kinetic, end.kinetic, missedKinetic_});
  const double rounding =
      1e-12 * (std::abs(end.energy) + std::abs(start.energy) + std::abs(motion.work));
  const double most = allowed + rounding;
  // Late velocities are extrapolated to the time of their positions. The extrapolation itself must
  // stay small, because users read the late ones, unless stiff drives oscillate. After a longer
  // step it says nothing of this one.
  const bool isKnown = followsDrives || lateBefore <= 1.5 * late || late == 0;
  const double mostExtrapolated =
      followsDrives ? std::numeric_limits<double>::infinity() : 25 * allowed;
  const bool isOff = isKnown && !(std::abs(missed) <= most);
  if (!isOff && std::abs(end.extrapolated) <= mostExtrapolated) return;
  if (missedKinetic_ == 0) missedTolerance_ = tolerance;
  // Energy that the failed step gained must not widen the tolerance of its parts.
  const double real = end.kinetic - std::max(missed, 0.0);
  missedKinetic_ =
      std::max({start.kinetic, real, missedKinetic_, std::numeric_limits<double>::min()});
  throw SimulationError(
      (isOff ? "its energy is off by " + written(missed) +
                   " J, and energyTolerance lets it be off by " + written(most)
             : "its kinetic energy changes by " + written(end.extrapolated) +
                   " J in the time by which its velocities are late, and energyTolerance lets it "
                   "change by " +
                   written(mostExtrapolated)) +
      " J: the step is too long for the motion");
}

/// The energy at v + part · change_.
Stepping::Knot Stepping::knotAt(const MotionState& motion, double part) {
  Knot knot;
  double read = 0;
  if (part > 0) energyAt(motion, motion.v, read);
  ahead_ = motion.v + part * change_;
  knot.energy = energyAt(motion, ahead_, knot.kinetic);
  if (part > 0) knot.extrapolated = read - knot.kinetic;
  return knot;
}

/// The energy at a position between two late velocities, v₋ = v and v₊ = v + change_, less the work
/// that is counted later:
///
///   T(v̄) − T(v₊ − v̄) + U − ½ h (P + P_c + ½ P_d)        v̄: velocity there, ½ h = early
///
/// Steps of one length conserve it if M and the stiffness are constant, however fast the springs
/// are: T(v̄) − T(v₊ − v̄) = ½ v₋ M v₊ then. P is the power of applied forces at v₋, P_c the part of
/// constant forces, and P_d that of dampers, whose work in a step is h P, and of changing forces
/// h f v̄ (SemiImplicitEuler).
///
/// @param sinceStart  of the part [s]
/// @param late        by how much v₋ is late [s]
/// @param early       by how much v₊ is early [s]
Stepping::Knot Stepping::knotBetween(const MotionState& motion, double sinceStart, double late,
                                     double early) {
  const double power = forces_.accelerate(sinceStart, motion.q, motion.v, ahead_);
  const double dissipated = dissipation<double>(state_.tree(), motion.q, motion.v);
  const double constant = forces_.changingTorque() ? 0 : power - dissipated;
  for (const TurningRoot<double>& root : state_.tree().turningRoots()) {  // v₊ is in turned axes
    root.removeOwn(motion.v, ahead_);
    change_.segment(root.velocity, root.velocities()) =
        (late + early) * ahead_.segment(root.velocity, root.velocities());
  }
  const double part = early / (late + early);  // of the change, after the position
  Knot knot = knotAt(motion, 1 - part);
  double ofChange = 0;
  energyAt(motion, change_, ofChange);
  knot.energy -= part * part * ofChange + early * (power + constant + 0.5 * dissipated);
  return knot;
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
  const double before = energyAt(*partStart_, partStart_->v, kinetic);
  state_.change().work =
      partStart_->work + energyAt(state_.motion(), state_.motion().v, kinetic) - before;
}

/// Parts of an unstable step are checked as those of a step that missed the balance, if the
/// integrator notices changes of velocities that are large for their size.
void Stepping::demandBalanceOfParts() {
  if (std::isinf(method_->find(integratorName_)->balance.noticedPart)) return;
  double kinetic = 0;
  energyAt(state_.motion(), state_.motion().v, kinetic);
  if (missedKinetic_ == 0)
    missedTolerance_ = energyTolerance_.value_or(method_->find(integratorName_)->balance.tolerance);
  missedKinetic_ = std::max({missedKinetic_, kinetic, std::numeric_limits<double>::min()});
}

/// Returns kinetic and potential energy at a position and velocities v, and the kinetic energy in
/// `kinetic`.
double Stepping::energyAt(const MotionState& motion, const Eigen::VectorXd& v, double& kinetic) {
  Workspace<double>& work = state_.workspace();
  updateKinematics<double>(state_.tree(), motion.q, v, work);
  updatePoses(state_.tree(), work);
  kinetic = kineticEnergy<double>(state_.tree(), v, work);
  return kinetic + potentialEnergy<double>(state_.tree(), motion.q, work);
}

}  // namespace linkwork
