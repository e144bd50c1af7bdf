#include <catch2/catch.hpp>
#include <cmath>

#include "contact/bodies.hpp"
#include "linkwork/errors.hpp"
#include "linkwork/simulation.hpp"

/// Contact scenes with known outcomes: a box that topples, Painlevé's rod, dominoes, and a scene
/// without a solution.
namespace linkwork::test {
namespace {

using Eigen::Vector3d;

/// Returns the angle of a body on a free joint about y [rad].
double turnAboutY(Simulation& simulation, int body = 0) {
  const auto pose = simulation.poses().subspan(7 * static_cast<std::size_t>(body), 7);
  return 2 * std::atan2(pose[4], pose[6]);
}

/// A thin rod of 1 kg and 2 m. Its lower tip slides over the ground at 5 m/s and is pushed like
/// chalk: the rod leans away from its direction of motion.
struct Rod {
  static constexpr double mass = 1, half = 1, tip = 1e-3, tilt = 0.67, speed = 5;

  static Mechanism on(double friction) {
    Mechanism mechanism = incline(0, friction);
    Collider end = ball(tip, friction);
    end.frame.position = Vector3d(-half, 0, 0);
    const double inertia = mass * half * half / 3;
    addBody(mechanism, "rod", mass, {1e-4, inertia, inertia}, end,
            {0, 0, tip + half * std::sin(tilt)}, {-speed, 0, 0},
            Eigen::Quaterniond(Eigen::AngleAxisd(-tilt, Vector3d::UnitY())));
    return mechanism;
  }

  /// Returns W of the tip's sliding direction and the normal, about its center.
  static Eigen::Matrix2d response() {
    const Eigen::Vector2d arm(-half * std::cos(tilt), -half * std::sin(tilt) - tip);  // x, z
    const double inertia = mass * half * half / 3;
    Eigen::Matrix2d w = Eigen::Matrix2d::Identity() / mass;
    const Eigen::Vector2d lever(arm.y(), -arm.x());  // moment about y of unit forces
    return w + lever * lever.transpose() / inertia;
  }
};

}  // namespace

TEST_CASE("a box on an incline topples when its weight leaves its base", "[contact]") {
  constexpr double mass = 3, width = 0.2, height = 0.4;
  const Vector3d size(width, 0.3, height);
  const double balance = std::atan(width / height);
  const auto boxOn = [&](double slope) {
    Mechanism mechanism = incline(slope, 2);
    addBody(mechanism, "box", mass, boxInertia(mass, size), box(size, 2), {0, 0, height / 2});
    return mechanism;
  };
  // About its lower edge, the box is an inverted pendulum. An angle δ beyond balance grows
  // as δ (cosh Ω t − 1), Ω² = m g r / J.
  const double radius = std::hypot(width, height) / 2;
  const double inertia = boxInertia(mass, size).y() + mass * radius * radius;
  const double rate = std::sqrt(mass * standardGravity * radius / inertia);
  for (const Stepping& by : defaultSteppings()) {
    INFO(by.method);
    const SimulationOptions options{by.method, by.integrator, 1e-3, {}};
    Simulation resting(boxOn(balance * (1 - 1e-3)), options);
    resting.step(3000);
    CHECK(std::abs(turnAboutY(resting)) < 1e-6);  // penetration of 1e-7 m over 0.2 m

    const double excess = 1e-3 * balance;
    Simulation toppling(boxOn(balance + excess), options);
    toppling.step(std::lround(3 / rate * 1000));
    const double expected = excess * (std::cosh(rate * toppling.time()) - 1);
    // Relative: 1e-7 m of penetration against 5e-4 rad times 0.2 m, and (Ω h)².
    CHECK(turnAboutY(toppling) == Approx(expected).epsilon(2e-3));
    CHECK(toppling.contactForces().size() == 2);
    toppling.step(2000);
    CHECK(turnAboutY(toppling) == Approx(std::acos(-1) / 2).margin(1e-4));  // on its side
  }
}

TEST_CASE("Painlevé's rod slides, and jams if friction leaves no contact force", "[contact]") {
  // Friction turns the rod into the ground: u̇_n = p N − g with p = W_nn − μ W_nt. If p < 0, no
  // force supports it, but an impulse stops the tip.
  const Eigen::Matrix2d w = Rod::response();  // x, z
  const double critical = w(1, 1) / std::abs(w(0, 1));
  CHECK(critical == Approx((1 + 3 * std::pow(std::cos(Rod::tilt), 2)) /
                           (3 * std::sin(Rod::tilt) * std::cos(Rod::tilt)))
                        .epsilon(2e-3));
  for (const Stepping& by : defaultSteppings()) {
    INFO(by.method);
    constexpr double h = 1e-4;
    const SimulationOptions options{by.method, by.integrator, h, {}};
    for (const double part : {0.5, 0.8}) {
      CAPTURE(part);
      const double friction = part * critical;
      Simulation simulation(Rod::on(friction), options);
      simulation.step();
      REQUIRE(simulation.contactForces().size() == 1);
      const double normal = standardGravity / (w(1, 1) - friction * std::abs(w(0, 1)));
      // In a step the rod turns by h² u̇_t, a relative error of order h.
      CHECK(simulation.contactForces()[0].force.z() == Approx(normal).epsilon(0.01));
      CHECK(std::abs(simulation.contactForces()[0].force.x()) ==
            Approx(friction * normal).epsilon(0.01));
    }
    for (const double part : {1.01, 1.5}) {
      CAPTURE(part);
      Simulation simulation(Rod::on(part * critical), options);
      const double before = simulation.kineticEnergy();
      simulation.step();
      // The impulse that stops the tip takes ½ uᵀ W⁻¹ u. Gravity adds h g u in a step.
      const Eigen::Vector2d slide(-Rod::speed, 0);
      const double lost = 0.5 * slide.dot(w.inverse() * slide);
      CHECK(before - simulation.kineticEnergy() == Approx(lost).epsilon(0.01));
      CHECK(simulation.contactForces()[0].force.z() * h ==
            Approx(std::abs((w.inverse() * slide).y())).epsilon(0.01));
    }
  }
}

TEST_CASE("dominoes fall one after another, twice as fast under four times the gravity",
          "[contact]") {
  constexpr int count = 6;
  constexpr double mass = 0.02, gap = 0.03;
  const Vector3d size(0.01, 0.03, 0.06);
  // Times at which each domino has turned by 0.2 rad, in time steps.
  const auto passing = [&](const Stepping& by, double faster) {
    Mechanism mechanism = incline(0, 0.4);
    mechanism.gravity *= faster * faster;
    for (int i = 0; i < count; ++i)
      addBody(mechanism, "domino" + std::to_string(i), mass, boxInertia(mass, size), box(size, 0.4),
              {gap * i, 0, size.z() / 2});
    const double push = 5 * faster;  // about its edge
    mechanism.initialState->v["domino0"] = {
        0, push, 0, push * size.z() / 2, 0, push * size.x() / 2};
    Simulation simulation(mechanism, {by.method, by.integrator, 1e-3 / faster, {}});
    std::vector<int> steps;
    for (int i = 0; i < 2000 && steps.size() < count; ++i) {
      simulation.step();
      while (steps.size() < count && turnAboutY(simulation, static_cast<int>(steps.size())) > 0.2)
        steps.push_back(i);
    }
    return steps;
  };
  for (const Stepping& by : defaultSteppings()) {
    INFO(by.method);
    const std::vector<int> once = passing(by, 1), twice = passing(by, 2);
    REQUIRE(once.size() == count);
    CHECK(once == twice);  // all lengths are equal, and times are halved
    for (std::size_t i = 1; i < count; ++i) CHECK(once[i] > once[i - 1]);
    // A wave of dominoes reaches a steady speed, to 10 % after four of them.
    CHECK(once[5] - once[4] == Approx(once[4] - once[3]).epsilon(0.1));
  }
}

TEST_CASE("a step whose contacts have no solution throws, or reports its error", "[contact]") {
  // The distance of the two planes is less than the ball's diameter.
  Mechanism mechanism = incline(0, 0.3);
  Collider ceiling;
  ceiling.body = "world";
  ceiling.type = ColliderType::plane;
  ceiling.frame.position = {0, 0, 0.19};
  ceiling.frame.rotation = Eigen::Quaterniond(0, 1, 0, 0).toRotationMatrix();
  mechanism.contact.colliders.push_back(ceiling);
  addBody(mechanism, "ball", 1, Vector3d::Constant(4e-3), ball(0.1, 0.3), {0, 0, 0.095});
  for (const Stepping& by : inertialSteppings()) {
    INFO(by.method << ", " << by.integrator);
    SimulationOptions options{by.method, by.integrator, 1e-3, {}};
    Simulation lenient(mechanism, options);
    options.contact.allow = 0;
    Simulation strict(mechanism, options);
    CHECK_THROWS_WITH(strict.step(), Catch::Contains("the laws of contact are broken by") &&
                                         Catch::Contains("contact.allow is 0"));
    CHECK(strict.time() == 0);
    lenient.step(10);
    CHECK(lenient.retries() == 10);
    // Bodies separate at 1 m/s on both sides. The ball in the middle keeps its velocity.
    CHECK(lenient.contactError() == Approx(1).epsilon(0.5));
    CHECK(lenient.q()[2] == Approx(0.095).margin(1e-3));
  }
  SimulationOptions wrong;
  wrong.contact.allow = -1;
  CHECK_THROWS_WITH(Simulation(mechanism, wrong), Catch::Contains("contact.allow"));
}

}  // namespace linkwork::test
