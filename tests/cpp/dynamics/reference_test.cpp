#include <catch2/catch.hpp>
#include <cmath>
#include <nlohmann/json.hpp>

#include "dynamics/fixture.hpp"
#include "dynamics/tolerance.hpp"
#include "linkwork/dynamics/energy.hpp"
#include "linkwork/dynamics/forward_dynamics.hpp"
#include "linkwork/json.hpp"
#include "linkwork/model/state_layout.hpp"
#include "mechanism/reference_files.hpp"

namespace linkwork::test {
namespace {

using Json = nlohmann::json;

/// Returns the largest difference between named values, relative to the largest value.
double relativeDifference(const JointValues& found, const Json& expected) {
  double scale = 0, difference = 0;
  for (const auto& [joint, numbers] : expected.items())
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const double value = numbers[i].get<double>();
      scale = std::max(scale, std::abs(value));
      difference = std::max(difference, std::abs(found.at(joint).at(i) - value));
    }
  return scale == 0 ? difference : difference / scale;
}

/// Both sides have rounding errors. A solve with a mass matrix of condition κ amplifies them by κ.
double toleranceAt(const Json& numbers) {
  return capped(1e-11 * std::max(1.0, numbers.at("condition").get<double>() / 1e4));
}

void checkCase(const Mechanism& mechanism, const Json& state, const Json& expected) {
  const Fixture on(mechanism, stateFromJson(state.dump(), mechanism));
  const double tolerance = toleranceAt(expected);
  CHECK(relativeDifference(namedVelocity(mechanism, on.forward()), expected.at("a")) <= tolerance);

  const double kinetic = expected.at("kinetic"), potential = expected.at("potential");
  const double scale = std::max(std::abs(kinetic), std::abs(potential));
  CHECK(std::abs(on.kinetic() - kinetic) <= tolerance * scale);
  CHECK(std::abs(on.potential() - potential) <= tolerance * scale);
}

void checkBodies(const Mechanism& mechanism, const Json& state, const Json& expected) {
  const Fixture on(mechanism, stateFromJson(state.dump(), mechanism));
  CHECK(on.tree.degreesOfFreedom() == expected.at("degreesOfFreedom").get<int>());
  for (std::size_t b = 0; b < mechanism.bodies.size(); ++b) {
    const Json& body = expected.at("bodies").at(mechanism.bodies[b].name);
    const int index = on.tree.treeBody(static_cast<int>(b));
    const Transform<double> pose = bodyPose(on.tree, index, on.work);
    const Vector6<double> twist = bodyTwist(on.tree, index, on.work);
    const auto position = body.at("position").get<std::vector<double>>();
    const auto rotation = body.at("rotation").get<std::vector<double>>();
    const auto expectedTwist = body.at("twist").get<std::vector<double>>();
    CHECK((pose.translation - Eigen::Map<const Eigen::Vector3d>(position.data())).norm() <= 1e-11);
    const Eigen::Quaterniond turn(rotation.data());
    CHECK((pose.rotation - turn.toRotationMatrix()).norm() <= 1e-11);
    CHECK((twist - Eigen::Map<const Vector6<double>>(expectedTwist.data())).norm() <=
          1e-11 * std::max(1.0, twist.norm()));
  }
}

}  // namespace

TEST_CASE("accelerations of robots agree with independent codes", "[dynamics][reference]") {
  for (const auto& file : referenceFiles("robots")) {
    INFO(file.filename().string());
    const Json json = readJsonFile(file);
    const Mechanism mechanism = mechanismFromJson(json.at("mechanism").dump());
    for (const Json& state : json.at("cases")) checkCase(mechanism, state.at("state"), state);
  }
}

TEST_CASE("accelerations of random mechanisms agree with an independent dense computation",
          "[dynamics][reference]") {
  for (const auto& file : referenceFiles("random")) {
    INFO(file.filename().string());
    const Json json = readJsonFile(file);
    const Mechanism mechanism = mechanismFromJson(json.at("mechanism").dump());
    checkCase(mechanism, json.at("state"), json.at("expected"));
    checkBodies(mechanism, json.at("state"), json.at("expected"));
  }
}

}  // namespace linkwork::test
