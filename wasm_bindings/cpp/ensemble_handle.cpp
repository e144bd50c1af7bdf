#include "ensemble_handle.hpp"

#include "linkwork/dynamics/compile.hpp"
#include "linkwork/mechanism/json/value.hpp"

namespace linkwork::binding {

using detail::JsonValue;

namespace {

/// The text of a shader, and its constants.
template <typename Shader>
JsonValue writtenShader(const Shader& shader) {
  JsonValue written{JsonValue::Kind::object}, constants{JsonValue::Kind::array};
  for (const std::uint32_t each : shader.constants)
    constants.items.emplace_back(static_cast<double>(each));
  written.add("text", JsonValue{shader.text});
  written.add("constants", constants);
  return written;
}

}  // namespace

emscripten::val EnsembleHandle::open(const emscripten::val& catalogue,
                                     const std::string& mechanismText, const std::string& stateText,
                                     const std::string& method, const std::string& integrator,
                                     const std::string& variational, double step,
                                     double allowedContactError, double energyTolerance, int count,
                                     const emscripten::val& vary, bool inFloats) {
  return guarded([&] {
    const Mechanism mechanism = openedMechanism(catalogue, mechanismText);
    const EnsembleOptions options{.count = count,
                                  .simulation = {method,
                                                 integrator,
                                                 step,
                                                 variationalOptionsFromJson(variational),
                                                 {allowedContactError},
                                                 givenNumber(energyTolerance)},
                                  .vary = emscripten::vecFromJSArray<std::string>(vary),
                                  .precision = inFloats ? Precision::floats : Precision::doubles};
    ensemble_.emplace(mechanism, options, openedState(stateText, mechanism));
  });
}

double EnsembleHandle::input(unsigned count) {
  return guardedNumber(error_, [&] {
    input_.resize(count);
    return addressOf(input_);
  });
}

emscripten::val EnsembleHandle::step(int count) {
  return guarded([&] { ensemble_->step(count); });
}

double EnsembleHandle::rollout(int intervals, int hold, bool keepsTrajectory) {
  return guardedNumber(error_, [&] {
    const auto rows =
        static_cast<std::size_t>(ensemble_->count()) * static_cast<std::size_t>(intervals);
    const std::size_t numbers = ensemble_->positionSize() + ensemble_->velocitySize();
    trajectory_.resize(keepsTrajectory ? rows * numbers : 0);
    ensemble_->rollout(input_, intervals, hold, trajectory_);
    return addressOf(trajectory_);
  });
}

double EnsembleHandle::time(int copy) {
  return guardedNumber(error_, [&] { return ensemble_->time(copy); });
}
double EnsembleHandle::poses() {
  return guardedNumber(error_, [&] { return answer(ensemble_->poses()); });
}
double EnsembleHandle::kineticEnergies() {
  return guardedNumber(error_, [&] { return answer(ensemble_->kineticEnergies()); });
}
double EnsembleHandle::potentialEnergies() {
  return guardedNumber(error_, [&] { return answer(ensemble_->potentialEnergies()); });
}
double EnsembleHandle::loopErrors() {
  return guardedNumber(error_, [&] { return answer(ensemble_->loopErrors()); });
}
double EnsembleHandle::couplingErrors() {
  return guardedNumber(error_, [&] { return answer(ensemble_->couplingErrors()); });
}

emscripten::val EnsembleHandle::setTorques() {
  return guarded([&] { ensemble_->setTorques(input_); });
}
emscripten::val EnsembleHandle::setParameters() {
  return guarded([&] { ensemble_->setParameters(input_); });
}
emscripten::val EnsembleHandle::setState(int copy) {
  return guarded([&] {
    const std::span<const double> given(input_);
    const std::size_t positions = std::min(ensemble_->positionSize(), given.size());
    ensemble_->setState(copy, given.first(positions), given.subspan(positions));
  });
}
emscripten::val EnsembleHandle::setStates() {
  return guarded([&] {
    const std::span<const double> given(input_);
    const std::size_t positions = std::min(ensemble_->q().size(), given.size());
    ensemble_->setStates(given.first(positions), given.subspan(positions));
  });
}
emscripten::val EnsembleHandle::showStates() {
  return guarded([&] {
    const std::span<const double> given(input_);
    const std::size_t positions = std::min(ensemble_->q().size(), given.size());
    ensemble_->showStates(given.first(positions), given.subspan(positions));
  });
}
emscripten::val EnsembleHandle::scatter(double position, double velocity, double seed, int first) {
  return guarded(
      [&] { ensemble_->scatter(position, velocity, static_cast<std::uint64_t>(seed), first); });
}
emscripten::val EnsembleHandle::reset(int copy) {
  return guarded([&] { ensemble_->reset(copy); });
}
emscripten::val EnsembleHandle::resetAll() {
  return guarded([&] { ensemble_->reset(); });
}

emscripten::val EnsembleHandle::shader() const {
  return guarded([&] {
    const StepShader shader = ensemble_->shader();
    JsonValue written = writtenShader(shader);
    for (const auto& [name, value] :
         {std::pair{"pairs", shader.pairs}, std::pair{"memory", shader.memory},
          std::pair{"q", shader.q}, std::pair{"torque", shader.torque},
          std::pair{"length", shader.length}, std::pair{"work", shader.work}})
      written.add(name, JsonValue{static_cast<double>(value)});
    const PoseShader poses = poseShader(compile(ensemble_->mechanism()), shader);
    JsonValue writtenPoses = writtenShader(poses);
    writtenPoses.add("matrices", JsonValue{static_cast<double>(poses.matrices)});
    written.add("poses", std::move(writtenPoses));
    return writeJson(written, -1);
  });
}

emscripten::val EnsembleHandle::failures() const {
  return guarded([&] {
    JsonValue all{JsonValue::Kind::array};
    for (const CopyFailure& failure : ensemble_->failures()) {
      JsonValue& each = all.items.emplace_back(JsonValue::Kind::object);
      each.add("copy", JsonValue{static_cast<double>(failure.copy)});
      each.add("time", JsonValue{failure.time});
      each.add("message", JsonValue{failure.message});
    }
    return writeJson(all, -1);
  });
}

}  // namespace linkwork::binding
