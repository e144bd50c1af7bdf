#include <catch2/catch.hpp>

#include "linkwork/catalogue.hpp"
#include "linkwork/simulation.hpp"

namespace linkwork::test {
namespace {

Eigen::VectorXd copyOf(std::span<const double> numbers) {
  return Eigen::Map<const Eigen::VectorXd>(numbers.data(),
                                           static_cast<Eigen::Index>(numbers.size()));
}

/// A swinging mechanism during its motion.
struct Swinging {
  explicit Swinging(const Mechanism& mechanism) : simulation(mechanism) { simulation.step(200); }
  Simulation simulation;
  std::string body = simulation.mechanism().bodies.back().name;
  Eigen::Vector3d point{0.1, 0.05, -0.2};
};

}  // namespace

TEST_CASE("a test force predicts the effect of a point force, and changes nothing",
          "[simulation]") {
  for (const Mechanism& mechanism : {chain({.links = 5}), fourBar(), gearedLeg()}) {
    INFO(mechanism.name);
    Swinging on(mechanism);
    const Eigen::Vector3d force(1, -2, 3);
    const Eigen::VectorXd without = copyOf(on.simulation.forwardDynamics());
    const TestForceResponse response = on.simulation.applyTestForce(on.body, on.point, force);
    const Eigen::VectorXd change = copyOf(response.acceleration);
    CHECK((copyOf(on.simulation.forwardDynamics()) - without).norm() == 0);
    on.simulation.applyPointForce(on.body, on.point, force);
    const Eigen::VectorXd with = copyOf(on.simulation.forwardDynamics());
    CHECK((with - without - change).norm() <= 1e-10 * with.norm());

    auto contacts = on.simulation.endEffectors(
        {{on.body, {on.point}, Matrix6<double>::Identity().rightCols<3>(), DirectionAxes::world}});
    const Eigen::Vector3d expected = on.simulation.inverseOperationalSpaceInertia(contacts) * force;
    CHECK((response.point - expected).norm() <= 1e-10 * expected.norm());
  }
}

TEST_CASE("an elastic impact conserves energy, and an inelastic impact stops the point",
          "[simulation]") {
  for (const Mechanism& mechanism : {chain({.links = 5}), fourBar(), gearedLeg()}) {
    INFO(mechanism.name);
    Swinging on(mechanism);
    auto contacts = on.simulation.endEffectors(
        {{on.body, {on.point}, Matrix6<double>::Identity().rightCols<3>(), DirectionAxes::world}});
    const double energy = on.simulation.kineticEnergy();
    on.simulation.collide(contacts, 1);
    CHECK(on.simulation.kineticEnergy() == Approx(energy).epsilon(1e-12));
    const Eigen::VectorXd impulse = on.simulation.collide(contacts, 0);
    const double left = on.simulation.kineticEnergy();
    CHECK(left < energy);
    const double again = on.simulation.collide(contacts, 0).norm();
    CHECK(again <= 1e-12 * impulse.norm());  // rounding, through the condition of three rows
    CHECK_THROWS_AS(on.simulation.collide(contacts, -1), MechanismError);
  }
}

TEST_CASE("end-effectors must be on existing bodies", "[simulation]") {
  Simulation simulation(chain({.links = 2}));
  CHECK_THROWS_WITH(simulation.endEffectors({{"foot"}}),
                    Catch::Contains("no body is named \"foot\""));
  CHECK_THROWS_AS(simulation.applyTestForce("foot", {0, 0, 0}, {0, 0, 1}), MechanismError);
}

}  // namespace linkwork::test
