#include "simulation_handle.hpp"

#include "boundary.hpp"
#include "linkwork/mechanism/json.hpp"

namespace linkwork::binding {

namespace {

Eigen::Vector3d vectorAt(const std::vector<double>& numbers, std::size_t start) {
  return Eigen::Vector3d::Map(numbers.data() + start);
}

}  // namespace

emscripten::val SimulationHandle::open(const std::string& mechanismText,
                                       const std::string& stateText, const std::string& method,
                                       const std::string& integrator, double step) {
  return guarded([&] {
    Mechanism mechanism = mechanismFromJson(mechanismText);
    std::optional<NamedState> state;
    if (!stateText.empty()) state = stateFromJson(stateText, mechanism);
    simulation_.emplace(std::move(mechanism), SimulationOptions{method, integrator, step},
                        std::move(state));
  });
}

emscripten::val SimulationHandle::step(int count) {
  return guarded([&] { simulation_->step(count); });
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

Address SimulationHandle::pullForce() {
  pullForce_ = simulation_->pullForce();
  return reinterpret_cast<Address>(pullForce_.data());
}

Address SimulationHandle::input(unsigned count) {
  input_.resize(count);
  return address(input_);
}

emscripten::val SimulationHandle::setTorque(int joint) {
  return guarded([&] { simulation_->setTorque(joint, input_); });
}

emscripten::val SimulationHandle::setWrench(int body) {
  return guarded([&] { simulation_->setWrench(body, Vector6<double>::Map(input_.data())); });
}

emscripten::val SimulationHandle::applyPointForce(int body) {
  return guarded(
      [&] { simulation_->applyPointForce(body, vectorAt(input_, 0), vectorAt(input_, 3)); });
}

emscripten::val SimulationHandle::pull(int body, double stiffness, double damping) {
  return guarded([&] {
    simulation_->pull(body, vectorAt(input_, 0), vectorAt(input_, 3), stiffness, damping);
  });
}

emscripten::val SimulationHandle::setState() {
  return guarded([&] {
    const std::span<const double> both(input_);
    simulation_->setState(both.first(positionSize()), both.subspan(positionSize()));
  });
}

emscripten::val SimulationHandle::snapshot() {
  return guarded([&] {
    output_ = simulation_->snapshot();
    return address(output_);
  });
}

emscripten::val SimulationHandle::restore() {
  return guarded([&] { simulation_->restore(input_); });
}

emscripten::val SimulationHandle::forwardDynamics() {
  return guarded([&] { return address(simulation_->forwardDynamics()); });
}

emscripten::val SimulationHandle::inverseDynamics() {
  return guarded([&] { return address(simulation_->inverseDynamics(input_)); });
}

}  // namespace linkwork::binding
