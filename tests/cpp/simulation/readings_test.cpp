#include <catch2/catch.hpp>

#include "dynamics/fixture.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/simulation.hpp"
#include "simulation/flat.hpp"
#include "simulation/scenes.hpp"
#include "spatial/arguments.hpp"

/// Outputs of a simulation, compared with the algorithms on the tree and with the documented
/// layout.
namespace linkwork::test {
namespace {

/// Returns a separate tree at the current state of a simulation.
Fixture fixtureAt(const Simulation& simulation) {
  Fixture on(simulation.mechanism());
  on.q = vectorOf(simulation.q());
  on.v = vectorOf(simulation.v());
  on.update();
  return on;
}

/// Tolerance of two calls of the same code. Only the order of several sums differs.
double tolerance(double size) { return 1e-13 * std::abs(size); }

void checkClose(const Eigen::VectorXd& found, const Eigen::VectorXd& expected, double relative) {
  CHECK((found - expected).norm() <= relative * expected.norm());
}

}  // namespace

TEST_CASE("poses, energies and momentum agree with the tree", "[simulation]") {
  for (const auto& [name, mechanism] : allScenes()) {
    INFO(name);
    Simulation simulation(mechanism);
    simulation.step(25);
    const Fixture on = fixtureAt(simulation);
    CHECK(std::abs(simulation.kineticEnergy() - on.kinetic()) <= tolerance(on.kinetic()));
    CHECK(std::abs(simulation.potentialEnergy() - on.potential()) <= tolerance(on.potential()));
    CHECK((simulation.momentum() - momentum(on.tree, on.work)).norm() <= tolerance(10));
    for (std::size_t i = 0; i < mechanism.bodies.size(); ++i) {
      const auto pose = bodyPose(on.tree, on.tree.treeBody(static_cast<int>(i)), on.work);
      const double* shown = simulation.poses().data() + 7 * i;
      CHECK((Eigen::Vector3d(shown[0], shown[1], shown[2]) - pose.translation).norm() <=
            tolerance(pose.translation.norm()));
      const Eigen::Quaterniond turn(shown + 3);
      CHECK(std::abs(turn.norm() - 1) <= 8 * epsilon);
      CHECK((turn.toRotationMatrix() - pose.rotation).norm() <= tolerance(1));
    }
  }
}

TEST_CASE("arrays have the order of the mechanism's lists, for any order of the tree",
          "[simulation]") {
  const Mechanism mechanism = everyJointType();  // children first, bodies shuffled
  Simulation simulation(mechanism);
  std::size_t position = 0, velocity = 0;
  for (const Joint& joint : mechanism.joints) {
    INFO(joint.name);
    for (const double expected : mechanism.initialState->q.at(joint.name))
      CHECK(simulation.q()[position++] == Approx(expected).margin(1e-15));
    for (const double expected : mechanism.initialState->v.at(joint.name))
      CHECK(simulation.v()[velocity++] == expected);
  }
  CHECK(position == simulation.q().size());
  CHECK(velocity == simulation.v().size());

  // The frame of the free body is its joint's frame: its pose is the joint's q.
  const auto& bodies = mechanism.bodies;
  const auto free = std::find_if(bodies.begin(), bodies.end(),
                                 [](const Body& body) { return body.name == "free"; });
  REQUIRE(free != bodies.begin());
  const auto shown =
      simulation.poses().subspan(7 * static_cast<std::size_t>(free - bodies.begin()), 7);
  checkClose(vectorOf(shown), vectorOf(simulation.q().last(7)), 1e-15);
}

TEST_CASE("accelerations agree with the tree under the same forces", "[simulation]") {
  for (const auto& [name, mechanism] : allScenes()) {
    INFO(name);
    Simulation simulation(mechanism);
    simulation.step(10);
    Fixture on = fixtureAt(simulation);
    checkClose(vectorOf(simulation.forwardDynamics()), on.forward(), 1e-12);
    on.update();

    // A torque, a wrench, a force at a point and a pull: by name, and summed manually.
    const Joint& joint = mechanism.joints.front();
    const auto size = static_cast<std::size_t>(velocitySize(joint));
    const auto last = mechanism.bodies.size() - 1;
    const int body = on.tree.treeBody(static_cast<int>(last));
    const Eigen::Vector3d point(0.1, 0.2, -0.1), force(3, -1, 2), target(0.2, 0.1, 0.4);
    Vector6<double> wrench;
    wrench << 0.3, -0.1, 0.2, 1, 2, -1;

    simulation.setTorque(joint.name, std::vector<double>(size, 0.4));
    simulation.setWrench(mechanism.bodies[last].name, listOf({wrench.data(), 6}));
    simulation.applyPointForce(mechanism.bodies[last].name, point, force);
    simulation.pull(mechanism.bodies[last].name, point, target, 7, 0.3);

    const Eigen::Vector3d place = bodyPose(on.tree, body, on.work) * point;
    const Eigen::Vector3d velocity = pointVelocity(on.tree, body, point, on.work);
    const Eigen::Vector3d pull = 7 * (target - place) - 0.3 * velocity;
    wrench.head<3>() += place.cross(force + pull);
    wrench.tail<3>() += force + pull;
    on.forces.torque.head(static_cast<Eigen::Index>(size)).setConstant(0.4);
    on.forces.wrenches[static_cast<std::size_t>(body)] = wrench;
    on.forces.hasWrenches = true;
    checkClose(vectorOf(simulation.forwardDynamics()), on.forward(), 1e-11);
    checkClose(simulation.pullForce(), pull, 1e-12);

    simulation.clearForces();
    simulation.release();
    CHECK(simulation.pullForce() == Eigen::Vector3d::Zero());
    checkClose(vectorOf(simulation.forwardDynamics()), on.forward(AppliedForces<double>(on.tree)),
               1e-12);
  }
}

TEST_CASE("forces of the initial state act from the start", "[simulation]") {
  const Mechanism mechanism = tumblingChain(3);
  NamedState state = *mechanism.initialState;
  state.tau["joint2"] = {0.1, -0.2, 0.3};
  state.wrenches["link3"] = Vector6<double>::Constant(0.4);
  Simulation simulation(mechanism, {}, state);
  checkClose(vectorOf(simulation.forwardDynamics()), Fixture(mechanism, state).forward(), 1e-12);
}

TEST_CASE("torques of inverse dynamics produce the desired accelerations", "[simulation]") {
  std::mt19937_64 random(9);
  for (const auto& [name, mechanism] : allScenes()) {
    INFO(name);
    Simulation simulation(mechanism);
    simulation.step(10);
    simulation.setWrench(mechanism.bodies.back().name, std::vector<double>{0.1, 0, 0, 0, 1, 0});

    // A reachable acceleration: the present one plus the effect of a random force.
    const auto torqueJoints = [&](const std::vector<double>& torque) {
      std::size_t first = 0;
      for (const Joint& joint : simulation.mechanism().joints) {
        const auto size = static_cast<std::size_t>(velocitySize(joint));
        simulation.setTorque(joint.name, std::span(torque).subspan(first, size));
        first += size;
      }
    };
    std::vector<double> pushed(simulation.v().size());
    std::generate(pushed.begin(), pushed.end(), [&] { return spatial::uniform(random); });
    torqueJoints(pushed);
    const std::vector<double> desired = listOf(simulation.forwardDynamics());
    // The applied torques suffice, and nothing is missing. Without them, inverse dynamics finds
    // them again.
    CHECK(vectorOf(simulation.inverseDynamics(desired)).norm() <= 1e-9);
    torqueJoints(std::vector<double>(pushed.size(), 0));
    torqueJoints(listOf(simulation.inverseDynamics(desired)));
    checkClose(vectorOf(simulation.forwardDynamics()), vectorOf(desired), 1e-9);
  }
}

TEST_CASE("setState moves a mechanism to another state on its loops", "[simulation]") {
  FourBarOptions options;
  options.startAngle = 2;
  options.startSpeed = -3;
  Simulation elsewhere(fourBar(options)), simulation(fourBar());
  simulation.step(10);
  const double time = simulation.time(), work = simulation.work();
  simulation.setState(elsewhere.q(), elsewhere.v());
  CHECK(simulation.time() == time);
  CHECK(simulation.work() == work);
  checkClose(vectorOf(simulation.q()), vectorOf(elsewhere.q()), 1e-14);
  checkClose(vectorOf(simulation.v()), vectorOf(elsewhere.v()), 1e-13);
  checkClose(vectorOf(simulation.poses()), vectorOf(elsewhere.poses()), 1e-14);

  // If velocities violate the loops, the independent ones are used.
  const std::vector<double> unmatched{1, 1, 1};
  simulation.setState(elsewhere.q(), unmatched);
  const Eigen::VectorXd v = vectorOf(simulation.v()), ratio = vectorOf(elsewhere.v());
  CHECK((v - v[0] / ratio[0] * ratio).norm() <= 1e-13);
  CHECK(std::count(v.begin(), v.end(), 1.0) >= 1);
}

}  // namespace linkwork::test
