#include <array>

#include "linkwork/mechanism/json/reader.hpp"
#include "linkwork/simulation/joint_controller.hpp"

namespace linkwork {
namespace {

using detail::JsonReader;

constexpr std::array<std::string_view, 5> trackingKeys{"stiffness", "damping", "joints",
                                                       "feedForward", "maxForces"};
constexpr std::array<std::string_view, 5> trajectoryKeys{"center", "velocity", "waves", "keyframes",
                                                         "period"};
constexpr std::array<std::string_view, 3> waveKeys{"amplitude", "frequency", "phase"};

Wave readWave(const JsonReader& object) {
  object.requireKeys(waveKeys);
  return {object.required("amplitude").number(), object.required("frequency").number(),
          object.numberOr("phase", 0)};
}

Keyframe readKeyframe(const JsonReader& pair) {
  const std::vector<double> numbers = pair.numbers();
  if (numbers.size() != 2) pair.failExpected("a time and a position");
  return {numbers[0], numbers[1]};
}

Trajectory readTrajectory(const JsonReader& value) {
  Trajectory trajectory;
  if (value.isNumber()) {
    trajectory.center = value.number();
    return trajectory;
  }
  if (!value.isObject()) value.failExpected("a position or a trajectory");
  value.requireKeys(trajectoryKeys);
  trajectory.center = value.numberOr("center", 0);
  trajectory.velocity = value.numberOr("velocity", 0);
  trajectory.period = value.numberOr("period", 0);
  if (const auto waves = value.optional("waves"))
    for (const JsonReader& wave : waves->items()) trajectory.waves.push_back(readWave(wave));
  if (const auto keyframes = value.optional("keyframes"))
    for (const JsonReader& pair : keyframes->items())
      trajectory.keyframes.push_back(readKeyframe(pair));
  return trajectory;
}

}  // namespace

Tracking trackingFromJson(std::string_view text) {
  const detail::JsonValue root = detail::parseJson(text);
  const JsonReader object(root, "tracking", "tracking");
  object.requireKeys(trackingKeys);
  Tracking tracking;
  tracking.stiffness = object.numberOr("stiffness", tracking.stiffness);
  tracking.damping = object.numberOr("damping", tracking.damping);
  for (const auto& [name, trajectory] : object.required("joints").members())
    tracking.joints.emplace(name, readTrajectory(trajectory));
  if (const auto feedForward = object.optional("feedForward"))
    tracking.feedForward = feedForward->boolean();
  if (const auto forces = object.optional("maxForces"))
    for (const auto& [name, force] : forces->members())
      tracking.maxForces.emplace(name, force.number());
  return tracking;
}

PrescribedMotions prescribedMotionsFromJson(std::string_view text) {
  const detail::JsonValue root = detail::parseJson(text);
  PrescribedMotions motions;
  for (const auto& [name, value] : JsonReader(root, "motions", "motions").members())
    motions.emplace(name, readTrajectory(value));
  return motions;
}

}  // namespace linkwork
