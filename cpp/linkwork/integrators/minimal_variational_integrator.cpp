#include "linkwork/integrators/minimal_variational_integrator.hpp"

#include <algorithm>
#include <cmath>

#include "linkwork/dynamics/configuration.hpp"
#include "linkwork/dynamics/kernels/passes.hpp"
#include "linkwork/elementary.hpp"
#include "linkwork/integrators/quasi_newton.hpp"
#include "linkwork/mechanism/wording.hpp"
#include "linkwork/model/body_joint.hpp"

namespace linkwork {
namespace {

/// The search along a direction ends at this part of it.
constexpr double shortestPart = 1.0 / 64;

/// Newton's method is slow if corrections do not shrink by this factor.
constexpr double slowConvergence = 0.1;

/// A step is halved at most this many times.
constexpr int mostHalvings = 6;

std::unique_ptr<RootFinder> makeRootFinder(RootFinderKind kind, StepState& knot) {
  if (kind == RootFinderKind::riqn) return std::make_unique<ImpulseSweep>(knot);
  return std::make_unique<NewtonSweep>(knot, kind == RootFinderKind::frozenNewton
                                                 ? NewtonSweep::Derivative::onceAStep
                                                 : NewtonSweep::Derivative::everyTime);
}

/// The largest entry; NaN if any is.
double largest(const Eigen::VectorXd& values) {
  return values.size() == 0 ? 0 : values.cwiseAbs().maxCoeff<Eigen::PropagateNaN>();
}

}  // namespace

MinimalVariationalIntegrator::MinimalVariationalIntegrator(const ClusterTree<double>& tree,
                                                           const MinimalVariationalOptions& options)
    : MinimalVariationalIntegrator(tree, options, std::unique_ptr<RootFinder>()) {
  rootFinder_ = makeRootFinder(options.rootFinder, knot_);
  if (options.rootFinder != RootFinderKind::automatic) return;
  impulses_.emplace(knot_);
  if (!suitsRevoluteStep(tree)) return;
  revoluteNumbers_ = KernelWorkspace<double>(*tree.plan());
  revolutes_.emplace(*tree.plan(), tree.velocitySize(), revoluteNumbers_, bodyNumbers_,
                     kernels::passes(), kernels::stepPasses());
}

MinimalVariationalIntegrator::MinimalVariationalIntegrator(const ClusterTree<double>& tree,
                                                           const MinimalVariationalOptions& options,
                                                           std::unique_ptr<RootFinder> rootFinder)
    : options_(options),
      knot_(tree),
      equations_(knot_),
      rootFinder_(std::move(rootFinder)),
      bodyNumbers_(tree),
      momenta_(tree),
      forced_(tree),
      end_(tree),
      startForces_(tree),
      endForces_(tree),
      arrived_{tree.initialPosition(), tree.initialVelocity()},
      u_(Eigen::VectorXd::Zero(tree.velocitySize())),
      trial_(tree.velocitySize()),
      direction_(tree.velocitySize()),
      nextDirection_(tree.velocitySize()),
      lastU_(u_),
      curvature_(u_),
      velocities_(tree.bodies().size()) {}

void MinimalVariationalIntegrator::start(const MotionState& state) {
  const ClusterTree<double>& tree = knot_.tree();
  // At a singular pose, the velocity selects the branch of a cluster with one degree of freedom.
  for (ClusterDisplacement& displacement : knot_.clusters()) {
    const Cluster<double>& cluster = displacement.cluster();
    displacement.origin().setZero();
    if (cluster.dofs != 1) continue;
    for (int i = 0; i < cluster.spanning(); ++i)
      displacement.origin()(i, 0) = state.v[cluster.velocities[static_cast<std::size_t>(i)]];
  }
  knot_.moveTo(state.q);
  isPlaced_ = true;
  areRevolutesPlaced_ = false;
  const Workspace<double>& work = knot_.work();
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
    momenta_.joints.segment(body.velocity, nv) = body.armature * state.v.segment(body.velocity, nv);
  }
  lastU_ = state.v;
  curvature_.setZero();
  lastStep_ = 0;
}

double MinimalVariationalIntegrator::step(double h, StepForces& forces, MotionState& state) {
  iterations_ = 0;
  equations_.relieve(forces.relieved());
  advance(h, 0, forces, state, mostHalvings);
  return h;
}

void MinimalVariationalIntegrator::advance(double h, double sinceStart, StepForces& forces,
                                           MotionState& state, int halvings) {
  forcesAct_ = forces.act() || forces.atKnots;
  if (forcesAct_) gatherForces(forces, sinceStart, state.q, state.v, startForces_);
  if (revolutes_ && takeCompiled(h, forces, state)) return;
  if (revolutes_ && !forces.atKnots && takeRevolutes(h, sinceStart, forces, state)) return;
  if (!isPlaced_) knot_.moveTo(state.q);
  isPlaced_ = true;
  forced_ = momenta_;
  knot_.addPotentialForces(0.5 * h, forced_);
  if (forcesAct_) knot_.addOutsideForces(0.5 * h, startForces_, forced_);
  equations_.begin(h, forced_);
  rootFinder_->begin(equations_);
  guess(h, state);
  if (!equations_.evaluate(u_)) throw failure(h, "a body would turn too far");
  if (halvings > 0 && basesTurnTooFar()) {
    if (forces.atKnots) throw failure(h, "the free motions of a loop turn too far");
    advance(0.5 * h, sinceStart, forces, state, halvings - 1);
    advance(0.5 * h, sinceStart + 0.5 * h, forces, state, halvings - 1);
    return;
  }
  if (!impulses_) {
    solve(h);
  } else if (!correctByImpulses()) {
    guess(h, state);
    equations_.evaluate(u_);
    solve(h);
  }
  requireTrustworthy(h, state);
  arrived_.work = state.work + equations_.dissipated();
  if (forcesAct_) arrived_.work += workOf(h, startForces_);
  arrive(h, sinceStart + h, forces, state);
}

/// Takes the whole step by compiled code. If there is none, it returns false and changes nothing.
bool MinimalVariationalIntegrator::takeCompiled(double h, StepForces& forces, MotionState& state) {
  guess(h, state);
  if (!forces.takeCompiledDiscreteStep(h, state, momenta_, u_, arrived_, end_)) return false;
  requireTrustworthy(h, state);
  areRevolutesPlaced_ = isPlaced_ = false;
  finish(h, state);
  return true;
}

/// Takes the whole step by the kernels of revolute joints. Returns false and changes nothing if
/// wrenches act, a joint moves no mass, or corrections do not shrink quickly.
bool MinimalVariationalIntegrator::takeRevolutes(double h, double sinceStart, StepForces& forces,
                                                 MotionState& state) {
  if (forcesAct_ && startForces_.hasWrenches) return false;
  if (!areRevolutesPlaced_ && !revolutes_->moveTo(state.q)) return false;
  areRevolutesPlaced_ = true;
  forced_ = momenta_;
  revolutes_->addPotentialForces(0.5 * h, forced_);
  if (forcesAct_) forced_.joints += 0.5 * h * startForces_.torque;
  revolutes_->begin(h, forced_);
  guess(h, state);
  if (!revolutes_->evaluate(u_)) return false;
  const auto find = [&](double& size, double& tolerance) {
    if (!revolutes_->direction(direction_)) return false;
    size = correctionSize();
    tolerance = options_.tolerance;
    return true;
  };
  const auto apply = [&] {
    u_ += direction_;
    return revolutes_->evaluate(u_);
  };
  if (!correctByOneFactor<MassMatrixLimits>(options_.maxIterations, iterations_, find, apply))
    return false;
  requireTrustworthy(h, state);

  trial_ = h * u_;
  retract<double>(knot_.tree(), state.q, trial_, arrived_.q);
  revolutes_->momentaAtEnd(end_);
  areRevolutesPlaced_ = isPlaced_ = false;
  if (!revolutes_->moveTo(arrived_.q)) return false;
  revolutes_->addPotentialForces(0.5 * h, end_);
  arrived_.work = state.work;
  if (forcesAct_) {
    forced_ = end_;
    forced_.joints += 0.5 * h * startForces_.torque;
    if (!revolutes_->velocityOf(forced_, arrived_.v)) return false;
    gatherForces(forces, sinceStart + h, arrived_.q, arrived_.v, endForces_);
    if (endForces_.hasWrenches) return false;
    end_.joints += 0.5 * h * endForces_.torque;
    arrived_.work += 0.5 * h * (startForces_.torque + endForces_.torque).dot(u_);
  }
  if (!revolutes_->velocityOf(end_, arrived_.v)) return false;
  finish(h, state);
  areRevolutesPlaced_ = true;
  return true;
}

/// Whether the free motions of loops turn by more than largestBasisTurn between the start and the
/// guess. N at the end is the projection of N at the start: its columns shrink by the cosine.
bool MinimalVariationalIntegrator::basesTurnTooFar() const {
  const double least = elementary::cos(largestBasisTurn);
  for (const ClusterDisplacement& cluster : knot_.clusters())
    for (Eigen::Index k = 0; k < cluster.startBasis().cols(); ++k)
      if (!(cluster.endBasis().col(k).squaredNorm() >=
            least * least * cluster.startBasis().col(k).squaredNorm()))
        return true;
  return false;
}

/// Guesses u on the line through the last average and v, or on a parabola. The error of the line is
/// a multiple of h (h + h_last) v̈, which the last step has measured.
void MinimalVariationalIntegrator::guess(double h, const MotionState& state) {
  if (options_.guess == InitialGuess::previous || lastStep_ == 0) {
    u_ = lastU_;
    return;
  }
  guessOnLine(h, state.v, u_);
  if (options_.guess == InitialGuess::quadratic && h * lastStep_ > 0)
    u_ += h * (h + lastStep_) * curvature_;
}

void MinimalVariationalIntegrator::guessOnLine(double h, const Eigen::VectorXd& v,
                                               Eigen::VectorXd& u) const {
  u = v + (h / lastStep_) * (v - lastU_);
}

/// Applies quasi-Newton corrections to u_ and evaluates the equations. Returns false if they do not
/// converge quickly.
bool MinimalVariationalIntegrator::correctByImpulses() {
  const auto find = [&](double& size, double& tolerance) {
    if (!impulses_->direction(equations_, direction_)) return false;
    size = correctionSize();
    tolerance = options_.tolerance;
    return true;
  };
  const auto apply = [&] {
    u_ += direction_;
    return equations_.evaluate(u_);
  };
  return correctByOneFactor<MassMatrixLimits>(options_.maxIterations, iterations_, find, apply);
}

/// Size of direction_ relative to u_; NaN if any entry is.
double MinimalVariationalIntegrator::correctionSize() const {
  return largest(direction_) / std::max(1.0, largest(u_));
}

/// Newton's method. Writes the root to u_ and evaluates the equations there. A direction is
/// accepted if the next one is shorter; if not, a part of it is tried. The last correction is
/// skipped if it would be within the tolerance, provided that it shrinks as the one before.
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
    return;  // nor does any single joint
  for (const TreeBody<double>& body : knot_.tree().bodies())
    withJoint(body, [&]<typename Joint>(const Joint& joint) {
      using Velocity = typename Joint::Velocity;
      const Velocity change =
          h * (u_ - state.v).segment<Joint::velocitySize>(body.velocity, body.velocities);
      const typename Joint::Position position =
          state.q.segment<Joint::positionSize>(body.position, body.positions);
      const Vector3<double> turn = joint.motionSubspace(position).template topRows<3>() * change;
      if (!(turn.squaredNorm() < largestTurnChange * largestTurnChange))
        throw SimulationError("in a step of " + detail::written(h) + " s the turn of joint " +
                              detail::quoted(knot_.tree().jointName(
                                  static_cast<int>(&body - knot_.tree().bodies().data()))) +
                              " would change by " + detail::written(turn.norm()) +
                              " rad; at most " + detail::written(largestTurnChange) +
                              " can be trusted: take shorter steps");
    });
}

/// Computes forces, momenta and velocities at q_{k+1}.
void MinimalVariationalIntegrator::arrive(double h, double sinceStart, StepForces& forces,
                                          MotionState& state) {
  trial_ = h * u_;
  retract<double>(knot_.tree(), state.q, trial_, arrived_.q);
  equations_.momentaAtEnd(end_);
  for (ClusterDisplacement& cluster : knot_.clusters()) cluster.origin() = cluster.startBasis();
  areRevolutesPlaced_ = false;
  knot_.moveTo(arrived_.q);
  if (forces.atKnots) knot_.velocityOf(end_, arrived_.v);
  knot_.addPotentialForces(0.5 * h, end_);
  if (forcesAct_) {
    if (!forces.atKnots) {
      forced_ = end_;
      knot_.addOutsideForces(0.5 * h, startForces_, forced_);
      knot_.velocityOf(forced_, arrived_.v);
    }
    gatherForces(forces, sinceStart, arrived_.q, arrived_.v, endForces_);
    knot_.addOutsideForces(0.5 * h, endForces_, end_);
    arrived_.work += workOf(h, endForces_);
  }
  knot_.velocityOf(end_, arrived_.v);
  finish(h, state);
}

/// Copies the arrived state to `state`, and stores the memory for the next guess.
void MinimalVariationalIntegrator::finish(double h, MotionState& state) {
  if (!arrived_.v.allFinite()) throw SimulationError("numbers are no longer finite");
  if (observer_) observer_(h, state, u_, arrived_);
  std::swap(momenta_, end_);
  curvature_.setZero();
  if (h * lastStep_ > 0) {
    guessOnLine(h, state.v, curvature_);
    curvature_ = (u_ - curvature_) / (h * (h + lastStep_));
  }
  lastU_ = u_;
  lastStep_ = h;
  state.q = arrived_.q;
  state.v = arrived_.v;
  state.work = arrived_.work;
}

void MinimalVariationalIntegrator::gatherForces(StepForces& forces, double sinceStart,
                                                const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                                AppliedForces<double>& result) {
  result.torque.setZero();
  result.hasWrenches = false;
  forces.gather(sinceStart, q, v, result);
  if (forces.atKnots) forces.atKnots->addTo(q, v, result);
}

/// (h/2) Q·u and, for wrenches on bodies, ½ W·x, at the knot where the step begins or ends. The
/// displacement x of a body is the same in its frames at both.
double MinimalVariationalIntegrator::workOf(double h, const AppliedForces<double>& forces) const {
  double work = 0.5 * h * forces.torque.dot(u_);
  if (!forces.hasWrenches) return work;
  for (std::size_t i = 0; i < forces.wrenches.size(); ++i)
    work += 0.5 * knot_.inBody(i, forces.wrenches[i]).dot(equations_.bodies()[i].twist);
  return work;
}

void MinimalVariationalIntegrator::visitMemory(MemoryVisitor& visit) {
  visitVariationalMemory(momenta_, lastU_, curvature_, lastStep_, visit);
  for (ClusterDisplacement& cluster : knot_.clusters()) visit(cluster.origin());
}

void MinimalVariationalIntegrator::resume(const MotionState&) {
  isPlaced_ = areRevolutesPlaced_ = false;
}

}  // namespace linkwork
