#include "linkwork/integrators/first_order_steps.hpp"

#include "linkwork/dynamics/configuration.hpp"
#include "linkwork/dynamics/energy.hpp"
#include "linkwork/dynamics/loop_closure.hpp"

namespace linkwork {

using maximal::PartVector, maximal::PartConfiguration;

FirstOrderSteps::FirstOrderSteps(const IntegratorContext& context)
    : motion_(context.tree),
      response_(motion_.dynamics),
      unilateral_(context.mechanism, context.tree, context.contact, context.tally, context.drives),
      work_(context.work),
      here_(motion_.initial),
      velocities_(motion_.forces),
      velocitiesAhead_(motion_.forces),
      momenta_(motion_.forces),
      atRest_(Eigen::VectorXd::Zero(context.tree.velocitySize())),
      q_(context.tree.positionSize()),
      v_(atRest_),
      delta_(atRest_) {
  unilateral_.setForceTime(1);
}

/// Solves M V = T F at q, and factors the configuration there.
void FirstOrderSteps::findVelocities(double sinceStart, const Eigen::VectorXd& q,
                                     PartVector& velocities) {
  motion_.dynamics.place(q, here_);
  motion_.dynamics.factor(here_);
  motion_.gatherOutside(sinceStart, here_, q, atRest_);
  motion_.dynamics.solve(motion_.forces, motion_.jointBias, motion_.auxiliary, velocities);
  motion_.dynamics.jointVelocities(here_, velocities, v_);
}

double FirstOrderSteps::energy(const MotionState& state) {
  updateKinematics<double>(motion_.tree, state.q, state.v, work_);
  updatePoses(motion_.tree, work_);
  return kineticEnergy<double>(motion_.tree, state.v, work_) +
         potentialEnergy<double>(motion_.tree, state.q, work_);
}

/// Finds V / (1 + h ρ) at q, with ρ = −V · M (V' − V) / (h V · M V) and V' at little h.
void FirstOrderSteps::findRelaxedVelocities(double h, const Eigen::VectorXd& q) {
  findVelocities(0, q, velocities_);
  v_ *= little * h;
  retract<double>(motion_.tree, q, v_, q_);
  findVelocities(little * h, q_, velocitiesAhead_);
  double speed = 0, change = 0;
  motion_.dynamics.applyInertia(here_, velocities_, momenta_);
  for (std::size_t p = 1; p < velocities_.size(); ++p) {
    speed += momenta_[p].dot(velocities_[p]);
    change += momenta_[p].dot(velocities_[p] - velocitiesAhead_[p]);
  }
  const double relaxation = speed > 0 ? std::max(0.0, change / (little * speed)) : 0;  // h ρ
  for (Vector6<double>& velocity : velocities_) velocity /= 1 + relaxation;

  motion_.dynamics.place(q, here_);
  motion_.dynamics.factor(here_);
}

double FirstOrderSteps::step(double h, StepForces& forces, MotionState& state) {
  motion_.apply(forces);
  const double before = energy(state);
  const bool relieves = unilateral_.relieveDrives(h, forces.warmStart);
  findRelaxedVelocities(h, state.q);
  maximal::MultiplierResponse& response = response_.of(here_, state.q, velocities_, velocities_);
  // Stiff drives move bodies towards stops and contacts: their forces act until these are found.
  const bool isNear = unilateral_.findNear(response, h);
  forces.warmStart.relieves = relieves;
  if (relieves) findRelaxedVelocities(h, state.q);
  if (isNear) unilateral_.solveStart(response, h);
  motion_.dynamics.jointVelocities(here_, velocities_, v_);
  delta_ = h * v_;
  retract<double>(motion_.tree, state.q, delta_, state.q);
  state.v = v_;
  requireStillFinite(state);
  closeLoops<double>(motion_.tree, work_, state.q, state.v);
  motion_.dynamics.place(state.q, here_);
  motion_.dynamics.factor(here_);
  unilateral_.solveEnd(response, h);
  forces.warmStart.relieves = false;
  state.work += energy(state) - before;
  return h;
}

}  // namespace linkwork
