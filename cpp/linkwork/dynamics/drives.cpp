#include "linkwork/dynamics/drives.hpp"

#include <algorithm>
#include <cmath>

#include "linkwork/dynamics/tendons.hpp"
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

Drives::Drives(const Mechanism& mechanism, const ClusterTree<double>& tree,
               const Tendons& tendons) {
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
    motors_.push_back(std::move(motor));
  }
  actuators_ = static_cast<int>(motors_.size());
  for (const TreeBody<double>& body : tree.bodies()) {
    const Range& range = mechanism.joints[at(body.mechanismJoint)].actuatorForceRange;
    if (range == Range{}) continue;
    ranges_.push_back({body.velocity, range, {}});
  }
  for (int i = 0; i < tendons.size(); ++i) {
    const Tendon& tendon = mechanism.tendons[at(i)];
    const double rest = tendons.restLength(i);
    Motor& spring = motors_.emplace_back();
    spring.tendon = i;
    spring.offset = tendon.stiffness * rest;
    spring.stiffness = tendon.stiffness;
    spring.damping = tendon.damping;
    spring.onlyPulls = tendon.onlyPulls;
    spring.restLength = rest;
  }
  tendons_ = tendons.size();
  listRanges();
}

/// Lists the motors on each joint with a range.
void Drives::listRanges() {
  for (JointRange& joint : ranges_) {
    joint.motors.clear();
    for (int i = 0; i < motors(); ++i)
      for (const DriveTerm& term : terms(i))
        if (term.velocity == joint.velocity) joint.motors.emplace_back(i, term.coefficient);
  }
}

int Drives::motorOf(const DriveTerm& joint) const {
  for (int i = firstJointMotor(); i < motors(); ++i)
    if (terms(i).front().velocity == joint.velocity) return i;
  return -1;
}

bool Drives::setMotor(const DriveTerm& joint, const JointMotor& given) {
  const int known = motorOf(joint);
  Motor& motor = known >= 0 ? motors_[at(known)] : motors_.emplace_back();
  motor.terms = {joint};
  motor.stiffness = given.stiffness;
  motor.damping = given.damping;
  motor.offset = given.stiffness * given.position + given.damping * given.velocity;
  motor.forceRange = {-given.maxForce, given.maxForce};
  motor.isExact = given.stiffness == 0 && given.damping == 0;
  motor.target = given.velocity;
  if (known < 0) listRanges();
  return known < 0;
}

bool Drives::removeMotor(const DriveTerm& joint) {
  const int known = motorOf(joint);
  if (known < 0) return false;
  motors_.erase(motors_.begin() + known);
  listRanges();
  return true;
}

bool Drives::clearCommands() {
  if (!hasCommands()) return false;
  motors_.resize(at(firstJointMotor()));
  motions_.clear();
  listRanges();
  return true;
}

bool Drives::haveUnbounded() const {
  for (int i = firstJointMotor(); i < size(); ++i)
    if (isUnbounded(i)) return true;
  return false;
}

void Drives::setControl(int actuator, double control, double time) {
  Motor& motor = motors_[at(actuator)];
  setActivation(actuator, activationOf(motor, time), time);
  motor.control = control;
}

void Drives::setActivation(int actuator, double activation, double time) {
  Motor& motor = motors_[at(actuator)];
  if (motor.activation == ActivationType::none) return;
  motor.activated = activation;
  motor.since = time;
}

void Drives::reset() {
  for (Motor& motor : motors_) motor.control = motor.activated = motor.since = 0;
}

void Drives::follow(const Drives& other, const ClusterTree<double>& tree) {
  for (std::size_t i = 0; i < at(actuators_); ++i) {
    motors_[i].control = other.motors_[i].control;
    motors_[i].activated = other.motors_[i].activated;
    motors_[i].since = other.motors_[i].since;
  }
  const auto find = [&](DriveTerm& joint) {
    for (int i = 0; i < static_cast<int>(tree.bodies().size()); ++i)
      if (tree.body(i).velocities == 1 && tree.body(i).velocity == joint.velocity) joint.body = i;
  };
  motors_.resize(at(firstJointMotor()));
  motors_.insert(motors_.end(), other.motors_.begin() + other.firstJointMotor(),
                 other.motors_.end());
  for (std::size_t i = at(firstJointMotor()); i < motors_.size(); ++i)
    find(motors_[i].terms.front());
  listRanges();
  motions_ = other.motions_;
  for (Motion& motion : motions_) find(motion.joint);
}

double Drives::activation(int actuator, double time) const {
  return activationOf(motors_[at(actuator)], time);
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
  const Motor& motor = motors_[at(actuator)];
  double rate = 0;
  for (const DriveTerm& term : motor.terms) rate += term.coefficient * v[term.velocity];
  return force(actuator, time, lengthOf(motor, q), rate);
}

double Drives::force(int actuator, double time, double length, double rate) const {
  const Motor& motor = motors_[at(actuator)];
  return limited(motor,
                 motor.gain * activationOf(motor, time) + motor.offset - motor.stiffness * length -
                     motor.damping * rate,
                 rate);
}

double Drives::tensionOf(int tendon, double time, double length, double rate,
                         const std::vector<char>& solved) const {
  double sum = 0;
  for (int i = 0; i < actuators(); ++i)
    if (motors_[at(i)].tendon == tendon && (solved.empty() || !solved[at(i)]))
      sum += force(i, time, length, rate);
  return sum;
}

void Drives::addForces(double time, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                       const std::vector<char>& solved, Eigen::VectorXd& torque) const {
  for (int i = 0; i < motors(); ++i) {
    if (motors_[at(i)].tendon >= 0 || (!solved.empty() && solved[at(i)])) continue;
    const double size = force(i, time, q, v);
    for (const DriveTerm& term : motors_[at(i)].terms)
      torque[term.velocity] += term.coefficient * size;
  }
  for (const JointRange& joint : ranges_) {
    const auto [limited, sum] = explicitOn(
        joint, [&](int motor) { return force(motor, time, q, v); }, solved);
    torque[joint.velocity] += limited - sum;
  }
}

const DriveTerm* Drives::single(int drive) const {
  if (isMotion(drive)) return &motions_[at(drive - motors())].joint;
  const std::vector<DriveTerm>& terms = motors_[at(drive)].terms;
  return terms.size() == 1 ? terms.data() : nullptr;
}

bool Drives::canBeSolved(int drive) const {
  if (isMotion(drive)) return true;
  const Motor& motor = motors_[at(drive)];
  return motor.stiffness > 0 || motor.damping > 0 || motor.isExact;
}

/// The decrease of a force at the end of a step of h with the rate.
double Drives::resistance(const Motor& motor, double h, bool isFirstOrder) {
  return (isFirstOrder ? 0 : motor.damping) + h * motor.stiffness;
}

bool Drives::isSolved(int drive, double h, double forceTime, double response) const {
  if (isConstraint(drive)) return true;
  if (!canBeSolved(drive)) return false;
  const bool isFirstOrder = forceTime > 0;
  return (isFirstOrder ? forceTime : h) * resistance(motors_[at(drive)], h, isFirstOrder) *
             response >
         mostExplicit;
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

/// f = gain a + offset − k (l + h l̇) − d l̇. A cable that the step leaves slack has no force.
DriveLaw Drives::lawOf(const Motor& motor, const Solve& solve) const {
  const Range bounds{std::max(motor.forceRange.lower, solve.range.lower),
                     std::min(motor.forceRange.upper, solve.range.upper)};
  if (motor.isExact) return {motor.target, 0, bounds.lower, bounds.upper};
  const double h = solve.step, resistance = Drives::resistance(motor, h, solve.isFirstOrder);
  const double constant =
      motor.gain * activationOf(motor, time_ + h) + motor.offset - motor.stiffness * solve.length;
  const auto most = [&](double sign) {
    return mostForce(motor.maxPower, sign * solve.rate, solve.response, solve.time);
  };
  if (motor.onlyPulls) {
    const double after = solve.length + std::max(0.0, h * solve.rate);
    return {constant / resistance, 1 / resistance, after < motor.restLength ? 0 : -HUGE_VAL, 0};
  }
  return {constant / resistance, 1 / resistance, std::clamp(bounds.lower, -most(-1), most(1)),
          std::clamp(bounds.upper, -most(-1), most(1))};
}

DriveLaw Drives::lawAtStart(int drive, const Solve& solve, const Eigen::VectorXd& q) const {
  if (!isMotion(drive)) return lawOf(motors_[at(drive)], solve);
  return {errorAtEnd(drive, solve.step, q) / solve.step};
}

DriveLaw Drives::lawAtEnd(int drive, const Solve& solve) const {
  if (!isMotion(drive)) return lawOf(motors_[at(drive)], solve);
  return {motions_[at(drive - motors())].curve.at(time_ + solve.step).velocity};
}

double Drives::errorAtEnd(int drive, double h, const Eigen::VectorXd& q) const {
  const Motion& motion = motions_[at(drive - motors())];
  return motion.curve.at(time_ + h).position - q[motion.joint.position];
}

Range Drives::forcesAt(int drive, double rate, const Range& range, double still) const {
  const Motor& motor = motors_[at(drive)];
  const double least = std::max(motor.forceRange.lower, range.lower),
               most = std::min(motor.forceRange.upper, range.upper), off = motor.target - rate;
  if (std::abs(off) <= still) return {least, most};
  return off > 0 ? Range{most, most} : Range{least, least};
}

double Drives::acceleration(int drive) const {
  if (!isMotion(drive)) return 0;
  return motions_[at(drive - motors())].curve.at(time_).acceleration;
}

void Drives::remember(double* into) const {
  for (int i = 0; i < actuators_; ++i) {
    const Motor& motor = motors_[at(i)];
    *into++ = motor.control;
    *into++ = motor.activated;
    *into++ = motor.since;
  }
}

void Drives::recall(const double* memory) {
  for (int i = 0; i < actuators_; ++i) {
    Motor& motor = motors_[at(i)];
    motor.control = *memory++;
    motor.activated = *memory++;
    motor.since = *memory++;
  }
}

}  // namespace linkwork
