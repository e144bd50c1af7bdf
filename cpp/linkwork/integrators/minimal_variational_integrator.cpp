#include "linkwork/integrators/minimal_variational_integrator.hpp"

#include <algorithm>
#include <cmath>

#include "linkwork/dynamics/configuration.hpp"
#include "linkwork/dynamics/kernels/passes.hpp"
#include "linkwork/elementary.hpp"
#include "linkwork/integrators/quasi_newton_convergence.hpp"
#include "linkwork/mechanism/wording.hpp"
#include "linkwork/model/body_joint.hpp"

namespace linkwork {
namespace {

/// The shortest part of a direction that is tried before the search is given up.
constexpr double shortestPart = 1.0 / 64;

/// Corrections that do not shrink by this factor are slow for Newton's method.
constexpr double slowConvergence = 0.1;

/// A step is halved at most this many times.
constexpr int mostHalvings = 6;

std::unique_ptr<RootFinder> makeRootFinder(RootFinderKind kind, StepState& node) {
  if (kind == RootFinderKind::riqn) return std::make_unique<ImpulseSweep>(node);
  return std::make_unique<NewtonSweep>(node, kind == RootFinderKind::frozenNewton
                                                 ? NewtonSweep::Derivative::onceAStep
                                                 : NewtonSweep::Derivative::everyTime);
}

/// The largest entry; NaN if any is.
double largest(const Eigen::VectorXd& values) {
  return values.size() == 0 ? 0 : values.cwiseAbs().maxCoeff<Eigen::PropagateNaN>();
}

}  // namespace

MinimalVariationalIntegrator::MinimalVariationalIntegrator(const ClusterTree<double>& tree,
                                                           const MinimalVariationalOptions& options,
                                                           WholeDiscreteStep whole)
    : MinimalVariationalIntegrator(tree, options, std::unique_ptr<RootFinder>()) {
  whole_ = std::move(whole);
  rootFinder_ = makeRootFinder(options.rootFinder, node_);
  if (options.rootFinder != RootFinderKind::automatic) return;
  impulses_.emplace(node_);
  if (!suitsRevoluteStep(tree)) return;
  revoluteNumbers_ = KernelWorkspace<double>(*tree.plan());
  revolutes_.emplace(*tree.plan(), tree.velocitySize(), revoluteNumbers_, bodyNumbers_,
                     kernels::passes(), kernels::stepPasses());
}

MinimalVariationalIntegrator::MinimalVariationalIntegrator(const ClusterTree<double>& tree,
                                                           const MinimalVariationalOptions& options,
                                                           std::unique_ptr<RootFinder> rootFinder)
    : options_(options),
      node_(tree),
      equations_(node_),
      rootFinder_(std::move(rootFinder)),
      bodyNumbers_(tree),
      momenta_(tree),
      pushed_(tree),
      end_(tree),
      startForces_(tree),
      endForces_(tree),
      arrived_{tree.initialPosition(), tree.initialVelocity()},
      before_(arrived_),
      u_(Eigen::VectorXd::Zero(tree.velocitySize())),
      trial_(tree.velocitySize()),
      direction_(tree.velocitySize()),
      nextDirection_(tree.velocitySize()),
      lastU_(u_),
      bend_(u_),
      velocities_(tree.bodies().size()),
      backup_(memorySize()) {}

void MinimalVariationalIntegrator::start(const MotionState& state) {
  const ClusterTree<double>& tree = node_.tree();
  // Where a singular pose would leave the choice, a mechanism of one freedom goes as it moves.
  for (ClusterDisplacement& displacement : node_.clusters()) {
    const Cluster<double>& cluster = displacement.cluster();
    displacement.origin().setZero();
    if (cluster.dofs != 1) continue;
    for (int i = 0; i < cluster.spanning(); ++i)
      displacement.origin()(i, 0) = state.v[cluster.velocities[static_cast<std::size_t>(i)]];
  }
  node_.moveTo(state.q);
  isPlaced_ = true;
  areRevolutesPlaced_ = false;
  const Workspace<double>& work = node_.work();
  for (std::size_t i = 0; i < work.bodies.size(); ++i) {
    const TreeBody<double>& body = tree.bodies()[i];
    const int nv = body.velocities;
    Vector6<double>& velocity = velocities_[i];
    velocity =
        work.jointSubspaces.middleCols(body.velocity, nv) * state.v.segment(body.velocity, nv);
    if (body.parent != ground)
      velocity +=
          work.bodies[i].toParent.twistToChild(velocities_[static_cast<std::size_t>(body.parent)]);
    momenta_.bodies[i] = body.inertia * velocity;
    momenta_.joints.segment(body.velocity, nv) =
        body.reflectedInertia * state.v.segment(body.velocity, nv);
  }
  lastU_ = state.v;
  bend_.setZero();
  lastStep_ = 0;
}

void MinimalVariationalIntegrator::step(double h, const ForcesAtNode& forces, MotionState& state) {
  iterations_ = 0;
  remember(backup_);
  before_ = state;
  try {
    advance(h, 0, forces, state, mostHalvings);
  } catch (...) {
    state = before_;
    recall(state, backup_);
    throw;
  }
}

void MinimalVariationalIntegrator::advance(double h, double sinceStart, const ForcesAtNode& forces,
                                           MotionState& state, int halvings) {
  if (forces) askForForces(forces, sinceStart, state.q, state.v, startForces_);
  if (revolutes_ && advanceWhole(h, state)) return;
  if (revolutes_ && advanceRevolutes(h, sinceStart, forces, state)) return;
  if (!isPlaced_) node_.moveTo(state.q);
  isPlaced_ = true;
  pushed_ = momenta_;
  node_.addPotentialForces(0.5 * h, pushed_);
  if (forces) node_.addOutsideForces(0.5 * h, startForces_, pushed_);
  equations_.begin(h, pushed_);
  rootFinder_->begin(equations_);
  guess(h, state);
  if (!equations_.evaluate(u_)) throw failure(h, "a body would turn too far");
  if (halvings > 0 && bendsTooFar()) {
    advance(0.5 * h, sinceStart, forces, state, halvings - 1);
    advance(0.5 * h, sinceStart + 0.5 * h, forces, state, halvings - 1);
    return;
  }
  if (!impulses_) {
    solve(h);
  } else if (!correct([&] { return equations_.evaluate(u_); },
                      [&] { return impulses_->direction(equations_, direction_); })) {
    guess(h, state);
    equations_.evaluate(u_);
    solve(h);
  }
  requireTrustworthy(h, state);
  arrived_.work = state.work + equations_.dissipated();
  if (forces) arrived_.work += workOf(h, startForces_);
  arrive(h, sinceStart + h, forces, state);
}

/// The whole step by other means than ours, where there are any; else nothing has changed.
bool MinimalVariationalIntegrator::advanceWhole(double h, MotionState& state) {
  if (!whole_) return false;
  guess(h, state);
  if (!whole_(h, state, momenta_, u_, arrived_, end_)) return false;
  requireTrustworthy(h, state);
  areRevolutesPlaced_ = isPlaced_ = false;
  finish(h, state);
  return true;
}

/// The whole step by the kernels of revolute joints. False, and nothing has changed, if wrenches
/// act, a joint moves no mass or corrections do not shrink quickly.
bool MinimalVariationalIntegrator::advanceRevolutes(double h, double sinceStart,
                                                    const ForcesAtNode& forces,
                                                    MotionState& state) {
  if (forces && startForces_.hasWrenches) return false;
  if (!areRevolutesPlaced_ && !revolutes_->moveTo(state.q)) return false;
  areRevolutesPlaced_ = true;
  pushed_ = momenta_;
  revolutes_->addPotentialForces(0.5 * h, pushed_);
  if (forces) pushed_.joints += 0.5 * h * startForces_.torque;
  revolutes_->begin(h, pushed_);
  guess(h, state);
  const auto evaluate = [&] { return revolutes_->evaluate(u_); };
  if (!(evaluate() && correct(evaluate, [&] { return revolutes_->direction(direction_); })))
    return false;
  requireTrustworthy(h, state);

  trial_ = h * u_;
  retract<double>(node_.tree(), state.q, trial_, arrived_.q);
  revolutes_->momentaAtEnd(end_);
  areRevolutesPlaced_ = isPlaced_ = false;
  if (!revolutes_->moveTo(arrived_.q)) return false;
  revolutes_->addPotentialForces(0.5 * h, end_);
  arrived_.work = state.work;
  if (forces) {
    pushed_ = end_;
    pushed_.joints += 0.5 * h * startForces_.torque;
    if (!revolutes_->velocityOf(pushed_, arrived_.v)) return false;
    askForForces(forces, sinceStart + h, arrived_.q, arrived_.v, endForces_);
    if (endForces_.hasWrenches) return false;
    end_.joints += 0.5 * h * endForces_.torque;
    arrived_.work += 0.5 * h * (startForces_.torque + endForces_.torque).dot(u_);
  }
  if (!revolutes_->velocityOf(end_, arrived_.v)) return false;
  finish(h, state);
  areRevolutesPlaced_ = true;
  return true;
}

/// Whether the motions that loops allow turn by more than largestBend on the way to the guess. N at
/// the step's end is that at its start, projected: its columns shrink by the cosine.
bool MinimalVariationalIntegrator::bendsTooFar() const {
  const double least = elementary::cos(largestBend);
  for (const ClusterDisplacement& cluster : node_.clusters())
    for (Eigen::Index k = 0; k < cluster.startBasis().cols(); ++k)
      if (!(cluster.endBasis().col(k).squaredNorm() >=
            least * least * cluster.startBasis().col(k).squaredNorm()))
        return true;
  return false;
}

/// On the line through the last average and v, or a parabola: a line misses by a multiple of
/// h (h + h_last) v̈, which it did in the step before as well.
void MinimalVariationalIntegrator::guess(double h, const MotionState& state) {
  if (options_.guess == InitialGuess::previous || lastStep_ == 0) {
    u_ = lastU_;
    return;
  }
  guessOnLine(h, state.v, u_);
  if (options_.guess == InitialGuess::quadratic && h * lastStep_ > 0)
    u_ += h * (h + lastStep_) * bend_;
}

void MinimalVariationalIntegrator::guessOnLine(double h, const Eigen::VectorXd& v,
                                               Eigen::VectorXd& u) const {
  u = v + (h / lastStep_) * (v - lastU_);
}

/// Quasi-Newton corrections of u_, the equations being evaluated there and again at its new values,
/// by `direction` into direction_. False as soon as one is not much smaller than the last, or none
/// is found.
template <typename Evaluate, typename Direction>
bool MinimalVariationalIntegrator::correct(Evaluate evaluate, Direction direction) {
  using Outcome = QuasiNewtonConvergence::Outcome;
  QuasiNewtonConvergence convergence;
  for (int iteration = 1; iteration <= options_.maxIterations; ++iteration) {
    if (!direction()) return false;
    const Outcome outcome =
        convergence.judge(largest(direction_) / std::max(1.0, largest(u_)), options_.tolerance);
    if (outcome == Outcome::tooSlow) return false;
    ++iterations_;
    u_ += direction_;
    if (!evaluate()) return false;
    if (outcome == Outcome::last) return true;
  }
  return false;
}

/// Leaves the root in u_ and everything at it in equations_. A direction is good if the next one is
/// shorter; else a part of it is tried. As soon as the correction to come, if it shrinks as the
/// last one did, is within the tolerance, it is left out.
void MinimalVariationalIntegrator::solve(double h) {
  const auto find = [&](const Eigen::VectorXd& u, Eigen::VectorXd& direction) {
    if (!rootFinder_->direction(equations_, direction))
      return std::numeric_limits<double>::quiet_NaN();
    return largest(direction) / std::max(1.0, largest(u));
  };
  double size = find(u_, direction_), shrinking = std::numeric_limits<double>::infinity();
  if (!std::isfinite(size)) throw failure(h, "a pivot is low");
  for (int iteration = 1; iteration <= options_.maxIterations; ++iteration) {
    ++iterations_;
    double part = 1, nextSize = 0;
    for (;; part *= 0.5) {
      if (part < shortestPart)
        throw failure(h, "no part of the last correction, " + detail::written(size) + " > " +
                             detail::written(options_.tolerance) + ", improves it");
      trial_ = u_ + part * direction_;
      if (!equations_.evaluate(trial_)) continue;
      if (part == 1 && (size <= options_.tolerance || shrinking * size <= options_.tolerance)) {
        u_ = trial_;
        return;
      }
      nextSize = find(trial_, nextDirection_);
      if (nextSize < size || nextSize <= options_.tolerance) break;
    }
    u_.swap(trial_);
    direction_.swap(nextDirection_);
    shrinking = nextSize / size;
    if (!(shrinking < slowConvergence)) rootFinder_->renew();
    size = nextSize;
  }
  throw failure(h, "the last correction is " + detail::written(size) + " > " +
                       detail::written(options_.tolerance));
}

SimulationError MinimalVariationalIntegrator::failure(double h, const std::string& why) const {
  return SimulationError("the discrete equations of a step of " + detail::written(h) +
                         " s have no root near: " + why + " after " + std::to_string(iterations_) +
                         " iterations; take shorter steps");
}

void MinimalVariationalIntegrator::requireTrustworthy(double h, const MotionState& state) const {
  if (revolutes_ && h * h * (u_ - state.v).squaredNorm() < largestTurnChange * largestTurnChange)
    return;  // none of its joints alone
  for (const TreeBody<double>& body : node_.tree().bodies())
    withJoint(body, [&]<typename Joint>(const Joint& joint) {
      using Velocity = typename Joint::Velocity;
      const Velocity change =
          h * (u_ - state.v).segment<Joint::velocitySize>(body.velocity, body.velocities);
      const typename Joint::Position position =
          state.q.segment<Joint::positionSize>(body.position, body.positions);
      const Vector3<double> turn = joint.motionSubspace(position).template topRows<3>() * change;
      if (!(turn.squaredNorm() < largestTurnChange * largestTurnChange))
        throw SimulationError("in a step of " + detail::written(h) + " s the turn of joint " +
                              detail::quoted(node_.tree().jointName(
                                  static_cast<int>(&body - node_.tree().bodies().data()))) +
                              " would change by " + detail::written(turn.norm()) +
                              " rad; at most " + detail::written(largestTurnChange) +
                              " can be trusted: take shorter steps");
    });
}

/// Goes to q_{k+1}, with forces, momenta and velocities there.
void MinimalVariationalIntegrator::arrive(double h, double sinceStart, const ForcesAtNode& forces,
                                          MotionState& state) {
  trial_ = h * u_;
  retract<double>(node_.tree(), state.q, trial_, arrived_.q);
  equations_.momentaAtEnd(end_);
  for (ClusterDisplacement& cluster : node_.clusters()) cluster.origin() = cluster.startBasis();
  areRevolutesPlaced_ = false;
  node_.moveTo(arrived_.q);
  node_.addPotentialForces(0.5 * h, end_);
  if (forces) {
    pushed_ = end_;
    node_.addOutsideForces(0.5 * h, startForces_, pushed_);
    node_.velocityOf(pushed_, arrived_.v);
    askForForces(forces, sinceStart, arrived_.q, arrived_.v, endForces_);
    node_.addOutsideForces(0.5 * h, endForces_, end_);
    arrived_.work += workOf(h, endForces_);
  }
  node_.velocityOf(end_, arrived_.v);
  finish(h, state);
}

/// The state becomes what has arrived.
void MinimalVariationalIntegrator::finish(double h, MotionState& state) {
  if (!arrived_.v.allFinite()) throw SimulationError("numbers are no longer finite");
  if (observer_) observer_(h, state, u_, arrived_);
  std::swap(momenta_, end_);
  bend_.setZero();
  if (h * lastStep_ > 0) {
    guessOnLine(h, state.v, bend_);
    bend_ = (u_ - bend_) / (h * (h + lastStep_));
  }
  lastU_ = u_;
  lastStep_ = h;
  state.q = arrived_.q;
  state.v = arrived_.v;
  state.work = arrived_.work;
}

void MinimalVariationalIntegrator::askForForces(const ForcesAtNode& forces, double sinceStart,
                                                const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                                AppliedForces<double>& result) {
  result.torque.setZero();
  result.hasWrenches = false;
  forces(sinceStart, q, v, result);
}

/// (h/2) Q·u and, for wrenches on bodies, ½ W·x, at the node where the step begins or ends: a
/// body's displacement x is the same in its frames at both.
double MinimalVariationalIntegrator::workOf(double h, const AppliedForces<double>& forces) const {
  double work = 0.5 * h * forces.torque.dot(u_);
  if (!forces.hasWrenches) return work;
  for (std::size_t i = 0; i < forces.wrenches.size(); ++i)
    work += 0.5 * node_.inBody(i, forces.wrenches[i]).dot(equations_.bodies()[i].twist);
  return work;
}

}  // namespace linkwork
