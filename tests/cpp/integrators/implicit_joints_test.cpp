#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "linkwork/simulation.hpp"
#include "simulation/allocation_counter.hpp"

/// Springs and dampers of joints that are too stiff for explicit steps, in semi-implicit Euler, in
/// Rosenbrock steps, in RATTLE and in variational steps.
namespace linkwork::test {
namespace {

constexpr double step = 2e-3;
const SimulationOptions bySemiImplicitEuler{
    .method = "articulated-body", .integrator = "semi-implicit-euler", .step = step};
const SimulationOptions byRosenbrock{
    .method = "articulated-body", .integrator = "rosenbrock", .step = step};

/// Methods that take half of the forces at each end of a step.
const SimulationOptions byKicks[] = {
    {.method = "multipliers", .integrator = "rattle", .step = step},
    {.method = "variational", .integrator = "second-order", .step = step},
    {.method = "variational", .integrator = "fourth-order", .step = step},
    {.method = "variational-maximal", .integrator = "second-order", .step = step},
    {.method = "variational-maximal", .integrator = "fourth-order", .step = step}};

SimulationOptions anyKicks() {
  const SimulationOptions options = byKicks[GENERATE(range(0, 5))];
  return options;
}

SimulationOptions anyImplicit() {
  const int i = GENERATE(range(-2, 5));
  return i == -2 ? byRosenbrock : i == -1 ? bySemiImplicitEuler : byKicks[i];
}

/// Links of 10 g that hang from each other, all bent by half a radian.
Mechanism finger(int links, double damping, double stiffness) {
  Mechanism mechanism;
  mechanism.name = "finger";
  mechanism.initialState = NamedState{};
  for (int i = 0; i < links; ++i) {
    Body link;
    link.name = "link" + std::to_string(i);
    link.mass = 0.01;
    link.centerOfMass = {0, 0, -0.02};
    link.inertia = {2e-6, 2e-6, 2e-6, 0, 0, 0};
    mechanism.bodies.push_back(link);
    Joint joint;
    joint.name = "joint" + std::to_string(i);
    joint.type = JointType::revolute;
    joint.axis = Eigen::Vector3d::UnitY();
    joint.parent = i == 0 ? std::string(worldName) : "link" + std::to_string(i - 1);
    joint.child = link.name;
    joint.parentFrame.position = {0, 0, i == 0 ? 0 : -0.04};
    joint.damping = damping;
    joint.stiffness = stiffness;
    mechanism.joints.push_back(joint);
    mechanism.initialState->q[joint.name] = {0.5};
  }
  return mechanism;
}

/// A wheel of the inertia I = 1e-4 without gravity, at 5 rad/s.
Mechanism dampedWheel(double damping, double stiffness) {
  Mechanism mechanism = finger(1, damping, stiffness);
  mechanism.gravity.setZero();
  mechanism.bodies[0].centerOfMass.setZero();
  mechanism.bodies[0].inertia = {1e-4, 1e-4, 1e-4, 0, 0, 0};
  mechanism.initialState->q.clear();
  mechanism.initialState->v["joint0"] = {5};
  return mechanism;
}

/// A wheel whose springs a step does not resolve moves by `advance(v, q, stiffness)`, and comes to
/// rest.
template <typename Advance>
void checkUnresolvedSprings(const SimulationOptions& options, Advance advance) {
  // In maximal coordinates a step turns a body by 2 asin(h v/2).
  const double chord = options.method == "variational-maximal" ? std::pow(5 * step, 2) / 24 : 0;
  for (const double stiffness : {100.0, 1e4, 1e8}) {  // h ω = 2, 20, 2000
    CAPTURE(stiffness);
    Simulation simulation(dampedWheel(0, stiffness), options);
    const double rounding = 1e-15 * step * stiffness * (5 * step) / 1e-4;  // of h K q / I
    double v = 5, q = 0;
    for (int i = 0; i < 100; ++i) {
      simulation.step();
      advance(v, q, stiffness);
      CHECK(simulation.v()[0] == Approx(v).epsilon(1e-9).margin(5 * chord + rounding));
      CHECK(simulation.q()[0] == Approx(q).epsilon(1e-9).margin(step * (5 * chord + rounding)));
    }
    CHECK(simulation.retries() == 0);
    CHECK(simulation.kineticEnergy() + simulation.potentialEnergy() < 1e-9);
  }
}

}  // namespace

TEST_CASE("stiff dampers slow a joint monotonically, and their work is what it loses",
          "[integrators]") {
  constexpr double inertia = 1e-4, damping = 1;
  Simulation simulation(dampedWheel(damping, 0), bySemiImplicitEuler);
  double v = simulation.v()[0];
  const double start = simulation.kineticEnergy();
  for (int i = 0; i < 20; ++i) {
    simulation.step();
    // I (v' − v) = −h d v'
    CHECK(simulation.v()[0] == Approx(v / (1 + step * damping / inertia)).epsilon(1e-12));
    CHECK(simulation.kineticEnergy() - simulation.work() == Approx(start).epsilon(1e-12));
    v = simulation.v()[0];
  }
  CHECK(simulation.retries() == 0);
}

TEST_CASE("implicit kicks slow joints with stiff dampers monotonically", "[integrators]") {
  const SimulationOptions options = anyKicks();
  CAPTURE(options.method, options.integrator);
  constexpr double inertia = 1e-4;
  for (const double damping : {0.1, 1.0, 1e6}) {  // h d/I = 2, 20, 2e7
    CAPTURE(damping);
    Simulation simulation(dampedWheel(damping, 0), options);
    double v = 5;
    for (int i = 0; i < 20; ++i) {
      simulation.step();
      // I (v' − v) = −(h/2) d v', twice
      v /= std::pow(1 + 0.5 * step * damping / inertia, 2);
      CHECK(simulation.kineticEnergy() - simulation.work() == Approx(0.5 * inertia * 25));
      CHECK(simulation.v()[0] == Approx(v).epsilon(1e-9).margin(1e-14));
    }
    CHECK(simulation.retries() == 0);
  }
}

TEST_CASE("springs that kicks do not resolve come to rest, and others keep their energy",
          "[integrators]") {
  const SimulationOptions options = anyKicks();
  CAPTURE(options.method, options.integrator);
  constexpr double inertia = 1e-4;
  checkUnresolvedSprings(options, [&](double& v, double& q, double stiffness) {
    const auto kick = [&] {  // I (v' − v) = −(h/2) K (q + h v')
      v = (inertia * v - 0.5 * step * stiffness * q) / (inertia + 0.5 * step * step * stiffness);
    };
    kick();
    q += step * v;
    kick();
  });
  Simulation soft(dampedWheel(0, 1), options);  // h ω = 0.2
  const double start = soft.kineticEnergy();
  for (int i = 0; i < 10000; ++i) soft.step();
  // The energy of Störmer and Verlet oscillates by (h ω)²/8 of itself.
  CHECK(soft.kineticEnergy() + soft.potentialEnergy() == Approx(start).epsilon(0.011));
}

TEST_CASE("implicit kicks continue from a snapshot bitwise", "[integrators]") {
  const SimulationOptions options = anyKicks();
  Simulation simulation(finger(3, 0.1, 10), options);
  for (int i = 0; i < 10; ++i) simulation.step();
  const std::vector<double> saved = simulation.snapshot();
  for (int i = 0; i < 10; ++i) simulation.step();
  Simulation other(finger(3, 0.1, 10), options);
  other.restore(saved);
  for (int i = 0; i < 10; ++i) other.step();
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(other.q()[i] == simulation.q()[i]);
    CHECK(other.v()[i] == simulation.v()[i]);
  }
}

TEST_CASE("a constant torque turns a joint with a stiff damper at τ/d", "[integrators]") {
  Simulation simulation(dampedWheel(1, 0), anyImplicit());
  simulation.setTorques(std::vector{0.25});
  for (int i = 0; i < 50; ++i) simulation.step();
  CHECK(simulation.v()[0] == Approx(0.25).epsilon(1e-12));
}

TEST_CASE("springs that a step does not resolve come to rest, and others stay explicit",
          "[integrators]") {
  constexpr double inertia = 1e-4;
  checkUnresolvedSprings(bySemiImplicitEuler, [&](double& v, double& q, double stiffness) {
    // I (v' − v) = −h K (q + h v'),  q' = q + h v'
    v = (inertia * v - step * stiffness * q) / (inertia + step * step * stiffness);
    q += step * v;
  });
  Simulation soft(dampedWheel(0, 1), bySemiImplicitEuler);  // h ω = 0.2
  const double start = soft.kineticEnergy();
  double most = 0;
  for (int i = 0; i < 10000; ++i) {
    soft.step();
    most = std::max(most, soft.kineticEnergy() + soft.potentialEnergy());
  }
  CHECK(most > 0.9 * start);
  CHECK(most < 1.2 * start);  // velocities are half a step late: (h ω)/2 of the energy
}

TEST_CASE("a finger of light links with stiff joints runs and never gains energy",
          "[integrators]") {
  const SimulationOptions options = anyImplicit();
  for (const auto& [damping, stiffness] :
       {std::pair{0.01, 0.0}, {0.1, 0.0}, {1.0, 0.0}, {0.0, 10.0}, {0.0, 1000.0}, {0.01, 10.0}}) {
    CAPTURE(damping, stiffness);
    Simulation simulation(finger(3, damping, stiffness), options);
    const double start = simulation.kineticEnergy() + simulation.potentialEnergy();
    for (int i = 0; i < 1000; ++i) {
      simulation.step();
      for (const double q : simulation.q()) REQUIRE(std::abs(q) < 3);
      // Euler's velocities are half a step late; energy oscillates where RATTLE does not resolve.
      REQUIRE(simulation.kineticEnergy() + simulation.potentialEnergy() <
              start + 0.2 * std::abs(start) + 1e-4);
    }
  }
}

TEST_CASE("errors of explicit steps name the stiff joint and a step that is short enough",
          "[integrators]") {
  const std::string method = GENERATE("articulated-body", "multipliers");
  const Mechanism stiff = finger(3, 1, 0);
  Simulation failing(stiff, {.method = method, .integrator = "rk4", .step = step});
  CHECK_THROWS_WITH(failing.step(),
                    Catch::Contains("joint \"joint2\" is stiff, explicit steps need"));
  std::string message;
  try {
    failing.step();
  } catch (const SimulationError& error) {
    message = error.what();
  }
  const std::string before = "explicit steps need ";
  const double enough = std::stod(message.substr(message.find(before) + before.size()));
  Simulation running(stiff, {.method = method, .integrator = "rk4", .step = enough});
  for (int i = 0; i < 1000; ++i) running.step();
  CHECK(running.retries() == 0);
  CHECK(std::abs(running.v()[0]) < 1);
}

TEST_CASE("explicit steps that are unstable are taken in parts, with the same motion",
          "[integrators]") {
  const std::string method = GENERATE("articulated-body", "multipliers");
  CAPTURE(method);
  Simulation inParts(finger(3, 0.01, 0), {.method = method, .integrator = "rk4", .step = step});
  Simulation fine(finger(3, 0.01, 0), {.method = method, .integrator = "rk4", .step = step / 100});
  inParts.advance(1);
  fine.advance(1);
  CHECK(inParts.retries() > 100);
  for (std::size_t i = 0; i < 3; ++i)
    CHECK(inParts.q()[i] == Approx(fine.q()[i]).margin(1e-4));  // 2e-4 of the energy may be missed
}

TEST_CASE("a stiff spring rests against a stop", "[integrators]") {
  const SimulationOptions options = anyImplicit();
  CAPTURE(options.method);
  Mechanism mechanism = finger(2, 0, 10);
  mechanism.gravity.setZero();
  mechanism.joints[1].limits = JointLimits{.lower = 0.2};
  mechanism.joints[0].damping = mechanism.joints[1].damping = 0.01;
  Simulation simulation(mechanism, options);
  simulation.advance(2);
  CHECK(std::abs(simulation.q()[0]) < 1e-4);
  CHECK(simulation.q()[1] == Approx(0.2).epsilon(1e-4));
  REQUIRE(simulation.limitForces().size() == 1);
  CHECK(simulation.limitForces()[0].force == Approx(2).epsilon(1e-3));
}

TEST_CASE("explicit steps of chains with stiff dampers never gain energy", "[integrators]") {
  const auto [links, damping] = GENERATE(std::pair(5, 1.0), std::pair(4, 1.1), std::pair(20, 0.8));
  CAPTURE(links, damping);
  Mechanism mechanism = finger(links, damping, 0);
  for (Body& body : mechanism.bodies) {
    body.mass = 1;
    body.centerOfMass = {0.05, 0, 0};
    body.inertia = {1e-4, 1e-3, 1e-3, 0, 0, 0};
  }
  for (std::size_t i = 0; i < mechanism.joints.size(); ++i) {
    mechanism.joints[i].parentFrame.position = {i == 0 ? 0 : 0.1, 0, 0};
    mechanism.initialState->q[mechanism.joints[i].name] = {0.3};
  }
  Simulation simulation(mechanism,
                        {.method = "articulated-body", .integrator = "rk4", .step = 1e-3});
  double before = simulation.kineticEnergy() + simulation.potentialEnergy();
  for (int i = 0; i < 300; ++i) {
    simulation.step();
    const double energy = simulation.kineticEnergy() + simulation.potentialEnergy();
    REQUIRE(energy < before + 1e-3 * std::abs(before));
    before = energy;
  }
}

TEST_CASE("implicit joints keep loops closed", "[integrators]") {
  Mechanism mechanism = finger(3, 0.1, 10);
  mechanism.initialState.reset();
  Loop loop;
  loop.name = "loop";
  loop.type = JointType::spherical;
  loop.parent = "world";
  loop.child = "link2";
  loop.childFrame.position = {0, 0, -0.04};
  loop.parentFrame.position = {0, 0, -0.12};
  mechanism.loops.push_back(loop);
  NamedState bent;
  bent.q = {{"joint0", {0.5}}, {"joint1", {-1.0}}, {"joint2", {0.5}}};
  mechanism.loops[0].parentFrame.position = {-0.04 * (std::sin(0.5) - std::sin(0.5)), 0,
                                             -0.04 * (2 * std::cos(0.5) + 1)};
  mechanism.initialState = bent;
  Simulation simulation(mechanism, anyImplicit());
  for (int i = 0; i < 500; ++i) simulation.step();
  CHECK(simulation.loopError() < 1e-10);
  CHECK(simulation.kineticEnergy() < 1e-6);
}

TEST_CASE("implicit steps allocate nothing and have no derivative", "[integrators]") {
  Simulation simulation(finger(3, 1, 0), anyImplicit());
  simulation.step();
  if (allocationsAreCounted) CHECK(allocationsIn([&] { simulation.step(); }) == 0);
  if (simulation.integrator() != "rosenbrock")
    CHECK_THROWS_WITH(simulation.stepMap(), Catch::Contains("implicit"));
}

TEST_CASE("Rosenbrock steps and their derivatives are a rational function of the joint's rates",
          "[integrators]") {
  const auto [damping, stiffness] =
      GENERATE(std::pair(0.01, 0.0), std::pair(1.0, 0.0), std::pair(1e6, 0.0), std::pair(0.0, 1.0),
               std::pair(0.0, 1e4), std::pair(0.1, 10.0), std::pair(1.0, 1e8));
  CAPTURE(damping, stiffness);
  constexpr double inertia = 1e-4;
  // x' = x + (3 k₁ + k₂)/2, W k₁ = h A x, W k₂ = h A (x + k₁) − 2 k₁, W = 1 − γ h A where stiff
  const double gamma = 1 - std::sqrt(0.5);
  const bool isStiff = step * damping / inertia > 0.01 || step * step * stiffness / inertia > 0.01;
  Eigen::Matrix2d a;
  a << 0, step, -step * stiffness / inertia, -step * damping / inertia;
  Eigen::Matrix2d implicit = a;
  if (!isStiff) implicit.row(1).setZero();
  const Eigen::Matrix2d one = Eigen::Matrix2d::Identity(), w = one - gamma * implicit,
                        first = w.lu().solve(a),
                        second = w.lu().solve(a * (one + first) - 2 * first),
                        map = one + 0.5 * (3 * first + second);
  Simulation simulation(dampedWheel(damping, stiffness), byRosenbrock);
  Eigen::Vector2d x(0, 5);
  for (int i = 0; i < 20; ++i) {
    const Eigen::MatrixXd found = simulation.stepMap().state;
    simulation.step();
    // Rounding of forces that a step nearly cancels: of h K q / I and h D v / I.
    const double rounding = 1e-15 * (1 + a.cwiseAbs().maxCoeff());
    CHECK((found - map).norm() < rounding * (1 + map.norm()));
    x = map * x;
    CHECK(simulation.q()[0] == Approx(x[0]).epsilon(1e-9).margin(rounding * 5));
    CHECK(simulation.v()[0] == Approx(x[1]).epsilon(1e-9).margin(rounding * 5));
  }
  CHECK(simulation.retries() == 0);
}

TEST_CASE("Rosenbrock steps with springs and dampers have order 2", "[integrators]") {
  const auto rates = GENERATE(std::pair(1e-4, 0.1), std::pair(0.01, 0.0));
  CAPTURE(rates.first, rates.second);
  const auto endOf = [&](const std::string& integrator, double h) {
    Simulation simulation(finger(3, rates.first, rates.second),
                          {.method = "articulated-body", .integrator = integrator, .step = h});
    simulation.advance(0.1);
    return Eigen::Vector3d(simulation.q()[0], simulation.q()[1], simulation.q()[2]);
  };
  const Eigen::Vector3d exact = endOf("rk4", 1e-5);
  const double coarse = (endOf("rosenbrock", 1e-3) - exact).norm(),
               fine = (endOf("rosenbrock", 5e-4) - exact).norm();
  CAPTURE(coarse, fine);
  CHECK(std::log2(coarse / fine) == Approx(2).margin(0.2));
}

TEST_CASE("stiff springs press joints against their stops", "[integrators]") {
  const SimulationOptions options = anyImplicit();
  const double damping = GENERATE(0.0, 0.01, 1.0);
  CAPTURE(options.method, damping);
  Mechanism mechanism = finger(2, damping, 10);
  mechanism.gravity.setZero();
  mechanism.initialState->q.clear();
  for (Joint& joint : mechanism.joints) {
    joint.rest = 1;
    joint.limits = JointLimits{-1, 0.2};
  }
  Simulation simulation(mechanism, options);
  simulation.advance(3);
  for (const int i : {0, 1}) {
    CAPTURE(i);
    CHECK(simulation.q()[std::size_t(i)] == Approx(0.2).margin(1e-6));
    // A spring would approach the stop at 1600 rad/s within a step; contact laws hold to 1e-9 of
    // it.
    CHECK(std::abs(simulation.v()[std::size_t(i)]) < 1e-7);
  }
  REQUIRE(simulation.limitForces().size() == 2);
  for (const LimitForce& stop : simulation.limitForces())
    CHECK(stop.force == Approx(-10 * (1 - 0.2)).epsilon(1e-6));
  // Rosenbrock steps that gain energy are taken in parts, and those in maximal coordinates that
  // turn a part by more than 0.5 rad.
  CHECK(simulation.retries() <=
        (options.integrator == "rosenbrock" || options.method == "variational-maximal" ? 1 : 0));
}

}  // namespace linkwork::test
