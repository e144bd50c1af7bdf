#include <emscripten.h>
#include <emscripten/bind.h>

#include "boundary.hpp"
#include "ensemble_handle.hpp"
#include "linkwork/assemble.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/json.hpp"
#include "linkwork/mechanism/json/value.hpp"
#include "linkwork/methods.hpp"
#include "linkwork/version.hpp"
#include "model_handle.hpp"
#include "papers/commands.hpp"
#include "papers/methods.hpp"
#include "simulation_handle.hpp"

/// The imports of modules that are compiled at run time: our memory, and the table of functions.
EM_JS(emscripten::EM_VAL, linkworkLinkage, (),
      { return Emval.toHandle({memory : wasmMemory, table : wasmTable}); });

/// The table of what JavaScript can call; `src/wasm-module.ts` is its typed twin.
namespace linkwork::binding {

emscripten::val mechanism(const std::string& text) {
  return guarded([&] { return toJson(mechanismFromJson(text)); });
}

emscripten::val catalogue(const std::string& name, const std::string& options) {
  return guarded([&] { return toJson(catalogueMechanism(name, options)); });
}

emscripten::val command(const std::string& name, const std::string& mechanism,
                        const std::string& state, const std::string& method) {
  return guarded([&] { return papers::runCommand(name, mechanism, state, method); });
}

/// The mechanism assembled with the joints held that the state's q names, and moving as its v says.
emscripten::val assembled(const std::string& text, const std::string& state) {
  return guarded([&] {
    const Mechanism given = mechanismFromJson(text);
    const NamedState wanted = stateFromJson(state, given);
    return toJson(assemble(given, wanted.q, wanted.v));
  });
}

/// The result for each set of closures, also if they stay open.
emscripten::val assembly(const std::string& text, const emscripten::val& dependent) {
  using detail::JsonValue;
  using Kind = JsonValue::Kind;
  const auto numbers = [](const auto& values) {
    JsonValue array{Kind::array};
    for (const double value : values) array.items.emplace_back(value);
    return array;
  };
  return guarded([&] {
    AssemblyRules rules;
    for (const std::string& joint : emscripten::vecFromJSArray<std::string>(dependent))
      rules.dependent.insert(joint);
    const Assembly found = findAssembly(mechanismFromJson(text), rules);
    JsonValue closures{Kind::array}, q{Kind::object}, answer{Kind::object};
    for (const AssembledClosures& each : found.closures) {
      JsonValue closure{Kind::object};
      closure.add("loops", numbers(each.loops));
      closure.add("couplings", numbers(each.couplings));
      closure.add("isClosed", JsonValue{Kind::boolean, double(each.isClosed)});
      closure.add("hasMoved", JsonValue{Kind::boolean, double(each.hasMoved)});
      closure.add("gap", JsonValue{each.gap});
      closures.items.push_back(std::move(closure));
    }
    for (const auto& [joint, values] : found.q) q.add(joint, numbers(values));
    answer.add("q", std::move(q));
    answer.add("closures", std::move(closures));
    return writeJson(answer, -1);
  });
}

EMSCRIPTEN_BINDINGS(linkwork) {
  using namespace emscripten;

  function(
      "version", +[] { return std::string(version()); });
  function(
      "methods", +[] { return guarded(methodsJson); });
  function(
      "accelerationMethods", +[] { return guarded(papers::accelerationMethodsJson); });
  function("mechanism", &mechanism);
  function("catalogueMechanism", &catalogue);
  function(
      "catalogue", +[] { return guarded(catalogueJson); });
  function("assemble", &assembled);
  function("assembly", &assembly);
  function("runCommand", &command);
  function(
      "requireRoom", +[](double bytes) { return guarded([&] { requireCapacity(bytes); }); });
  function(
      "linkage", +[] { return val::take_ownership(linkworkLinkage()); });

  class_<SimulationHandle>("Simulation")
      .constructor<>()
      .function("open", &SimulationHandle::open)
      .function("openModel", &SimulationHandle::openModel)
      .function("openClone", &SimulationHandle::openClone)
      .function("step", &SimulationHandle::step)
      .function("advance", &SimulationHandle::advance)
      .function("time", &SimulationHandle::time)
      .function("stepSize", &SimulationHandle::stepSize)
      .function("setStepSize", &SimulationHandle::setStepSize)
      .function("method", &SimulationHandle::method)
      .function("setMethod", &SimulationHandle::setMethod)
      .function("integrator", &SimulationHandle::integrator)
      .function("setIntegrator", &SimulationHandle::setIntegrator)
      .function("positionSize", &SimulationHandle::positionSize)
      .function("velocitySize", &SimulationHandle::velocitySize)
      .function("mechanism", &SimulationHandle::mechanism)
      .function("outline", &SimulationHandle::outline)
      .function("degreesOfFreedom", &SimulationHandle::degreesOfFreedom)
      .function("bodyCount", &SimulationHandle::bodyCount)
      .function("q", &SimulationHandle::q)
      .function("v", &SimulationHandle::v)
      .function("poses", &SimulationHandle::poses)
      .function("velocities", &SimulationHandle::velocities)
      .function("torques", &SimulationHandle::torques)
      .function("pullForce", &SimulationHandle::pullForce)
      .function("kineticEnergy", &SimulationHandle::kineticEnergy)
      .function("potentialEnergy", &SimulationHandle::potentialEnergy)
      .function("work", &SimulationHandle::work)
      .function("loopError", &SimulationHandle::loopError)
      .function("couplingError", &SimulationHandle::couplingError)
      .function("error", &SimulationHandle::error)
      .function("input", &SimulationHandle::input)
      .function("setTorque", &SimulationHandle::setTorque)
      .function("setTorques", &SimulationHandle::setTorques)
      .function("setWrench", &SimulationHandle::setWrench)
      .function("setWrenches", &SimulationHandle::setWrenches)
      .function("wrenches", &SimulationHandle::wrenches)
      .function("wrenchCount", &SimulationHandle::wrenchCount)
      .function("applyPointForce", &SimulationHandle::applyPointForce)
      .function("applyImpulse", &SimulationHandle::applyImpulse)
      .function("clearForces", &SimulationHandle::clearForces)
      .function("pull", &SimulationHandle::pull)
      .function("release", &SimulationHandle::release)
      .function("compile", &SimulationHandle::compile)
      .function("codeSize", &SimulationHandle::codeSize)
      .function("codeFunctions", &SimulationHandle::codeFunctions)
      .function("useCompiled", &SimulationHandle::useCompiled)
      .function("isCompiled", &SimulationHandle::isCompiled)
      .function("parameter", &SimulationHandle::parameter)
      .function("setParameter", &SimulationHandle::setParameter)
      .function("track", &SimulationHandle::track)
      .function("stopTracking", &SimulationHandle::stopTracking)
      .function("isTracking", &SimulationHandle::isTracking)
      .function("trackingError", &SimulationHandle::trackingError)
      .function("trackingTorque", &SimulationHandle::trackingTorque)
      .function("actuatorCount", &SimulationHandle::actuatorCount)
      .function("setControl", &SimulationHandle::setControl)
      .function("setControls", &SimulationHandle::setControls)
      .function("setActivations", &SimulationHandle::setActivations)
      .function("controls", &SimulationHandle::controls)
      .function("activations", &SimulationHandle::activations)
      .function("actuatorForces", &SimulationHandle::actuatorForces)
      .function("tendonCount", &SimulationHandle::tendonCount)
      .function("tendonLengths", &SimulationHandle::tendonLengths)
      .function("tendonLimitForces", &SimulationHandle::tendonLimitForces)
      .function("reactionSize", &SimulationHandle::reactionSize)
      .function("brokenLoopCount", &SimulationHandle::brokenLoopCount)
      .function("brokenLoops", &SimulationHandle::brokenLoops)
      .function("setMotor", &SimulationHandle::setMotor)
      .function("removeMotor", &SimulationHandle::removeMotor)
      .function("motorForce", &SimulationHandle::motorForce)
      .function("prescribe", &SimulationHandle::prescribe)
      .function("prescribedForces", &SimulationHandle::prescribedForces)
      .function("rollout", &SimulationHandle::rollout)
      .function("setState", &SimulationHandle::setState)
      .function("place", &SimulationHandle::place)
      .function("setNamedState", &SimulationHandle::setNamedState)
      .function("assemble", &SimulationHandle::assemble)
      .function("reset", &SimulationHandle::reset)
      .function("snapshotSize", &SimulationHandle::snapshotSize)
      .function("snapshot", &SimulationHandle::snapshot)
      .function("restore", &SimulationHandle::restore)
      .function("forwardDynamics", &SimulationHandle::forwardDynamics)
      .function("inverseDynamics", &SimulationHandle::inverseDynamics)
      .function("desiredAccelerations", &SimulationHandle::desiredAccelerations)
      .function("reactions", &SimulationHandle::reactions)
      .function("contactForces", &SimulationHandle::contactForces)
      .function("limitForces", &SimulationHandle::limitForces)
      .function("takeContactEvents", &SimulationHandle::takeContactEvents)
      .function("castRay", &SimulationHandle::castRay)
      .function("closestPoints", &SimulationHandle::closestPoints)
      .function("overlaps", &SimulationHandle::overlaps)
      .function("contactError", &SimulationHandle::contactError)
      .function("retries", &SimulationHandle::retries)
      .function("forwardDynamicsDerivatives", &SimulationHandle::forwardDynamicsDerivatives)
      .function("inverseDynamicsDerivatives", &SimulationHandle::inverseDynamicsDerivatives)
      .function("stepMap", &SimulationHandle::stepMap)
      .function("massMatrix", &SimulationHandle::massMatrix);

  class_<ModelHandle>("Model")
      .constructor<>()
      .function("open", &ModelHandle::open)
      .function("mechanism", &ModelHandle::mechanism)
      .function("outline", &ModelHandle::outline)
      .function("degreesOfFreedom", &ModelHandle::degreesOfFreedom)
      .function("error", &ModelHandle::error)
      .function("input", &ModelHandle::input)
      .function("start", &ModelHandle::start)
      .function("zero", &ModelHandle::zero)
      .function("assemble", &ModelHandle::assemble)
      .function("setFrame", &ModelHandle::setFrame)
      .function("relativePose", &ModelHandle::relativePose)
      .function("relativeTwist", &ModelHandle::relativeTwist)
      .function("frameTwist", &ModelHandle::frameTwist)
      .function("frameAcceleration", &ModelHandle::frameAcceleration)
      .function("jacobian", &ModelHandle::jacobian)
      .function("jacobianRate", &ModelHandle::jacobianRate)
      .function("twists", &ModelHandle::twists)
      .function("accelerations", &ModelHandle::accelerations)
      .function("centerOfMass", &ModelHandle::centerOfMass)
      .function("centroidalMomentum", &ModelHandle::centroidalMomentum)
      .function("operationalSpaceInertia", &ModelHandle::operationalSpaceInertia)
      .function("inverseKinematics", &ModelHandle::inverseKinematics)
      .function("gravityCompensation", &ModelHandle::gravityCompensation)
      .function("actuatorForces", &ModelHandle::actuatorForces)
      .function("recursion", &ModelHandle::recursion)
      .function("massMatrix", &ModelHandle::massMatrix)
      .function("inertialParameters", &ModelHandle::inertialParameters)
      .function("inertialRegressor", &ModelHandle::inertialRegressor)
      .function("fitInertialParameters", &ModelHandle::fitInertialParameters);

  class_<EnsembleHandle>("Ensemble")
      .constructor<>()
      .function("open", &EnsembleHandle::open)
      .function("inFloats", &EnsembleHandle::inFloats)
      .function("width", &EnsembleHandle::width)
      .function("positionSize", &EnsembleHandle::positionSize)
      .function("velocitySize", &EnsembleHandle::velocitySize)
      .function("bodyCount", &EnsembleHandle::bodyCount)
      .function("error", &EnsembleHandle::error)
      .function("input", &EnsembleHandle::input)
      .function("step", &EnsembleHandle::step)
      .function("rollout", &EnsembleHandle::rollout)
      .function("q", &EnsembleHandle::q)
      .function("v", &EnsembleHandle::v)
      .function("work", &EnsembleHandle::work)
      .function("torques", &EnsembleHandle::torques)
      .function("parameters", &EnsembleHandle::parameters)
      .function("time", &EnsembleHandle::time)
      .function("poses", &EnsembleHandle::poses)
      .function("kineticEnergies", &EnsembleHandle::kineticEnergies)
      .function("potentialEnergies", &EnsembleHandle::potentialEnergies)
      .function("loopErrors", &EnsembleHandle::loopErrors)
      .function("couplingErrors", &EnsembleHandle::couplingErrors)
      .function("setTorques", &EnsembleHandle::setTorques)
      .function("setParameters", &EnsembleHandle::setParameters)
      .function("setState", &EnsembleHandle::setState)
      .function("setStates", &EnsembleHandle::setStates)
      .function("showStates", &EnsembleHandle::showStates)
      .function("scatter", &EnsembleHandle::scatter)
      .function("reset", &EnsembleHandle::reset)
      .function("resetAll", &EnsembleHandle::resetAll)
      .function("shader", &EnsembleHandle::shader)
      .function("failures", &EnsembleHandle::failures);
}

}  // namespace linkwork::binding
