#include <catch2/catch.hpp>
#include <cmath>

#include "contact/bodies.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/simulation.hpp"
#include "simulation/allocation_counter.hpp"
#include "simulation/flat.hpp"
#include "simulation/scenes.hpp"

/// Bodies in contact, compared with closed forms.
namespace linkwork::test {
namespace {

using Eigen::Vector3d;

/// Returns the relative error of steps of h under constant forces. Semi-implicit Euler: h/t after a
/// time t. Variational and Rosenbrock steps in joint coordinates: the square of a rotation, (h ω)².
/// Others: the solver's 1e-9.
double missed(const Stepping& by, double h, double time, double spin) {
  if (by.integrator == "semi-implicit-euler") return 1.001 * h / time;
  const bool isExact =
      by.method != "variational" && by.integrator != "adaptive" && by.integrator != "rosenbrock";
  return 1e-8 + (isExact ? 0 : h * h * spin * spin);
}

SimulationOptions steps(const Stepping& by, double h) { return {by.method, by.integrator, h, {}}; }

}  // namespace

TEST_CASE("a ball rolls down an incline, and slides if it is too steep", "[contact]") {
  for (const Stepping& by : inertialSteppings()) {
    INFO(by.method << ", " << by.integrator);
    // Rolls with 5/7 g sin α up to tan α = 7μ/2, and slides with g (sin α − μ cos α) above.
    constexpr double friction = 0.3, radius = 0.1;
    const double threshold = std::atan(3.5 * friction);
    for (const double ratio : {0.5, 0.999, 1.001, 1.3}) {
      const double slope = ratio * threshold;
      CAPTURE(ratio, slope);
      Mechanism mechanism = incline(slope, friction);
      addBody(mechanism, "ball", 2, Vector3d::Constant(0.4 * 2 * radius * radius),
              ball(radius, friction), {0, 0, radius});
      Simulation simulation(mechanism, steps(by, 1e-3));
      simulation.step(200);
      const double time = simulation.time();
      const double expected =
          ratio < 1 ? 5.0 / 7 * standardGravity * std::sin(slope)
                    : standardGravity * (std::sin(slope) - friction * std::cos(slope));
      const double part = missed(by, 1e-3, time, expected * time / radius);
      CHECK(simulation.q()[0] == Approx(expected * time * time / 2).epsilon(part));
      // The allowed penetration. Semi-implicit Euler also lifts the ball by h² ω v.
      const bool isFirstOrder = by.integrator == "semi-implicit-euler";
      const double lift = isFirstOrder ? 1e-6 * expected * expected * time * time / radius : 0;
      CHECK(simulation.q()[2] == Approx(radius).margin(1.01e-7 + lift));
      if (isFirstOrder) continue;  // touches in some of its steps only
      REQUIRE(simulation.contactForces().size() == 1);
      const Vector3d force = simulation.contactForces()[0].force;
      const double near = 2 * standardGravity * part;
      CHECK(force.z() == Approx(2 * standardGravity * std::cos(slope)).margin(near));
      CHECK(force.x() == Approx(2 * (expected - standardGravity * std::sin(slope))).margin(near));
    }
  }
}

TEST_CASE("a block sticks below the friction angle", "[contact]") {
  for (const Stepping& by : inertialSteppings()) {
    INFO(by.method << ", " << by.integrator);
    constexpr double friction = 0.4;
    const Vector3d size(0.4, 0.3, 0.2);
    for (const double ratio : {0.5, 0.999999, 1.000001, 1.2}) {
      const double slope = ratio * std::atan(friction);
      CAPTURE(ratio);
      Mechanism mechanism = incline(slope, friction);
      addBody(mechanism, "block", 3, boxInertia(3, size), box(size, friction), {0, 0, 0.1});
      Simulation simulation(mechanism, steps(by, 1e-3));
      simulation.step(100);
      const double acceleration = standardGravity * (std::sin(slope) - friction * std::cos(slope));
      const double time = simulation.time();
      const double expected = std::max(0.0, acceleration) * time * time / 2;
      // 1e-9 of g h² per step, summed twice.
      CHECK(std::abs(simulation.q()[0] - expected) < 1e-10 + expected * missed(by, 1e-3, time, 0));
      CHECK(std::abs(simulation.q()[2] - 0.1) < 1e-10);
    }
  }
}

TEST_CASE("a ball bounces to e² of its previous height", "[contact]") {
  for (const Stepping& by : inertialSteppings()) {
    INFO(by.method << ", " << by.integrator);
    constexpr double restitution = 0.5, radius = 0.05, h = 5e-4;
    Mechanism mechanism = incline(0, 0.5, restitution);
    addBody(mechanism, "ball", 1, Vector3d::Constant(0.001), ball(radius, 0.5), {0, 0, 1 + radius});
    Simulation simulation(mechanism, steps(by, h));
    double height = 1, expected = 1;
    for (int bounce = 1; bounce <= 4; ++bounce) {
      expected *= restitution * restitution;
      const auto advance = [&](bool up) {  // until it stops rising or falling
        while ((simulation.v()[5] > 0) == up) simulation.step();
        height = simulation.q()[2] - radius;
      };
      if (bounce == 1) simulation.step();
      advance(false);
      advance(true);
      // The speed of arrival is known to half of gravity's change in a step.
      const double speed = std::sqrt(2 * standardGravity * expected);
      CHECK(height == Approx(expected).epsilon(3 * standardGravity * h / speed));
    }
  }
}

TEST_CASE("a stack of boxes with the heaviest on top rests for a minute", "[contact]") {
  for (const Stepping& by : defaultSteppings()) {
    INFO(by.method << ", " << by.integrator);
    Mechanism mechanism = incline(0, 0.5);
    const Vector3d size(0.5, 0.5, 0.2);
    double mass = 1;
    for (int i = 0; i < 10; ++i, mass *= 1.5)
      addBody(mechanism, "box" + std::to_string(i), mass, boxInertia(mass, size), box(size, 0.5),
              {0, 0, 0.1 + 0.2 * i});
    Simulation simulation(mechanism, steps(by, 1e-2));
    const std::vector<double> start(simulation.q().begin(), simulation.q().end());
    std::vector<double> settled;
    for (int i = 0; i < 6; ++i) {
      simulation.step(1000);
      const std::vector<double> now(simulation.q().begin(), simulation.q().end());
      if (i == 0) settled = now;
      for (std::size_t k = 0; k < now.size(); ++k) {
        // A step lets them fall by 1e-7 of g h². After that, each of ten contacts is at rest up to
        // the speed that counts as zero, 1e-12 g h.
        CHECK(std::abs(now[k] - start[k]) < 1e-7 * standardGravity * 1e-4);
        CHECK(std::abs(now[k] - settled[k]) <= 10 * 1e-12 * standardGravity * 1e-2 * 10 * i);
      }
      CHECK(simulation.contactForces().size() == 40);
    }
    CHECK(simulation.time() == Approx(60));
  }
}

TEST_CASE("ten equal boxes stay at rest for a minute", "[contact]") {
  const Stepping by = GENERATE(from_range(defaultSteppings()));
  INFO(by.method << ", " << by.integrator);
  Simulation simulation(boxStack({.boxes = 10}), steps(by, 1e-2));
  const Eigen::VectorXd start = vectorOf(simulation.q());
  simulation.advance(60);
  const double drift = (vectorOf(simulation.q()) - start).lpNorm<Eigen::Infinity>();
  INFO("drift " << drift << " m");
  // A millimeter would be visible. A step lets them fall by 1e-7 of g h².
  CHECK(drift < 1e-7 * standardGravity * 1e-4);
  CHECK(simulation.contactForces().size() == 40);
}

TEST_CASE("a block rocks from edge to edge", "[contact]") {
  for (const Stepping& by : inertialSteppings()) {
    INFO(by.method << ", " << by.integrator);
    // Housner 1963: about an edge, I = 4/3 m R² and sin α = b / R. On the other edge the block
    // continues with 1 − 3/2 sin²α of its speed. Both swings conserve energy.
    const Vector3d size(0.2, 0.3, 0.8);
    const double radius = std::hypot(size.x(), size.z()) / 2,
                 alpha = std::atan2(size.x(), size.z());
    const double lean = alpha / 2;
    Mechanism mechanism = incline(0, 1);
    // Leans towards +x on its edge at the origin.
    addBody(mechanism, "block", 5, boxInertia(5, size), box(size, 1),
            {-radius * std::sin(alpha - lean), 0, radius * std::cos(alpha - lean)}, {0, 0, 0},
            Eigen::Quaterniond(Eigen::AngleAxisd(lean, Vector3d::UnitY())));
    constexpr double h = 2.5e-4;
    Simulation simulation(mechanism, steps(by, h));
    const auto leanNow = [&] { return 2 * std::atan2(simulation.q()[4], simulation.q()[6]); };
    while (leanNow() > 0) simulation.step();
    double other = 0;
    while (-leanNow() >= other) other = -leanNow(), simulation.step();

    const double ratio = 1 - 1.5 * std::pow(std::sin(alpha), 2);
    const double lifted = (std::cos(alpha - lean) - std::cos(alpha)) * ratio * ratio;
    const double expected = alpha - std::acos(std::cos(alpha) + lifted);
    // The time of the impact is known to a step. The speed, 0.8 rad/s, changes by 4.3 rad/s².
    const double order = by.integrator == "semi-implicit-euler" ? 3 : 1;  // its own error: h/t
    CHECK(other == Approx(expected).epsilon(order * 2 * 4.3 * h / 0.8));
  }
}

TEST_CASE("impulses of contacts equal the change of momentum", "[contact]") {
  for (const Stepping& by : inertialSteppings()) {
    INFO(by.method << ", " << by.integrator);
    constexpr double h = 1e-3;
    // Joint coordinates turn with their bodies, at up to 30 rad/s, and a step has the error of that
    // rotation. Coordinates of the bodies have no such error.
    const double turn = h * 30;
    const double missedTurning = by.integrator == "semi-implicit-euler" ? turn * turn
                                 : by.integrator == "rk4"               ? std::pow(turn, 5)
                                 : by.method == "variational" || by.integrator == "rosenbrock"
                                     ? std::pow(turn, 3)
                                     : 1e-12;
    Mechanism mechanism = incline(0.2, 0.5, 0.4);
    const Vector3d size(0.2, 0.15, 0.1);
    double mass = 0;
    for (int i = 0; i < 4; ++i) {
      const double share = 1 + i;
      mass += share;
      addBody(mechanism, "box" + std::to_string(i), share, boxInertia(share, size), box(size, 0.5),
              {0.05 * i, 0.02 * i, 0.2 + 0.25 * i}, {1, -0.5, -1.0 - i},
              Eigen::Quaterniond(Eigen::AngleAxisd(0.4 * i, Vector3d(1, 2, 3).normalized())));
    }
    Simulation simulation(mechanism, steps(by, h));
    const double balance = simulation.kineticEnergy() + simulation.potentialEnergy();
    Vector3d before = simulation.momentum().tail<3>();
    double largest = 0;
    for (int i = 0; i < 500; ++i) {
      const double start = simulation.time();
      simulation.step();
      const double passed = simulation.time() - start;
      Vector3d expected = before + passed * mass * mechanism.gravity;
      for (const ContactForce& contact : simulation.contactForces()) {
        if (contact.bodies[0] == "world") expected += passed * contact.force;
        if (contact.bodies[1] == "world") expected -= passed * contact.force;
        largest = std::max(largest, contact.force.norm());
      }
      before = simulation.momentum().tail<3>();
      CHECK((before - expected).norm() < missedTurning * mass * 10);
    }
    CHECK(largest > 50 * mass * standardGravity);  // there were impacts
    // Work includes the energy that impacts dissipate.
    const double after = simulation.kineticEnergy() + simulation.potentialEnergy();
    CHECK(simulation.work() < -1);
    CHECK(after - simulation.work() ==
          Approx(balance).epsilon(by.integrator == "semi-implicit-euler" ? 1e-2 : 1e-3));
  }
}

TEST_CASE("a chain over a bar slides if friction cannot hold its longer end", "[contact]") {
  for (const Stepping& by : defaultSteppings()) {
    INFO(by.method << ", " << by.integrator);
    // Capstan equation: a rope holds up to a ratio e^{μπ} of its hanging ends, here 1.06 or 23.
    DrapedChainOptions options;
    options.links = 12;
    options.joint = JointType::revolute;
    options.barRadius = 0.1;
    options.barHeight = 2;
    options.drop = 0.01;
    options.damping = 0.08;
    const double weight = standardGravity * options.links * options.mass;
    for (const double friction : {0.02, 1.0}) {
      CAPTURE(friction);
      options.friction = friction;
      Simulation simulation(drapedChain(options), steps(by, 1e-3));
      simulation.step(1200);
      const double before = simulation.momentum()[5];
      simulation.step();
      double highest = -1, load = 0;
      for (std::size_t i = 0; i < 12; ++i)
        highest = std::max(highest, simulation.poses()[7 * i + 2]);
      for (const ContactForce& contact : simulation.contactForces())
        load += (contact.bodies[0] == "world" ? 1 : -1) * contact.force.z();
      if (friction < 1) {
        CHECK(highest < options.barHeight - 0.5);
        continue;
      }
      CHECK(highest > options.barHeight);
      const double first = options.barHeight - simulation.poses()[2];
      const double last = options.barHeight - simulation.poses()[7 * 11 + 2];
      CHECK(last > 1.2 * first);  // it slid with little friction
      // It still swings a little. The difference of weight and load accelerates the chain, to the
      // error of a step.
      CHECK(load == Approx(weight + (simulation.momentum()[5] - before) / 1e-3).epsilon(1e-3));
      if (allocationsAreCounted) CHECK(allocationsIn([&] { simulation.step(5); }) == 0);
    }
  }
}

TEST_CASE("a joint stops at its limit and leaves it again", "[contact]") {
  for (const Stepping& by : inertialSteppings()) {
    INFO(by.method << ", " << by.integrator);
    Mechanism mechanism = chain({.links = 2, .startAngle = 1.2});
    mechanism.joints[0].limits = {-0.3, 2};
    mechanism.joints[1].limits = {-0.5, 0.1};
    Simulation simulation(mechanism, steps(by, 1e-3));
    const double start = simulation.kineticEnergy() + simulation.potentialEnergy();
    double least[] = {1, 1}, most[] = {-1, -1};
    for (int i = 0; i < 1500; ++i) {
      simulation.step();
      for (std::size_t j = 0; j < 2; ++j) {
        least[j] = std::min(least[j], simulation.q()[j]);
        most[j] = std::max(most[j], simulation.q()[j]);
      }
    }
    // Joints reach their limits, to the allowed penetration. Stops dissipate energy.
    CHECK(least[0] == Approx(-0.3).margin(1e-6));
    CHECK(least[1] == Approx(-0.5).margin(1e-6));
    CHECK(most[1] == Approx(0.1).margin(1e-6));
    CHECK(simulation.work() < -0.5);
    const double end = simulation.kineticEnergy() + simulation.potentialEnergy();
    CHECK(end - simulation.work() == Approx(start).margin(5e-3));
  }
}

TEST_CASE("a step with forty contacts allocates nothing", "[contact]") {
  for (const Stepping& by : inertialSteppings()) {
    INFO(by.method << ", " << by.integrator);
    if (!allocationsAreCounted) return;
    Simulation stack(boxStack(), steps(by, 1e-3));
    stack.step(2);
    CHECK(allocationsIn([&] { stack.step(5); }) == 0);
  }
}

}  // namespace linkwork::test
