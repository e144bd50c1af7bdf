#include "linkwork/simulation/simulation.hpp"
#include "linkwork/dynamics/compile.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "linkwork/dynamics/energy.hpp"
#include "linkwork/dynamics/forward_dynamics.hpp"
#include "linkwork/dynamics/inverse_dynamics.hpp"
#include "linkwork/dynamics/joint_charts.hpp"
#include "linkwork/dynamics/loop_closure.hpp"
#include "linkwork/mechanism/wording.hpp"
#include "linkwork/model/state_layout.hpp"
#include "linkwork/simulation/applied_forces.hpp"
#include "linkwork/simulation/arguments.hpp"
#include "linkwork/simulation/joint_reactions.hpp"

namespace linkwork {

using detail::placeOf, detail::quoted, detail::requireAtLeastZero, detail::requireFinite,
    detail::requireNumbers, detail::suggestion, detail::written;

namespace {

double checkedStep(double seconds) {
  if (!(seconds > 0) || !std::isfinite(seconds))
    throw MechanismError("step",
                         "found " + written(seconds) + "; expected a finite time above zero [s]");
  return seconds;
}

Eigen::Map<const Eigen::VectorXd> asVector(std::span<const double> values) {
  return {values.data(), static_cast<Eigen::Index>(values.size())};
}

}  // namespace

Simulation::Simulation(const Mechanism& mechanism, const SimulationOptions& options,
                       const std::optional<NamedState>& state)
    : mechanism_(mechanism),
      tree_(compile(mechanism, state)),
      work_(tree_),
      external_(tree_),
      gathered_(tree_),
      state_{tree_.initialPosition(), tree_.initialVelocity(), 0},
      acceleration_(tree_.velocitySize()),
      torque_(tree_.velocitySize()),
      motorTorque_(Eigen::VectorXd::Zero(tree_.velocitySize())),
      poses_(7 * mechanism.bodies.size()),
      method_(
          &(options.method.empty() ? defaultMethod(mechanism) : steppingMethod(options.method))),
      variational_(options.variational),
      stepSize_(checkedStep(options.step)) {
  motion_ = [this](double sinceStart, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                   Eigen::VectorXd& a) { return evaluate(time() + sinceStart, q, v, a); };
  setIntegrator(options.integrator.empty() ? method_->integrators.front().name
                                           : std::string_view(options.integrator));
  closeLoops<double>(tree_, work_, state_.q, state_.v);
  if (state) {
    const AppliedForces<double> given = appliedForces(mechanism, tree_, *state);
    external_.torque = given.torque;
    external_.wrenches = given.wrenches;
    external_.hasWrenches = given.hasWrenches;
  }
  lastGood_ = start_ = state_;
}

Simulation::~Simulation() = default;

void Simulation::step(int count) {
  if (count < 0)
    throw MechanismError("count", "found " + std::to_string(count) + "; expected 0 steps or more");
  for (int i = 0; i < count; ++i) stepOnce();
}

int Simulation::advance(double seconds) {
  requireFinite("seconds", seconds);
  double due = remainder_ + std::max(0.0, seconds);
  remainder_ = 0;  // also after an error: nobody wants the lost time made up for
  int count = 0;
  // A billionth of a step forgives rounding: 0.3 s are three steps of 0.1 s.
  for (; due > stepSize_ * (1 - 1e-9); ++count) {
    const double before = time();
    stepOnce();
    due -= time() - before;
  }
  remainder_ = due;
  return count;
}

void Simulation::stepOnce() {
  lastGood_.q = state_.q;
  lastGood_.v = state_.v;
  lastGood_.work = state_.work;
  isFresh_ = false;
  try {
    bindForces();
    if (!isStarted_) integrator_->start(state_);
    isStarted_ = true;
    const double passed = integrator_->step(stepSize_, state_);
    if (!state_.q.allFinite() || !state_.v.allFinite() || !std::isfinite(state_.work)) {
      isStarted_ = false;
      throw SimulationError("numbers are no longer finite");
    }
    requireRegularCoordinates(tree_, state_.q);
    if (switchCharts(tree_, state_.q, state_.v)) isStarted_ = false;
    if (passed == stepSize_) {
      ++steps_;
    } else {
      startTime_ = time() + passed;
      steps_ = 0;
    }
  } catch (const SimulationError& error) {
    state_.q = lastGood_.q;
    state_.v = lastGood_.v;
    state_.work = lastGood_.work;
    throw SimulationError(std::string(method()) + " " + integratorName_ + " step of " +
                              written(stepSize_) + " s from t = " + written(time()) +
                              " s failed: " + error.what() +
                              "; the state is that of t = " + written(time()) + " s",
                          time());
  }
}

/// Discrete mechanics is asked for less where nothing acts from outside.
void Simulation::bindForces() {
  if (!controller_ && !external_.actsOnBodies() && external_.torque.isZero(0)) {
    forces_ = nullptr;
    return;
  }
  forces_ = [this](double sinceStart, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                   AppliedForces<double>& forces) {
    gatherAt(time() + sinceStart, q, v);
    forces = gathered_;
  };
}

void Simulation::moved() {
  isFresh_ = false;
  isStarted_ = false;
  remainder_ = 0;
}

double Simulation::evaluate(double time, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                            Eigen::VectorXd& a) {
  if (!q.allFinite() || !v.allFinite())  // or what follows would blame the mechanism
    throw SimulationError("numbers are no longer finite");
  gatherAt(time, q, v);
  if (gathered_.hasWrenches) {  // from here on they act on the joints
    BodyPaths(tree_, work_).project(gathered_.wrenches, gathered_.torque);
    gathered_.hasWrenches = false;
  }
  if (!runCompiled(q, v, gathered_.torque, compiled_, a))
    linkwork::forwardDynamics<double>(tree_, q, v, gathered_, work_, a);
  return gathered_.torque.dot(v) + dissipation<double>(tree_, v);
}

void Simulation::gatherAt(double time, const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
  isFresh_ = false;
  updateMotors(time, q, v);
  gatherForces(tree_, external_, q, v, work_, gathered_);
  gathered_.torque += motorTorque_;
}

void Simulation::refresh() {
  if (isFresh_) return;
  updateKinematics<double>(tree_, state_.q, state_.v, work_);
  updatePoses(tree_, work_);
  for (std::size_t i = 0; i < mechanism_.bodies.size(); ++i) {
    const Transform<double> pose = bodyPose(tree_, tree_.treeBody(static_cast<int>(i)), work_);
    Eigen::Map<Eigen::Matrix<double, 7, 1>> numbers(&poses_[7 * i]);
    numbers << pose.translation, Eigen::Quaterniond(pose.rotation).coeffs();
  }
  isFresh_ = true;
}

void Simulation::setStepSize(double seconds) {
  const double checked = checkedStep(seconds);
  startTime_ = time();
  steps_ = 0;
  stepSize_ = checked;
}

void Simulation::setIntegrator(std::string_view name) {
  integrator_ =
      makeIntegrator(*method_, name, {mechanism_, tree_, motion_, forces_, work_}, variational_);
  integratorName_ = name;
  isStarted_ = false;
}

void Simulation::setMethod(std::string_view name) {
  const SteppingMethod& method = steppingMethod(name);
  const bool isShared = method.find(integratorName_) != nullptr;
  const SteppingMethod* previous = std::exchange(method_, &method);
  try {
    setIntegrator(isShared ? std::string_view(integratorName_) : method.integrators.front().name);
  } catch (...) {
    method_ = previous;
    throw;
  }
}

std::span<const double> Simulation::poses() {
  refresh();
  return poses_;
}

double Simulation::kineticEnergy() {
  refresh();
  return linkwork::kineticEnergy(tree_, work_);
}

double Simulation::potentialEnergy() {
  refresh();
  return linkwork::potentialEnergy<double>(tree_, state_.q, work_);
}

double Simulation::loopError() {
  refresh();
  return closureError<double>(tree_, state_.q, work_).loopPosition;
}

double Simulation::couplingError() {
  refresh();
  return closureError<double>(tree_, state_.q, work_).coupling;
}

Vector6<double> Simulation::momentum() {
  refresh();
  return linkwork::momentum(tree_, work_);
}

void Simulation::setTorque(std::string_view joint, std::span<const double> values) {
  const auto index = static_cast<std::size_t>(jointIndex(joint));
  const int count = velocitySize(mechanism_.joints[index]);
  requireNumbers("torque of " + quoted(joint), values, static_cast<std::size_t>(count));
  const int first = StateLayout(mechanism_).velocity[index];
  external_.torque.segment(first, count) = asVector(values);
}

void Simulation::setWrench(std::string_view body, std::span<const double> wrench) {
  const auto index = static_cast<std::size_t>(bodyIndex(body));
  requireNumbers("wrench on " + quoted(body), wrench, 6);
  external_.wrenches[index] = asVector(wrench);
  external_.hasWrenches = true;
}

void Simulation::applyPointForce(std::string_view body, const Eigen::Vector3d& point,
                                 const Eigen::Vector3d& force) {
  const int index = bodyIndex(body);
  requireFinite("point", point);
  requireFinite("force", force);
  external_.pointForces.push_back({index, point, force});
}

void Simulation::clearForces() {
  external_.torque.setZero();
  std::fill(external_.wrenches.begin(), external_.wrenches.end(), Vector6<double>::Zero());
  external_.hasWrenches = false;
  external_.pointForces.clear();
}

void Simulation::pull(std::string_view body, const Eigen::Vector3d& point,
                      const Eigen::Vector3d& target, double stiffness, double damping) {
  const int index = bodyIndex(body);
  requireFinite("point", point);
  requireFinite("target", target);
  requireAtLeastZero("stiffness", stiffness);
  requireAtLeastZero("damping", damping);
  external_.pull = Pull{index, point, target, stiffness, damping};
}

void Simulation::release() { external_.pull.reset(); }

Eigen::Vector3d Simulation::pullForce() {
  if (!external_.pull) return Eigen::Vector3d::Zero();
  refresh();
  const Pull& pull = *external_.pull;
  return linkwork::pullForce(pull, bodyPose(tree_, pull.body, work_) * pull.point,
                             pointVelocity(tree_, pull.body, pull.point, work_));
}

Eigen::VectorXd Simulation::checkedPosition(std::span<const double> q) const {
  requireNumbers("q", q, size(state_.q.size()));
  Eigen::VectorXd position = asVector(q);
  for (const TreeBody<double>& body : tree_.bodies()) {
    if (body.joint != JointType::spherical && body.joint != JointType::free) continue;
    auto quaternion = position.segment<4>(body.position + body.positions - 4);
    if (std::abs(quaternion.norm() - 1) > 1e-6)
      throw MechanismError("q of " + quoted(mechanism_.joints[size(body.mechanismJoint)].name),
                           "quaternion has length " + written(quaternion.norm()) + "; expected 1");
    quaternion.normalize();
  }
  return position;
}

void Simulation::setState(std::span<const double> q, std::span<const double> v) {
  const Eigen::VectorXd position = checkedPosition(q);
  requireNumbers("v", v, size(state_.v.size()));
  isFresh_ = false;
  try {
    updateKinematics<double>(tree_, position, asVector(v), work_);
    requireRegularCoordinates(tree_, position);
  } catch (const SimulationError& error) {
    throw MechanismError("q", error.what());
  }
  const ClosureError<double> gap = closureError<double>(tree_, position, work_);
  if (!(std::max({gap.loopPosition, gap.loopAngle, gap.coupling}) <= closureTolerance))
    throw MechanismError("q", "loops or couplings are open by " + written(gap.loopPosition) +
                                  " m, " + written(gap.loopAngle) + " rad and " +
                                  written(gap.coupling) + "; expected at most 1e-8");
  MotionState closed{position, asVector(v), state_.work};
  closeLoops<double>(tree_, work_, closed.q, closed.v);
  state_ = closed;
  moved();
}

void Simulation::reset() {
  state_ = start_;
  startTime_ = 0;
  steps_ = 0;
  clearForces();
  release();
  moved();
}

void Simulation::snapshot(std::span<double> into) const {
  if (into.size() != snapshotSize())
    throw MechanismError("snapshot", "found room for " + std::to_string(into.size()) +
                                         " numbers; expected " + std::to_string(snapshotSize()));
  into[0] = time();
  into[1] = state_.work;
  std::copy_n(state_.q.data(), state_.q.size(), into.begin() + 2);
  std::copy_n(state_.v.data(), state_.v.size(), into.begin() + 2 + state_.q.size());
  if (integrator_->memorySize() == 0) return;
  const std::span<double> memory = into.subspan(stateNumbers());
  std::fill(memory.begin(), memory.end(), 0);
  if (!isStarted_) return;
  memory[0] = integratorTag();
  integrator_->remember(memory.subspan(1));
}

std::vector<double> Simulation::snapshot() const {
  std::vector<double> numbers(snapshotSize());
  snapshot(numbers);
  return numbers;
}

void Simulation::restore(std::span<const double> snapshot) {
  requireNumbers("snapshot", snapshot, std::max(snapshot.size(), stateNumbers()));
  const std::span<const double> memory = snapshot.subspan(stateNumbers());
  const double tag = memory.empty() ? 0 : memory[0];
  if (tag == integratorTag() || memory.empty())
    requireNumbers("snapshot", snapshot, memory.empty() ? stateNumbers() : snapshotSize());
  startTime_ = snapshot[0];
  steps_ = 0;
  state_.work = snapshot[1];
  state_.q = asVector(snapshot.subspan(2, q().size()));
  state_.v = asVector(snapshot.subspan(2 + q().size(), v().size()));
  moved();
  if (tag != integratorTag()) return;
  integrator_->recall(state_, memory.subspan(1));
  isStarted_ = true;
}

std::size_t Simulation::snapshotSize() const {
  const std::size_t memory = integrator_->memorySize();
  return stateNumbers() + (memory == 0 ? 0 : 1 + memory);
}

double Simulation::integratorTag() const {
  const auto method = method_ - steppingMethods.data();
  const auto place = method_->find(integratorName_) - method_->integrators.data();
  return static_cast<double>(1 + 16 * method + place);
}

std::span<const double> Simulation::forwardDynamics() {
  isFresh_ = false;
  evaluate(time(), state_.q, state_.v, acceleration_);
  return {acceleration_.data(), size(acceleration_.size())};
}

std::span<const double> Simulation::inverseDynamics(std::span<const double> a) {
  requireNumbers("a", a, size(acceleration_.size()));
  gatherAt(time(), state_.q, state_.v);
  linkwork::inverseDynamics<double>(tree_, state_.q, state_.v, asVector(a), gathered_, work_,
                                    torque_);
  return {torque_.data(), size(torque_.size())};
}

int Simulation::bodyIndex(std::string_view name) const {
  return tree_.treeBody(placeOf(mechanism_.bodies, name, "body", "bodies"));
}

int Simulation::jointIndex(std::string_view name) const {
  return placeOf(mechanism_.joints, name, "joint", "joints");
}

}  // namespace linkwork
