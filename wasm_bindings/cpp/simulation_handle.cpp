#include "simulation_handle.hpp"

#include <algorithm>
#include <utility>

#include "linkwork/dynamics/kinematics.hpp"
#include "linkwork/mechanism/json/value.hpp"
#include "linkwork/mechanism/wording.hpp"
#include "linkwork/simulation/desired_accelerations.hpp"

namespace linkwork::binding {

namespace {

Eigen::Vector3d vectorAt(const std::vector<double>& numbers, std::size_t start) {
  return Eigen::Vector3d::Map(numbers.data() + start);
}

/// Adds functions of time, by joint name, to the trajectories of these joints. A function that
/// fails returns the text of its error.
void addFunctions(const std::string& path, const emscripten::val& functions,
                  std::map<std::string, Trajectory, std::less<>>& trajectories) {
  for (auto& [joint, trajectory] : trajectories) {
    const emscripten::val function = functions[joint];
    if (function.isUndefined()) continue;
    trajectory.function = [function, where = detail::memberPath(path, joint)](double time) {
      const emscripten::val position = function(time);
      if (position.isNumber()) return position.as<double>();
      throw SimulationError(where + ": its function failed: " + position.as<std::string>());
    };
  }
}

SimulationOptions optionsOf(const std::string& method, const std::string& integrator,
                            const std::string& variational, double step, double allowedContactError,
                            double energyTolerance) {
  return {method,
          integrator,
          step,
          variationalOptionsFromJson(variational),
          {allowedContactError},
          givenNumber(energyTolerance)};
}

}  // namespace

emscripten::val SimulationHandle::open(const emscripten::val& catalogue,
                                       const std::string& mechanismText,
                                       const std::string& stateText, const std::string& method,
                                       const std::string& integrator,
                                       const std::string& variational, double step,
                                       double allowedContactError, double energyTolerance) {
  return guarded([&] {
    Mechanism mechanism = openedMechanism(catalogue, mechanismText);
    const std::optional<NamedState> state = openedState(stateText, mechanism);
    const SimulationOptions options =
        optionsOf(method, integrator, variational, step, allowedContactError, energyTolerance);
    simulation_.emplace(std::move(mechanism), options, state);
  });
}

emscripten::val SimulationHandle::openModel(const ModelHandle& model, const std::string& stateText,
                                            const std::string& method,
                                            const std::string& integrator,
                                            const std::string& variational, double step,
                                            double allowedContactError, double energyTolerance) {
  return guarded([&] {
    const SimulationOptions options =
        optionsOf(method, integrator, variational, step, allowedContactError, energyTolerance);
    simulation_.emplace(model.model(), options, openedState(stateText, model.model().mechanism()));
  });
}

emscripten::val SimulationHandle::openClone(const SimulationHandle& other) {
  return guarded([&] { simulation_.emplace(other.simulation_->clone()); });
}

emscripten::val SimulationHandle::step(int count) {
  return guarded([&] { simulation_->step(count); });
}

double SimulationHandle::advance(double seconds) {
  return guardedNumber(error_, [&] { return static_cast<double>(simulation_->advance(seconds)); });
}

emscripten::val SimulationHandle::setStepSize(double seconds) {
  return guarded([&] { simulation_->setStepSize(seconds); });
}

emscripten::val SimulationHandle::setMethod(const std::string& name) {
  return guarded([&] { simulation_->setMethod(name); });
}

emscripten::val SimulationHandle::setIntegrator(const std::string& name) {
  return guarded([&] { simulation_->setIntegrator(name); });
}

double SimulationHandle::poses() {
  return guardedNumber(error_, [&] {
    const std::span<const double> poses = simulation_->poses();
    poses_.assign(poses.begin(), poses.end());
    return answer(poses_);
  });
}

double SimulationHandle::velocities() {
  return guardedNumber(error_, [&] {
    const std::span<const double> velocities = simulation_->velocities();
    velocities_.assign(velocities.begin(), velocities.end());
    return answer(velocities_);
  });
}

double SimulationHandle::pullForce() {
  return guardedNumber(error_, [&] {
    pullForce_ = simulation_->pullForce();
    return answer({pullForce_.data(), 3});
  });
}

double SimulationHandle::work() {
  return guardedNumber(error_, [&] { return simulation_->work(); });
}

double SimulationHandle::trackingError() {
  return guardedNumber(error_, [&] { return simulation_->trackingError(); });
}

double SimulationHandle::contactError() {
  return guardedNumber(error_, [&] { return simulation_->contactError(); });
}

double SimulationHandle::retries() { return static_cast<double>(simulation_->retries()); }

double SimulationHandle::kineticEnergy() {
  return guardedNumber(error_, [&] { return simulation_->kineticEnergy(); });
}

double SimulationHandle::potentialEnergy() {
  return guardedNumber(error_, [&] { return simulation_->potentialEnergy(); });
}

double SimulationHandle::loopError() {
  return guardedNumber(error_, [&] { return simulation_->loopError(); });
}

double SimulationHandle::couplingError() {
  return guardedNumber(error_, [&] { return simulation_->couplingError(); });
}

double SimulationHandle::input(unsigned count) {
  return guardedNumber(error_, [&] {
    input_.resize(count);
    return addressOf(input_);
  });
}

emscripten::val SimulationHandle::setTorque(const std::string& joint) {
  return guarded([&] { simulation_->setTorque(joint, input_); });
}

emscripten::val SimulationHandle::setTorques() {
  return guarded([&] { simulation_->setTorques(input_); });
}

emscripten::val SimulationHandle::setWrenches() {
  return guarded([&] { simulation_->setWrenches(input_); });
}

emscripten::val SimulationHandle::setWrench(const std::string& body) {
  return guarded([&] { simulation_->setWrench(body, input_); });
}

emscripten::val SimulationHandle::applyPointForce(const std::string& body) {
  return guarded(
      [&] { simulation_->applyPointForce(body, vectorAt(input_, 0), vectorAt(input_, 3)); });
}

emscripten::val SimulationHandle::applyImpulse(const std::string& body) {
  return guarded(
      [&] { simulation_->applyImpulse(body, vectorAt(input_, 0), vectorAt(input_, 3)); });
}

emscripten::val SimulationHandle::pull(const std::string& body, double stiffness, double damping) {
  return guarded([&] {
    simulation_->pull(body, vectorAt(input_, 0), vectorAt(input_, 3), stiffness, damping);
  });
}

double SimulationHandle::parameter(const std::string& name) {
  return guardedNumber(error_, [&] { return simulation_->parameter(name); });
}

emscripten::val SimulationHandle::setParameter(const std::string& name, double value) {
  return guarded([&] { simulation_->setParameter(name, value); });
}

emscripten::val SimulationHandle::track(const std::string& text, const emscripten::val& functions) {
  return guarded([&] {
    Tracking tracking = trackingFromJson(text);
    addFunctions("tracking.joints", functions, tracking.joints);
    simulation_->track(tracking);
  });
}

double SimulationHandle::trackingTorque() {
  return guardedNumber(error_, [&] { return answer(simulation_->trackingTorque()); });
}

emscripten::val SimulationHandle::setControl(const std::string& actuator, double control) {
  return guarded([&] { simulation_->setControl(actuator, control); });
}

emscripten::val SimulationHandle::setControls() {
  return guarded([&] { simulation_->setControls(input_); });
}

emscripten::val SimulationHandle::setActivations() {
  return guarded([&] { simulation_->setActivations(input_); });
}

double SimulationHandle::controls() {
  return guardedNumber(error_, [&] { return answer(controls_ = simulation_->controls()); });
}

double SimulationHandle::activations() {
  return guardedNumber(error_, [&] { return answer(activations_ = simulation_->activations()); });
}

double SimulationHandle::actuatorForces() {
  return guardedNumber(error_, [&] { return answer(simulation_->actuatorForces()); });
}

double SimulationHandle::tendonLengths() {
  return guardedNumber(error_, [&] { return answer(lengths_ = simulation_->tendonLengths()); });
}

double SimulationHandle::tendonLimitForces() {
  return guardedNumber(error_,
                       [&] { return answer(limitForces_ = simulation_->tendonLimitForces()); });
}

emscripten::val SimulationHandle::brokenLoops() const {
  using detail::JsonValue;
  return guarded([&] {
    JsonValue list{JsonValue::Kind::array};
    for (const BrokenLoop& broken : simulation_->brokenLoops()) {
      JsonValue loop{JsonValue::Kind::object};
      loop.add("name", JsonValue{broken.name});
      loop.add("time", JsonValue{broken.time});
      loop.add("force", JsonValue{broken.force});
      loop.add("moment", JsonValue{broken.moment});
      list.items.push_back(std::move(loop));
    }
    return writeJson(list, -1);
  });
}

emscripten::val SimulationHandle::setMotor(const std::string& joint, double velocity,
                                           double position, double stiffness, double damping,
                                           double maxForce) {
  return guarded([&] {
    simulation_->setMotor(joint, {velocity, position, stiffness, damping, maxForce});
  });
}

emscripten::val SimulationHandle::removeMotor(const std::string& joint) {
  return guarded([&] { simulation_->removeMotor(joint); });
}

double SimulationHandle::motorForce(const std::string& joint) {
  return guardedNumber(error_, [&] { return simulation_->motorForce(joint); });
}

emscripten::val SimulationHandle::prescribe(const std::string& text,
                                            const emscripten::val& functions) {
  return guarded([&] {
    PrescribedMotions motions = prescribedMotionsFromJson(text);
    addFunctions("motions", functions, motions);
    simulation_->prescribe(motions);
  });
}

double SimulationHandle::prescribedForces() {
  return guardedNumber(error_, [&] { return answer(simulation_->prescribedForces()); });
}

double SimulationHandle::rollout(int intervals, int hold, bool keepsTrajectory) {
  return guardedNumber(error_, [&] {
    const std::size_t numbers = simulation_->q().size() + simulation_->v().size();
    trajectory_.resize(keepsTrajectory ? static_cast<std::size_t>(intervals) * numbers : 0);
    simulation_->rollout(input_, intervals, hold, trajectory_);
    return addressOf(trajectory_);
  });
}

emscripten::val SimulationHandle::setNamedState(const std::string& state) {
  return guarded([&] { simulation_->setState(stateFromJson(state, simulation_->mechanism())); });
}

emscripten::val SimulationHandle::assemble(const std::string& state) {
  return guarded([&] {
    const NamedState wanted = stateFromJson(state, simulation_->mechanism());
    simulation_->assemble(wanted.q, wanted.v);
  });
}

emscripten::val SimulationHandle::setState() {
  return guarded([&] {
    const std::span<const double> both(input_);
    const std::size_t count = simulation_->q().size();
    simulation_->setState(both.first(count), both.subspan(count));
  });
}

emscripten::val SimulationHandle::place(bool hasTorques, bool hasWrenches) {
  return guarded([&] {
    std::span<const double> rest(input_);
    const auto next = [&](std::size_t count) {
      const std::span<const double> taken = rest.first(count);
      rest = rest.subspan(count);
      return taken;
    };
    const std::size_t positions = simulation_->q().size(), velocities = simulation_->v().size();
    const std::span<const double> q = next(positions), v = next(velocities);
    simulation_->setState(q, v);
    simulation_->clearForces();
    if (hasTorques) simulation_->setTorques(next(velocities));
    if (hasWrenches) simulation_->setWrenches(rest);
  });
}

emscripten::val SimulationHandle::reset() {
  return guarded([&] { simulation_->reset(); });
}

double SimulationHandle::snapshot() {
  return guardedNumber(error_, [&] {
    snapshot_.resize(simulation_->snapshotSize());
    simulation_->snapshot(snapshot_);
    return answer(snapshot_);
  });
}

emscripten::val SimulationHandle::restore() {
  return guarded([&] { simulation_->restore(input_); });
}

double SimulationHandle::forwardDynamics() {
  return guardedNumber(error_, [&] { return answer(simulation_->forwardDynamics()); });
}

double SimulationHandle::inverseDynamics() {
  return guardedNumber(error_, [&] { return answer(simulation_->inverseDynamics(input_)); });
}

double SimulationHandle::desiredAccelerations(const std::string& state) {
  return guardedNumber(error_, [&] {
    const Mechanism& mechanism = simulation_->mechanism();
    const ClusterTree<double>& tree = simulation_->tree();
    const auto vectorOf = [](std::span<const double> numbers) {
      return Eigen::VectorXd::Map(numbers.data(), static_cast<Eigen::Index>(numbers.size()));
    };
    Workspace<double> work(tree);
    updateKinematics<double>(tree, vectorOf(simulation_->q()), vectorOf(simulation_->v()), work);
    desired_ =
        linkwork::desiredAccelerations(mechanism, tree, stateFromJson(state, mechanism).a, work);
    return answer({desired_.data(), static_cast<std::size_t>(desired_.size())});
  });
}

double SimulationHandle::reactions(bool inJointAxes) {
  return guardedNumber(error_, [&] {
    return answer(simulation_->reactions(inJointAxes ? ReactionAxes::joint : ReactionAxes::world));
  });
}

/// The place of a body in the mechanism; −1 of the world.
double SimulationHandle::placeOf(std::string_view name) const {
  const std::vector<Body>& bodies = simulation_->mechanism().bodies;
  const auto found = std::find_if(bodies.begin(), bodies.end(),
                                  [&](const Body& body) { return body.name == name; });
  return found == bodies.end() ? -1.0 : static_cast<double>(found - bodies.begin());
}

/// How many, then of each: places of the two bodies or −1, of the two colliders, point, normal,
/// force, moment, gap.
double SimulationHandle::contactForces() {
  return guardedNumber(error_, [&] {
    const std::vector<ContactForce> found = simulation_->contactForces();
    contacts_.assign(1, static_cast<double>(found.size()));
    for (const ContactForce& contact : found) {
      for (const std::string_view body : contact.bodies) contacts_.push_back(placeOf(body));
      for (const int collider : contact.colliders) contacts_.push_back(collider);
      for (const Eigen::Vector3d& vector :
           {contact.point, contact.normal, contact.force, contact.moment})
        contacts_.insert(contacts_.end(), vector.begin(), vector.end());
      contacts_.push_back(contact.gap);
    }
    return answer(contacts_);
  });
}

/// How many, then of each: whether it began, the two colliders, impulse, time.
double SimulationHandle::takeContactEvents() {
  return guardedNumber(error_, [&] {
    const std::vector<ContactEvent> found = simulation_->takeContactEvents();
    contacts_.assign(1, static_cast<double>(found.size()));
    for (const ContactEvent& event : found) {
      const double began = event.type == ContactEvent::Type::began ? 1 : 0;
      contacts_.insert(contacts_.end(),
                       {began, static_cast<double>(event.colliders[0]),
                        static_cast<double>(event.colliders[1]), event.impulse, event.time});
    }
    return answer(contacts_);
  });
}

/// Whether the ray meets a collider, then its place, that of its body or −1, distance, point,
/// normal.
double SimulationHandle::castRay(double most, int mask) {
  return guardedNumber(error_, [&] {
    const Eigen::Map<const Eigen::Vector3d> origin(input_.data()), direction(input_.data() + 3);
    const auto hit = simulation_->castRay(origin, direction, most, mask);
    contacts_.assign(1, hit ? 1 : 0);
    if (!hit) return answer(contacts_);
    contacts_.insert(contacts_.end(),
                     {static_cast<double>(hit->collider), placeOf(hit->body), hit->distance});
    for (const Eigen::Vector3d& vector : {hit->point, hit->normal})
      contacts_.insert(contacts_.end(), vector.begin(), vector.end());
    return answer(contacts_);
  });
}

/// Whether there are any, then places of the two bodies or −1, of the two colliders, distance, both
/// points, normal.
double SimulationHandle::closestPoints(const std::string& first, int firstCollider,
                                       const std::string& second, int secondCollider, double most) {
  const auto selected = [](const std::string& body, int collider) {
    return collider < 0 ? BodyOrCollider(body) : BodyOrCollider(collider);
  };
  return guardedNumber(error_, [&] {
    const auto found = simulation_->closestPoints(selected(first, firstCollider),
                                                  selected(second, secondCollider), most);
    contacts_.assign(1, found ? 1 : 0);
    if (!found) return answer(contacts_);
    for (const std::string_view body : found->bodies) contacts_.push_back(placeOf(body));
    for (const int collider : found->colliders) contacts_.push_back(collider);
    contacts_.push_back(found->distance);
    for (const Eigen::Vector3d& vector : {found->points[0], found->points[1], found->normal})
      contacts_.insert(contacts_.end(), vector.begin(), vector.end());
    return answer(contacts_);
  });
}

/// How many, then of each: its place, that of its body or −1.
double SimulationHandle::overlaps(const std::string& shape, int mask) {
  return guardedNumber(error_, [&] {
    const auto found = simulation_->overlaps(colliderFromJson(shape, "shape"), mask);
    contacts_.assign(1, static_cast<double>(found.size()));
    for (const Overlap& each : found)
      contacts_.insert(contacts_.end(), {static_cast<double>(each.collider), placeOf(each.body)});
    return answer(contacts_);
  });
}

/// How many, then of each: place of the joint, force.
double SimulationHandle::limitForces() {
  return guardedNumber(error_, [&] {
    const std::vector<Joint>& joints = simulation_->mechanism().joints;
    const std::vector<LimitForce> found = simulation_->limitForces();
    contacts_.assign(1, static_cast<double>(found.size()));
    for (const LimitForce& limit : found) {
      const auto joint = std::find_if(joints.begin(), joints.end(),
                                      [&](const Joint& each) { return each.name == limit.joint; });
      contacts_.push_back(static_cast<double>(joint - joints.begin()));
      contacts_.push_back(limit.force);
    }
    return answer(contacts_);
  });
}

double SimulationHandle::forwardDynamicsDerivatives() {
  return guardedNumber(error_, [&] {
    const ForwardDynamicsDerivatives& found = simulation_->forwardDynamicsDerivatives();
    derivatives_ = flat(found.coordinates, {&found.position, &found.velocity, &found.torque});
    return answer(derivatives_);
  });
}

double SimulationHandle::inverseDynamicsDerivatives() {
  return guardedNumber(error_, [&] {
    const InverseDynamicsDerivatives& found = simulation_->inverseDynamicsDerivatives(input_);
    derivatives_ = flat(found.coordinates, {&found.position, &found.velocity, &found.acceleration});
    return answer(derivatives_);
  });
}

/// Coordinates at the end and matrices, then the coordinates at the start.
double SimulationHandle::stepMap() {
  return guardedNumber(error_, [&] {
    const StepMap& found = simulation_->stepMap();
    derivatives_ = flat(found.endCoordinates, {&found.state, &found.torque});
    derivatives_.insert(derivatives_.end(), found.coordinates.begin(), found.coordinates.end());
    return answer(derivatives_);
  });
}

/// Coordinates, then the matrix, which is symmetric.
double SimulationHandle::massMatrix() {
  return guardedNumber(error_, [&] {
    const MassMatrix& found = simulation_->massMatrix();
    derivatives_ = flat(found.coordinates, {&found.matrix});
    return answer(derivatives_);
  });
}

}  // namespace linkwork::binding
