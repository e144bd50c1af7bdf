#include "linkwork/integrators/implicit_kicks.hpp"

#include <utility>

#include "linkwork/dynamics/forward_dynamics.hpp"

namespace linkwork {

void ImplicitKicks::Kick::setStep(double h) {
  joints_.setStep(h, 0.5);
  if (h == h_) return;
  h_ = h;
  damping_ = joints_.dampingOfKicks(h);
  noVelocity_.setZero(damping_.size());
  a_ = noVelocity_;
}

void ImplicitKicks::Kick::addTo(const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                AppliedForces<double>& applied) {
  applied.torque -= damping_.cwiseProduct(v);
  forwardDynamics(joints_.tree(), q, noVelocity_, applied, joints_.work(), a_);
  applied.torque -= 0.5 * h_ * damping_.cwiseProduct(a_);
}

ImplicitKicks::ImplicitKicks(std::unique_ptr<Integrator> smooth, const IntegratorContext& context,
                             ImplicitJoints joints, const Make& make)
    : smooth_(std::move(smooth)),
      joints_(std::move(joints)),
      flight_(joints_.treeWithoutDampers()),
      stiff_(make(flight_)),
      kick_(joints_),
      before_(context.tree.velocitySize()),
      torque_(before_) {}

double ImplicitKicks::step(double h, StepForces& forces, MotionState& state) {
  if (const double stiff = joints_.areStiff(h) ? h : 0; stiff != stiffStep_) {
    const bool changes = (stiff > 0) != (stiffStep_ > 0);
    stiffStep_ = stiff;
    if (changes && !isRecalled_) steps().start(state);
  }
  isRecalled_ = false;
  if (stiffStep_ == 0) return smooth_->step(h, forces, state);
  before_ = state.v;
  kick_.setStep(h);
  forces.atKnots = &kick_;
  stiff_->step(h, forces, state);
  forces.atKnots = nullptr;
  if (!forces.warmStart.acts) joints_.requireResolved(h, before_, state.v);
  return h;
}

Integrator::ImplicitTree ImplicitKicks::implicitTree(double h) {
  if (!joints_.areStiff(h)) return {nullptr, 0};
  joints_.setStep(h, 0.5);
  return {&joints_.tree(), h};
}

void ImplicitKicks::predict(double h, StepForces& forces, const MotionState& state,
                            Eigen::VectorXd& a) {
  if (!implicitTree(h).tree) return Integrator::predict(h, forces, state, a);
  forces.accelerateImplicitly(0, state.q, state.v, joints_.tree(), joints_.work(), nullptr, torque_,
                              a);
}

/// Both integrators have the same memory.
void ImplicitKicks::visitMemory(MemoryVisitor& visit) {
  MemoryVisitor again = visit;
  steps().visitMemory(visit);
  if (visit.isRestoring()) otherSteps().visitMemory(again);
}

void ImplicitKicks::resume(const MotionState& state) {
  smooth_->resume(state);
  stiff_->resume(state);
  isRecalled_ = true;
}

}  // namespace linkwork
