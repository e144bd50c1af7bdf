#include "linkwork/simulation.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "linkwork/assemble.hpp"
#include "linkwork/dynamics/joint_charts.hpp"
#include "linkwork/dynamics/model_parts.hpp"
#include "linkwork/json.hpp"
#include "linkwork/mechanism/wording.hpp"
#include "linkwork/model/state_layout.hpp"
#include "linkwork/program.hpp"
#include "linkwork/simulation/answers.hpp"
#include "linkwork/simulation/arguments.hpp"
#include "linkwork/simulation/prescribed_motions.hpp"
#include "linkwork/simulation/queries/overloaded_loops.hpp"
#include "linkwork/simulation/queries/parameters.hpp"
#include "linkwork/simulation/queries/queries.hpp"

namespace linkwork {

using detail::asVector, detail::quoted, detail::requireAtLeastZero, detail::requireFinite,
    detail::requireNumbers, detail::written;

/// Four parts at constant addresses: state, forces, stepping and queries.
struct Simulation::Parts {
  Parts(Mechanism mechanism, const SimulationOptions& made, const std::optional<NamedState>& at)
      : Parts(std::make_shared<const CompiledMechanism>(std::move(mechanism), at), made, at) {}

  Parts(std::shared_ptr<const CompiledMechanism> compiled, const SimulationOptions& made,
        const std::optional<NamedState>& at)
      : options(made),
        given(at ? at : compiled->pose),
        state(std::move(compiled)),
        forces(state),
        stepping(state, forces, options),
        queries(state, forces, stepping) {
    if (given && given != state.compiled()->pose) moveTo(*given);
    if (given) apply(*given);
    start = state.motion();
  }

  void moveTo(const NamedState& named) {
    validate(named, state.mechanism());
    state.moveTo(flatPosition(state.mechanism(), named), flatVelocity(state.mechanism(), named.v));
  }
  void requireOnMotions(const Eigen::VectorXd& q) const {
    linkwork::requireOnMotions(state.tree(), forces.drives.motions(), stepping.time(), q);
  }
  void apply(const NamedState& named) {
    AppliedForces<double> applied = appliedForces(state.mechanism(), state.tree(), named);
    forces.external.torque = std::move(applied.torque);
    forces.external.wrenches = std::move(applied.wrenches);
    forces.external.hasWrenches = applied.hasWrenches;
  }

  /// Takes controls, activations and prescribed motions from another simulation of the same joints.
  void takeDrives(const Parts& other) {
    forces.drives.follow(other.forces.drives, state.tree());
    if (forces.drives.hasCommands()) renewDrives();
  }
  /// Makes what depends on the number of drives again.
  void renewDrives() {
    stepping.setIntegrator(std::string(stepping.integrator()));
    queries.clearMotions();
  }
  DriveTerm jointNamed(std::string_view joint) const {
    const int index = bodyWithOneCoordinate(state.mechanism(), state.tree(), "motor", joint);
    const TreeBody<double>& body = state.tree().body(index);
    return {index, body.position, body.velocity, 1};
  }

  SimulationOptions options;  ///< as given to the constructor
  std::optional<NamedState> given;
  SimulationState state;
  ActingForces forces;
  Stepping stepping;
  Queries queries;
  MotionState start;
  std::optional<Tracking> tracking;  ///< of the motors
  std::vector<BrokenLoop> broken;
  std::vector<double> wrenches;                                   ///< as shown
  std::vector<std::shared_ptr<const CompiledMechanism>> earlier;  ///< before each break
};

namespace {

std::span<const double> spanOf(const Eigen::VectorXd& vector) {
  return {vector.data(), static_cast<std::size_t>(vector.size())};
}

/// Forces on bodies of one tree as forces on those of another, which may order them differently.
ExternalForces inOrderOf(const ClusterTree<double>& to, const ExternalForces& forces,
                         const ClusterTree<double>& from) {
  const auto placeOf = [&](int body) { return to.treeBody(from.body(body).mechanismBody); };
  ExternalForces result = forces;
  for (int i = 0; i < static_cast<int>(from.bodies().size()); ++i)
    result.wrenches[at(placeOf(i))] = forces.wrenches[at(i)];
  for (PointForce& force : result.pointForces) force.body = placeOf(force.body);
  if (result.pull) result.pull->body = placeOf(result.pull->body);
  return result;
}

/// The compiled code that is valid for another mechanism, with its numbers.
CompiledDynamics compiledFor(const ClusterTree<double>& tree, CompiledDynamics compiled) {
  for (CompiledCode* code :
       {&compiled.forward, &compiled.inverse, &compiled.massMatrix, &compiled.step}) {
    std::optional<std::vector<double>> parameters;
    if (code->parametersOf) parameters = code->parametersOf(tree);
    if (parameters)
      code->parameters = std::move(*parameters);
    else
      *code = {};
  }
  return compiled;
}

}  // namespace

Simulation::Simulation(Mechanism mechanism, const SimulationOptions& options,
                       const std::optional<NamedState>& state)
    : parts_(std::make_unique<Parts>(std::move(mechanism), options, state)) {}
Simulation::Simulation(const Model& model, const SimulationOptions& options,
                       const std::optional<NamedState>& state)
    : parts_(std::make_unique<Parts>(model.parts_->compiled, options, state)) {}
Simulation::Simulation(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;
Simulation::~Simulation() = default;

void Simulation::step(int count) {
  if (count < 0)
    throw MechanismError("count", "found " + std::to_string(count) + "; expected 0 steps or more");
  for (int i = 0; i < count; ++i) {
    parts_->stepping.step();
    breakLoops();
  }
}

int Simulation::advance(double seconds) {
  if (!canBreak(mechanism())) return parts_->stepping.advance(seconds);
  const auto ends = [this] { return !overloaded().empty(); };
  int count = parts_->stepping.advance(seconds, ends);
  while (breakLoops()) {
    const double left = std::max(0.0, parts_->stepping.due());
    parts_->stepping.setDue(0);
    count += parts_->stepping.advance(left, ends);
  }
  return count;
}
double Simulation::time() const { return parts_->stepping.time(); }
double Simulation::stepSize() const { return parts_->stepping.stepSize(); }
void Simulation::setStepSize(double seconds) { parts_->stepping.setStepSize(seconds); }
const std::string& Simulation::integrator() const { return parts_->stepping.integrator(); }
void Simulation::setIntegrator(std::string_view name) { parts_->stepping.setIntegrator(name); }
long Simulation::retries() const { return parts_->stepping.retries(); }
std::string_view Simulation::method() const { return parts_->stepping.method(); }
void Simulation::setMethod(std::string_view name) { parts_->stepping.setMethod(name); }

void Simulation::useCompiled(CompiledDynamics dynamics) {
  CompiledDynamics& compiled = parts_->forces.compiled;
  if (dynamics.forward.function) compiled.forward = std::move(dynamics.forward);
  if (dynamics.inverse.function) compiled.inverse = std::move(dynamics.inverse);
  if (dynamics.massMatrix.function) compiled.massMatrix = std::move(dynamics.massMatrix);
  if (!dynamics.step.function) return;
  compiled.step = std::move(dynamics.step);
  compiled.method = std::move(dynamics.method);
  compiled.integrator = std::move(dynamics.integrator);
}

const CompiledDynamics& Simulation::compiled() const { return parts_->forces.compiled; }

double Simulation::parameter(std::string_view name) const {
  Mechanism copy = mechanism();
  return parameterNamed(copy, name);
}

void Simulation::setParameter(std::string_view name, double value) {
  requireFinite(std::string(name), value);
  Mechanism changed = mechanism();
  parameterNamed(changed, name) = value;
  std::unique_ptr<Parts> parts = remade(std::move(changed));
  if (tree().massFault().empty()) parts->state.tree().requireMass();
  parts->forces.motors = parts_->forces.motors;
  for (std::shared_ptr<const CompiledMechanism>& earlier : parts->earlier) {
    Mechanism whole = earlier->mechanism;
    parameterNamed(whole, name) = value;
    earlier = std::make_shared<const CompiledMechanism>(std::move(whole), parts->given);
  }
  continueAs(std::move(parts));
}

/// Parts of a mechanism with the same joints, with the same options, tracking and breaks.
std::unique_ptr<Simulation::Parts> Simulation::remade(Mechanism changed) const {
  SimulationOptions options = parts_->options;
  options.method = method();
  options.integrator = integrator();
  options.step = stepSize();
  auto parts = std::make_unique<Parts>(std::move(changed), options, parts_->given);
  parts->tracking = parts_->tracking;
  parts->broken = parts_->broken;
  parts->earlier = parts_->earlier;
  return parts;
}

/// Continues the motion with other parts, under the same forces and drives.
void Simulation::continueAs(std::unique_ptr<Parts> parts) {
  parts->forces.external = inOrderOf(parts->state.tree(), parts_->forces.external, tree());
  parts->takeDrives(*parts_);
  parts->state.change() = parts_->state.motion();  // integrators restart: momenta have changed
  parts->stepping.restart(time(), retries());
  parts->stepping.events() = std::move(parts_->stepping.events());
  parts->forces.compiled = compiledFor(parts->state.tree(), std::move(parts_->forces.compiled));
  parts->state.takeArrays(parts_->state);
  parts_ = std::move(parts);
}

const std::vector<BrokenLoop>& Simulation::brokenLoops() const { return parts_->broken; }

/// The loops whose reactions after a step exceed what they bear.
std::vector<BrokenLoop> Simulation::overloaded() {
  if (!canBreak(mechanism())) return {};
  try {
    return overloadedLoops(mechanism(), reactions(), time());
  } catch (const SimulationError&) {  // of a singular pose, where reactions are undefined
    return {};
  }
}

/// Takes them out of the mechanism. Returns whether there are any.
bool Simulation::breakLoops() {
  const std::vector<BrokenLoop> found = overloaded();
  if (found.empty()) return false;
  Mechanism changed = mechanism();
  std::erase_if(changed.loops, [&](const Loop& loop) {
    return std::any_of(found.begin(), found.end(),
                       [&](const BrokenLoop& each) { return each.name == loop.name; });
  });
  std::unique_ptr<Parts> parts = remade(std::move(changed));
  parts->broken.insert(parts->broken.end(), found.begin(), found.end());
  parts->earlier.push_back(parts_->state.compiled());
  if (parts->tracking) {
    try {
      parts->forces.motors.emplace(parts->state.mechanism(), parts->state.tree(), *parts->tracking);
    } catch (const MechanismError&) {
      parts->tracking.reset();
    }
  }
  const double due = parts_->stepping.due();
  continueAs(std::move(parts));
  parts_->stepping.setDue(due);
  return true;
}

const Mechanism& Simulation::mechanism() const { return parts_->state.mechanism(); }
const ClusterTree<double>& Simulation::tree() const { return parts_->state.tree(); }
std::span<const double> Simulation::q() const { return spanOf(parts_->state.q()); }
std::span<const double> Simulation::v() const { return spanOf(parts_->state.v()); }

std::span<const double> Simulation::poses() { return parts_->state.poses(); }
std::span<const double> Simulation::velocities() { return parts_->state.velocities(); }
double Simulation::kineticEnergy() { return parts_->state.kineticEnergy(); }
double Simulation::potentialEnergy() { return parts_->state.potentialEnergy(); }
double Simulation::work() const { return parts_->state.motion().work; }
double Simulation::loopError() { return parts_->state.closureError().loopPosition; }
double Simulation::couplingError() { return parts_->state.closureError().coupling; }
Vector6<double> Simulation::momentum() { return parts_->state.momentum(); }

void Simulation::setTorque(std::string_view joint, std::span<const double> values) {
  const CompiledMechanism& compiled = *parts_->state.compiled();
  const auto index = static_cast<std::size_t>(compiled.joint(joint));
  const int count = velocitySize(mechanism().joints[index]);
  requireNumbers("torque of " + quoted(joint), values, static_cast<std::size_t>(count));
  const int first = compiled.layout.velocity[index];
  parts_->forces.external.torque.segment(first, count) = asVector(values);
}

void Simulation::setTorques(std::span<const double> values) {
  requireNumbers("torques", values, v().size());
  parts_->forces.external.torque = asVector(values);
}

std::span<const double> Simulation::torques() const {
  return spanOf(parts_->forces.external.torque);
}

void Simulation::setWrench(std::string_view body, std::span<const double> wrench) {
  const auto index = static_cast<std::size_t>(parts_->state.bodyNamed(body));
  requireNumbers("wrench on " + quoted(body), wrench, 6);
  parts_->forces.external.wrenches[index] = asVector(wrench);
  parts_->forces.external.hasWrenches = true;
}

void Simulation::setWrenches(std::span<const double> values) {
  const std::size_t count = mechanism().bodies.size();
  requireNumbers("wrenches", values, 6 * count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto body = static_cast<std::size_t>(tree().treeBody(static_cast<int>(i)));
    parts_->forces.external.wrenches[body] = asVector(values.subspan(6 * i, 6));
  }
  parts_->forces.external.hasWrenches = true;
}

std::span<const double> Simulation::wrenches() {
  const ExternalForces& external = parts_->forces.external;
  std::vector<double>& shown = parts_->wrenches;
  shown.clear();
  if (external.hasWrenches)
    for (std::size_t i = 0; i < mechanism().bodies.size(); ++i) {
      const auto body = static_cast<std::size_t>(tree().treeBody(static_cast<int>(i)));
      shown.insert(shown.end(), external.wrenches[body].begin(), external.wrenches[body].end());
    }
  return shown;
}

void Simulation::applyPointForce(std::string_view body, const Eigen::Vector3d& point,
                                 const Eigen::Vector3d& force) {
  const int index = parts_->state.bodyNamed(body);
  requireFinite("point", point);
  requireFinite("force", force);
  parts_->forces.external.pointForces.push_back({index, point, force});
}

void Simulation::applyImpulse(std::string_view body, const Eigen::Vector3d& point,
                              const Eigen::Vector3d& impulse) {
  parts_->queries.applyImpulse(body, point, impulse);
}

void Simulation::clearForces() {
  ExternalForces& external = parts_->forces.external;
  external.torque.setZero();
  if (external.hasWrenches)
    for (Vector6<double>& wrench : external.wrenches) wrench.setZero();
  external.hasWrenches = false;
  external.pointForces.clear();
}

void Simulation::pull(std::string_view body, const Eigen::Vector3d& point,
                      const Eigen::Vector3d& target, double stiffness, double damping) {
  const int index = parts_->state.bodyNamed(body);
  requireFinite("point", point);
  requireFinite("target", target);
  requireAtLeastZero("stiffness", stiffness);
  requireAtLeastZero("damping", damping);
  parts_->forces.external.pull = Pull{index, point, target, stiffness, damping};
}

void Simulation::release() { parts_->forces.external.pull.reset(); }

Eigen::Vector3d Simulation::pullForce() {
  const std::optional<Pull>& pull = parts_->forces.external.pull;
  if (!pull) return Eigen::Vector3d::Zero();
  const Workspace<double>& work = parts_->state.kinematics();
  const Eigen::Vector3d force =
      linkwork::pullForce(*pull, bodyPose(tree(), pull->body, work) * pull->point,
                          pointVelocity(tree(), pull->body, pull->point, work));
  detail::requireFiniteAnswer("pull", force);
  return force;
}

void Simulation::track(const Tracking& tracking) {
  parts_->forces.motors = JointController(mechanism(), tree(), tracking);
  parts_->tracking = tracking;
}

void Simulation::stopTracking() {
  parts_->forces.motors.reset();
  parts_->tracking.reset();
}
bool Simulation::isTracking() const { return parts_->forces.motors.has_value(); }

double Simulation::trackingError() const {
  const std::optional<JointController>& motors = parts_->forces.motors;
  return motors ? motors->error(time(), parts_->state.q()) : 0;
}

std::span<const double> Simulation::trackingTorque() {
  SimulationState& state = parts_->state;
  const Eigen::VectorXd& torque = parts_->forces.motorTorque(time(), state.q(), state.v());
  detail::requireFiniteAnswer("forces of motors", torque);
  return spanOf(torque);
}

void Simulation::setControl(std::string_view actuator, double control) {
  const int index = detail::placeOf(mechanism().actuators, actuator, "actuator", "actuators");
  requireFinite("control of " + quoted(actuator), control);
  parts_->forces.drives.setControl(index, control, time());
}

void Simulation::setControls(std::span<const double> controls) {
  requireNumbers("controls", controls, mechanism().actuators.size());
  for (std::size_t i = 0; i < controls.size(); ++i)
    parts_->forces.drives.setControl(static_cast<int>(i), controls[i], time());
}

std::vector<double> Simulation::controls() const {
  const Drives& drives = parts_->forces.drives;
  std::vector<double> result;
  for (int i = 0; i < drives.actuators(); ++i) result.push_back(drives.control(i));
  return result;
}

std::vector<double> Simulation::activations() const {
  const Drives& drives = parts_->forces.drives;
  std::vector<double> result;
  for (int i = 0; i < drives.actuators(); ++i) result.push_back(drives.activation(i, time()));
  return result;
}

void Simulation::setActivations(std::span<const double> activations) {
  requireNumbers("activations", activations, mechanism().actuators.size());
  for (std::size_t i = 0; i < activations.size(); ++i)
    parts_->forces.drives.setActivation(static_cast<int>(i), activations[i], time());
}

std::span<const double> Simulation::actuatorForces() {
  return spanOf(parts_->queries.actuatorForces());
}

std::vector<double> Simulation::tendonLengths() {
  std::vector<double> lengths;
  for (int i = 0; i < parts_->state.compiled()->tendons.size(); ++i)
    lengths.push_back(detail::finiteAnswer("tendon length", parts_->state.tendon(i).length));
  return lengths;
}

void Simulation::prescribe(const PrescribedMotions& motions) {
  std::vector<Drives::Motion> checked = motionsOf(mechanism(), tree(), motions);
  requireOnMotions(tree(), checked, time(), parts_->state.q());
  parts_->forces.drives.prescribe(std::move(checked));
  parts_->renewDrives();
}

void Simulation::setMotor(std::string_view joint, const JointMotor& motor) {
  const DriveTerm term = parts_->jointNamed(joint);
  checkMotor(motor);
  if (parts_->forces.drives.setMotor(term, motor)) parts_->renewDrives();
}

void Simulation::removeMotor(std::string_view joint) {
  if (parts_->forces.drives.removeMotor(parts_->jointNamed(joint))) parts_->renewDrives();
}

double Simulation::motorForce(std::string_view joint) {
  return parts_->queries.motorForce(parts_->jointNamed(joint));
}

std::span<const double> Simulation::prescribedForces() {
  return spanOf(parts_->queries.prescribedForces());
}

void Simulation::setState(std::span<const double> q, std::span<const double> v) {
  SimulationState& state = parts_->state;
  requireNumbers("q", q, static_cast<std::size_t>(state.q().size()));
  requireNumbers("v", v, static_cast<std::size_t>(state.v().size()));
  parts_->requireOnMotions(asVector(q));
  state.moveTo(asVector(q), asVector(v));
  parts_->stepping.invalidate();
}

NamedState Simulation::state() const {
  const Mechanism& mechanism = this->mechanism();
  const ExternalForces& external = parts_->forces.external;
  NamedState state;
  state.q = namedPosition(mechanism, parts_->state.q());
  state.v = namedVelocity(mechanism, parts_->state.v());
  state.tau = namedVelocity(mechanism, external.torque);
  if (external.hasWrenches)
    for (std::size_t i = 0; i < mechanism.bodies.size(); ++i)
      state.wrenches[mechanism.bodies[i].name] =
          external.wrenches[static_cast<std::size_t>(tree().treeBody(static_cast<int>(i)))];
  return state;
}

void Simulation::setState(const NamedState& state) {
  validate(state, mechanism());
  parts_->requireOnMotions(flatPosition(mechanism(), state));
  parts_->moveTo(state);
  parts_->apply(state);
  parts_->stepping.invalidate();
}

void Simulation::assemble(const JointValues& q, const JointValues& v) {
  Mechanism here = mechanism();
  NamedState wanted;
  wanted.q = q, wanted.v = v;
  validate(wanted, here);
  wanted = state();
  here.initialState.emplace().q = std::move(wanted.q);
  here.initialState->v = std::move(wanted.v);
  const NamedState assembled = *linkwork::assemble(here, q, v).initialState;
  parts_->requireOnMotions(flatPosition(mechanism(), assembled));
  parts_->moveTo(assembled);
  parts_->stepping.invalidate();
}

void Simulation::reset() {
  if (!parts_->earlier.empty()) returnTo(0);
  parts_->state.change() = parts_->start;
  if (parts_->forces.drives.clearCommands()) parts_->renewDrives();
  parts_->stepping.restart(0, 0);
  parts_->stepping.events() = {};
  clearForces();
  parts_->forces.drives.reset();
  release();
}

Simulation Simulation::clone() const {
  const Parts& own = *parts_;
  SimulationOptions options = own.options;
  options.method = method();
  options.integrator = integrator();
  options.step = stepSize();
  auto parts = std::make_unique<Parts>(own.state.compiled(), options, own.given);
  parts->forces.external = own.forces.external;
  parts->forces.motors = own.forces.motors;
  parts->takeDrives(own);
  parts->stepping.restore(snapshot());
  parts->start = own.start;
  parts->tracking = own.tracking;
  parts->broken = own.broken;
  parts->earlier = own.earlier;
  return Simulation(std::move(parts));
}

void Simulation::rollout(std::span<const double> controls, int intervals, int hold,
                         std::span<double> trajectory) {
  const std::size_t positions = q().size(), velocities = v().size(), row = positions + velocities;
  const auto count = static_cast<std::size_t>(std::max(intervals, 0));
  if (hold < 0)
    throw MechanismError("hold", "found " + std::to_string(hold) + "; expected 0 steps or more");
  requireNumbers("controls", controls, count * velocities);
  if (!trajectory.empty() && trajectory.size() != count * row)
    throw MechanismError("trajectory", "found room for " + std::to_string(trajectory.size()) +
                                           " numbers; expected " + std::to_string(count * row));
  for (std::size_t i = 0; i < count; ++i) {
    setTorques(controls.subspan(i * velocities, velocities));
    step(hold);
    if (trajectory.empty()) continue;
    std::copy(q().begin(), q().end(), trajectory.begin() + static_cast<std::ptrdiff_t>(i * row));
    std::copy(v().begin(), v().end(),
              trajectory.begin() + static_cast<std::ptrdiff_t>(i * row + positions));
  }
}

std::size_t Simulation::snapshotSize() const { return parts_->stepping.snapshotSize(); }
void Simulation::snapshot(std::span<double> into) const { parts_->stepping.snapshot(into); }
void Simulation::restore(std::span<const double> snapshot) {
  for (std::size_t i = 0; i < parts_->earlier.size(); ++i) {
    if (!parts_->stepping.isOf(parts_->earlier[i]->mechanism, snapshot)) continue;
    returnTo(i);
    break;
  }
  parts_->stepping.restore(snapshot);
  parts_->stepping.events() = {};
}

/// Becomes the mechanism before a break.
void Simulation::returnTo(std::size_t broken) {
  const std::shared_ptr<const CompiledMechanism> whole = parts_->earlier[broken];
  std::unique_ptr<Parts> parts = remade(whole->mechanism);
  const auto isThere = [&](const BrokenLoop& each) {
    return std::any_of(whole->mechanism.loops.begin(), whole->mechanism.loops.end(),
                       [&](const Loop& loop) { return loop.name == each.name; });
  };
  std::erase_if(parts->broken, isThere);
  parts->earlier.resize(broken);
  if (parts->tracking)
    parts->forces.motors.emplace(parts->state.mechanism(), parts->state.tree(), *parts->tracking);
  continueAs(std::move(parts));
}

std::vector<double> Simulation::snapshot() const {
  std::vector<double> numbers(snapshotSize());
  snapshot(numbers);
  return numbers;
}

std::span<const double> Simulation::forwardDynamics() {
  return spanOf(parts_->queries.forwardDynamics());
}
std::span<const double> Simulation::inverseDynamics(std::span<const double> a) {
  return spanOf(parts_->queries.inverseDynamics(a));
}
std::span<const double> Simulation::reactions(ReactionAxes axes) {
  return parts_->queries.reactions(axes);
}
std::vector<ContactForce> Simulation::contactForces() const {
  return parts_->queries.contactForces();
}
std::vector<ContactEvent> Simulation::takeContactEvents() {
  return parts_->stepping.events().take();
}
std::optional<RayHit> Simulation::castRay(const Eigen::Vector3d& origin,
                                          const Eigen::Vector3d& direction, double most, int mask) {
  return parts_->queries.colliders().castRay(origin, direction, most, mask);
}
std::optional<ClosestPoints> Simulation::closestPoints(const BodyOrCollider& first,
                                                       const BodyOrCollider& second, double most) {
  return parts_->queries.colliders().closestPoints(first, second, most);
}
std::span<const Overlap> Simulation::overlaps(const Collider& shape, int mask) {
  return parts_->queries.colliders().overlaps(shape, mask);
}
std::vector<double> Simulation::tendonLimitForces() const {
  return parts_->queries.tendonLimitForces();
}

std::vector<LimitForce> Simulation::limitForces() const { return parts_->queries.limitForces(); }
double Simulation::contactError() const { return parts_->queries.contactError(); }
const ForwardDynamicsDerivatives& Simulation::forwardDynamicsDerivatives() {
  return parts_->queries.forwardDynamicsDerivatives();
}
const InverseDynamicsDerivatives& Simulation::inverseDynamicsDerivatives(
    std::span<const double> a) {
  return parts_->queries.inverseDynamicsDerivatives(a);
}
const MassMatrix& Simulation::massMatrix() { return parts_->queries.massMatrix(); }
const StepMap& Simulation::stepMap() { return parts_->queries.stepMap(); }
TestForceResponse Simulation::applyTestForce(std::string_view body, const Eigen::Vector3d& point,
                                             const Eigen::Vector3d& force) {
  return parts_->queries.applyTestForce(body, point, force);
}

EndEffectorRows::EndEffectorRows(ImpactRows<double> rows)
    : rows_(std::make_unique<ImpactRows<double>>(std::move(rows))) {}
EndEffectorRows::EndEffectorRows(EndEffectorRows&&) noexcept = default;
EndEffectorRows& EndEffectorRows::operator=(EndEffectorRows&&) noexcept = default;
EndEffectorRows::~EndEffectorRows() = default;
int EndEffectorRows::rows() const { return rows_->space.rows; }

EndEffectorRows Simulation::endEffectors(const std::vector<NamedEndEffector>& named) const {
  return EndEffectorRows(parts_->queries.impactRows(named));
}
const Eigen::MatrixXd& Simulation::inverseOperationalSpaceInertia(EndEffectorRows& rows) {
  return parts_->queries.inverseOperationalSpaceInertia(*rows.rows_);
}
Eigen::VectorXd Simulation::collide(EndEffectorRows& rows, double restitution) {
  return parts_->queries.collide(*rows.rows_, restitution);
}

}  // namespace linkwork
