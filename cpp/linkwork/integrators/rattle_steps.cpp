#include "linkwork/integrators/rattle_steps.hpp"

#include <algorithm>
#include <cmath>

#include "linkwork/dynamics/loop_closure.hpp"
#include "linkwork/joints/any_joint.hpp"
#include "linkwork/mechanism/wording.hpp"

namespace linkwork {

using maximal::PartVector;

namespace {

/// Largest number of all joints' and auxiliary rows' c.
double largest(const PartVector& joints, const Eigen::VectorXd& auxiliary) {
  double result = auxiliary.size() == 0 ? 0 : auxiliary.lpNorm<Eigen::Infinity>();
  for (const Vector6<double>& joint : joints) {
    const double here = joint.lpNorm<Eigen::Infinity>();
    if (!(here <= result)) result = here;
  }
  return result;
}

/// Whatever ends the step, the smooth law is whole again.
struct Relief {
  WarmStartForce& push;
  ~Relief() { push.relieves = false; }
};

}  // namespace

RattleSteps::RattleSteps(const IntegratorContext& context)
    : motion_(context),
      response_(motion_.dynamics),
      unilateral_(context.mechanism, context.tree, context.contact),
      work_(context.work),
      push_(context.push),
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
      pushed_(v_),
      rates_(motion_.auxiliary),
      violation_(Eigen::VectorXd::Zero(6 * static_cast<Eigen::Index>(motion_.jointBias.size()) +
                                       motion_.auxiliary.size())),
      nextViolation_(violation_) {
  push_.relieved.setZero(context.tree.velocitySize());
  for (const RigidPart& part : motion_.dynamics.graph().rigid.parts)
    inverseInertias_.push_back(maximal::inverseInertia(part));
}

void RattleSteps::start(const MotionState& state) {
  unilateral_.forget();
  violation_.setZero();
  arriveAt(state);
}

std::size_t RattleSteps::expectedMemory(std::span<const double> memory) const {
  const auto own = static_cast<std::size_t>(violation_.size());
  return own + unilateral_.expectedMemory(memory.subspan(std::min(own, memory.size())));
}

void RattleSteps::remember(std::span<double> into) const {
  std::copy(violation_.begin(), violation_.end(), into.begin());
  unilateral_.remember(into.subspan(static_cast<std::size_t>(violation_.size())));
}

void RattleSteps::recall(const MotionState& state, std::span<const double> memory) {
  start(state);
  const auto own = static_cast<std::size_t>(violation_.size());
  std::copy_n(memory.begin(), own, violation_.begin());
  unilateral_.recall(memory.subspan(own));
}

/// PartConfiguration, velocities and factors at a state, and who is near whom there.
void RattleSteps::arriveAt(const MotionState& state) {
  motion_.dynamics.place(state.q, here_);
  motion_.dynamics.partVelocities(here_, state.q, state.v, velocities_);
  motion_.dynamics.factor(here_);
  next_ = here_;
  isCurrent_ = true;
}

double RattleSteps::advance(double h, MotionState& state) {
  if (!isCurrent_) arriveAt(state);  // after an error
  isCurrent_ = false;
  maximal::MultiplierDynamics& dynamics = motion_.dynamics;
  const bool isNear =
      unilateral_.findNear(response_.of(here_, state.q, velocities_, velocities_), h);
  const Relief relief{push_};
  push_.relieves = isNear && unilateral_.relieve(push_.relieved);
  motion_.gather(0, here_, state.q, state.v);
  dynamics.accelerationBias(here_, velocities_, motion_.jointBias, motion_.auxiliary);
  for (Vector6<double>& bias : motion_.jointBias) bias *= 0.5 * h;
  motion_.auxiliary *= 0.5 * h;
  assembleDelassus(h);
  before_ = velocities_;
  kick(h);
  pushed_.setZero();
  if (isNear) state.work += touch(h, state.q);
  dynamics.jointVelocities(here_, velocities_, v_);
  state.work += 0.5 * h * motion_.power(here_, state.q, v_, velocities_);

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
  dynamics.jointVelocities(here_, velocities_, v_);
  motion_.gather(h, here_, state.q, v_);
  state.work += 0.5 * h * motion_.power(here_, state.q, v_, velocities_);
  dynamics.velocityViolations(here_, velocities_, motion_.jointBias, motion_.auxiliary);
  before_ = velocities_;
  early_ = motion_.forces;
  kick(h);
  followVelocity(h, state.q);
  state.work += unilateral_.solveEnd(response_.of(here_, state.q, before_, velocities_), h);
  dynamics.jointVelocities(here_, velocities_, state.v);
  dynamics.partVelocities(here_, state.q, state.v, velocities_);
  violation_.swap(nextViolation_);
  isCurrent_ = true;
  return h;
}

/// c += g/h of the last step, which changes little from step to step.
void RattleSteps::assembleDelassus(double h) {
  Eigen::Index first = 0;
  for (Vector6<double>& bias : motion_.jointBias) {
    bias += h * h * violation_.segment<6>(first);
    first += 6;
  }
  motion_.auxiliary += h * h * violation_.tail(motion_.auxiliary.size());
}

/// What 1 anticipated and what it left open all the same.
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
  motion_.dynamics.solve(motion_.forces, motion_.jointBias, motion_.auxiliary, change_);
  for (std::size_t p = 1; p < velocities_.size(); ++p) velocities_[p] += change_[p];
}

/// Bounces, and impulses that keep what touches apart; returns their work.
double RattleSteps::touch(double h, const Eigen::VectorXd& q) {
  maximal::MultiplierDynamics& dynamics = motion_.dynamics;
  contact::ImpulseResponse& response = response_.of(here_, q, before_, velocities_, {0.5 * h});
  double work = unilateral_.bounceStart(response, h);
  dynamics.jointVelocities(here_, velocities_, v_);
  work += unilateral_.holdStart(response);
  dynamics.jointVelocities(here_, velocities_, pushed_);
  pushed_ -= v_;
  return work;
}

/// Kicks again by what the forces change where they depend on the velocity, at the one that the
/// first kick and the pushes of the step's start lead to. No kick where they do not.
void RattleSteps::followVelocity(double h, const Eigen::VectorXd& q) {
  motion_.dynamics.jointVelocities(here_, velocities_, v_);
  v_ += pushed_;
  motion_.gather(h, here_, q, v_);
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

/// Angles are read from the poses of parts, which are the same a turn further, and near half a turn
/// a step ends where it need not: they must have changed as the velocities over the step say.
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

/// Moves all parts by h, with impulses of joints and loops until these are closed at the end.
void RattleSteps::drift(double h, const Eigen::VectorXd& q) {
  constexpr int maxIterations = 40;
  constexpr double rounding = 1e-14, near = 1e-9;  // of gaps [m, rad]
  const RigidParts& rigid = motion_.dynamics.graph().rigid;
  for (std::size_t p = 1; p < velocities_.size(); ++p) {
    spins_[p] = velocities_[p].head<3>();
    momenta_[p] = maximal::angularMomentum(rigid.parts[p], here_.parts[p].rotation, spins_[p]);
  }
  double gap = HUGE_VAL;
  for (int i = 0; i < maxIterations; ++i) {
    moveParts(h);
    if (motion_.violationsFollowPosition) {
      q_ = q;
      motion_.dynamics.readPosition(next_, q_);
    }
    writeViolations(h);
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
    addToMomenta(change_);
  }
  failed(h, "its end is off the joints by " + detail::written(gap) + "; a shorter step may do");
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

/// c = g(q⁺)/h; of rows that hold velocities, their mean over the step, ½ (A + A⁺) V.
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
