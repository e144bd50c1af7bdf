#include "linkwork/integrators/maximal_variational_integrator.hpp"

#include <cmath>
#include <stdexcept>

#include "linkwork/integrators/quasi_newton.hpp"
#include "linkwork/mechanism/wording.hpp"

namespace linkwork {
namespace {

/// Momentum of a part: J ω in its axes, m v in the world.
Vector6<double> momentumOf(const RigidPart& part, const Vector6<double>& velocity) {
  Vector6<double> momentum;
  momentum << part.inertia * velocity.head<3>(), part.mass * velocity.tail<3>();
  return momentum;
}

/// The discrete one at the end of a step of h with this average velocity; at its begin with −h.
Vector6<double> momentumAtEnd(const RigidPart& part, const Vector6<double>& velocity, double h) {
  const Eigen::Vector3d spin = velocity.head<3>(), turning = part.inertia * spin;
  Vector6<double> momentum;
  momentum << std::sqrt(1 - 0.25 * h * h * spin.squaredNorm()) * turning -
                  0.5 * h * spin.cross(turning),
      part.mass * velocity.tail<3>();
  return momentum;
}

}  // namespace

MaximalVariationalIntegrator::MaximalVariationalIntegrator(const ClusterTree<double>& tree,
                                                           const MaximalVariationalOptions& options)
    : options_(options),
      system_(tree, options.loops),
      here_(system_.emptyNode()),
      next_(system_.emptyNode()),
      rates_(here_.poses.size(), Vector6<double>::Zero()),
      nextRates_(rates_),
      curvatures_(rates_),
      work_(tree),
      applied_(tree),
      noVelocity_(Eigen::VectorXd::Zero(tree.velocitySize())),
      jointForces_(noVelocity_),
      forces_(rates_),
      momenta_(rates_),
      x_(Eigen::VectorXd::Zero(system_.unknowns())),
      trial_(x_),
      correction_(x_),
      residual_(x_) {
  if (!(options.tolerance > 0))
    throw std::invalid_argument("options.tolerance: expected a positive number, found " +
                                detail::written(options.tolerance));
  if (options.maxIterations < 1)
    throw std::invalid_argument("options.maxIterations: expected at least 1, found " +
                                std::to_string(options.maxIterations));
  start({tree.initialPosition(), tree.initialVelocity(), 0});
}

void MaximalVariationalIntegrator::requireState(const MotionState& state) const {
  system_.graph().tree->requireSizes(state.q.size(), state.v.size());
}

void MaximalVariationalIntegrator::start(const MotionState& state) {
  requireState(state);
  system_.placeAt(state.q, state.v, here_);
  system_.updateConstraints(here_);
  for (Vector6<double>& rate : rates_) rate.setZero();
  for (Vector6<double>& curvature : curvatures_) curvature.setZero();
  lastStep_ = 0;
  isFresh_ = true;
  isSingular_ = isFactored_ = false;
  iterations_ = 0;
}

/// All forces at a node: gravity, springs, and what acts from outside at these velocities.
void MaximalVariationalIntegrator::gatherForces(double sinceStart, StepForces& forces,
                                                const maximal::MaximalState& knot,
                                                const Eigen::VectorXd& v) {
  const ClusterTree<double>& tree = *system_.graph().tree;
  const RigidParts& rigid = system_.graph().rigid;
  applied_.torque.setZero();
  applied_.hasWrenches = false;
  if (forces.act()) forces.gather(sinceStart, knot.q, v, applied_);
  if (forces.atKnots) forces.atKnots->addTo(knot.q, v, applied_);
  applyJointForces<double>(tree, knot.q, noVelocity_, applied_, work_);  // at rest: springs alone
  for (std::size_t p = 0; p < forces_.size(); ++p)
    forces_[p] << Eigen::Vector3d::Zero(), rigid.parts[p].mass * tree.gravity();
  system_.addJointForces(knot, work_.jointForces, forces_);
  if (!applied_.hasWrenches) return;
  for (std::size_t i = 0; i < applied_.wrenches.size(); ++i) {
    const int part = rigid.partOf[i];
    const PartPose& pose = knot.poses[at(part)];
    const Eigen::Vector3d force = applied_.wrenches[i].tail<3>();
    forces_[at(part)].tail<3>() += force;
    forces_[at(part)].head<3>() +=
        pose.rotation.transpose() * (applied_.wrenches[i].head<3>() - pose.position.cross(force));
  }
}

/// Power of what acts from outside [W].
double MaximalVariationalIntegrator::power(const maximal::MaximalState& knot,
                                           const std::vector<Vector6<double>>& velocities) const {
  double sum = applied_.torque.dot(knot.v);
  if (!applied_.hasWrenches) return sum;
  for (std::size_t i = 0; i < applied_.wrenches.size(); ++i) {
    const std::size_t part = at(system_.graph().rigid.partOf[i]);
    const Vector6<double>& wrench = applied_.wrenches[i];
    const PartPose& pose = knot.poses[part];
    const Eigen::Vector3d spin = pose.rotation * velocities[part].head<3>();
    sum += wrench.head<3>().dot(spin) +
           wrench.tail<3>().dot(velocities[part].tail<3>() - spin.cross(pose.position));
  }
  return sum;
}

/// Average velocities on the line through the last ones and those at the knot.
void MaximalVariationalIntegrator::guessOnLine(double h) {
  x_.setZero();
  for (std::size_t p = 1; p < momenta_.size(); ++p)
    x_.segment<6>(first(p)) = here_.velocities[p] + h * rates_[p];
}

/// On a parabola: the line misses by a multiple of h (h + h_last) V̈, which it did in the step
/// before as well.
void MaximalVariationalIntegrator::guessOnParabola(double h) {
  guessOnLine(h);
  if (!(h * lastStep_ > 0)) return;
  for (std::size_t p = 1; p < momenta_.size(); ++p)
    x_.segment<6>(first(p)) += h * (h + lastStep_) * curvatures_[p];
}

/// At a singular pose some impulse of a loop has no direction; it gets the one that it will have
/// half a step later, and the others with it.
void MaximalVariationalIntegrator::lookAhead(double h) {
  const double little = h / 32;
  if (!system_.move(here_, little, x_)) return;
  system_.arrive(here_, little, x_, next_);
  here_.gradients.swap(next_.gradients);
}

void MaximalVariationalIntegrator::failed(double h, const std::string& problem) const {
  throw SimulationError("maximal-variational: a step of " + detail::written(h) +
                        " s failed: " + problem);
}

/// The correction that the factors at hand make of what is left of the equations, and its size.
/// Returns the size allowed.
double MaximalVariationalIntegrator::findCorrection() {
  correction_ = residual_;
  system_.factors().solve(correction_.data());
  double speed = 1;
  correctionSize_ = 0;
  for (const int node : system_.graph().nodeOf) {
    if (node < 0) continue;
    const int first = system_.factors().layout().first(node);
    correctionSize_ =
        std::max(correctionSize_, correction_.segment<6>(first).lpNorm<Eigen::Infinity>());
    speed = std::max(speed, x_.segment<6>(first).lpNorm<Eigen::Infinity>());
  }
  return options_.tolerance * speed;
}

/// Quasi-Newton corrections by the factors of the knot, from a guess on a parabola. Returns false
/// if Newton's method is needed.
bool MaximalVariationalIntegrator::solveByKnot(double h) {
  guessOnParabola(h);
  iterations_ = 0;
  const bool isFound = correctByOneFactor<StartFactorLimits>(
      options_.maxIterations, iterations_,
      [&](double& size, double& tolerance) {
        if (!system_.move(here_, h, x_)) return false;
        system_.residual(here_, h, momenta_, x_, residual_);
        tolerance = findCorrection();
        size = correctionSize_;
        return true;
      },
      [&] {
        x_ -= correction_;
        return true;
      });
  return isFound && system_.moveLaws(here_, h, x_);
}

/// One correction of Newton's method, halved until it makes the equations smaller. Returns whether
/// x is found: the correction is below the tolerance, or none helps because the equations hold to
/// rounding already, as where loops lie flat and many x solve them as well.
bool MaximalVariationalIntegrator::correct(double h, double& merit) {
  constexpr double shortest = 1.0 / 1024, rounding = 0.01;
  // Near the solution the derivative hardly changes: one will do for several iterations.
  const double before = iterations_ > 1 ? correctionSize_ : 1;
  const bool isNear = before < 1e-3 && before < 0.1 * correctionBefore_;
  correctionBefore_ = before;
  if (!isNear && !system_.factorStep(here_, h, x_)) failed(h, "its equations are singular");
  const double allowed = findCorrection();
  if (!correction_.allFinite()) failed(h, "its equations are not finite");
  const bool isSmall = correctionSize_ <= allowed;
  for (double fraction = 1; fraction > shortest; fraction *= 0.5) {
    trial_ = x_ - fraction * correction_;
    if (!system_.move(here_, h, trial_)) continue;
    system_.residual(here_, h, momenta_, trial_, residual_);
    const double tried = system_.merit(residual_);
    if (!isSmall && !(tried < merit)) continue;
    merit = tried;
    x_.swap(trial_);
    return isSmall;
  }
  if (!(std::sqrt(merit) <= rounding * allowed))
    failed(h, "no correction brings the equations nearer to zero after " +
                  std::to_string(iterations_) + " iterations, the last one of " +
                  detail::written(correctionSize_) + " m/s or rad/s; a shorter step may do");
  system_.move(here_, h, x_);
  system_.residual(here_, h, momenta_, x_, residual_);
  return true;
}

void MaximalVariationalIntegrator::turnsTooFar(double h) const {
  std::size_t fastest = 1;
  const auto speed = [&](std::size_t part) { return here_.velocities[part].head<3>().norm(); };
  for (std::size_t p = 2; p < here_.velocities.size(); ++p)
    if (!(speed(p) <= speed(fastest))) fastest = p;
  const maximal::ConstraintGraph& graph = system_.graph();
  failed(h, "the body on joint \"" + graph.tree->jointName(graph.rigid.parts[fastest].body) +
                "\" would turn by more than 0.5 rad, at " + detail::written(speed(fastest)) +
                " rad/s; a shorter step is needed");
}

void MaximalVariationalIntegrator::solve(double h) {
  if (!system_.move(here_, h, x_)) {
    for (std::size_t p = 1; p < momenta_.size(); ++p)  // the guess extrapolates too far
      x_.segment<6>(first(p)) = here_.velocities[p];
    if (!system_.move(here_, h, x_)) turnsTooFar(h);
  }
  system_.residual(here_, h, momenta_, x_, residual_);
  double merit = system_.merit(residual_);
  for (iterations_ = 1; iterations_ <= options_.maxIterations; ++iterations_)
    if (correct(h, merit)) return;
  failed(h, "it did not converge in " + std::to_string(options_.maxIterations) +
                " iterations: last correction " + detail::written(correctionSize_) +
                " m/s or rad/s, tolerance " + detail::written(options_.tolerance));
}

double MaximalVariationalIntegrator::step(double h, StepForces& forces, MotionState& state) {
  system_.relieve(forces.relieved());
  if (!(std::isfinite(h) && h != 0)) failed(h, "it must be a finite time other than zero");
  const std::vector<RigidPart>& parts = system_.graph().rigid.parts;
  const bool isPublished = isFresh_ && options_.start == VariationalStart::published;

  gatherForces(0, forces, here_, here_.v);
  double work = 0.5 * h * power(here_, here_.velocities);
  for (std::size_t p = 1; p < parts.size(); ++p)
    momenta_[p] = isPublished ? momentumAtEnd(parts[p], here_.velocities[p], h) + h * forces_[p]
                              : momentumOf(parts[p], here_.velocities[p]) + 0.5 * h * forces_[p];
  const bool hasFactors = !isSingular_ && (isFactored_ || system_.factorNode(here_));
  isFactored_ = false;
  if (!(hasFactors && solveByKnot(h))) {
    guessOnLine(h);
    if (isSingular_) lookAhead(h);
    solve(h);
  }
  system_.arrive(here_, h, x_, next_);

  for (std::size_t p = 1; p < parts.size(); ++p) {
    const Vector6<double> average = x_.segment<6>(first(p));
    momenta_[p] = momentumAtEnd(parts[p], average, h);
    nextRates_[p] = 2 * average - here_.velocities[p];  // V at the end, to second order
  }
  const auto project = [&] {
    if (!(system_.factorNode(next_) && system_.project(momenta_, next_, residual_)))
      failed(h, "its end has no velocities");
  };
  if (forces.atKnots)
    project();
  else
    system_.readVelocities(nextRates_, next_);
  gatherForces(h, forces, next_, next_.v);
  jointForces_.setZero();
  work += system_.addLawImpulses(next_, h, jointForces_);
  for (std::size_t p = 1; p < parts.size(); ++p) momenta_[p] += 0.5 * h * forces_[p];
  system_.addJointForces(next_, jointForces_, momenta_);
  project();
  isFactored_ = true;
  work += 0.5 * h * power(next_, next_.velocities);

  for (std::size_t p = 1; p < parts.size(); ++p) {
    const Vector6<double> average = x_.segment<6>(first(p));
    if (h * lastStep_ > 0)
      curvatures_[p] = (average - here_.velocities[p] - h * rates_[p]) / (h * (h + lastStep_));
    else
      curvatures_[p].setZero();
    nextRates_[p] = (next_.velocities[p] - average) / h;
  }
  isSingular_ = system_.factors().isCutOff();
  std::swap(here_, next_);
  std::swap(rates_, nextRates_);
  isFresh_ = false;
  lastStep_ = h;
  state.q = here_.q;
  state.v = here_.v;
  state.work += work;
  return h;
}

void MaximalVariationalIntegrator::visitMemory(MemoryVisitor& visit) {
  visit(isFresh_);
  visit(isSingular_);
  visit(lastStep_);
  for (std::size_t p = 1; p < here_.poses.size(); ++p) {
    visit(here_.poses[p].position);
    visit(here_.poses[p].attitude.coeffs());
    visit(here_.velocities[p]);
    visit(rates_[p]);
    visit(curvatures_[p]);
  }
}

void MaximalVariationalIntegrator::resume(const MotionState& state) {
  requireState(state);
  here_.q = state.q;
  here_.v = state.v;
  for (std::size_t p = 1; p < here_.poses.size(); ++p)
    here_.poses[p].rotation = here_.poses[p].attitude.toRotationMatrix();
  system_.updateConstraints(here_);
  isFactored_ = false;
}

}  // namespace linkwork
