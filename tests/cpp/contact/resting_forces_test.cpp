#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <optional>

#include "contact/bodies.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/simulation.hpp"
#include "simulation/flat.hpp"

/// Forces on bodies at rest, and their rest positions, by every method.
namespace linkwork::test {
namespace {

using Eigen::Vector3d;

/// A force, or a sum of forces, and its moment about the origin.
struct NetForce {
  Vector3d force = Vector3d::Zero(), moment = Vector3d::Zero();
};

/// Force on the second body of each pair that touches.
using NetForces = std::map<std::pair<std::string, std::string>, NetForce>;

NetForces netForcesOf(const Simulation& simulation) {
  NetForces forces;
  for (const ContactForce& contact : simulation.contactForces()) {
    const bool isOrdered = contact.bodies[0] == worldName || contact.bodies[1] != worldName;
    const Vector3d force = isOrdered ? contact.force : Vector3d(-contact.force);
    NetForce& sum = forces[{std::string(contact.bodies[isOrdered ? 0 : 1]),
                            std::string(contact.bodies[isOrdered ? 1 : 0])}];
    sum.force += force;
    sum.moment += contact.point.cross(force);
  }
  return forces;
}

/// Returns one integrator per order that a method has at rest. Adaptive and fourth-order
/// integrators take second-order steps there, and baumgarte takes the steps of rk4.
std::vector<Stepping> plainSteppings() {
  std::vector<Stepping> plain = defaultSteppings();
  plain.push_back({"articulated-body", "semi-implicit-euler"});
  plain.push_back({"multipliers", "rk4"});
  return plain;
}

}  // namespace

TEST_CASE("an incline supports a block's weight, and friction holds it up to its bound",
          "[contact]") {
  constexpr double mass = 3, slope = 0.4, height = 0.2;
  const Vector3d size(0.4, 0.3, height);
  const double load = mass * standardGravity * std::cos(slope);
  for (const Stepping& by : inertialSteppings())
    for (const double ratio : {1 + 1e-6, 1 - 1e-6}) {
      INFO(by.method << ", " << by.integrator << ", " << ratio);
      const double friction = ratio * std::tan(slope);
      Mechanism mechanism = incline(slope, friction);
      addBody(mechanism, "block", mass, boxInertia(mass, size), box(size, friction),
              {0, 0, height / 2});
      Simulation simulation(mechanism, {by.method, by.integrator, 1e-3, {}});
      simulation.step(100);
      const NetForce net = netForcesOf(simulation).at({"world", "block"});
      const double held = std::min(std::tan(slope), friction) * load;
      // The solver's 1e-9 of the load distinguishes the two ratios.
      CHECK(net.force.z() == Approx(load).epsilon(2e-9));
      CHECK(net.force.x() == Approx(-held).epsilon(2e-9));
      CHECK(std::abs(net.force.y()) < 1e-9 * load);
      // The block does not turn: at the center of pressure, force and weight have no moment.
      const double ahead = -net.moment.y() / load - simulation.q()[0];
      CHECK(ahead == Approx(height / 2 * held / load).epsilon(1e-8));
    }
}

TEST_CASE("every box of a stack supports the weight above it", "[contact]") {
  constexpr int boxes = 10;
  const Mechanism mechanism = boxStack({.boxes = boxes});
  for (const Stepping& by : inertialSteppings()) {
    INFO(by.method << ", " << by.integrator);
    Simulation simulation(mechanism, {by.method, by.integrator, 1e-2, {}});
    simulation.step(100);
    const NetForces forces = netForcesOf(simulation);
    REQUIRE(forces.size() == boxes);
    double weight = 0;
    for (int i = boxes - 1; i >= 0; --i) {
      weight += standardGravity * mechanism.bodies[static_cast<std::size_t>(i)].mass;
      const std::string below(i == 0 ? worldName : mechanism.bodies[i - 1].name);
      CAPTURE(below);
      const Vector3d force = forces.at({below, mechanism.bodies[i].name}).force;
      // The solver leaves 1e-9 of g h at each contact point between two bodies. Box k is off by k
      // times as much, and by as much again if it tilts.
      CHECK((force - Vector3d(0, 0, weight)).norm() < 1e-9 * boxes * (boxes + 1) * standardGravity);
    }
  }
}

TEST_CASE("a draped chain comes to rest in the same shape by every method", "[contact][slow]") {
  // The chain is lowered without a drop, with so much damping that it hardly swings. If it slid
  // back and forth, friction would stop it anywhere within a millimeter, by any method.
  const Mechanism mechanism = drapedChain({.links = 12,
                                           .joint = JointType::revolute,
                                           .drop = 0,
                                           .shift = 0,
                                           .friction = 0.3,
                                           .damping = 0.02});
  constexpr double weight = 12 * 0.1 * standardGravity;
  std::optional<Eigen::VectorXd> exact;
  const auto check = [&](const Stepping& by, double h) {
    INFO(by.method << ", " << by.integrator << ", " << h);
    Simulation simulation(mechanism, {by.method, by.integrator, h, {}});
    simulation.advance(4);
    const Eigen::VectorXd poses = vectorOf(simulation.poses());
    if (!exact) exact = poses;
    double off = 0;
    for (Eigen::Index at = 0; at < poses.size(); at += 7)
      off = std::max(off, (poses - *exact).segment<3>(at).norm());
    // Sliding makes the motion first order. At 1 ms, integrators of order ≥ 2 are off by 0.3 mm.
    // Order 1 is off by 2 mm while the chain slides, and by 0.8 mm at rest. The reference is off by
    // 0.06 mm.
    CHECK(off < (by.integrator == "semi-implicit-euler" ? 1 : 0.33) * h);
    CHECK(simulation.kineticEnergy() < 1e-8);
    Vector3d support = Vector3d::Zero();
    for (const auto& [bodies, net] : netForcesOf(simulation))
      if (bodies.first == worldName) support += net.force;
    // It sinks by less than 0.1 mm/s, and slows down.
    CHECK((support - Vector3d(0, 0, weight)).norm() < 1e-5 * weight);
  };
  check({"articulated-body", "rk4"}, 2e-4);
  for (const Stepping& by : plainSteppings())
    for (const double h : {1e-3, 5e-4}) check(by, h);
}

TEST_CASE("a humanoid's feet share its weight alike by every method",
          "[contact][simulation][slow]") {
  const Mechanism mechanism = mitHumanoid({.base = RobotBase::standing});
  double weight = 0;
  for (const Body& body : mechanism.bodies) weight += body.mass * standardGravity;
  std::optional<double> share;
  std::optional<Vector3d> base;
  for (const Stepping& by : plainSteppings()) {
    INFO(by.method << ", " << by.integrator);
    constexpr double h = 1e-3;
    Simulation simulation(mechanism, {by.method, by.integrator, h, {}});
    simulation.track(holding(mechanism));
    simulation.advance(6);
    const NetForces forces = netForcesOf(simulation);
    REQUIRE(forces.size() == 2);
    const Vector3d left = forces.at({"world", "leftFoot"}).force,
                   right = forces.at({"world", "rightFoot"}).force;
    // The load includes the motors' moments, and the solver leaves 1e-9 of it. The humanoid sways
    // by less than a micrometer.
    CHECK((left + right - Vector3d(0, 0, weight)).norm() < 1e-7 * weight);
    if (!share) share = left.z() / weight, base = Vector3d::Map(simulation.q().data());
    // Stances differ by the first order of the landing's step, about ankles a meter below the head.
    // Laterally, the feet press on the ground as they landed.
    CHECK((Vector3d::Map(simulation.q().data()) - *base).norm() < 0.05 * h);
    CHECK(left.z() / weight == Approx(*share).margin(0.01 * h));
    CHECK(right.z() / weight == Approx(1 - *share).margin(0.01 * h));
  }
}

}  // namespace linkwork::test
