#include "papers/variational/simpson_integrator.hpp"

#include "linkwork/dynamics/configuration.hpp"
#include "linkwork/dynamics/forward_dynamics.hpp"
#include "linkwork/dynamics/inverse_dynamics.hpp"
#include "linkwork/mechanism/wording.hpp"

namespace linkwork::papers {

SimpsonIntegrator::SimpsonIntegrator(const ClusterTree<double>& tree, double tolerance)
    : tree_(tree),
      tolerance_(tolerance),
      lagrangian_(tree),
      node_(tree),
      work_(tree),
      noForces_(tree),
      atRest_(tree) {
  for (Eigen::VectorXd* vector : {&momentum_, &endMomentum_, &a_, &b_, &q_, &v_, &zero_, &holding_,
                                  &start_, &middle_, &startDelta_, &middleDelta_})
    *vector = Eigen::VectorXd::Zero(tree.velocitySize());
}

void SimpsonIntegrator::start(const MotionState& state) {
  lagrangian_.differentiateByRecursion(state.q, state.v);
  momentum_ = lagrangian_.alongVelocity();
}

/// The quadratic of velocity and acceleration at the node.
void SimpsonIntegrator::guess(double h, const MotionState& state) {
  forwardDynamics(tree_, state.q, state.v, noForces_, work_, startDelta_);
  a_ = 0.5 * state.v + 0.125 * h * startDelta_;
  b_ = state.v + 0.5 * h * startDelta_;
}

void SimpsonIntegrator::residuals(double h, const Eigen::VectorXd& q) {
  // At the start, the middle and the end.
  v_ = 4 * a_ - b_;
  lagrangian_.differentiateByRecursion(q, v_);
  start_ = momentum_ + (h * lagrangian_.alongPosition() - 3 * lagrangian_.alongVelocity()) / 6;
  middle_ = 2.0 / 3 * lagrangian_.alongVelocity();
  endMomentum_ = -lagrangian_.alongVelocity() / 6;
  q_ = q + h * a_;
  lagrangian_.differentiateByRecursion(q_, b_);
  start_ -= 2.0 / 3 * lagrangian_.alongVelocity();
  middle_ += 2.0 / 3 * h * lagrangian_.alongPosition();
  endMomentum_ += 2.0 / 3 * lagrangian_.alongVelocity();
  v_ = 3 * b_ - 4 * a_;
  q_ = q + h * b_;
  lagrangian_.differentiateByRecursion(q_, v_);
  start_ += lagrangian_.alongVelocity() / 6;
  middle_ -= 2.0 / 3 * lagrangian_.alongVelocity();
  endMomentum_ += (h * lagrangian_.alongPosition() + 3 * lagrangian_.alongVelocity()) / 6;
}

void SimpsonIntegrator::step(double h, MotionState& state) {
  constexpr int maxIterations = 100;
  node_.begin(state.q, h, momentum_);
  guess(h, state);
  double size = 1;
  for (iterations_ = 0; size > tolerance_; ++iterations_) {
    if (iterations_ == maxIterations || !std::isfinite(size))
      throw SimulationError("variational step of " + detail::written(h) +
                            " s did not converge: after " + std::to_string(iterations_) +
                            " iterations the last correction was " + detail::written(size) + " > " +
                            detail::written(tolerance_));
    residuals(h, state.q);
    node_.impulseResponse(start_, startDelta_);
    node_.impulseResponse(middle_, middleDelta_);
    // With one M:  M (−8/3 δa + 1/3 δb) = −start,  M (16/3 δa − 8/3 δb) = −middle.
    a_ += 0.5 * startDelta_ + 0.0625 * middleDelta_;
    startDelta_ += 0.5 * middleDelta_;
    b_ += startDelta_;
    size = startDelta_.lpNorm<Eigen::Infinity>() + middleDelta_.lpNorm<Eigen::Infinity>();
  }
  residuals(h, state.q);
  momentum_ = endMomentum_;
  b_ *= h;
  retract<double>(tree_, state.q, b_, state.q);
  inverseDynamics(tree_, state.q, zero_, zero_, noForces_, work_, holding_);
  atRest_.torque = momentum_ + holding_;
  forwardDynamics(tree_, state.q, zero_, atRest_, work_, state.v);  // M v = p
}

}  // namespace linkwork::papers
