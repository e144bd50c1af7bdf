#include "linkwork/integrators/maximal_runge_kutta.hpp"

#include <array>
#include <cmath>

#include "linkwork/dynamics/loop_closure.hpp"
#include "linkwork/spatial/quaternion.hpp"

namespace linkwork {

using maximal::PartVector;

namespace {

/// q̇ = ½ ω q, coefficients x, y, z, w.
Eigen::Vector4d attitudeRate(const Eigen::Quaterniond& attitude, const Eigen::Vector3d& spin) {
  return 0.5 * (Eigen::Quaterniond(0, spin.x(), spin.y(), spin.z()) * attitude).coeffs();
}

PartPose posed(const Eigen::Vector3d& position, const Eigen::Vector4d& attitude) {
  const Eigen::Quaterniond unit = quaternion::normalized(Eigen::Quaterniond(attitude));
  return {position, unit, unit.toRotationMatrix()};
}

constexpr int numbersOfPart = 3 + 4 + 6;

}  // namespace

MaximalRungeKutta::MaximalRungeKutta(const IntegratorContext& context, DriftControl control)
    : motion_(context),
      work_(context.work),
      control_(control),
      start_(motion_.initial),
      stage_(motion_.initial),
      startVelocities_(motion_.forces),
      velocities_(motion_.forces),
      accelerations_(motion_.forces),
      velocitySum_(motion_.forces),
      rateSum_(motion_.forces),
      turnSum_(motion_.forces.size(), Eigen::Vector4d::Zero()),
      jointGaps_(motion_.jointBias),
      auxiliaryGaps_(motion_.auxiliary),
      q_(context.tree.positionSize()),
      v_(context.tree.velocitySize()) {}

void MaximalRungeKutta::start(const MotionState& state) {
  motion_.dynamics.place(state.q, start_);
  motion_.dynamics.partVelocities(start_, state.q, state.v, startVelocities_);
  stage_ = start_;
  q_ = state.q;
}

/// accelerations_ at stage_ and velocities_.
void MaximalRungeKutta::accelerate(double sinceStart, double h) {
  maximal::MultiplierDynamics& dynamics = motion_.dynamics;
  dynamics.readPosition(stage_, q_);
  dynamics.jointVelocities(stage_, velocities_, v_);
  motion_.gather(sinceStart, stage_, q_, v_);
  const std::vector<RigidPart>& parts = dynamics.graph().rigid.parts;
  for (std::size_t p = 1; p < velocities_.size(); ++p) {
    const Eigen::Vector3d spin = velocities_[p].head<3>();
    motion_.forces[p].head<3>() -=
        spin.cross(maximal::angularMomentum(parts[p], stage_.parts[p].rotation, spin));
  }
  dynamics.accelerationBias(stage_, velocities_, motion_.jointBias, motion_.auxiliary);
  if (control_ == DriftControl::baumgarte) {
    const double rate = std::min(50.0, 0.25 / h);  // α [1/s]; h α < 1 keeps the method stable
    dynamics.velocityGaps(stage_, velocities_, jointGaps_, auxiliaryGaps_);
    for (std::size_t j = 0; j < jointGaps_.size(); ++j)
      motion_.jointBias[j] += 2 * rate * jointGaps_[j];
    motion_.auxiliary += 2 * rate * auxiliaryGaps_;
    dynamics.positionGaps(stage_, q_, jointGaps_, auxiliaryGaps_);
    for (std::size_t j = 0; j < jointGaps_.size(); ++j)
      motion_.jointBias[j] += rate * rate * jointGaps_[j];
    motion_.auxiliary += rate * rate * auxiliaryGaps_;
  }
  dynamics.factor(stage_);
  dynamics.solve(motion_.forces, motion_.jointBias, motion_.auxiliary, accelerations_);
}

double MaximalRungeKutta::step(double h, MotionState& state) {
  constexpr std::array stageTime{0.0, 0.5, 0.5, 1.0};
  constexpr std::array weight{1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
  q_ = state.q;
  stage_ = start_;
  velocities_ = startVelocities_;
  for (std::size_t p = 0; p < velocities_.size(); ++p) {
    velocitySum_[p].setZero();
    rateSum_[p].setZero();
    turnSum_[p].setZero();
  }
  for (std::size_t stage = 0; stage < 4; ++stage) {
    accelerate(stageTime[stage] * h, h);
    state.work += weight[stage] * h * motion_.power(stage_, q_, v_, velocities_);
    const bool isLast = stage == 3;
    const double next = isLast ? h : stageTime[stage + 1] * h;
    for (std::size_t p = 1; p < velocities_.size(); ++p) {
      const PartPose& from = start_.parts[p];
      const Eigen::Vector4d turn = attitudeRate(stage_.parts[p].attitude, velocities_[p].head<3>());
      velocitySum_[p] += weight[stage] * velocities_[p];
      rateSum_[p] += weight[stage] * accelerations_[p];
      turnSum_[p] += weight[stage] * turn;
      const Vector6<double>& velocity = isLast ? velocitySum_[p] : velocities_[p];
      stage_.parts[p] = posed(from.position + next * velocity.tail<3>(),
                              from.attitude.coeffs() + next * (isLast ? turnSum_[p] : turn));
      velocities_[p] = startVelocities_[p] + next * (isLast ? rateSum_[p] : accelerations_[p]);
    }
    motion_.dynamics.placeJoints(stage_);
  }
  finish(state);
  return h;
}

/// The end of a step: on the constraints, or with their gaps as the next start.
void MaximalRungeKutta::finish(MotionState& state) {
  maximal::MultiplierDynamics& dynamics = motion_.dynamics;
  if (control_ == DriftControl::projection) project();
  dynamics.readPosition(stage_, q_);
  state.q = q_;
  dynamics.jointVelocities(stage_, velocities_, state.v);
  requireStillFinite(state);
  if (control_ == DriftControl::baumgarte) {
    start_ = stage_;
    startVelocities_ = velocities_;
    motion_.dynamics.placeJoints(q_, start_);  // as after `recall`, to the last bit
    return;
  }
  closeLoops<double>(motion_.tree, work_, state.q, state.v);
  start(state);
}

/// With one factorisation at the step's end, positions first.
void MaximalRungeKutta::project() {
  maximal::MultiplierDynamics& dynamics = motion_.dynamics;
  dynamics.readPosition(stage_, q_);
  dynamics.factor(stage_);
  for (Vector6<double>& force : motion_.forces) force.setZero();
  dynamics.positionGaps(stage_, q_, motion_.jointBias, motion_.auxiliary);
  dynamics.solve(motion_.forces, motion_.jointBias, motion_.auxiliary, accelerations_);
  for (std::size_t p = 1; p < velocities_.size(); ++p)
    stage_.parts[p] =
        maximal::turned(stage_.parts[p], accelerations_[p].tail<3>(), accelerations_[p].head<3>());
  dynamics.placeJoints(stage_);
  dynamics.velocityGaps(stage_, velocities_, motion_.jointBias, motion_.auxiliary);
  dynamics.solve(motion_.forces, motion_.jointBias, motion_.auxiliary, accelerations_);
  for (std::size_t p = 1; p < velocities_.size(); ++p) velocities_[p] += accelerations_[p];
}

std::size_t MaximalRungeKutta::memorySize() const {
  return control_ == DriftControl::projection ? 0 : numbersOfPart * (startVelocities_.size() - 1);
}

void MaximalRungeKutta::remember(std::span<double> into) const {
  if (control_ == DriftControl::projection) return;
  double* to = into.data();
  for (std::size_t p = 1; p < startVelocities_.size(); ++p, to += numbersOfPart)
    Eigen::Map<Eigen::Matrix<double, numbersOfPart, 1>>{to} << start_.parts[p].position,
        start_.parts[p].attitude.coeffs(), startVelocities_[p];
}

void MaximalRungeKutta::recall(const MotionState& state, std::span<const double> memory) {
  start(state);
  const double* from = memory.data();
  if (control_ == DriftControl::projection) return;
  for (std::size_t p = 1; p < startVelocities_.size(); ++p, from += numbersOfPart) {
    const Eigen::Map<const Eigen::Matrix<double, numbersOfPart, 1>> numbers(from);
    start_.parts[p].position = numbers.head<3>();
    start_.parts[p].attitude.coeffs() = numbers.segment<4>(3);
    start_.parts[p].rotation = start_.parts[p].attitude.toRotationMatrix();
    startVelocities_[p] = numbers.tail<6>();
  }
  motion_.dynamics.placeJoints(state.q, start_);
}

}  // namespace linkwork
