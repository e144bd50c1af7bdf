#include "linkwork/integrators/part_runge_kutta.hpp"

#include "linkwork/dynamics/loop_closure.hpp"

namespace linkwork {

MaximalRungeKutta::MaximalRungeKutta(const IntegratorContext& context, DriftControl control)
    : motion_(context.tree),
      stages_(motion_, control),
      work_(context.work),
      joints_(context.tree, context.work),
      control_(control) {
  stages_.start = stages_.stage = motion_.initial;
}

void MaximalRungeKutta::start(const MotionState& state) {
  motion_.dynamics.place(state.q, stages_.start);
  motion_.dynamics.partVelocities(stages_.start, state.q, state.v, stages_.startVelocities);
}

double MaximalRungeKutta::step(double h, StepForces& forces, MotionState& state) {
  joints_.requireStable(h, rungeKutta4Bound);
  motion_.apply(forces);
  stages_.q = state.q;
  stages_.step(h, [&](double weight) {
    state.work +=
        weight * h * motion_.power(stages_.stage, stages_.q, stages_.v, stages_.velocities);
  });
  finish(state);
  return h;
}

/// Ends a step: on the constraints, or with their violations as the next start.
void MaximalRungeKutta::finish(MotionState& state) {
  state.q = stages_.q;
  state.v = stages_.v;
  requireStillFinite(state);
  if (control_ == DriftControl::baumgarte) {
    stages_.start = stages_.stage;
    stages_.startVelocities = stages_.velocities;
    motion_.dynamics.placeJoints(state.q, stages_.start);  // bitwise as after `resume`
    return;
  }
  closeLoops<double>(motion_.tree, work_, state.q, state.v);
  start(state);
}

void MaximalRungeKutta::visitMemory(MemoryVisitor& visit) {
  if (control_ == DriftControl::projection) return;
  for (std::size_t p = 1; p < stages_.startVelocities.size(); ++p) {
    visit(stages_.start.parts[p].position);
    visit(stages_.start.parts[p].attitude.coeffs());
    visit(stages_.startVelocities[p]);
  }
}

void MaximalRungeKutta::resume(const MotionState& state) {
  stages_.stage = stages_.start;
  stages_.velocities = stages_.startVelocities;
  start(state);
  if (control_ == DriftControl::projection) return;
  for (std::size_t p = 1; p < stages_.startVelocities.size(); ++p) {
    PartPose& pose = stages_.start.parts[p];
    pose = stages_.stage.parts[p];
    pose.rotation = pose.attitude.toRotationMatrix();
    stages_.startVelocities[p] = stages_.velocities[p];
  }
  motion_.dynamics.placeJoints(state.q, stages_.start);
}

}  // namespace linkwork
