#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <nlohmann/json.hpp>

#include "linkwork/dynamics.hpp"
#include "linkwork/ensemble.hpp"
#include "linkwork/errors.hpp"
#include "linkwork/integrators/methods.hpp"
#include "linkwork/json.hpp"
#include "linkwork/program.hpp"
#include "linkwork/simulation.hpp"
#include "papers/commands.hpp"
#include "simulation/flat.hpp"

/// Joints that move no mass: kinematics and inverse dynamics succeed, and errors of forward
/// dynamics name the joint.
namespace linkwork::test {
namespace {

using Catch::Matchers::Contains;

struct Massless {
  std::string what, file, message;
};

/// Returns arms with a body on each joint. The last joint moves no mass: its body is a massless
/// leaf, or has inertia from rounding only.
std::vector<Massless> masslessMechanisms() {
  const std::string head = R"({"linkwork": 1, "name": "arm", "bodies": [
      {"name": "upper", "mass": 1, "centerOfMass": [0, 0, -0.5], "inertia": [0.1, 0.1, 0.1]},)";
  const std::string shoulder =
      R"({"name": "shoulder", "type": "revolute", "axis": [0, 1, 0], "parent": "world", "child": "upper"},)";
  return {
      {"a leaf",
       head + R"({"name": "lower", "mass": 0}], "joints": [)" + shoulder +
           R"({"name": "elbow", "type": "revolute", "axis": [0, 1, 0], "parent": "upper",
                   "child": "lower", "parentFrame": {"position": [0, 0, -1]}}]})",
       "joints[1]: moves the leaf body \"lower\""},
      {"a joint along the thin rod that it moves",
       head +
           R"({"name": "lower", "mass": 0}, {"name": "rod", "mass": 1, "inertia": [0, 0.1, 0.1]}], "joints": [)" +
           shoulder +
           R"({"name": "along", "type": "revolute", "axis": [1, 0, 0], "parent": "upper", "child": "lower"},
                  {"name": "across", "type": "revolute", "parent": "lower", "child": "rod"}]})",
       "joints[1]: moves no mass"},
      {"a loop of massless bodies",
       R"({"linkwork": 1, "name": "four-bar", "bodies": [{"name": "a", "mass": 0}, {"name": "b", "mass": 0}, {"name": "c", "mass": 0}],
              "joints": [
              {"name": "a", "type": "revolute", "axis": [0, 1, 0], "parent": "world", "child": "a"},
              {"name": "b", "type": "revolute", "axis": [0, 1, 0], "parent": "a", "child": "b", "parentFrame": {"position": [0.3, 0, 0]}},
              {"name": "c", "type": "revolute", "axis": [0, 1, 0], "parent": "world", "child": "c", "parentFrame": {"position": [0.5, 0, 0]}}],
              "loops": [{"name": "d", "type": "revolute", "axis": [0, 1, 0], "parent": "b", "child": "c", "parentFrame": {"position": [0.5, 0, 0]}, "childFrame": {"position": [0.3, 0, 0]}}],
              "initialState": {"q": {"a": [0.8], "b": [-0.8], "c": [0.8]}}})",
       "joints[0]: moves no mass"}};
}

bool hasWarning(const std::string& file, const std::string& message) {
  const auto info = nlohmann::json::parse(papers::runCommand("info", file, "", "articulated-body"));
  const auto& warnings = info["warnings"];
  return std::any_of(warnings.begin(), warnings.end(), [&](const auto& warning) {
    return warning.template get<std::string>().starts_with(message);
  });
}

}  // namespace

TEST_CASE("with a massless joint, kinematics succeed and info warns", "[simulation][dynamics]") {
  for (const auto& [what, file, message] : masslessMechanisms()) {
    INFO(what);
    CHECK(hasWarning(file, message));
    for (const char* command : {"kinematics", "energy", "inverse-dynamics", "mass-matrix"})
      CHECK_NOTHROW(papers::runCommand(command, file, "", "articulated-body"));

    Model model(mechanismFromJson(file));
    const Eigen::VectorXd q = model.initialPosition(), v = model.initialVelocity();
    CHECK(model.jacobian(q, {model.mechanism().bodies.back().name}).allFinite());
    CHECK(model.inverseDynamics(q, v, Eigen::VectorXd::Ones(v.size())).allFinite());
    CHECK(model.massMatrix(q).allFinite());

    Simulation simulation(model);
    CHECK(listOf(simulation.poses()).size() == 7 * model.mechanism().bodies.size());
    simulation.setState(listOf(simulation.q()), listOf(simulation.v()));
    CHECK(simulation.clone().snapshot() == simulation.snapshot());
    CHECK(simulation.kineticEnergy() == 0);
    CHECK(listOf(simulation.inverseDynamics(listOf(simulation.v()))).size() ==
          simulation.v().size());
  }
}

TEST_CASE("kinematics and inverse dynamics below a massless leaf are exact", "[simulation]") {
  Model model(mechanismFromJson(masslessMechanisms().front().file));
  const Eigen::Vector2d q(0.3, 0.4), none(0, 0), a(2, 5);
  CHECK(
      (model.poses(q)[1].translation - Eigen::Vector3d(-std::sin(0.3), 0, -std::cos(0.3))).norm() <
      1e-15);
  const Eigen::VectorXd tau = model.inverseDynamics(q, none, a);
  CHECK(tau[0] == Approx(2 * (0.1 + 0.25) + 9.81 * 0.5 * std::sin(0.3)).epsilon(1e-14));
  CHECK(tau[1] == 0);
}

TEST_CASE("with a massless joint, forward dynamics is an error that names the joint",
          "[simulation]") {
  for (const auto& [what, file, message] : masslessMechanisms()) {
    INFO(what);
    const auto names = Contains(message);
    for (const char* command : {"forward-dynamics", "check"})
      CHECK_THROWS_WITH(papers::runCommand(command, file, "", "articulated-body"), names);

    const Mechanism mechanism = mechanismFromJson(file);
    Model model(mechanism);
    const Eigen::VectorXd q = model.initialPosition(), v = model.initialVelocity();
    CHECK_THROWS_WITH(model.forwardDynamics(q, v, v), names);
    CHECK_THROWS_WITH(model.recursion(q, v, v), names);
    CHECK_THROWS_WITH(model.inverseMassMatrix(q), names);
    CHECK_THROWS_WITH(
        model.inverseOperationalSpaceInertia(q, {{.body = mechanism.bodies.back().name}}), names);
    CHECK_THROWS_WITH(forwardDynamicsProgram(model.tree()), names);
    CHECK_THROWS_WITH(Ensemble(mechanism, {.count = 2}), names);

    for (const SteppingMethod& method : steppingMethods)
      for (const MethodIntegrator& integrator : method.integrators) {
        INFO(method.name << " " << integrator.name);
        Simulation simulation(mechanism, {.method = std::string(method.name),
                                          .integrator = std::string(integrator.name)});
        const std::vector<double> before = simulation.snapshot();
        CHECK_THROWS_WITH(simulation.step(), names);
        CHECK_THROWS_WITH(simulation.advance(0.1), names);
        CHECK_THROWS_WITH(simulation.forwardDynamics(), names);
        CHECK_THROWS_WITH(simulation.forwardDynamicsDerivatives(), names);
        CHECK_THROWS_WITH(simulation.stepMap(), names);
        CHECK_THROWS_WITH(simulation.reactions(), names);
        CHECK(simulation.snapshot() == before);
      }
  }
}

TEST_CASE("a parameter that removes a joint's mass is refused", "[simulation]") {
  Mechanism mechanism = mechanismFromJson(masslessMechanisms().front().file);
  Simulation light(mechanism);
  CHECK_NOTHROW(light.setParameter("lower.mass", 0.5));
  mechanism.bodies[1].mass = 1;
  mechanism.bodies[1].centerOfMass = {0, 0, -0.5};
  Simulation simulation(mechanism);
  CHECK_THROWS_WITH(simulation.setParameter("lower.mass", 0), Contains("joints[1]"));
  CHECK_NOTHROW(simulation.step());
}

}  // namespace linkwork::test
