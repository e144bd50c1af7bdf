#include <catch2/catch.hpp>

#include "codegen/link.hpp"
#include "dynamics/revolute_tree.hpp"
#include "dynamics/tolerance.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/simulation.hpp"
#include "simulation/flat.hpp"

// Compiled code in a moving simulation: its steps agree with the integrator's, and are used only
// without other forces.

namespace linkwork::test {
namespace {

struct Case {
  Mechanism mechanism;
  std::string integrator;
};

/// Returns trees, quaternions, loops of code, damping, and closed loops for both integrators.
std::vector<Case> cases() {
  Mechanism balls = chain({.links = 3, .joint = JointType::spherical, .damping = 1e-6});
  std::vector<Case> result;
  for (const std::string integrator : {"rk4", "semi-implicit-euler"})
    for (const Mechanism& mechanism :
         {chain({.links = 4, .damping = 0.1}), balls, miniCheetah(), fourBar(), gearedArm()})
      result.push_back({mechanism, integrator});
  return result;
}

void useStep(Simulation& simulation, const LinkedProgram& linked, const symbolic::Program& step) {
  Counted::program = linked.function;
  Counted::calls = 0;
  CompiledDynamics compiled;
  compiled.step = {Counted::run, linked.outputs, linked.workspace, step.inputs.back().values};
  compiled.method = simulation.method();
  compiled.integrator = simulation.integrator();
  simulation.useCompiled(std::move(compiled));
}

}  // namespace

TEST_CASE("compiled steps agree with the integrator", "[simulation][codegen]") {
  std::vector<symbolic::Program> steps;
  std::vector<symbolic::Program> programs;
  const std::vector<Case> all = cases();
  for (const Case& each : all) {
    steps.push_back(fastestStep(Simulation(each.mechanism).tree(), each.integrator));
    steps.back().name += std::to_string(steps.size());
    programs.push_back(steps.back());
  }
  const std::vector<LinkedProgram> linked = link(programs);
  for (std::size_t i = 0; i < all.size(); ++i) {
    CAPTURE(all[i].mechanism.name, all[i].integrator);
    const SimulationOptions options{.method = "articulated-body", .integrator = all[i].integrator};
    Simulation general(all[i].mechanism, options), compiled(all[i].mechanism, options);
    useStep(compiled, linked[i], steps[i]);
    const Joint& last = general.mechanism().joints.back();
    const auto entries = static_cast<std::size_t>(velocitySize(last));
    const double torque = entries == 1 ? 0.3 : 1e-4;  // links are thin, and would spin
    for (Simulation* each : {&general, &compiled}) {
      each->setTorque(last.name, std::vector<double>(entries, torque));
      each->step(20);
    }
    CHECK(Counted::calls == 20);
    // Rounding of twenty steps with up to four solutions each.
    CHECK(difference(vectorOf(compiled.q()), vectorOf(general.q())) < 1e-11);
    CHECK(difference(vectorOf(compiled.v()), vectorOf(general.v())) < 1e-10);
    CHECK(compiled.work() == Approx(general.work()).epsilon(1e-9).margin(1e-12));
  }
}

TEST_CASE("compiled variational steps agree with the integrator", "[simulation][codegen]") {
  std::vector<Mechanism> mechanisms{chain({.links = 5}), branchingTree({.depth = 3})};
  for (const bool isFloating : {false, true})
    for (const Axes axes : {Axes::perpendicular, Axes::skew})
      mechanisms.push_back(
          looseRevoluteTree(1, {.joints = 6, .axes = axes, .isFloating = isFloating}));
  std::vector<symbolic::Program> steps;
  std::vector<symbolic::Program> programs;
  for (const Mechanism& mechanism : mechanisms)
    for (const bool keepParameters : {false, true}) {
      steps.push_back(variationalStepProgram(Simulation(mechanism).tree(), {keepParameters}));
      steps.back().name += std::to_string(steps.size());
      programs.push_back(steps.back());
    }
  const std::vector<LinkedProgram> linked = link(programs);
  for (std::size_t i = 0; i < steps.size(); ++i)
    for (const std::string integrator : {"second-order", "fourth-order", "adaptive"}) {
      const Mechanism& mechanism = mechanisms[i / 2];
      CAPTURE(mechanism.name, integrator);
      const SimulationOptions options{.method = "variational", .integrator = integrator};
      Simulation general(mechanism, options), compiled(mechanism, options);
      useStep(compiled, linked[i], steps[i]);
      for (Simulation* each : {&general, &compiled}) {
        each->setTorque(mechanism.joints.back().name, std::vector<double>{0.3});
        each->step(20);
      }
      CHECK(Counted::calls == (integrator == "fourth-order" ? 100 : 20));
      // Rounding of twenty steps, and the error after corrections: 1e-14 of u each.
      CHECK(difference(vectorOf(compiled.q()), vectorOf(general.q())) < 1e-11);
      CHECK(difference(vectorOf(compiled.v()), vectorOf(general.v())) < 1e-10);
      CHECK(compiled.work() == Approx(general.work()).epsilon(1e-9).margin(1e-12));
    }
}

TEST_CASE("compiled steps are not used if other forces act", "[simulation][codegen]") {
  const Mechanism mechanism = chain({.links = 3});
  const SimulationOptions options{.integrator = "rk4"};
  Simulation simulation(mechanism, options);
  const symbolic::Program step = fastestStep(simulation.tree(), "rk4");
  const LinkedProgram linked = link(step);
  useStep(simulation, linked, step);
  const auto callsOf = [&](int count) {
    Counted::calls = 0;
    simulation.step(count);
    return Counted::calls;
  };
  CHECK(callsOf(3) == 3);
  simulation.pull(mechanism.bodies.back().name, {0, 0, 0}, {1, 0, 0}, 10, 1);
  CHECK(callsOf(3) == 0);
  simulation.release();
  CHECK(callsOf(2) == 2);
  simulation.applyPointForce(mechanism.bodies.back().name, {0, 0, 0}, {1, 0, 0});
  CHECK(callsOf(2) == 0);
  simulation.clearForces();
  simulation.setIntegrator("semi-implicit-euler");
  CHECK(callsOf(2) == 0);
  simulation.setMethod("multipliers");
  simulation.setIntegrator("rk4");
  CHECK(callsOf(2) == 0);
}

TEST_CASE("steps that compiled code does not solve are taken by the integrator",
          "[simulation][codegen]") {
  const Mechanism mechanism = chain({.links = 1, .length = 0.5});
  const SimulationOptions options{.method = "variational", .step = 0.02};
  Simulation general(mechanism, options), compiled(mechanism, options);
  const symbolic::Program step = variationalStepProgram(compiled.tree());
  const LinkedProgram linked = link(step);
  useStep(compiled, linked, step);
  for (Simulation* each : {&general, &compiled}) {
    each->setState(each->q(), std::vector<double>{30});  // 0.6 rad per step
    each->step(50);
  }
  CHECK(Counted::calls == 50);
  CHECK(compiled.q()[0] == general.q()[0]);
  CHECK_THROWS_WITH(variationalStepProgram(Simulation(fourBar()).tree()),
                    Catch::Contains("without loops"));
  CHECK_NOTHROW(fastestVariationalStep(compiled.tree()));
  CHECK_THROWS_WITH(fastestVariationalStep(Simulation(branchingTree()).tree()),
                    Catch::Contains("gain nothing"));
}

TEST_CASE("code for a step is generated by the integrator's name", "[codegen]") {
  const Simulation simulation(chain({.links = 2}));
  CHECK_THROWS_WITH(stepProgram(simulation.tree(), "rk5"),
                    Catch::Contains("\"rk5\"") && Catch::Contains("rk4") &&
                        Catch::Contains("semi-implicit-euler"));
}

TEST_CASE("a compiled mass matrix agrees with the composite-body algorithm",
          "[simulation][codegen]") {
  for (const Mechanism& mechanism : {chain({.links = 4}), gearedArm()}) {
    CAPTURE(mechanism.name);
    Simulation general(mechanism), compiled(mechanism);
    const symbolic::Program program = fastestMassMatrix(compiled.tree());
    LinkedProgram linked = link(program);
    CompiledDynamics dynamics;
    dynamics.massMatrix = {linked.function, linked.outputs, linked.workspace};
    compiled.useCompiled(std::move(dynamics));
    for (Simulation* each : {&general, &compiled}) each->step(5);
    compiled.setState(general.q(), general.v());
    const MassMatrix &expected = general.massMatrix(), &found = compiled.massMatrix();
    CHECK(found.coordinates == expected.coordinates);
    // Sums of several dozen products.
    CHECK((found.matrix - expected.matrix).norm() < 1e-13 * expected.matrix.norm());
  }
  CHECK_THROWS_AS(fastestMassMatrix(Simulation(fourBar()).tree()), MechanismError);
  CHECK_THROWS_WITH(fastestMassMatrix(Simulation(chain({.links = 20})).tree()),
                    Catch::Contains("gain nothing"));
}

}  // namespace linkwork::test
