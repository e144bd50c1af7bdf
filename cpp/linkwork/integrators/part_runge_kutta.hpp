#pragma once

#include <algorithm>
#include <array>

#include "linkwork/dynamics/explicit_steps.hpp"
#include "linkwork/integrators/implicit_joints.hpp"
#include "linkwork/integrators/methods.hpp"
#include "linkwork/integrators/multiplier_motion.hpp"
#include "linkwork/maximal/multiplier_dynamics.hpp"
#include "linkwork/maximal/part_motion.hpp"

namespace linkwork {

/// How constraints of a differential equation on parts are satisfied.
enum class DriftControl {
  projection,  ///< after each step δx = −M⁻¹Jᵀ(JM⁻¹Jᵀ)⁻¹ g, then the same for V: exact
  baumgarte  ///< J̇V + J V̇ = −2α J V − α² g: violations decay like e^(−αt), each step adds some
};

/// The classical Runge–Kutta method, order 4, on the poses and velocities of all parts, with
///
///   M V̇ = F − (0; ω×Iω) + Jᵀλ,   J V̇ + c = 0,   ẋ = v,   q̇ = ½ ω q
///
/// Scalars are double, or jets for derivatives. Motion has `dynamics` with the constraint rows;
/// `forces`, `jointBias` and `auxiliary`, which are the input of `solve(y)`; `gather`, which writes
/// forces without gyroscopic ones; and `factor(at)`.
template <typename Motion>
class PartRungeKutta {
 public:
  using Scalar = typename Motion::Scalar;

  PartRungeKutta(Motion& motion, DriftControl control);

  /// Takes a step from `start` and `startVelocities`, with angles close to those in `q`. Calls
  /// visit(weight) at each stage, after the forces were gathered. The other members are then the
  /// end of the step.
  template <typename Visitor>
  void step(double h, Visitor&& visit);

  maximal::PartConfigurationOf<Scalar> start, stage;
  maximal::PartVectorOf<Scalar> startVelocities, velocities;
  VectorX<Scalar> q, v;

 private:
  using Attitude = Eigen::Matrix<Scalar, 4, 1>;

  /// q̇ = ½ ω q, coefficients x, y, z, w.
  static Attitude attitudeRate(const Eigen::Quaternion<Scalar>& attitude,
                               const Vector3<Scalar>& spin) {
    return Scalar(0.5) *
           (Eigen::Quaternion<Scalar>(Scalar(0), spin.x(), spin.y(), spin.z()) * attitude).coeffs();
  }
  static PartPoseOf<Scalar> posed(const Vector3<Scalar>& position, const Attitude& attitude) {
    const Eigen::Quaternion<Scalar> unit =
        quaternion::normalized(Eigen::Quaternion<Scalar>(attitude));
    return {position, unit, unit.toRotationMatrix()};
  }

  void accelerate(double sinceStart, double h);
  void addViolations(double rate);
  void project();

  Motion& motion_;
  DriftControl control_;
  maximal::PartVectorOf<Scalar> accelerations_, velocitySum_, rateSum_;
  std::vector<Attitude> turnSum_;  ///< Σ of weighted q̇ by part
  maximal::PartVectorOf<Scalar> jointViolations_;
  VectorX<Scalar> auxiliaryViolations_;
};

template <typename Motion>
PartRungeKutta<Motion>::PartRungeKutta(Motion& motion, DriftControl control)
    : startVelocities(motion.forces),
      velocities(motion.forces),
      q(motion.dynamics.tree().positionSize()),
      v(motion.dynamics.tree().velocitySize()),
      motion_(motion),
      control_(control),
      accelerations_(motion.forces),
      velocitySum_(motion.forces),
      rateSum_(motion.forces),
      turnSum_(motion.forces.size(), Attitude::Zero()),
      jointViolations_(motion.jointBias),
      auxiliaryViolations_(motion.auxiliary) {}

/// Computes accelerations_ at `stage` and `velocities`.
template <typename Motion>
void PartRungeKutta<Motion>::accelerate(double sinceStart, double h) {
  maximal::MultiplierDynamics& dynamics = motion_.dynamics;
  dynamics.readPosition(stage, q);
  dynamics.jointVelocities(stage, velocities, v);
  motion_.gather(sinceStart, stage, q, v);
  const std::vector<RigidPart>& parts = dynamics.graph().rigid.parts;
  for (std::size_t p = 1; p < velocities.size(); ++p) {
    const Vector3<Scalar> spin = velocities[p].template head<3>();
    motion_.forces[p].template head<3>() -=
        spin.cross(maximal::angularMomentum(parts[p], stage.parts[p].rotation, spin));
  }
  dynamics.accelerationBias(stage, velocities, motion_.jointBias, motion_.auxiliary);
  if (control_ == DriftControl::baumgarte)
    addViolations(std::min(50.0, 0.25 / h));  // α [1/s]; h α < 1 keeps the method stable
  motion_.factor(stage);
  motion_.solve(accelerations_);
}

/// Adds 2α J V + α² g to the bias.
template <typename Motion>
void PartRungeKutta<Motion>::addViolations(double rate) {
  const auto add = [&](double factor) {
    for (std::size_t j = 0; j < jointViolations_.size(); ++j)
      motion_.jointBias[j] += Scalar(factor) * jointViolations_[j];
    motion_.auxiliary += Scalar(factor) * auxiliaryViolations_;
  };
  motion_.dynamics.velocityViolations(stage, velocities, jointViolations_, auxiliaryViolations_);
  add(2 * rate);
  motion_.dynamics.positionViolations(stage, q, jointViolations_, auxiliaryViolations_);
  add(rate * rate);
}

template <typename Motion>
template <typename Visitor>
void PartRungeKutta<Motion>::step(double h, Visitor&& visit) {
  constexpr auto stageTime = RungeKutta4Tableau::stageTime, weight = RungeKutta4Tableau::weight;
  stage = start;
  velocities = startVelocities;
  for (std::size_t p = 0; p < velocities.size(); ++p) {
    velocitySum_[p].setZero();
    rateSum_[p].setZero();
    turnSum_[p].setZero();
  }
  for (std::size_t s = 0; s < 4; ++s) {
    accelerate(stageTime[s] * h, h);
    visit(weight[s]);
    const bool isLast = s == 3;
    const Scalar share(weight[s]), next(isLast ? h : stageTime[s + 1] * h);
    for (std::size_t p = 1; p < velocities.size(); ++p) {
      const PartPoseOf<Scalar>& from = start.parts[p];
      const Attitude turn = attitudeRate(stage.parts[p].attitude, velocities[p].template head<3>());
      velocitySum_[p] += share * velocities[p];
      rateSum_[p] += share * accelerations_[p];
      turnSum_[p] += share * turn;
      const Vector6<Scalar>& velocity = isLast ? velocitySum_[p] : velocities[p];
      stage.parts[p] = posed(from.position + next * velocity.template tail<3>(),
                             from.attitude.coeffs() + next * (isLast ? turnSum_[p] : turn));
      velocities[p] = startVelocities[p] + next * (isLast ? rateSum_[p] : accelerations_[p]);
    }
    motion_.dynamics.placeJoints(stage);
  }
  if (control_ == DriftControl::projection) project();
  motion_.dynamics.readPosition(stage, q);
  motion_.dynamics.jointVelocities(stage, velocities, v);
}

/// Projects positions, then velocities, with one factorization at the end of the step.
template <typename Motion>
void PartRungeKutta<Motion>::project() {
  maximal::MultiplierDynamics& dynamics = motion_.dynamics;
  dynamics.readPosition(stage, q);
  motion_.factor(stage);
  for (Vector6<Scalar>& force : motion_.forces) force.setZero();
  dynamics.positionViolations(stage, q, motion_.jointBias, motion_.auxiliary);
  motion_.solve(accelerations_);
  for (std::size_t p = 1; p < velocities.size(); ++p)
    stage.parts[p] = maximal::turned(stage.parts[p], accelerations_[p].template tail<3>(),
                                     accelerations_[p].template head<3>());
  dynamics.placeJoints(stage);
  dynamics.velocityViolations(stage, velocities, motion_.jointBias, motion_.auxiliary);
  motion_.solve(accelerations_);
  for (std::size_t p = 1; p < velocities.size(); ++p) velocities[p] += accelerations_[p];
}

/// Steps of PartRungeKutta, without contact and joint limits.
///
/// Source: Baraff 1996, section 2; Baumgarte, "Stabilization of constraints and integrals of
/// motion", Comput. Methods Appl. Mech. Eng. 1, 1972.
class MaximalRungeKutta final : public Integrator {
 public:
  MaximalRungeKutta(const IntegratorContext& context, DriftControl control);

  void start(const MotionState& state) override;
  double step(double h, StepForces& forces, MotionState& state) override;

  double stabilityBound() const override { return rungeKutta4Bound; }
  bool leavesLoopsOpen() const override { return control_ == DriftControl::baumgarte; }

  /// With Baumgarte's method the poses and velocities of parts, which include the violations.
  void visitMemory(MemoryVisitor& visit) override;
  void resume(const MotionState& state) override;

 private:
  void requireTurns(double h) const;
  void finish(MotionState& state);

  MultiplierMotion motion_;
  PartRungeKutta<MultiplierMotion> stages_;
  Workspace<double>& work_;
  const ImplicitJoints joints_;
  DriftControl control_;
};

}  // namespace linkwork
