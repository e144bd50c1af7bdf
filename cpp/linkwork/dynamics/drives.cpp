#include "linkwork/dynamics/drives.hpp"

#include <algorithm>
#include <cmath>

#include "linkwork/elementary.hpp"

namespace linkwork {
namespace {

/// Forces that change their rate by more than this part of it in a step are too stiff for explicit
/// steps.
constexpr double mostExplicit = 1;

double clampTo(const Range& range, double number) {
  return std::min(std::max(number, range.lower), range.upper);
}

/// The place of a tendon; −1 without a name.
int tendonNamed(const Mechanism& mechanism, const std::string& name) {
  for (std::size_t i = 0; i < mechanism.tendons.size(); ++i)
    if (mechanism.tendons[i].name == name) return static_cast<int>(i);
  return -1;
}

}  // namespace

std::vector<DriveTerm> driveTermsOf(const std::vector<CouplingTerm>& terms,
                                    const Mechanism& mechanism, const ClusterTree<double>& tree) {
  std::vector<DriveTerm> result;
  for (const CouplingTerm& term : terms)
    for (int i = 0; i < static_cast<int>(tree.bodies().size()); ++i) {
      const TreeBody<double>& body = tree.body(i);
      if (mechanism.joints[at(body.mechanismJoint)].name == term.joint)
        result.push_back({i, body.position, body.velocity, term.coefficient});
    }
  return result;
}

Drives::Drives(const Mechanism& mechanism, const ClusterTree<double>& tree) {
  for (const Actuator& actuator : mechanism.actuators) {
    Motor motor{driveTermsOf(actuator.terms, mechanism, tree),
                tendonNamed(mechanism, actuator.tendon),
                actuator.gain,
                actuator.offset,
                actuator.stiffness,
                actuator.damping,
                actuator.controlRange,
                actuator.forceRange,
                actuator.activationRange,
                actuator.maxPower,
                actuator.activation,
                actuator.timeConstant};
    if (actuator.type == ActuatorType::position) motor.gain = actuator.stiffness;
    if (actuator.type == ActuatorType::velocity) motor.gain = actuator.damping;
    resist_ = resist_ || motor.damping != 0;
    areConstant_ = areConstant_ && motor.stiffness == 0 && motor.damping == 0 &&
                   std::isinf(motor.maxPower) && motor.activation == ActivationType::none;
    actuators_.push_back(std::move(motor));
  }
}

void Drives::setControl(int actuator, double control, double time) {
  Motor& motor = actuators_[at(actuator)];
  setActivation(actuator, activationOf(motor, time), time);
  motor.control = control;
}

void Drives::setActivation(int actuator, double activation, double time) {
  Motor& motor = actuators_[at(actuator)];
  if (motor.activation == ActivationType::none) return;
  motor.activated = activation;
  motor.since = time;
}

void Drives::reset() {
  for (Motor& motor : actuators_) motor.control = motor.activated = motor.since = 0;
}

void Drives::follow(const Drives& other) {
  for (std::size_t i = 0; i < actuators_.size(); ++i) {
    actuators_[i].control = other.actuators_[i].control;
    actuators_[i].activated = other.actuators_[i].activated;
    actuators_[i].since = other.actuators_[i].since;
  }
  motions_ = other.motions_;
}

double Drives::activation(int actuator, double time) const {
  return activationOf(actuators_[at(actuator)], time);
}

double Drives::activationOf(const Motor& motor, double time) const {
  const double control = clampTo(motor.controlRange, motor.control), past = time - motor.since;
  switch (motor.activation) {
    case ActivationType::none:
      return control;
    case ActivationType::filter:
      return control + (motor.activated - control) * elementary::exp(-past / motor.timeConstant);
    case ActivationType::integrator:
      return clampTo(motor.activationRange, motor.activated + control * past);
  }
  return control;
}

double Drives::lengthOf(const Motor& motor, const Eigen::VectorXd& q) {
  double sum = 0;
  for (const DriveTerm& term : motor.terms) sum += term.coefficient * q[term.position];
  return sum;
}

/// The force within the range and the power.
double Drives::limited(const Motor& motor, double force, double rate) const {
  force = clampTo(motor.forceRange, force);
  if (std::isinf(motor.maxPower) || std::abs(force * rate) <= motor.maxPower) return force;
  return std::copysign(motor.maxPower / std::abs(rate), force);
}

double Drives::force(int actuator, double time, const Eigen::VectorXd& q,
                     const Eigen::VectorXd& v) const {
  const Motor& motor = actuators_[at(actuator)];
  double rate = 0;
  for (const DriveTerm& term : motor.terms) rate += term.coefficient * v[term.velocity];
  return force(actuator, time, lengthOf(motor, q), rate);
}

double Drives::force(int actuator, double time, double length, double rate) const {
  const Motor& motor = actuators_[at(actuator)];
  return limited(motor,
                 motor.gain * activationOf(motor, time) + motor.offset - motor.stiffness * length -
                     motor.damping * rate,
                 rate);
}

double Drives::tensionOf(int tendon, double time, double length, double rate) const {
  double sum = 0;
  for (int i = 0; i < actuators(); ++i)
    if (actuators_[at(i)].tendon == tendon) sum += force(i, time, length, rate);
  return sum;
}

void Drives::addForces(double time, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                       const std::vector<char>& solved, Eigen::VectorXd& torque) const {
  for (int i = 0; i < actuators(); ++i) {
    if (actuators_[at(i)].tendon >= 0 || (!solved.empty() && solved[at(i)])) continue;
    const double size = force(i, time, q, v);
    for (const DriveTerm& term : actuators_[at(i)].terms)
      torque[term.velocity] += term.coefficient * size;
  }
}

const DriveTerm* Drives::single(int drive) const {
  if (isMotion(drive)) return &motions_[at(drive - actuators())].joint;
  const std::vector<DriveTerm>& terms = actuators_[at(drive)].terms;
  return terms.size() == 1 ? terms.data() : nullptr;
}

bool Drives::canBeSolved(int drive) const {
  if (isMotion(drive)) return true;
  const Motor& motor = actuators_[at(drive)];
  return motor.terms.size() == 1 && (motor.stiffness > 0 || motor.damping > 0);
}

bool Drives::isSolved(int drive, double h, double response) const {
  if (isMotion(drive)) return true;
  if (!canBeSolved(drive)) return false;
  const Motor& motor = actuators_[at(drive)];
  return h * (motor.damping + h * motor.stiffness) * response > mostExplicit;
}

namespace {

/// The largest force along its rate u of which a power P remains, with the response W to an
/// impulse:
///
///   f (u + W t f) = P
double mostForce(double power, double rate, double response, double time) {
  if (std::isinf(power)) return HUGE_VAL;
  const double root = std::sqrt(rate * rate + 4 * response * time * power);
  const double byPower = rate + root > 0 ? 2 * power / (rate + root) : HUGE_VAL;
  return rate < 0 ? std::min(byPower, power / -rate) : byPower;
}

}  // namespace

/// f = gain a + offset − k (l + h l̇) − d l̇
DriveLaw Drives::lawOf(const Motor& motor, const Solve& solve, const Eigen::VectorXd& q) const {
  const double h = solve.step, resistance = motor.damping + h * motor.stiffness;
  const double constant = motor.gain * activationOf(motor, time_ + h) + motor.offset -
                          motor.stiffness * lengthOf(motor, q);
  const auto most = [&](double sign) {
    return mostForce(motor.maxPower, sign * solve.rate, solve.response, solve.time);
  };
  return {constant / resistance, 1 / resistance,
          std::clamp(motor.forceRange.lower, -most(-1), most(1)),
          std::clamp(motor.forceRange.upper, -most(-1), most(1))};
}

DriveLaw Drives::lawAtStart(int drive, const Solve& solve, const Eigen::VectorXd& q) const {
  if (!isMotion(drive)) return lawOf(actuators_[at(drive)], solve, q);
  return {errorAtEnd(drive, solve.step, q) / solve.step};
}

DriveLaw Drives::lawAtEnd(int drive, const Solve& solve, const Eigen::VectorXd& q) const {
  if (!isMotion(drive)) return lawOf(actuators_[at(drive)], solve, q);
  return {motions_[at(drive - actuators())].curve.at(time_ + solve.step).velocity};
}

double Drives::errorAtEnd(int drive, double h, const Eigen::VectorXd& q) const {
  const Motion& motion = motions_[at(drive - actuators())];
  return motion.curve.at(time_ + h).position - q[motion.joint.position];
}

double Drives::acceleration(int drive) const {
  return motions_[at(drive - actuators())].curve.at(time_).acceleration;
}

void Drives::remember(double* into) const {
  for (const Motor& motor : actuators_) {
    *into++ = motor.control;
    *into++ = motor.activated;
    *into++ = motor.since;
  }
}

void Drives::recall(const double* memory) {
  for (Motor& motor : actuators_) {
    motor.control = *memory++;
    motor.activated = *memory++;
    motor.since = *memory++;
  }
}

}  // namespace linkwork
