#include "linkwork/integrators/rattle_steps.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "linkwork/dynamics/configuration.hpp"
#include "linkwork/dynamics/loop_closure.hpp"
#include "linkwork/joints/any_joint.hpp"
#include "linkwork/mechanism/wording.hpp"

namespace linkwork {

using maximal::PartVector;

namespace {

/// The largest entry of c of all joints and auxiliary rows.
double largest(const PartVector& joints, const Eigen::VectorXd& auxiliary) {
  double result = auxiliary.size() == 0 ? 0 : auxiliary.lpNorm<Eigen::Infinity>();
  for (const Vector6<double>& joint : joints) {
    const double here = joint.lpNorm<Eigen::Infinity>();
    if (!(here <= result)) result = here;
  }
  return result;
}

}  // namespace

RattleSteps::RattleSteps(const IntegratorContext& context, Eigen::VectorXd damping)
    : motion_(context.tree),
      response_(motion_.dynamics),
      unilateral_(context.mechanism, context.tree, context.contact, context.tally, context.drives),
      work_(context.work),
      here_(motion_.initial),
      next_(motion_.initial),
      velocities_(motion_.forces),
      change_(motion_.forces),
      before_(motion_.forces),
      early_(motion_.forces),
      momenta_(motion_.forces.size(), Eigen::Vector3d::Zero()),
      spins_(momenta_),
      q_(context.tree.positionSize()),
      v_(context.tree.velocitySize()),
      contactChange_(v_),
      rates_(motion_.auxiliary),
      jointRates_(v_),
      armatureVelocities_(v_),
      hasArmature_(motion_.dynamics.hasArmature()),
      damping_(std::move(damping)),
      violation_(Eigen::VectorXd::Zero(6 * static_cast<Eigen::Index>(motion_.jointBias.size()) +
                                       motion_.auxiliary.size())),
      nextViolation_(violation_) {
  for (const RigidPart& part : motion_.dynamics.graph().rigid.parts)
    inverseInertias_.push_back(maximal::inverseInertia(part));
}

void RattleSteps::start(const MotionState& state) {
  unilateral_.forget();
  violation_.setZero();
  arriveAt(state);
}

/// Configuration, velocities and factors at a state.
void RattleSteps::arriveAt(const MotionState& state) {
  motion_.dynamics.place(state.q, here_);
  motion_.dynamics.partVelocities(here_, state.q, state.v, velocities_);
  motion_.dynamics.factor(here_);
  next_ = here_;
  isCurrent_ = true;
}

double RattleSteps::step(double h, StepForces& forces, MotionState& state) {
  motion_.apply(forces);
  if (!isCurrent_) arriveAt(state);  // after an error
  isCurrent_ = false;
  maximal::MultiplierDynamics& dynamics = motion_.dynamics;
  const bool isNear =
      unilateral_.findNear(response_.of(here_, state.q, velocities_, velocities_), h);
  WarmStartForce& warmStart = forces.warmStart;
  warmStart.relieves = isNear && unilateral_.relieve(warmStart);
  holdDampers(state.v);
  motion_.gather(0, here_, state.q, state.v);
  dynamics.accelerationBias(here_, velocities_, motion_.jointBias, motion_.auxiliary);
  for (Vector6<double>& bias : motion_.jointBias) bias *= 0.5 * h;
  motion_.auxiliary *= 0.5 * h;
  predictViolations(h);
  before_ = velocities_;
  kick(h);
  contactChange_.setZero();
  armatureVelocities_ = state.v;
  followArmature();
  if (isNear) state.work += solveContacts(h, state.q);
  armatureVelocities_ += contactChange_;
  dynamics.jointVelocities(here_, velocities_, v_);
  state.work += 0.5 * h * power(state.q, velocities_);

  drift(h, state.q);
  q_ = state.q;
  dynamics.readPosition(next_, q_);
  requireTurns(h, state.q);
  if (unilateral_.correctPositions(response_.of(next_, q_, before_, velocities_), h))
    dynamics.readPosition(next_, q_);
  state.q = q_;
  closeLoops<double>(motion_.tree, work_, state.q, v_);
  dynamics.place(state.q, here_);

  dynamics.factor(here_);
  for (int i = 1;
       i < contact::UnilateralConstraints::mostCorrections &&
       unilateral_.correctPositions(response_.of(here_, state.q, before_, velocities_), h, true);
       ++i) {
    dynamics.readPosition(here_, state.q);
    closeLoops<double>(motion_.tree, work_, state.q, v_);
    dynamics.place(state.q, here_);
    dynamics.factor(here_);
  }
  dynamics.jointVelocities(here_, velocities_, v_);
  holdDampers(hasArmature_ ? armatureVelocities_ : v_);
  motion_.gather(h, here_, state.q, v_);
  dynamics.velocityViolations(here_, velocities_, motion_.jointBias, motion_.auxiliary);
  if (hasArmature_) {
    armatureVelocities_ = v_ - armatureVelocities_;
    dynamics.addArmatureMotions(here_, armatureVelocities_, motion_.jointBias);
  }
  before_ = velocities_;
  early_ = motion_.forces;
  kick(h);
  followVelocity(h, state);
  state.work += 0.5 * h * power(state.q, before_);
  state.work += unilateral_.solveEnd(response_.of(here_, state.q, before_, velocities_), h);
  dynamics.jointVelocities(here_, velocities_, state.v);
  dynamics.partVelocities(here_, state.q, state.v, velocities_);
  violation_.swap(nextViolation_);
  warmStart.relieves = false;
  isCurrent_ = true;
  return h;
}

/// The forces of implicit dampers at the velocities before a kick. Their armatures account for the
/// change in it.
void RattleSteps::holdDampers(const Eigen::VectorXd& v) {
  if (damping_.size() > 0) motion_.implicitForces = -damping_.cwiseProduct(v);
}

/// The power of forces at v_, with that of implicit dampers [W].
double RattleSteps::power(const Eigen::VectorXd& q, const PartVector& velocities) const {
  const double power = motion_.power(here_, q, v_, velocities);
  return damping_.size() > 0 ? power - damping_.dot(v_.cwiseAbs2()) : power;
}

/// Adds g/h of the last step to c. It changes little from step to step.
void RattleSteps::predictViolations(double h) {
  Eigen::Index first = 0;
  for (Vector6<double>& bias : motion_.jointBias) {
    bias += h * h * violation_.segment<6>(first);
    first += 6;
  }
  motion_.auxiliary += h * h * violation_.tail(motion_.auxiliary.size());
}

/// Stores the predicted violations plus those that remain after 1.
void RattleSteps::noteViolation(double h) {
  nextViolation_ = violation_;
  Eigen::Index first = 0;
  for (const Vector6<double>& bias : motion_.jointBias) {
    nextViolation_.segment<6>(first) += bias / (h * h);
    first += 6;
  }
  nextViolation_.tail(motion_.auxiliary.size()) += motion_.auxiliary / (h * h);
  for (const int row : motion_.rateRows) nextViolation_[first + row] = 0;
}

/// M ΔV = (h/2) F + Jᵀλ, J ΔV = −c
void RattleSteps::kick(double h) {
  for (Vector6<double>& force : motion_.forces) force *= 0.5 * h;
  motion_.solve(change_);
  for (std::size_t p = 1; p < velocities_.size(); ++p) velocities_[p] += change_[p];
}

/// Adds the change of velocity in the last solve to the velocities that armatures have in the step.
void RattleSteps::followArmature() {
  if (!hasArmature_) return;
  motion_.dynamics.jointVelocities(here_, change_, jointRates_);
  motion_.dynamics.addArmatureRates(here_, motion_.jointBias, jointRates_);
  armatureVelocities_ += jointRates_;
}

/// Solves for bounces and contact impulses at the start of a step. Returns their work.
double RattleSteps::solveContacts(double h, const Eigen::VectorXd& q) {
  maximal::MultiplierDynamics& dynamics = motion_.dynamics;
  contact::ImpulseResponse& response = response_.of(here_, q, before_, velocities_, {0.5 * h});
  double work = unilateral_.bounceStart(response, h);
  dynamics.jointVelocities(here_, velocities_, v_);
  work += unilateral_.holdStart(response);
  dynamics.jointVelocities(here_, velocities_, contactChange_);
  contactChange_ -= v_;
  return work;
}

/// Kicks again by the change of forces that depend on the velocity: at the velocity after the first
/// kick and the contact impulses at the start of the step. Without such forces it does nothing.
void RattleSteps::followVelocity(double h, MotionState& state) {
  motion_.dynamics.jointVelocities(here_, velocities_, state.v);
  state.v += contactChange_;
  motion_.gather(h, here_, state.q, state.v);
  bool follows = false;
  for (std::size_t p = 1; p < early_.size(); ++p) {
    motion_.forces[p] -= early_[p];
    follows = follows || !motion_.forces[p].isZero(0);
  }
  if (!follows) return;
  for (Vector6<double>& bias : motion_.jointBias) bias.setZero();
  motion_.auxiliary.setZero();
  kick(h);
}

/// Angles are read from the poses of parts, which do not count turns. Throws unless they have
/// changed as the velocities over the step predict.
void RattleSteps::requireTurns(double h, const Eigen::VectorXd& q) const {
  constexpr double apart = 1;  // [rad]
  if (!q_.allFinite()) failed(h, "numbers are no longer finite");
  const int count = static_cast<int>(motion_.tree.bodies().size());
  for (int i = 0; i < count; ++i) {
    const TreeBody<double>& body = motion_.tree.body(i);
    if (body.positions != body.velocities || body.joint == JointType::general) continue;
    for (int k = 0; k < body.velocities; ++k) {
      const double turn = h * v_[body.velocity + k];
      if (isAlongLine(body.joint, k) ||
          std::abs(q_[body.position + k] - q[body.position + k] - turn) <= apart)
        continue;
      failed(h, "joint \"" + motion_.tree.jointName(i) + "\" turns too far, by " +
                    detail::written(turn) + " rad; a shorter step is needed");
    }
  }
}

/// Moves all parts by h, with impulses of joints and loops that close these at the end.
void RattleSteps::drift(double h, const Eigen::VectorXd& q) {
  constexpr int maxIterations = 40;
  constexpr double rounding = 1e-14, near = 1e-9;  // of violations [m, rad]
  const RigidParts& rigid = motion_.dynamics.graph().rigid;
  for (std::size_t p = 1; p < velocities_.size(); ++p) {
    spins_[p] = velocities_[p].head<3>();
    momenta_[p] = maximal::angularMomentum(rigid.parts[p], here_.parts[p].rotation, spins_[p]);
  }
  double gap = HUGE_VAL;
  for (int i = 0; i < maxIterations; ++i) {
    moveParts(h);
    if (motion_.violationsFollowPosition || hasArmature_) {
      q_ = q;
      motion_.dynamics.readPosition(next_, q_);
    }
    writeViolations(h);
    if (hasArmature_) addArmatureViolations(h, q);
    if (i == 0) noteViolation(h);
    const double before = std::exchange(gap, h * largest(motion_.jointBias, motion_.auxiliary));
    if (!std::isfinite(gap)) break;
    if (gap <= rounding || (gap <= near && gap > 0.5 * before)) {
      for (std::size_t p = 1; p < velocities_.size(); ++p)
        velocities_[p].head<3>() = maximal::spinOf(rigid.parts[p], inverseInertias_[p],
                                                   next_.parts[p].rotation, momenta_[p], spins_[p]);
      return;
    }
    for (Vector6<double>& force : motion_.forces) force.setZero();
    motion_.dynamics.solve(motion_.forces, motion_.jointBias, motion_.auxiliary, change_);
    followArmature();
    addToMomenta(change_);
  }
  failed(h, "its end is off the joints by " + detail::written(gap) + "; a shorter step may do");
}

/// Adds what the velocities of armatures differ from the mean ones over the step, Δq/h.
void RattleSteps::addArmatureViolations(double h, const Eigen::VectorXd& q) {
  difference<double>(motion_.tree, q, q_, jointRates_);
  jointRates_ = jointRates_ / h - armatureVelocities_;
  motion_.dynamics.addArmatureMotions(here_, jointRates_, motion_.jointBias);
}

void RattleSteps::addToMomenta(const PartVector& change) {
  const RigidParts& rigid = motion_.dynamics.graph().rigid;
  for (std::size_t p = 1; p < velocities_.size(); ++p) {
    velocities_[p].tail<3>() += change[p].tail<3>();
    spins_[p] += change[p].head<3>();
    momenta_[p] +=
        maximal::angularMomentum(rigid.parts[p], here_.parts[p].rotation, change[p].head<3>());
  }
}

void RattleSteps::moveParts(double h) {
  const maximal::ConstraintGraph& graph = motion_.dynamics.graph();
  for (std::size_t p = 1; p < velocities_.size(); ++p) {
    const RigidPart& part = graph.rigid.parts[p];
    if (!maximal::steadySpin(part, inverseInertias_[p], here_.parts[p], momenta_[p], h, spins_[p]))
      failed(h, "the body on joint \"" + motion_.tree.jointName(part.body) + "\" turns too far" +
                    (spins_[p].allFinite() ? ", at " + detail::written(spins_[p].norm()) + " rad/s"
                                           : std::string()) +
                    "; a shorter step is needed");
    next_.parts[p] = maximal::turned(here_.parts[p], h * velocities_[p].tail<3>(), h * spins_[p]);
  }
  motion_.dynamics.placeJoints(next_);
}

/// c = g(q⁺)/h. Rows that constrain velocities get their mean over the step, ½ (A + A⁺) V.
void RattleSteps::writeViolations(double h) {
  if (!motion_.rateRows.empty()) {
    for (std::size_t p = 1; p < velocities_.size(); ++p) {
      change_[p] << spins_[p], velocities_[p].tail<3>();
    }
    motion_.dynamics.velocityViolations(here_, change_, motion_.jointBias, rates_);
    motion_.dynamics.velocityViolations(next_, change_, motion_.jointBias, motion_.auxiliary);
    rates_ = 0.5 * (rates_ + motion_.auxiliary);
  }
  motion_.dynamics.positionViolations(next_, q_, motion_.jointBias, motion_.auxiliary);
  for (Vector6<double>& bias : motion_.jointBias) bias /= h;
  motion_.auxiliary /= h;
  for (const int row : motion_.rateRows) motion_.auxiliary[row] = rates_[row];
}

void RattleSteps::failed(double h, const std::string& problem) const {
  throw SimulationError("rattle: a step of " + detail::written(h) + " s failed: " + problem);
}

}  // namespace linkwork
