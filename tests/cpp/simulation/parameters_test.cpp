#include <catch2/catch.hpp>

#include "codegen/link.hpp"
#include "dynamics/tolerance.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/simulation.hpp"
#include "simulation/flat.hpp"
#include "simulation/scenes.hpp"

// Parameters of a mechanism in motion: after a change, it moves as a mechanism built with them.

namespace linkwork::test {
namespace {

constexpr double lightDamping = 1e-6;  // also of joints that move almost no inertia

/// Makes the last body heavier, changes the last joint's damping, and reduces gravity.
void change(Mechanism& mechanism) {
  mechanism.bodies.back().mass *= 1.3;
  mechanism.joints.back().damping = lightDamping;
  mechanism.gravity[2] = -5;
}
void change(Simulation& simulation) {
  const Mechanism mechanism = simulation.mechanism();
  simulation.setParameter(mechanism.bodies.back().name + ".mass",
                          1.3 * mechanism.bodies.back().mass);
  simulation.setParameter(mechanism.joints.back().name + ".damping", lightDamping);
  simulation.setParameter("gravity.z", -5);
}

}  // namespace

TEST_CASE("after a change of parameters, a mechanism moves as one built with them",
          "[simulation]") {
  for (const Stepping& stepping : inertialSteppings())
    for (auto& [name, mechanism] : smoothScenesOf(stepping)) {
      INFO(name << ", " << stepping.method << ", " << stepping.integrator);
      const SimulationOptions options{.method = stepping.method, .integrator = stepping.integrator};
      Simulation changed(mechanism, options);
      changed.step(3);
      change(changed);
      Simulation made(changed.mechanism(), options);
      made.restore(changed.snapshot());
      changed.step(4);
      made.step(4);
      CHECK(listOf(changed.q()) == listOf(made.q()));
      CHECK(listOf(changed.v()) == listOf(made.v()));
      CHECK(changed.time() == made.time());
    }
}

TEST_CASE("an observer reads the new state after a change of parameters", "[simulation]") {
  Simulation simulation(chain({.links = 3}));
  const std::span<const double> q = simulation.q(), v = simulation.v(), poses = simulation.poses();
  simulation.step(3);
  const std::vector<double> before = listOf(q);
  change(simulation);
  CHECK(listOf(q) == before);
  simulation.step(3);
  CHECK(listOf(q) != before);
  CHECK(q.data() == simulation.q().data());
  CHECK(v.data() == simulation.v().data());
  CHECK(poses.data() == simulation.poses().data());
}

TEST_CASE("parameters have names, and a change of parameters keeps forces", "[simulation]") {
  Mechanism mechanism = chain({.links = 3});
  Simulation simulation(mechanism);
  const std::string body = mechanism.bodies[1].name, joint = mechanism.joints[1].name;
  CHECK(simulation.parameter(body + ".mass") == mechanism.bodies[1].mass);
  CHECK(simulation.parameter(body + ".centerOfMass.z") == mechanism.bodies[1].centerOfMass[2]);
  CHECK(simulation.parameter(body + ".inertia.yy") == mechanism.bodies[1].inertia[1]);
  CHECK(simulation.parameter(joint + ".stiffness") == 0);
  CHECK(simulation.parameter("gravity.z") == mechanism.gravity[2]);

  simulation.setTorque(joint, std::vector{0.5});
  simulation.pull(mechanism.bodies.back().name, {0, 0, 0}, {1, 0, 0}, 10, 1);
  simulation.step();
  change(simulation);
  change(mechanism);
  CHECK(simulation.mechanism() == mechanism);
  Simulation made(mechanism);
  made.setTorque(joint, std::vector{0.5});
  made.pull(mechanism.bodies.back().name, {0, 0, 0}, {1, 0, 0}, 10, 1);
  made.restore(simulation.snapshot());
  simulation.step();
  made.step();
  CHECK(listOf(simulation.q()) == listOf(made.q()));
}

TEST_CASE("an invalid parameter is an error and changes nothing", "[simulation]") {
  const Mechanism mechanism = chain({.links = 2});
  Simulation simulation(mechanism);
  simulation.step();
  const std::vector<double> before = simulation.snapshot();
  const std::string body = mechanism.bodies[0].name;
  CHECK_THROWS_WITH(simulation.setParameter(body + ".weight", 1), Catch::Contains("mass") &&
                                                                      Catch::Contains("damping") &&
                                                                      Catch::Contains("gravity.x"));
  CHECK_THROWS_WITH(simulation.setParameter("nobody.mass", 1), Catch::Contains(body));
  CHECK_THROWS_AS(simulation.setParameter("mass", 1), MechanismError);
  CHECK_THROWS_AS(simulation.setParameter("", 1), MechanismError);
  CHECK_THROWS_AS(simulation.setParameter(body + ".mass", -1), MechanismError);
  CHECK_THROWS_AS(simulation.setParameter(body + ".mass", std::nan("")), MechanismError);
  CHECK_THROWS_AS(simulation.setParameter(body + ".inertia.xx", -1), MechanismError);
  CHECK_THROWS_AS(simulation.setParameter(mechanism.joints[0].name + ".damping", -1),
                  MechanismError);
  CHECK(simulation.snapshot() == before);
  CHECK(simulation.mechanism() == mechanism);
}

TEST_CASE("code with variable parameters continues after a change of parameters",
          "[simulation][codegen]") {
  const auto written = [](const ClusterTree<double>& tree) {
    return forwardDynamicsProgram(tree, {.keepParameters = true});
  };
  Mechanism mechanism = chain({.links = 3, .axes = {{0, 1, 0}, {1, 0, 0}}, .damping = 0.2});
  for (Body& body : mechanism.bodies) body.mass = 0.7;
  Simulation simulation(mechanism);
  const symbolic::Program program = written(simulation.tree());
  const LinkedProgram linked = link(program);
  CompiledCode code{linked.function, linked.outputs, linked.workspace,
                    program.inputs.back().values};
  CompiledDynamics dynamics;
  SECTION("code of a changed mechanism") {
    code.parametersOf = [&](const ClusterTree<double>& tree) {
      return std::optional(written(tree).inputs.back().values);
    };
    dynamics.forward = code;
    simulation.useCompiled(dynamics);
    simulation.setParameter(mechanism.bodies[1].name + ".mass", 2.1);
    simulation.setParameter(mechanism.joints[1].name + ".damping", 0.4);
    CHECK(simulation.compiled().forward.function != nullptr);
    CHECK(simulation.compiled().forward.parameters != code.parameters);
    Simulation made(simulation.mechanism());
    for (Simulation* each : {&simulation, &made}) each->step(10);
    CHECK(difference(vectorOf(simulation.q()), vectorOf(made.q())) < 1e-11);
  }
  SECTION("code with constant parameters is dropped") {
    dynamics.forward = code;
    simulation.useCompiled(dynamics);
    simulation.setParameter(mechanism.bodies[1].name + ".mass", 2.1);
    CHECK(simulation.compiled().forward.function == nullptr);
    simulation.step();
  }
}

}  // namespace linkwork::test
