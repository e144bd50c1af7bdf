#include <catch2/catch.hpp>

#include "dynamics/random_mechanism.hpp"
#include "linkwork/catalogue.hpp"
#include "simulation/allocation_counter.hpp"
#include "simulation/step_map_fixture.hpp"

/// Derivatives of steps: their laws, and their agreement with differences of steps.
namespace linkwork::test {
namespace {

/// Removes dissipation and unilateral forces.
Mechanism conservative(Mechanism mechanism) {
  for (Joint& joint : mechanism.joints) {
    joint.damping = joint.friction = 0;
    joint.limits.reset();
  }
  return mechanism;
}

std::vector<Scene> conservativeScenes() {
  ChainOptions options;
  options.links = 4;
  options.startAngle = 0.7;
  return {{"chain", conservative(chain(options))},
          {"tumbling chain", conservative(tumblingChain(3))},
          {"four-bar", conservative(fourBar())},
          {"six-bar", conservative(sixBar())},
          {"geared arm", conservative(gearedArm())},
          {"every joint type", conservative(everyJointType())}};
}

/// Returns steppings that are reversible: the way back starts with reversed velocities.
std::vector<Stepping> symmetricSteppings() {
  std::vector<Stepping> steppings = fixedSteppings();
  std::erase_if(steppings, [](const Stepping& stepping) {
    return !stepping.method.starts_with("variational") && stepping.integrator != "rattle";
  });
  return steppings;
}

/// RATTLE rotates bodies at constant rates with their momentum conserved. It is symplectic in a
/// plane, and in space up to h³.
bool isSymplectic(const Stepping& stepping, const std::string& scene) {
  return stepping.integrator != "rattle" ||
         (scene != "tumbling chain" && scene != "every joint type");
}

/// ω of the cotangent bundle in (y, ẏ), p = M ẏ:
///
///   ω = δp ∧ δy − p·[δy, δy]        [ , ] of the frame G, if it rotates
///
/// by ∂M_ij along y_k = Γ_ijk + Γ_jik, and p·[ , ]_jk = Σ_m (Γ_mjk − Γ_mkj) ẏ_m.
Eigen::MatrixXd symplecticForm(Model& model, const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
  const int m = model.degreesOfFreedom();
  const std::vector<Eigen::MatrixXd> gamma = model.christoffelSymbols(q);
  const Eigen::VectorXd rates = model.independent(q, v);
  Eigen::MatrixXd momentum(m, 2 * m), way = Eigen::MatrixXd::Zero(m, 2 * m), bracket(m, m);
  momentum.rightCols(m) = model.massMatrix(q);
  way.leftCols(m).setIdentity();
  for (int k = 0; k < m; ++k) {
    const Eigen::MatrixXd& of = gamma[static_cast<std::size_t>(k)];
    momentum.col(k) = (of + of.transpose()) * rates;
    bracket.col(k) = of.transpose() * rates;
  }
  Eigen::MatrixXd form = momentum.transpose() * way - way.transpose() * momentum;
  form.topLeftCorner(m, m) += bracket - bracket.transpose();
  return form;
}

}  // namespace

TEST_CASE("variational steps without dissipation conserve the symplectic form",
          "[simulation][derivatives][step-map]") {
  for (const Stepping& stepping : symmetricSteppings())
    for (const auto& [name, mechanism] : conservativeScenes()) {
      INFO(name << ", " << stepping.method << ", " << stepping.integrator);
      if (!isSymplectic(stepping, name)) continue;
      Simulation simulation(mechanism, exactly(stepping, 4e-3));
      Model model(mechanism);
      simulation.step(30);
      const StepMap map = simulation.stepMap();
      const Eigen::MatrixXd before =
          symplecticForm(model, vectorOf(simulation.q()), vectorOf(simulation.v()));
      CHECK(model.independentVelocities(vectorOf(simulation.q())) == map.coordinates);
      simulation.step();
      CHECK(model.independentVelocities(vectorOf(simulation.q())) == map.endCoordinates);
      const Eigen::MatrixXd after =
          symplecticForm(model, vectorOf(simulation.q()), vectorOf(simulation.v()));
      const double error =
          (map.state.transpose() * after * map.state - before).cwiseAbs().maxCoeff();
      CHECK(error <= roundingOf(simulation) * before.cwiseAbs().maxCoeff());
    }
}

TEST_CASE("the product of maps of a symmetric step and its reverse is the identity",
          "[simulation][derivatives][step-map]") {
  for (const Stepping& stepping : symmetricSteppings())
    for (const auto& [name, mechanism] : conservativeScenes()) {
      INFO(name << ", " << stepping.method << ", " << stepping.integrator);
      Simulation simulation(mechanism, exactly(stepping, 4e-3));
      simulation.step(30);
      const StepMap there = simulation.stepMap();
      simulation.step();
      const std::vector<double> q = listOf(simulation.q());
      std::vector<double> turned = listOf(simulation.v());
      for (double& rate : turned) rate = -rate;
      simulation.setState(q, turned);
      const StepMap back = simulation.stepMap();
      CHECK(back.coordinates == there.endCoordinates);
      CHECK(back.endCoordinates == there.coordinates);
      const Eigen::Index m = there.state.rows() / 2;
      Eigen::VectorXd turn = Eigen::VectorXd::Ones(2 * m);
      turn.tail(m) *= -1;
      const Eigen::MatrixXd product =
          turn.asDiagonal() * back.state * turn.asDiagonal() * there.state;
      const double error =
          (product - Eigen::MatrixXd::Identity(2 * m, 2 * m)).cwiseAbs().maxCoeff();
      CHECK(error <= roundingOf(simulation));
    }
}

TEST_CASE("the map of successive steps is the product of their maps",
          "[simulation][derivatives][step-map]") {
  constexpr int steps = 4;
  for (const Stepping& stepping : fixedSteppings())
    for (const auto& [name, mechanism] : conservativeScenes()) {
      INFO(name << ", " << stepping.method << ", " << stepping.integrator);
      Mapped mapped(mechanism, stepping, 4e-3);
      Simulation& simulation = mapped.simulation;
      mapped.step(30);
      const std::vector<double> q = listOf(simulation.q()), v = listOf(simulation.v());
      simulation.setState(q, v);
      StepMap map = simulation.stepMap();
      for (int i = 1; i < steps; ++i) {
        simulation.step();
        mapped.settle();
        const StepMap& next = simulation.stepMap();
        CHECK(next.coordinates == map.endCoordinates);
        map.state = (next.state * map.state).eval();
        map.torque = (next.state * map.torque + next.torque).eval();
        map.endCoordinates = next.endCoordinates;
      }
      simulation.setState(q, v);
      const double error = errorOf(mapped, map.state, map.torque, map.endCoordinates, steps);
      CHECK(error <= roughly(simulation, map));
    }
}

TEST_CASE("the map of a step in parts agrees with differences of such steps",
          "[simulation][derivatives][step-map]") {
  ChainOptions options;
  options.links = 2;
  for (const Stepping& stepping : fixedSteppings()) {
    if (stepping.method == "multipliers" && stepping.integrator != "rattle") continue;
    INFO(stepping.method << ", " << stepping.integrator);
    SimulationOptions how = exactly(stepping, 0.01);
    how.energyTolerance.reset();
    Simulation simulation(chain(options), how);
    const std::vector<double> q{0.3, 1.4}, v{-80, 160};
    simulation.setState(q, v);
    const StepMap map = simulation.stepMap();
    constexpr double change = 1e-5;
    for (int i = 0; i < 6; ++i) {
      const auto moved = [&](double by) {
        std::vector<double> from[] = {q, v, {0, 0}};
        from[i / 2][at(i % 2)] += by;
        simulation.setState(from[0], from[1]);
        simulation.setTorques(from[2]);
        simulation.step();
        Eigen::Vector4d end;
        end << vectorOf(simulation.q()), vectorOf(simulation.v());
        return end;
      };
      const Eigen::Vector4d slope = (moved(change) - moved(-change)) / (2 * change);
      const Eigen::Vector4d mapped = i < 4 ? map.state.col(i) : map.torque.col(i - 4);
      // The differences are of second order, and rates are about 1/h.
      CHECK((slope - mapped).norm() < 1e-5 * (1 + map.state.norm()));
    }
    if (stepping.integrator != "fourth-order") CHECK(simulation.retries() >= 12);
  }
}

TEST_CASE("maps of steps of random mechanisms agree with differences of steps",
          "[simulation][derivatives][step-map]") {
  for (const Stepping& stepping : fixedSteppings())
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
      INFO("seed " << seed << ", " << stepping.method << ", " << stepping.integrator);
      RandomMechanism random = randomMechanism(seed);
      for (Joint& joint : random.mechanism.joints) joint.friction = 0;
      random.state.tau.clear();
      random.state.wrenches.clear();
      random.mechanism.initialState = random.state;
      Mapped mapped(random.mechanism, stepping, 1e-3);
      const StepMap& map = mapped.simulation.stepMap();
      const double error = errorOf(mapped, map.state, map.torque, map.endCoordinates, 1);
      CHECK(error <= roughly(mapped.simulation, map));
    }
}

/// Thin links, whose moments of inertia differ by 100, and cranks without mass: at 20 rad/s, joints
/// of parts are open within the step.
TEST_CASE("maps of fast steps agree with differences of steps",
          "[simulation][derivatives][step-map]") {
  ChainOptions options;
  options.links = 3;
  const std::vector<Scene> scenes{{"chain", chain(options)},
                                  {"differential leg", differentialLeg()}};
  for (const Stepping& stepping : fixedSteppings())
    for (const auto& [name, mechanism] : scenes) {
      INFO(name << ", " << stepping.method << ", " << stepping.integrator);
      if (stepping.integrator == "first-order") continue;
      Mapped mapped(mechanism, stepping, 4e-3);
      mapped.begin();
      const int m = mapped.simulation.tree().degreesOfFreedom();
      Eigen::VectorXd change(2 * m);
      for (int i = 0; i < m; ++i) {
        change[i] = 0.1 * ((i * 7) % 5 - 2);
        change[m + i] = 10 * ((i * 3) % 5 - 2) + 6;
      }
      mapped.moveBy(change);
      mapped.settle();
      const StepMap& map = mapped.simulation.stepMap();
      const double error = errorOf(mapped, map.state, map.torque, map.endCoordinates, 1);
      CHECK(error <= 10 * roughly(mapped.simulation, map));  // turns of 0.2 rad: more truncation
    }
}

TEST_CASE("maps of steps include forces on bodies", "[simulation][derivatives][step-map]") {
  for (const Stepping& stepping : fixedSteppings()) {
    INFO(stepping.method << ", " << stepping.integrator);
    const bool isMaximal = stepping.method == "variational-maximal";
    Mapped mapped(tumblingChain(3), stepping, 4e-3);
    Simulation& simulation = mapped.simulation;
    mapped.step(20);
    const std::string& body = simulation.mechanism().bodies.back().name;
    const double size = stepping.integrator == "first-order" ? 1e-2 : 1;
    simulation.setWrench(body, std::vector<double>{0.01 * size, 0.02 * size, 0.03 * size,
                                                   0.1 * size, -0.2 * size, 0.05 * size});
    simulation.applyPointForce(body, {0.005, 0.01, -0.02}, size * Eigen::Vector3d(0.2, 0.1, -0.1));
    simulation.pull(body, {0.01, 0, -0.03}, {0.5, 0.2, 1}, 4 * size, isMaximal ? 0 : 0.03 * size);
    const StepMap& map = simulation.stepMap();
    const double error = errorOf(mapped, map.state, map.torque, map.endCoordinates, 1);
    CHECK(error <= roughly(simulation, map));
  }
}

TEST_CASE("a map of a step changes nothing, and allocates in the first call only",
          "[simulation][derivatives][step-map]") {
  for (const Stepping& stepping : allSteppings())
    for (const auto& [name, mechanism] : conservativeScenes()) {
      INFO(name << ", " << stepping.method << ", " << stepping.integrator);
      const SimulationOptions options{
          .method = stepping.method, .integrator = stepping.integrator, .step = 1e-3};
      Simulation asked(mechanism, options), other(mechanism, options);
      for (Simulation* each : {&asked, &other})
        each->setWrench(mechanism.bodies.back().name, std::vector<double>{0, 0, 0, 0.1, 0.2, 0.3});
      for (int i = 0; i < 3; ++i) {
        asked.step();
        other.step();
        const std::vector<double> before = asked.snapshot();
        asked.stepMap();
        CHECK(asked.snapshot() == before);
      }
      CHECK(listOf(asked.q()) == listOf(other.q()));
      CHECK(listOf(asked.v()) == listOf(other.v()));
      if (allocationsAreCounted) CHECK(allocationsIn([&] { asked.stepMap(); }) == 0);
    }
}

TEST_CASE("maps of adaptive steps are those of fixed steps of the same length",
          "[simulation][derivatives][step-map]") {
  for (const std::string method : {"variational", "variational-maximal"})
    for (const auto& [name, mechanism] : conservativeScenes()) {
      INFO(name << ", " << method);
      Simulation simulation(mechanism, exactly({method, "adaptive"}, 4e-3));
      simulation.step(30);
      Simulation fixed(mechanism, exactly({method, "second-order"}, 4e-3));
      fixed.setState(listOf(simulation.q()), listOf(simulation.v()));
      const StepMap map = simulation.stepMap();
      simulation.setState(listOf(simulation.q()), listOf(simulation.v()));
      const double before = simulation.time();
      simulation.step();
      fixed.setStepSize(simulation.time() - before);
      const StepMap& same = fixed.stepMap();
      CHECK(map.coordinates == same.coordinates);
      CHECK(map.endCoordinates == same.endCoordinates);
      CHECK((map.state - same.state).cwiseAbs().maxCoeff() <= roundingOf(fixed));
      CHECK((map.torque - same.torque).cwiseAbs().maxCoeff() <= roundingOf(fixed));
    }
}

TEST_CASE("maps of steps agree with differences of steps",
          "[simulation][derivatives][step-map][slow]") {
  for (const Stepping& stepping : fixedSteppings())
    for (const auto& [name, mechanism] : smoothScenesOf(stepping)) {
      INFO(name << ", " << stepping.method << ", " << stepping.integrator);
      if (!mechanism.nonholonomic.empty()) continue;
      Mapped mapped(mechanism, stepping, 2e-3);
      mapped.step(stepping.integrator == "first-order" ? 3 : 30);  // within the range of the loops
      const StepMap& map = mapped.simulation.stepMap();
      const double error = errorOf(mapped, map.state, map.torque, map.endCoordinates, 1);
      CHECK(error <= roughly(mapped.simulation, map));
    }
}

}  // namespace linkwork::test
