#include "linkwork/integrators/part_runge_kutta.hpp"

#include "linkwork/dynamics/loop_closure.hpp"
#include "linkwork/mechanism/wording.hpp"

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
  requireTurns(h);
  finish(state);
  return h;
}

/// Throws unless parts turn by at most 1 rad: a quaternion of constant rate is then off by 1e-4
/// rad, and angles of joints, which are read from the poses of parts, are less than half a turn.
void MaximalRungeKutta::requireTurns(double h) const {
  constexpr double most = 1;  // [rad]
  for (std::size_t p = 1; p < stages_.velocities.size(); ++p) {
    const double speed = std::max(stages_.startVelocities[p].head<3>().norm(),
                                  stages_.velocities[p].head<3>().norm());
    if (!(h * speed > most)) continue;
    const int body = motion_.dynamics.graph().rigid.parts[p].body;
    throw SimulationError("the body on joint " + detail::quoted(motion_.tree.jointName(body)) +
                          " turns too far, at " + detail::written(speed) +
                          " rad/s; a shorter step is needed");
  }
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
