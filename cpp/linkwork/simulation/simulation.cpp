#include "linkwork/simulation/simulation.hpp"

#include <algorithm>
#include <cmath>

#include "linkwork/mechanism/wording.hpp"
#include "linkwork/simulation/applied_forces.hpp"
#include "linkwork/simulation/arguments.hpp"
#include "linkwork/tree/energy.hpp"
#include "linkwork/tree/forward_dynamics.hpp"
#include "linkwork/tree/inverse_dynamics.hpp"
#include "linkwork/tree/loop_closure.hpp"
#include "linkwork/tree/state_layout.hpp"

namespace linkwork {

using detail::placeOf, detail::quoted, detail::requireAtLeastZero, detail::requireFinite,
    detail::requireNumbers, detail::suggestion, detail::written;

namespace {

constexpr std::array<std::string_view, 1> methodNames{"articulated-body"};

double checkedStep(double seconds) {
  if (!(seconds > 0) || !std::isfinite(seconds))
    throw MechanismError("step",
                         "found " + written(seconds) + "; expected a finite time above zero [s]");
  return seconds;
}

std::string checkedMethod(std::string_view name) {
  if (std::find(methodNames.begin(), methodNames.end(), name) == methodNames.end())
    throw MechanismError(
        "method", "no method is named " + quoted(name) + suggestion(name, "methods", methodNames));
  return std::string(name);
}

Eigen::Map<const Eigen::VectorXd> asVector(std::span<const double> values) {
  return {values.data(), static_cast<Eigen::Index>(values.size())};
}

void requireStillFinite(const Eigen::VectorXd& q, const Eigen::VectorXd& v, double work = 0) {
  if (!q.allFinite() || !v.allFinite() || !std::isfinite(work))
    throw SimulationError("numbers are no longer finite");
}

}  // namespace

Simulation::Simulation(const Mechanism& mechanism, const SimulationOptions& options,
                       const std::optional<NamedState>& state)
    : mechanism_(mechanism),
      tree_(mechanism, state),
      work_(tree_),
      external_(tree_),
      gathered_(tree_),
      state_{tree_.initialPosition(), tree_.initialVelocity(), 0},
      acceleration_(tree_.velocitySize()),
      torque_(tree_.velocitySize()),
      motorTorque_(Eigen::VectorXd::Zero(tree_.velocitySize())),
      poses_(7 * mechanism.bodies.size()),
      methodName_(checkedMethod(options.method)),
      stepSize_(checkedStep(options.step)) {
  setIntegrator(options.integrator);
  motion_ = [this](double sinceStart, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                   Eigen::VectorXd& a) { return evaluate(time() + sinceStart, q, v, a); };
  closeLoops<double>(tree_, work_, state_.q, state_.v);
  if (state) {
    const AppliedForces<double> given = appliedForces(mechanism, tree_, *state);
    external_.torque = given.torque;
    external_.wrenches = given.wrenches;
    external_.hasWrenches = given.hasWrenches;
  }
  lastGood_ = start_ = state_;
}

void Simulation::step(int count) {
  if (count < 0)
    throw MechanismError("count", "found " + std::to_string(count) + "; expected 0 steps or more");
  for (int i = 0; i < count; ++i) stepOnce();
}

void Simulation::stepOnce() {
  lastGood_.q = state_.q;
  lastGood_.v = state_.v;
  lastGood_.work = state_.work;
  isFresh_ = false;
  try {
    integrator_->step(tree_, motion_, stepSize_, state_);
    requireStillFinite(state_.q, state_.v, state_.work);
    closeLoops<double>(tree_, work_, state_.q, state_.v);
    ++steps_;
  } catch (const SimulationError& error) {
    state_.q = lastGood_.q;
    state_.v = lastGood_.v;
    state_.work = lastGood_.work;
    throw SimulationError(integratorName_ + " step of " + written(stepSize_) +
                              " s from t = " + written(time()) + " s failed: " + error.what() +
                              "; the state is that of t = " + written(time()) + " s",
                          time());
  }
}

double Simulation::evaluate(double time, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                            Eigen::VectorXd& a) {
  requireStillFinite(q, v);  // or what follows would blame the mechanism
  updateMotors(time, q, v);
  if (!external_.actsOnBodies()) {
    gather();
    linkwork::forwardDynamics<double>(tree_, q, v, gathered_, work_, a);
    return workRate(tree_, gathered_, v, work_);
  }
  updateKinematics<double>(tree_, q, v, work_);
  updatePoses(tree_, work_);
  gather();
  const double power = workRate(tree_, gathered_, v, work_);
  applyForces<double>(tree_, q, v, gathered_, work_);
  articulate<double>(tree_, work_, a);
  return power;
}

void Simulation::gather() {
  gatherForces(tree_, external_, work_, gathered_);
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
  integrator_ = makeIntegrator(name, tree_);
  integratorName_ = name;
}

void Simulation::setMethod(std::string_view name) { methodName_ = checkedMethod(name); }

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
  const int count = velocitySize(mechanism_.joints[index].type);
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
  return linkwork::pullForce(tree_, *external_.pull, work_);
}

Eigen::VectorXd Simulation::checkedPosition(std::span<const double> q) const {
  requireNumbers("q", q, size(state_.q.size()));
  Eigen::VectorXd position = asVector(q);
  for (const TreeBody<double>& body : tree_.bodies()) {
    if (body.joint != JointType::spherical && body.joint != JointType::free) continue;
    auto quaternion = position.segment<4>(body.position + positionSize(body.joint) - 4);
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
}

void Simulation::reset() {
  state_ = start_;
  startTime_ = 0;
  steps_ = 0;
  clearForces();
  release();
  isFresh_ = false;
}

void Simulation::snapshot(std::span<double> into) const {
  if (into.size() != snapshotSize())
    throw MechanismError("snapshot", "found room for " + std::to_string(into.size()) +
                                         " numbers; expected " + std::to_string(snapshotSize()));
  into[0] = time();
  into[1] = state_.work;
  std::copy_n(state_.q.data(), state_.q.size(), into.begin() + 2);
  std::copy_n(state_.v.data(), state_.v.size(), into.begin() + 2 + state_.q.size());
}

std::vector<double> Simulation::snapshot() const {
  std::vector<double> numbers(snapshotSize());
  snapshot(numbers);
  return numbers;
}

void Simulation::restore(std::span<const double> snapshot) {
  requireNumbers("snapshot", snapshot, snapshotSize());
  startTime_ = snapshot[0];
  steps_ = 0;
  state_.work = snapshot[1];
  state_.q = asVector(snapshot.subspan(2, q().size()));
  state_.v = asVector(snapshot.subspan(2 + q().size()));
  isFresh_ = false;
}

std::span<const double> Simulation::forwardDynamics() {
  isFresh_ = false;
  evaluate(time(), state_.q, state_.v, acceleration_);
  return {acceleration_.data(), size(acceleration_.size())};
}

std::span<const double> Simulation::inverseDynamics(std::span<const double> a) {
  requireNumbers("a", a, size(acceleration_.size()));
  updateMotors(time(), state_.q, state_.v);
  if (external_.actsOnBodies()) refresh();
  gather();
  isFresh_ = false;
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
