#include "linkwork/integrators/contact_steps.hpp"

#include <utility>

#include "linkwork/dynamics/loop_closure.hpp"

namespace linkwork {

ContactSteps::ContactSteps(std::unique_ptr<Integrator> smooth, const IntegratorContext& context,
                           MakeResponse response, double predicted)
    : smooth_(std::move(smooth)),
      context_(context),
      tree_(context.tree),
      work_(context.work),
      makeResponse_(response),
      response_(response(context)),
      predicted_(predicted),
      constraints_(context.mechanism, context.tree, context.contact, context.tally, context.drives),
      rigid_(context.tree),
      acceleration_(context.tree.velocitySize()) {}

void ContactSteps::start(const MotionState& state) {
  constraints_.forget();
  isPlaced_ = false;
  smooth_->start(state);
}

double ContactSteps::step(double h, StepForces& forces, MotionState& state) {
  begin(h, forces, state);
  const double passed = smooth_->step(h, forces, state);
  end(h, forces, state);
  return passed;
}

void ContactSteps::visitMemory(MemoryVisitor& visit) {
  smooth_->visitMemory(visit);
  visit.visitPart(constraints_);
}

void ContactSteps::resume(const MotionState& state) {
  smooth_->resume(state);
  isPlaced_ = false;
}

/// Makes the response for the implicit forces of a step of h, if it is another than before.
void ContactSteps::chooseResponse(double h, StepForces& forces) {
  const auto [tree, time] = smooth_->implicitTree(h);
  if (tree) forces.warmStart.isFelt = true;
  if (time == implicitTime_) return;
  response_ = makeResponse_({context_.mechanism, tree ? *tree : tree_, context_.work,
                             context_.contact, context_.tally, context_.drives});
  implicitTime_ = time;
  isPlaced_ = false;
}

void ContactSteps::begin(double h, StepForces& forces, MotionState& state) {
  double late = smooth_->lateness();
  hasJumped_ = false;
  chooseResponse(h, forces);
  if (!isPlaced_) response_->place(state.q, state.v);
  isPlaced_ = false;
  if (!constraints_.findNear(*response_, h)) return;
  WarmStartForce& force = forces.warmStart;
  force.relieves = constraints_.relieve(force);
  smooth_->predict(h, forces, state, acceleration_);
  if (!acceleration_.allFinite()) throw SimulationError("numbers are no longer finite");
  // Velocities of semi-implicit Euler lag only in what forces change: turning roots are excluded.
  if (predicted_ == 1)
    for (const TurningRoot<double>& root : tree_.turningRoots())
      root.removeTurning(state.v, acceleration_);
  const bool isPredicted = predicted_ < 1;
  if (late == 0) late = 0.5 * h;
  forceDuration_ = isPredicted ? predicted_ * h : 0.5 * h + late;
  response_->accelerate(acceleration_,
                        {forceDuration_, isPredicted, isPredicted ? 0 : late / forceDuration_});
  state.work += force.isFelt ? constraints_.bounceStart(*response_, h)
                             : constraints_.solveStart(*response_, h);
  if (constraints_.hasPushed()) applyJump(state);
  if (!force.isFelt) return;
  constraints_.findStart(*response_);
  applyWarmStart(force);
}

/// Converts the impulses to forces: on parts, through their centers of mass with a moment about
/// them, and on joints.
void ContactSteps::applyWarmStart(WarmStartForce& warmStart) {
  const std::span<const contact::ForceRow> rows = constraints_.rows();
  warmStart.torque.setZero(tree_.velocitySize());
  warmStart.bodies.clear();
  applied_.clear();
  impulses_.clear();
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const double impulse = constraints_.impulses()[r];
    if (impulse == 0) continue;
    warmStart.acts = true;
    for (const contact::ForceRow& row : rows[r].simple()) addRowForce(row, impulse, warmStart);
  }
}

void ContactSteps::addRowForce(const contact::ForceRow& row, double impulse,
                               WarmStartForce& warmStart) {
  if (row.isOfJoint()) {
    const int velocity = tree_.body(row.joint).velocity;
    row.forEachComponent([&](int k, double factor) {
      warmStart.torque[velocity + k] += factor * impulse / forceDuration_;
    });
    addImpulse(row, impulse);
    return;
  }
  for (std::size_t side = 0; side < 2; ++side) {
    const int part = row.parts[side];
    if (part == groundPart) continue;
    const double size = side == 1 ? impulse : -impulse;
    const int body = rigid_.parts[at(part)].body;
    const Eigen::Vector3d arm = row.point - response_->poses()[at(part)].position;
    const Eigen::Vector3d force = size / forceDuration_ * row.axis;
    if (row.isMoment)
      addForce(body, Eigen::Vector3d::Zero(), force, warmStart);
    else
      addForce(body, force, arm.cross(force), warmStart);
    addImpulse(
        {.parts = {groundPart, part}, .point = arm, .axis = row.axis, .isMoment = row.isMoment},
        size);
  }
}

void ContactSteps::addImpulse(const contact::ForceRow& row, double impulse) {
  applied_.push_back(row);
  impulses_.push_back(impulse);
}

void ContactSteps::addForce(int body, const Eigen::Vector3d& force, const Eigen::Vector3d& moment,
                            WarmStartForce& to) const {
  for (WarmStartForce::OnBody& known : to.bodies)
    if (known.body == body) {
      known.force += force;
      known.moment += moment;
      return;
    }
  to.bodies.push_back({body, rigid_.frame(body).inverse().translation, force, moment});
}

/// Removes the excess of the warm-start forces at the end of the step. Returns its work.
double ContactSteps::removeExcess(WarmStartForce& force) {
  force.acts = false;
  if (predicted_ == 1) return 0;
  double work = 0;
  const auto addHalf = [&] {
    for (std::size_t r = 0; r < applied_.size(); ++r)
      work += 0.5 * impulses_[r] * response_->rate(applied_[r]);
  };
  for (double& impulse : impulses_) impulse *= 1 - 1 / predicted_;
  for (contact::ForceRow& row : applied_)
    if (!row.isOfJoint()) row.point += response_->poses()[at(row.parts[1])].position;
  addHalf();
  response_->respond(applied_, impulses_.data());
  addHalf();
  response_->settle(response_->velocity());
  return work;
}

void ContactSteps::end(double h, StepForces& forces, MotionState& state) {
  WarmStartForce& force = forces.warmStart;
  requireStillFinite(state);
  response_->place(state.q, state.v);
  if (force.acts) {
    state.work += removeExcess(force);
    state.v = response_->velocity();
    hasJumped_ = true;
  }
  for (int i = 0; i < contact::UnilateralConstraints::mostCorrections &&
                  constraints_.correctPositions(*response_, h, i > 0);
       ++i) {
    state.q = response_->position();
    state.v = response_->velocity();
    closeLoops<double>(tree_, work_, state.q, state.v);
    response_->place(state.q, state.v);
    hasJumped_ = true;
  }
  state.work += constraints_.solveEnd(*response_, h, predicted_ == 1);
  if (constraints_.hasPushed() || hasJumped_) applyJump(state);
  force.relieves = false;
  response_->settle(state.v);
  isPlaced_ = true;
}

void ContactSteps::applyJump(MotionState& state) {
  state.v = response_->velocity();
  smooth_->jump(state);
  hasJumped_ = true;
}

}  // namespace linkwork
