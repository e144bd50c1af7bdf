#include "simulation_handle.hpp"

#include <algorithm>
#include <array>
#include <variant>

#include "linkwork/program.hpp"

namespace linkwork::binding {

namespace {

Eigen::Vector3d vectorAt(const std::vector<double>& numbers, std::size_t start) {
  return Eigen::Vector3d::Map(numbers.data() + start);
}

}  // namespace

emscripten::val SimulationHandle::open(const emscripten::val& catalogue,
                                       const std::string& mechanismText,
                                       const std::string& stateText, const std::string& method,
                                       const std::string& integrator,
                                       const std::string& variational, double step,
                                       double allowedContactError) {
  return guarded([&] {
    const Mechanism mechanism = openedMechanism(catalogue, mechanismText);
    const SimulationOptions options{
        method, integrator, step, variationalOptionsFromJson(variational), {allowedContactError}};
    simulation_.emplace(mechanism, options, openedState(stateText, mechanism));
  });
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
  return guardedNumber(error_, [&] { return answer(simulation_->poses()); });
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

emscripten::val SimulationHandle::setWrench(const std::string& body) {
  return guarded([&] { simulation_->setWrench(body, input_); });
}

emscripten::val SimulationHandle::applyPointForce(const std::string& body) {
  return guarded(
      [&] { simulation_->applyPointForce(body, vectorAt(input_, 0), vectorAt(input_, 3)); });
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

namespace {

using AnyProgram =
    std::variant<symbolic::Program, symbolic::LoopProgram, symbolic::ProgramSequence>;

/// What moves a simulation.
struct Mover {
  std::string method, integrator;
};

AnyProgram stepOf(const ClusterTree<double>& tree, const Mover& mover,
                  const ProgramOptions& options) {
  if (mover.method == "variational") return fastestVariationalStep(tree, options);
  return fastestStep(tree, mover.integrator, options);
}

/// What may be compiled, by the names of CompiledQuantity.
struct Quantity {
  std::string_view name;
  CompiledCode CompiledDynamics::*code;
  AnyProgram (*write)(const ClusterTree<double>& tree, const Mover& mover,
                      const ProgramOptions& options);
};

AnyProgram widened(DynamicsProgram program) {
  return std::visit([](auto& each) { return AnyProgram(std::move(each)); }, program);
}

constexpr std::array<Quantity, 4> quantities{
    {{"forwardDynamics", &CompiledDynamics::forward,
      [](const auto& tree, const auto&, const auto& options) {
        return widened(fastestForwardDynamics(tree, options));
      }},
     {"inverseDynamics", &CompiledDynamics::inverse,
      [](const auto& tree, const auto&, const auto& options) {
        return widened(fastestInverseDynamics(tree, options));
      }},
     {"massMatrix", &CompiledDynamics::massMatrix,
      [](const auto& tree, const auto&, const auto& options) -> AnyProgram {
        return fastestMassMatrix(tree, options);
      }},
     {"step", &CompiledDynamics::step, stepOf}}};

const Quantity& quantityNamed(std::string_view name) {
  return *std::find_if(quantities.begin(), quantities.end(),
                       [&](const Quantity& each) { return each.name == name; });
}

std::vector<double> parametersOf(const AnyProgram& program) {
  return std::visit(
      [](const auto& each) {
        return each.inputs.empty() ? std::vector<double>() : each.inputs.back().values;
      },
      program);
}

std::size_t outputsOf(const AnyProgram& program) {
  if (const auto* straight = std::get_if<symbolic::Program>(&program))
    return straight->outputs.size();
  if (const auto* loops = std::get_if<symbolic::LoopProgram>(&program))
    return static_cast<std::size_t>(loops->outputs);
  return static_cast<std::size_t>(std::get<symbolic::ProgramSequence>(program).outputs);
}

symbolic::WasmCode codeOf(const AnyProgram& program) {
  return std::visit([](const auto& each) { return emitWasm(each); }, program);
}

}  // namespace

double SimulationHandle::compile(const std::string& name, bool keepParameters) {
  return guardedNumber(error_, [&] {
    const Quantity& quantity = quantityNamed(name);
    const Mover mover{std::string(simulation_->method()), simulation_->integrator()};
    const ProgramOptions options{keepParameters};
    const AnyProgram program = quantity.write(simulation_->tree(), mover, options);
    code_ = codeOf(program);
    compiled_ = {nullptr, std::vector<double>(outputsOf(program)), code_.scratch,
                 parametersOf(program)};
    if (!compiled_.parameters.empty())
      compiled_.parametersOf = [&quantity, mover, options,
                                code = code_](const ClusterTree<double>& changed) {
        std::optional<std::vector<double>> parameters;
        try {
          const AnyProgram written = quantity.write(changed, mover, options);
          const symbolic::WasmCode anew = codeOf(written);
          if (anew.bytes == code.bytes && anew.scratch == code.scratch)
            parameters = parametersOf(written);
        } catch (const MechanismError&) {  // it would not be compiled at all
        }
        return parameters;
      };
    return static_cast<double>(reinterpret_cast<std::uintptr_t>(code_.bytes.data()));
  });
}

void SimulationHandle::useCompiled(unsigned place, const std::string& name) {
  CompiledDynamics dynamics;
  CompiledCode& code = dynamics.*quantityNamed(name).code;
  code = std::move(compiled_);
  code.function = reinterpret_cast<symbolic::CompiledFunction>(place);
  dynamics.method = simulation_->method();
  dynamics.integrator = simulation_->integrator();
  simulation_->useCompiled(std::move(dynamics));
  code_ = {};
}

bool SimulationHandle::isCompiled(const std::string& name) const {
  return (simulation_->compiled().*quantityNamed(name).code).function != nullptr;
}

emscripten::val SimulationHandle::track(const std::string& tracking) {
  return guarded([&] { simulation_->track(trackingFromJson(tracking)); });
}

double SimulationHandle::trackingTorque() {
  return guardedNumber(error_, [&] { return answer(simulation_->trackingTorque()); });
}

emscripten::val SimulationHandle::setState() {
  return guarded([&] {
    const std::span<const double> both(input_);
    const std::size_t count = simulation_->q().size();
    simulation_->setState(both.first(count), both.subspan(count));
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

double SimulationHandle::reactions(bool inJointAxes) {
  return guardedNumber(error_, [&] {
    return answer(simulation_->reactions(inJointAxes ? ReactionAxes::joint : ReactionAxes::world));
  });
}

/// How many, then of each: places of the two bodies or −1, point, normal, force, gap.
double SimulationHandle::contactForces() {
  return guardedNumber(error_, [&] {
    const std::vector<Body>& bodies = simulation_->mechanism().bodies;
    const auto placeOf = [&](std::string_view name) {
      const auto found = std::find_if(bodies.begin(), bodies.end(),
                                      [&](const Body& body) { return body.name == name; });
      return found == bodies.end() ? -1.0 : static_cast<double>(found - bodies.begin());
    };
    const std::vector<ContactForce> found = simulation_->contactForces();
    contacts_.assign(1, static_cast<double>(found.size()));
    for (const ContactForce& contact : found) {
      for (const std::string_view body : contact.bodies) contacts_.push_back(placeOf(body));
      for (const Eigen::Vector3d& vector : {contact.point, contact.normal, contact.force})
        contacts_.insert(contacts_.end(), vector.begin(), vector.end());
      contacts_.push_back(contact.gap);
    }
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

namespace {

/// Places of the coordinates in v, then matrices row by row.
std::vector<double> flat(const std::vector<int>& coordinates,
                         std::initializer_list<const Eigen::MatrixXd*> matrices) {
  std::vector<double> result(coordinates.begin(), coordinates.end());
  for (const Eigen::MatrixXd* matrix : matrices)
    for (Eigen::Index row = 0; row < matrix->rows(); ++row)
      for (Eigen::Index column = 0; column < matrix->cols(); ++column)
        result.push_back((*matrix)(row, column));
  return result;
}

}  // namespace

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
