#include <catch2/catch.hpp>

#include "dynamics/fixture.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/dynamics/configuration.hpp"
#include "linkwork/dynamics/queries/impact.hpp"
#include "linkwork/simulation.hpp"
#include "simulation/allocation_counter.hpp"
#include "simulation/scenes.hpp"

/// Simulations and workspaces allocate when they are constructed. A step allocates nothing.
namespace linkwork::test {
namespace {

std::vector<Scene> scenesOfAllSizes(const Stepping& stepping = {"articulated-body", "rk4"}) {
  std::vector<Scene> scenes = smoothScenesOf(stepping);
  ChainOptions options;
  options.links = 200;
  options.startAngle = 0.1;
  scenes.push_back({"chain of 200", chain(options)});
  return scenes;
}

/// Applies every kind of force to a simulation.
void applyForces(Simulation& simulation) {
  const Mechanism& mechanism = simulation.mechanism();
  const std::string& body = mechanism.bodies.back().name;
  const Joint& joint = mechanism.joints.back();
  const std::vector<double> torque(static_cast<std::size_t>(velocitySize(joint)), 0.1);
  simulation.setTorque(joint.name, torque);
  simulation.setWrench(body, std::vector<double>{0.1, 0, 0.2, 1, 2, 3});
  simulation.applyPointForce(body, {0.1, 0, 0}, {0, 1, 0});
  simulation.pull(body, {0, 0, 0.1}, {1, 1, 1}, 5, 0.5);
}

bool cannotCount() {
  if (!allocationsAreCounted) WARN("skipped: allocations are not counted in this build");
  return !allocationsAreCounted;
}

}  // namespace

TEST_CASE("the counter includes allocations of new, vectors and Eigen", "[simulation]") {
  if (cannotCount()) return;
  double kept = 0;
  CHECK(allocationsIn([&] {
          const Eigen::VectorXd vector = Eigen::VectorXd::Constant(50 + allocationCount() % 2, 1);
          kept += vector.sum();
        }) == 1);
  std::vector<double> numbers;
  CHECK(allocationsIn([&] { numbers.resize(100); }) == 1);
  CHECK(allocationsIn([&] { kept += 1; }) == 0);
}

// Contact allocates if more contacts exist than before. A stack is in closed_forms_test.cpp.
TEST_CASE("a step allocates nothing", "[simulation]") {
  if (cannotCount()) return;
  for (const Stepping& stepping : allSteppings())
    for (const auto& [name, mechanism] : scenesOfAllSizes(stepping)) {
      const auto& [method, integrator] = stepping;
      INFO(name << ", " << method << ", " << integrator);
      Simulation simulation(mechanism, {.method = method, .integrator = integrator, .step = 1e-4});
      CHECK(allocationsIn([&] { simulation.step(2); }) == 0);
      // In first-order motion, a force of 1 N moves function joints out of their ranges.
      if (integrator == "first-order" && name == "windmill") continue;
      applyForces(simulation);
      CHECK(allocationsIn([&] { simulation.step(2); }) == 0);
    }
}

TEST_CASE("reading a simulation allocates nothing", "[simulation]") {
  if (cannotCount()) return;
  for (const auto& [name, mechanism] : scenesOfAllSizes()) {
    INFO(name);
    Simulation simulation(mechanism);
    applyForces(simulation);
    std::vector<double> moment(simulation.snapshotSize());
    const std::vector<double> a(simulation.v().size(), 0.5);
    CHECK(allocationsIn([&] {
            simulation.poses();
            simulation.kineticEnergy();
            simulation.potentialEnergy();
            simulation.loopError();
            simulation.couplingError();
            simulation.momentum();
            simulation.pullForce();
            simulation.forwardDynamics();
            simulation.inverseDynamics(a);
            simulation.snapshot(moment);
            simulation.restore(moment);
          }) == 0);
  }
}

TEST_CASE("the algorithms on a tree allocate nothing", "[dynamics]") {
  if (cannotCount()) return;
  for (const auto& [name, mechanism] : scenesOfAllSizes()) {
    INFO(name);
    Fixture on(mechanism);
    Eigen::VectorXd a(on.tree.velocitySize()), force(on.tree.velocitySize());
    Eigen::VectorXd bias(on.tree.degreesOfFreedom()), delta = on.v;
    Eigen::MatrixXd mass(on.tree.degreesOfFreedom(), on.tree.degreesOfFreedom());
    for (const bool hasWrenches : {true, false}) {  // without: the fast path
      on.forces.hasWrenches = hasWrenches;
      CHECK(allocationsIn([&] {
              forwardDynamics(on.tree, on.q, on.v, on.forces, on.work, a);
              inverseDynamics(on.tree, on.q, on.v, a, on.forces, on.work, force);
              biasForce(on.tree, on.q, on.v, on.forces, on.work, bias);
              massMatrix(on.tree, on.q, on.work, mass);
              chartVelocity<double>(on.tree, delta, on.v, delta);
              difference<double>(on.tree, on.q, on.q, delta);
              retract<double>(on.tree, on.q, delta, on.q);
              closeLoops<double>(on.tree, on.work, on.q, on.v);
            }) == 0);
    }
  }
}

TEST_CASE("end-effectors allocate nothing after their construction", "[dynamics]") {
  if (cannotCount()) return;
  for (const auto& [name, mechanism] : scenesOfAllSizes()) {
    INFO(name);
    Fixture on(mechanism);
    const int last = static_cast<int>(on.tree.bodies().size()) - 1;
    ImpactRows<double> contacts(on.tree, {{last, {}},
                                          EndEffector<double>::atPoint(last / 2, {0, 0, 0.1}),
                                          EndEffector<double>::atPoint(0, {0, 0.1, 0})});
    const Eigen::VectorXd bounce = Eigen::VectorXd::Constant(contacts.space.rows, 0.5);
    Eigen::VectorXd impulse(contacts.space.rows), jump(on.tree.velocitySize());
    CHECK(allocationsIn([&] {
            inverseOperationalSpaceInertia<double>(on.tree, on.q, on.work, contacts.space,
                                                   contacts.inverseInertia);
            collide<double>(on.tree, on.q, on.v, bounce, on.work, contacts, impulse, jump);
            applyTestForce<double>(on.tree, on.work, contacts.space, impulse, jump,
                                   contacts.achieved);
          }) == 0);
  }
}

}  // namespace linkwork::test
