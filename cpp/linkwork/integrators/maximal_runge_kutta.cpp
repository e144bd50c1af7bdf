#include "linkwork/integrators/maximal_runge_kutta.hpp"

#include "linkwork/dynamics/loop_closure.hpp"

namespace linkwork {
namespace {

constexpr int numbersOfPart = 3 + 4 + 6;

}  // namespace

MaximalRungeKutta::MaximalRungeKutta(const IntegratorContext& context, DriftControl control)
    : motion_(context), stages_(motion_, control), work_(context.work), control_(control) {
  stages_.start = stages_.stage = motion_.initial;
}

void MaximalRungeKutta::start(const MotionState& state) {
  motion_.dynamics.place(state.q, stages_.start);
  motion_.dynamics.partVelocities(stages_.start, state.q, state.v, stages_.startVelocities);
}

double MaximalRungeKutta::step(double h, MotionState& state) {
  stages_.q = state.q;
  stages_.step(h, [&](double weight) {
    state.work +=
        weight * h * motion_.power(stages_.stage, stages_.q, stages_.v, stages_.velocities);
  });
  finish(state);
  return h;
}

/// The end of a step: on the constraints, or with their gaps as the next start.
void MaximalRungeKutta::finish(MotionState& state) {
  state.q = stages_.q;
  state.v = stages_.v;
  requireStillFinite(state);
  if (control_ == DriftControl::baumgarte) {
    stages_.start = stages_.stage;
    stages_.startVelocities = stages_.velocities;
    motion_.dynamics.placeJoints(state.q, stages_.start);  // as after `recall`, to the last bit
    return;
  }
  closeLoops<double>(motion_.tree, work_, state.q, state.v);
  start(state);
}

std::size_t MaximalRungeKutta::memorySize() const {
  return control_ == DriftControl::projection
             ? 0
             : numbersOfPart * (stages_.startVelocities.size() - 1);
}

void MaximalRungeKutta::remember(std::span<double> into) const {
  if (control_ == DriftControl::projection) return;
  double* to = into.data();
  for (std::size_t p = 1; p < stages_.startVelocities.size(); ++p, to += numbersOfPart)
    Eigen::Map<Eigen::Matrix<double, numbersOfPart, 1>>{to} << stages_.start.parts[p].position,
        stages_.start.parts[p].attitude.coeffs(), stages_.startVelocities[p];
}

void MaximalRungeKutta::recall(const MotionState& state, std::span<const double> memory) {
  start(state);
  const double* from = memory.data();
  if (control_ == DriftControl::projection) return;
  for (std::size_t p = 1; p < stages_.startVelocities.size(); ++p, from += numbersOfPart) {
    const Eigen::Map<const Eigen::Matrix<double, numbersOfPart, 1>> numbers(from);
    PartPose& pose = stages_.start.parts[p];
    pose.position = numbers.head<3>();
    pose.attitude.coeffs() = numbers.segment<4>(3);
    pose.rotation = pose.attitude.toRotationMatrix();
    stages_.startVelocities[p] = numbers.tail<6>();
  }
  motion_.dynamics.placeJoints(state.q, stages_.start);
}

}  // namespace linkwork
