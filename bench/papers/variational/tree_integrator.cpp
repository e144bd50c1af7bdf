#include "papers/variational/tree_integrator.hpp"

#include "linkwork/dynamics/configuration.hpp"
#include "linkwork/dynamics/forward_dynamics.hpp"
#include "linkwork/dynamics/inverse_dynamics.hpp"
#include "linkwork/mechanism/wording.hpp"

namespace linkwork::papers {

using detail::written;

TreeIntegrator::TreeIntegrator(const ClusterTree<double>& tree, TreeIntegratorOptions options)
    : tree_(tree),
      options_(options),
      equations_(tree),
      midpoint_(tree),
      work_(tree),
      noForces_(tree),
      atRest_(tree) {
  if (isMidpoint() && options.search == RootSearch::recursiveNewton)
    throw MechanismError("search", "Newton's method by recursion is of displacements alone");
  const int n = tree.velocitySize();
  for (Eigen::VectorXd* vector :
       {&momentum_, &velocity_, &u_, &f_, &delta_, &zero_, &holding_, &image_, &row_})
    *vector = Eigen::VectorXd::Zero(n);
  if (options.search == RootSearch::newton || options.search == RootSearch::broyden)
    jacobian_.resize(n, n);
  corrections_.reserve(static_cast<std::size_t>(options.maxIterations));
}

/// ∇V(q): what holds the tree at rest.
void TreeIntegrator::holdingForces(const Eigen::VectorXd& q, Eigen::VectorXd& forces) {
  inverseDynamics(tree_, q, zero_, zero_, noForces_, work_, forces);
}

void TreeIntegrator::start(const MotionState& state) {
  // p = M(q) v: the force for the acceleration v, at rest, over that for none.
  inverseDynamics(tree_, state.q, zero_, state.v, noForces_, work_, momentum_);
  holdingForces(state.q, holding_);
  momentum_ -= holding_;
  velocity_ = state.v;
  hasInverse_ = false;
}

void TreeIntegrator::setOut(const MotionState& state, double h) {
  if (options_.guess == Guess::rest) u_.setZero();
  if (options_.guess == Guess::velocity) u_ = velocity_;
  if (options_.guess == Guess::acceleration) {
    forwardDynamics(tree_, state.q, velocity_, noForces_, work_, delta_);
    u_ = velocity_ + h * delta_;
  }
}

void TreeIntegrator::residual() {
  const auto evaluate = [&](auto& equations) {
    if (options_.evaluation == Evaluation::recursion)
      equations.residualByRecursion(u_, f_);
    else
      equations.residualByDerivatives(u_, f_);
  };
  isMidpoint() ? evaluate(midpoint_) : evaluate(equations_);
}

/// All that the end of the step needs, at the last u.
void TreeIntegrator::settle() { isMidpoint() ? residual() : equations_.moveBy(u_); }

/// δ with which u − δ is better, from f(u).
void TreeIntegrator::direct() {
  if (options_.search == RootSearch::riqn)
    return equations_.impulseResponse(f_, delta_);  // ∂f/∂u is nearly M(q_k)
  if (options_.search == RootSearch::recursiveNewton) return equations_.newtonResponse(f_, delta_);
  if (options_.search == RootSearch::newton || !hasInverse_) {
    isMidpoint() ? midpoint_.jacobian(jacobian_) : equations_.jacobian(jacobian_);
    lu_.compute(jacobian_);
  }
  if (options_.search == RootSearch::newton) {
    delta_ = lu_.solve(f_);
    return;
  }
  if (!hasInverse_) inverse_ = lu_.inverse();
  hasInverse_ = true;
  delta_.noalias() = inverse_ * f_;
}

/// Broyden's first update of B, the inverse of the Jacobian, after a correction δ that led to f:
///   B ← B + w (Bᵀδ)ᵀ / δᵀ(δ − w),   w = B f
void TreeIntegrator::updateInverse() {
  image_.noalias() = inverse_ * f_;
  row_.noalias() = inverse_.transpose() * delta_;
  const double denominator = delta_.dot(delta_ - image_);
  if (denominator != 0) inverse_.noalias() += (image_ / denominator) * row_.transpose();
}

void TreeIntegrator::findRoot(double h) {
  corrections_.clear();
  while (iterations() < options_.maxIterations) {
    residual();
    if (options_.measure == Measure::residual && f_.norm() <= options_.tolerance) return;
    if (options_.search == RootSearch::broyden && iterations() > 0) updateInverse();
    direct();
    u_ -= delta_;
    const double size = delta_.lpNorm<Eigen::Infinity>();
    corrections_.push_back(size);
    if (!std::isfinite(delta_.squaredNorm())) break;
    if (options_.measure == Measure::correction && size <= options_.tolerance) return settle();
  }
  hasInverse_ = false;
  const bool isResidual = options_.measure == Measure::residual;
  throw SimulationError("variational step of " + written(h) + " s did not converge: after " +
                        std::to_string(iterations()) + " iterations the last " +
                        (isResidual ? "residual" : "correction") + " was " +
                        written(isResidual ? f_.norm() : corrections_.back()) + " > " +
                        written(options_.tolerance));
}

/// From the node: what a step has to match, less half the impulse of what the displacements'
/// kinetic Lagrangian does not count.
void TreeIntegrator::begin(const MotionState& state, double h) {
  if (isMidpoint()) midpoint_.begin(state.q, h, momentum_);
  holdingForces(state.q, holding_);
  equations_.begin(state.q, h, momentum_ - 0.5 * h * holding_);
}

/// To the next node.
void TreeIntegrator::end(MotionState& state, double h) {
  velocity_ = u_;
  isMidpoint() ? midpoint_.endMomentum(momentum_) : equations_.endMomentum(momentum_);
  u_ *= h;
  retract<double>(tree_, state.q, u_, state.q);
  holdingForces(state.q, holding_);
  if (!isMidpoint()) momentum_ -= 0.5 * h * holding_;
}

void TreeIntegrator::step(double h, MotionState& state) {
  begin(state, h);
  setOut(state, h);
  findRoot(h);
  end(state, h);
  atRest_.torque = momentum_ + holding_;
  forwardDynamics(tree_, state.q, zero_, atRest_, work_, state.v);  // M v = p
}

}  // namespace linkwork::papers
