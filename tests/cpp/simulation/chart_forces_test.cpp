#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "joints/function_kinds.hpp"
#include "joints/function_scenes.hpp"
#include "linkwork/simulation.hpp"
#include "simulation/allocation_counter.hpp"
#include "simulation/flat.hpp"
#include "simulation/scenes.hpp"

/// Springs, damping and friction of joints that change their chart.
namespace linkwork::test {
namespace {

/// Returns a body with equal moments of inertia on a ball joint with Euler angles, without gravity.
Mechanism roundBody(double inertia, const std::vector<double>& q, const std::vector<double>& v) {
  Mechanism mechanism = onFunction(EulerBallJoint(), q, v);
  mechanism.gravity.setZero();
  mechanism.bodies.resize(1);
  mechanism.joints.resize(1);
  mechanism.initialState->q.erase("revolute");
  mechanism.initialState->v.erase("revolute");
  mechanism.bodies[0].centerOfMass.setZero();
  mechanism.bodies[0].inertia = {inertia, inertia, inertia, 0, 0, 0};
  return mechanism;
}

/// Returns a ball that passes gimbal lock, and a ball that spins on an egg. Both have several
/// charts.
std::vector<FunctionScene> chartScenes() {
  return {{"ball", onFunction(EulerBallJoint(), {0.1, 0.9, 0.3, 0}, {0.2, 4, 1})},
          {"ball on an egg",
           onFunction(SurfaceContactJoint{{ellipsoid(0.6, 0.5, 0.4), sphere(0.3)}, true, 0},
                      {0.2, 0.3, 0.5, 0.2, 0.4, 0}, {0.4, -0.3, 0.5, 0.3, 1})}};
}

Mechanism withPassiveForces(Mechanism mechanism, double stiffness, double damping,
                            double friction) {
  mechanism.joints[0].stiffness = stiffness;
  mechanism.joints[0].damping = damping;
  mechanism.joints[0].friction = friction;
  return mechanism;
}

/// Returns the final change of kinetic + potential − work.
double imbalanceOf(const Mechanism& mechanism, const Stepping& by, int steps) {
  Simulation simulation(mechanism, {by.method, by.integrator, 0.2 / steps, {}});
  const auto energy = [&] {
    return simulation.kineticEnergy() + simulation.potentialEnergy() - simulation.work();
  };
  const double start = energy();
  simulation.step(steps);
  return std::abs(energy() - start);
}

}  // namespace

TEST_CASE("springs on charts conserve energy, and losses balance, to the integrator's order",
          "[simulation]") {
  for (const auto& [name, mechanism] : chartScenes())
    for (const double loss : {0.0, 0.05}) {
      INFO(name << ", " << loss);
      const Mechanism sprung = withPassiveForces(mechanism, 8, loss, 0);
      const Stepping fourth{"articulated-body", "rk4"};
      CHECK(imbalanceOf(sprung, fourth, 40) < 1e-3);
      // In 40 steps h⁵ is nearly as large as h⁴ for the ball, and in 320 steps a tenth of it.
      CHECK(std::log2(imbalanceOf(sprung, fourth, 320) / imbalanceOf(sprung, fourth, 640)) ==
            Approx(4).margin(0.1));
      for (const Stepping& by :
           {Stepping{"variational", "second-order"},
            Stepping{"variational-maximal", "second-order"}, Stepping{"multipliers", "rattle"}}) {
        INFO(by.method);
        if (by.integrator == "rattle" && loss > 0)
          continue;  // computes the work of losses to order 1
        const double discrete = imbalanceOf(sprung, by, 80);
        CHECK(discrete < 2e-2);
        CHECK(std::log2(discrete / imbalanceOf(sprung, by, 160)) == Approx(2).margin(0.1));
      }
    }
}

TEST_CASE("a ball joint with Euler angles has the resistance of a spherical joint",
          "[simulation]") {
  for (const double friction : {0.0, 0.05}) {
    Mechanism angles = withPassiveForces(onFunction(EulerBallJoint(), {0, 0.9, 0, 0}, {0, 7, 0}), 3,
                                         0.1, friction);
    Mechanism ball = angles;
    ball.joints[0].type = JointType::spherical;
    ball.joints[0].function = {};
    ball.initialState->q["function"] = {0, std::sin(0.45), 0, std::cos(0.45)};
    ball.initialState->v["function"] = {0, 7, 0};
    for (const Stepping& by :
         {Stepping{"articulated-body", "rk4"}, Stepping{"variational", "second-order"},
          Stepping{"variational-maximal", "second-order"},
          Stepping{"multipliers", "runge-kutta"}}) {
      INFO(by.method);
      Simulation one(angles, {by.method, "", 1e-3, {}}), other(ball, {by.method, "", 1e-3, {}});
      bool hasSwitched = false;
      for (int step = 0; step < 500; ++step) {
        one.step();
        other.step();
        hasSwitched = hasSwitched || one.q()[3] == 1;
      }
      CHECK(hasSwitched);
      // Order 4 of a millisecond at about 5 rad/s, and order 2 of the variational integrator. Below
      // 0.1 rad/s, dry friction is the full f on the spherical joint, and f v/√(v² + v_s²) on the
      // other: 1 % of 0.05 N·m, over half a second.
      const double margin = friction > 0                           ? 1e-3
                            : by.method.starts_with("variational") ? 1e-4
                                                                   : 1e-7;
      CHECK((vectorOf(one.poses()) - vectorOf(other.poses())).norm() < margin);
      CHECK(one.work() == Approx(other.work()).margin(margin));
      CHECK(one.potentialEnergy() == Approx(other.potentialEnergy()).margin(10 * margin));
    }
  }
}

TEST_CASE("a round body oscillates on a ball joint's spring at √(k/I), and its damping stops it",
          "[simulation]") {
  constexpr double inertia = 0.4, stiffness = 5, damping = 0.3;
  // About one axis: θ(t) = θ₀ cos(√(k/I) t) for any amplitude. About y through b.
  const Mechanism swing =
      withPassiveForces(roundBody(inertia, {0, 1.2, 0, 0}, {0, 0, 0}), stiffness, 0, 0);
  Simulation simulation(swing, {.integrator = "rk4", .step = 1e-3});
  bool hasSwitched = false;
  for (int step = 1; step <= 2000; ++step) {
    simulation.step();
    hasSwitched = hasSwitched || simulation.q()[3] == 1;
    if (step % 100 != 0) continue;
    const double angle = 2 * std::atan2(simulation.poses()[4], simulation.poses()[6]);
    const double expected = 1.2 * std::cos(std::sqrt(stiffness / inertia) * simulation.time());
    CHECK(std::remainder(angle - expected, 2 * std::numbers::pi) == Approx(0).margin(1e-9));
  }
  CHECK(hasSwitched);

  // dE/dt = −d ω² about any axis: ω(t) = ω₀ exp(−d t/I).
  const Mechanism spinning =
      withPassiveForces(roundBody(inertia, {0.2, 0.3, 0.1, 0}, {2, -3, 1}), 0, damping, 0);
  Simulation damped(spinning, {.integrator = "rk4", .step = 1e-3});
  const double start = damped.kineticEnergy();
  damped.step(1000);
  CHECK(damped.kineticEnergy() ==
        Approx(start * std::exp(-2 * damping / inertia * damped.time())).epsilon(1e-9));
  CHECK(damped.work() == Approx(damped.kineticEnergy() - start).epsilon(1e-9));
}

TEST_CASE("damping and friction on charts never add energy", "[simulation]") {
  for (const auto& [name, mechanism] : chartScenes())
    for (const Stepping& by :
         {Stepping{"articulated-body", "rk4"}, Stepping{"variational", "second-order"},
          Stepping{"multipliers", "rattle"}})
      for (const auto& [damping, friction] : {std::pair{0.1, 0.0}, {0.0, 0.1}}) {
        INFO(name << ", " << by.method << ", " << damping);
        Simulation simulation(withPassiveForces(mechanism, 0, damping, friction),
                              {by.method, by.integrator, 1e-3, {}});
        double before = 0;
        for (int i = 0; i < 100; ++i) {
          simulation.step();
          REQUIRE(simulation.work() < before);
          before = simulation.work();
        }
      }
}

TEST_CASE("derivatives include the forces on charts", "[simulation]") {
  std::vector<FunctionScene> scenes = chartScenes();
  scenes.push_back({"slack", onFunction(EulerBallJoint(), {0, 0, 0, 0}, {0.3, 0.2, -0.4})});
  for (const auto& [name, mechanism] : scenes) {
    INFO(name);
    Simulation simulation(withPassiveForces(mechanism, 8, 0.3, 0.2));
    const Eigen::VectorXd q = vectorOf(simulation.q()), v = vectorOf(simulation.v());
    const ForwardDynamicsDerivatives found = simulation.forwardDynamicsDerivatives();
    const int d = static_cast<int>(v.size()) - 1;
    const auto accelerationAt = [&](const Eigen::VectorXd& position,
                                    const Eigen::VectorXd& velocity) {
      simulation.setState({position.data(), static_cast<std::size_t>(position.size())},
                          {velocity.data(), static_cast<std::size_t>(velocity.size())});
      return vectorOf(simulation.forwardDynamics());
    };
    constexpr double small = 1e-5;
    for (int k = 0; k < d; ++k) {
      const int column =
          static_cast<int>(std::find(found.coordinates.begin(), found.coordinates.end(), k) -
                           found.coordinates.begin());
      Eigen::VectorXd step = Eigen::VectorXd::Zero(q.size()),
                      rate = Eigen::VectorXd::Zero(v.size());
      step[k] = rate[k] = small;
      const Eigen::VectorXd byPosition =
          (accelerationAt(q + step, v) - accelerationAt(q - step, v)) / (2 * small);
      const Eigen::VectorXd byVelocity =
          (accelerationAt(q, v + rate) - accelerationAt(q, v - rate)) / (2 * small);
      // Truncation of 1e-10 times third derivatives, which are about ten times the first ones, and
      // rounding of accelerations over 1e-5.
      CHECK((found.position.col(column) - byPosition).norm() < 1e-8 * found.position.norm());
      CHECK((found.velocity.col(column) - byVelocity).norm() < 1e-8 * found.velocity.norm());
    }
  }
}

TEST_CASE("steps under forces on charts allocate nothing", "[simulation]") {
  if (!allocationsAreCounted) return;
  for (const auto& [name, mechanism] : chartScenes())
    for (const std::string method : {"articulated-body", "variational", "multipliers"}) {
      INFO(name << ", " << method);
      Simulation simulation(withPassiveForces(mechanism, 8, 0.1, 0.1), {method, "", 1e-3, {}});
      simulation.step(2);
      CHECK(allocationsIn([&] { simulation.step(2); }) == 0);
    }
}

}  // namespace linkwork::test
