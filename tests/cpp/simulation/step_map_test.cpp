#include <Eigen/Eigenvalues>
#include <catch2/catch.hpp>

#include "dynamics/fixture.hpp"
#include "dynamics/random_mechanism.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/dynamics/configuration.hpp"
#include "linkwork/integrators/methods.hpp"
#include "linkwork/simulation.hpp"
#include "simulation/allocation_counter.hpp"
#include "simulation/flat.hpp"
#include "simulation/scenes.hpp"

/// Derivatives of steps as they are taken: their laws, and that they are the slopes of steps.
namespace linkwork::test {
namespace {

std::vector<Stepping> mappedSteppings() {
  std::vector<Stepping> result;
  for (const SteppingMethod& method : steppingMethods)
    for (const MethodIntegrator& integrator : method.integrators)
      if (integrator.map)
        result.push_back({std::string(method.name), std::string(integrator.name)});
  return result;
}

/// The same without steps whose length follows the motion: maps hold it, differences do not.
std::vector<Stepping> fixedSteppings() {
  std::vector<Stepping> steppings = mappedSteppings();
  std::erase_if(steppings,
                [](const Stepping& stepping) { return stepping.integrator == "adaptive"; });
  return steppings;
}

/// Roots as near as rounding lets them be, so that slopes of steps are smooth.
SimulationOptions exactly(const Stepping& stepping, double h) {
  SimulationOptions options{
      .method = stepping.method, .integrator = stepping.integrator, .step = h};
  options.variational.minimal.tolerance = 1e-14;
  options.variational.maximal.tolerance = 1e-11;
  return options;
}

/// What rounding leaves of a map: to solve with M loses its condition, and slopes of a step's
/// momenta are differences of M/h that cancel; a few times, over a step's solutions.
double roundingOf(const Simulation& simulation) {
  Eigen::MatrixXd mass(simulation.tree().degreesOfFreedom(), simulation.tree().degreesOfFreedom());
  Workspace<double> work(simulation.tree());
  massMatrix(simulation.tree(), vectorOf(simulation.q()), work, mass);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> principal(mass, Eigen::EigenvaluesOnly);
  const double condition = principal.eigenvalues().maxCoeff() / principal.eigenvalues().minCoeff();
  return 32 * epsilon * condition / simulation.stepSize();
}

/// A simulation that is moved about in the coordinates of maps.
class Mapped {
 public:
  Mapped(const Mechanism& mechanism, const Stepping& stepping, double h)
      : simulation(mechanism, exactly(stepping, h)),
        tree_(simulation.tree()),
        base_(tree_),
        moved_(tree_),
        push_(Eigen::VectorXd::Zero(tree_.velocitySize())) {
    step(0);
  }

  /// Takes steps. Where forces give velocities, there are some from there on, of about one.
  void step(int count) {
    simulation.step(count);
    if (simulation.integrator() == "first-order") pushEvenly();
    setTorque(Eigen::VectorXd::Zero(push_.size()));
  }

  /// The state that the next ones are told from.
  void begin() {
    q_ = vectorOf(simulation.q());
    v_ = vectorOf(simulation.v());
    updateKinematics<double>(tree_, q_, v_, base_);
  }

  /// Goes by δ = (δy, δẏ) from there.
  void moveBy(const Eigen::VectorXd& delta) {
    const int m = tree_.degreesOfFreedom();
    Eigen::VectorXd step(tree_.velocitySize()), rates(m), q(q_), v(v_);
    spanFromIndependent<double>(tree_, delta.head(m), base_, step);
    retract<double>(tree_, q_, step, q);
    closeLoops<double>(tree_, moved_, q, v);
    pickIndependent<double>(tree_, v_, base_, rates);
    rates += delta.tail(m);
    keepCoordinates(tree_, base_, tree_, moved_);
    updateKinematics<double>(tree_, q, v, moved_);
    spanFromIndependent<double>(tree_, rates, moved_, v);
    simulation.setState(listOf({q.data(), at(q.size())}), listOf({v.data(), at(v.size())}));
  }

  /// Torques besides those that act throughout.
  void setTorque(const Eigen::VectorXd& change) {
    const Eigen::VectorXd torque = push_ + change;
    const StateLayout layout(simulation.mechanism());
    for (std::size_t i = 0; i < layout.velocity.size(); ++i) {
      const Joint& joint = simulation.mechanism().joints[i];
      const auto first = torque.data() + layout.velocity[i];
      simulation.setTorque(joint.name, std::span(first, at(velocitySize(joint))));
    }
  }

  /// How far a state is from where (q, v) are, in coordinates named there.
  Eigen::VectorXd from(const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                       const std::vector<int>& coordinates) const {
    Eigen::VectorXd way(tree_.velocitySize());
    const auto m = static_cast<Eigen::Index>(coordinates.size());
    difference<double>(tree_, q, vectorOf(simulation.q()), way);
    const Eigen::VectorXd change = vectorOf(simulation.v()) - v;
    Eigen::VectorXd result(2 * m);
    for (Eigen::Index j = 0; j < m; ++j) {
      result[j] = way[coordinates[at(j)]];
      result[m + j] = change[coordinates[at(j)]];
    }
    return result;
  }

  Simulation simulation;

 private:
  void pushEvenly() {
    const int m = tree_.degreesOfFreedom();
    Eigen::MatrixXd mass(m, m);
    massMatrix(tree_, vectorOf(simulation.q()), base_, mass);
    const Eigen::VectorXd torque = mass * Eigen::VectorXd::LinSpaced(m, 0.5, 1.5);
    Model model(simulation.mechanism());
    const std::vector<int> coordinates = model.independentVelocities(vectorOf(simulation.q()));
    push_.setZero();
    for (int j = 0; j < m; ++j) push_[coordinates[at(j)]] = torque[j];
  }

  static std::size_t at(Eigen::Index i) { return static_cast<std::size_t>(i); }

  const ClusterTree<double>& tree_;
  Workspace<double> base_, moved_;
  Eigen::VectorXd q_, v_, push_;
};

/// Slopes by differences over ε, ε/2 and ε/4, Richardson's way, to ε⁶.
template <typename Function>
Eigen::VectorXd slopeOf(Function&& at, double epsilon) {
  const auto over = [&](double step) {
    return Eigen::VectorXd((at(step) - at(-step)) / (2 * step));
  };
  return (64 * over(epsilon / 4) - 20 * over(epsilon / 2) + over(epsilon)) / 45;
}

/// The largest difference between a map of `steps` steps, begun at the state each, and slopes.
double errorOf(Mapped& mapped, const Eigen::MatrixXd& state, const Eigen::MatrixXd& torque,
               const std::vector<int>& endCoordinates, int steps) {
  Simulation& simulation = mapped.simulation;
  const auto run = [&] {
    for (int i = 0; i < steps; ++i) {
      simulation.setState(listOf(simulation.q()), listOf(simulation.v()));
      simulation.step();
    }
  };
  const Eigen::VectorXd none = Eigen::VectorXd::Zero(state.cols());
  const Eigen::VectorXd slack = Eigen::VectorXd::Zero(torque.cols());
  mapped.begin();
  run();
  const Eigen::VectorXd q = vectorOf(simulation.q()), v = vectorOf(simulation.v());
  constexpr double epsilon = 4e-3;
  // Where forces give velocities these follow everything at once: by about 0.04 then.
  const auto answering = [&](const Eigen::MatrixXd& map) {
    const bool isFirstOrder = simulation.integrator() == "first-order";
    return epsilon / (isFirstOrder ? std::max(1.0, 0.1 * map.cwiseAbs().maxCoeff()) : 1.0);
  };
  double largest = 0;
  const auto compare = [&](const auto& column, const Eigen::VectorXd& slope) {
    largest = std::max(largest, (column - slope).cwiseAbs().maxCoeff());
  };
  // Of large mechanisms some directions will do.
  const Eigen::Index stride = 1 + state.cols() / 12;
  for (Eigen::Index j = 0; j < state.cols(); j += stride)
    compare(state.col(j), slopeOf(
                              [&](double by) {
                                mapped.moveBy(by * Eigen::VectorXd::Unit(state.cols(), j));
                                run();
                                return mapped.from(q, v, endCoordinates);
                              },
                              answering(state)));
  for (Eigen::Index j = 0; j < torque.cols(); j += stride)
    compare(torque.col(j), slopeOf(
                               [&](double by) {
                                 mapped.moveBy(none);
                                 mapped.setTorque(by * Eigen::VectorXd::Unit(torque.cols(), j));
                                 run();
                                 return mapped.from(q, v, endCoordinates);
                               },
                               answering(torque)));
  mapped.setTorque(slack);
  mapped.moveBy(none);
  return largest;
}

/// What differences over 4e-3 tell at most of a map: 1e-10 are truncation and their own rounding.
/// First-order steps compare velocities a thousandth of a step apart, which multiplies rounding by
/// as much, and the velocities of thin links by some 1e4 more.
double roughly(const Simulation& simulation, const StepMap& map) {
  const Eigen::MatrixXd& state = map.state;
  if (simulation.integrator() == "first-order")
    return 1e-7 * std::max({1.0, state.cwiseAbs().maxCoeff(), map.torque.cwiseAbs().maxCoeff()});
  return 1e-10 * std::max(1.0, state.cwiseAbs().maxCoeff()) + roundingOf(simulation);
}

/// Nothing that dissipates, or that pushes and never pulls.
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

/// Steps that lead back from their end with velocities turned.
std::vector<Stepping> symmetricSteppings() {
  std::vector<Stepping> steppings = fixedSteppings();
  std::erase_if(steppings, [](const Stepping& stepping) {
    return !stepping.method.starts_with("variational") && stepping.integrator != "rattle";
  });
  return steppings;
}

/// RATTLE turns parts at even rates with their momentum kept: that keeps the form in a plane, and
/// in space but for h³.
bool isSymplectic(const Stepping& stepping, const std::string& scene) {
  return stepping.integrator != "rattle" ||
         (scene != "tumbling chain" && scene != "every joint type");
}

/// ω of the cotangent bundle in (y, ẏ), p = M ẏ:
///
///   ω = δp ∧ δy − p·[δy, δy]        [ , ] of the frame that G is, where it turns
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

TEST_CASE("steps of discrete mechanics without dissipation keep the symplectic form",
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

TEST_CASE("maps of symmetric steps there and back are one", "[simulation][derivatives][step-map]") {
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

TEST_CASE("maps of steps that follow each other multiply", "[simulation][derivatives][step-map]") {
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
        simulation.setState(listOf(simulation.q()), listOf(simulation.v()));
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

TEST_CASE("maps of steps of random mechanisms are the slopes of steps",
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

TEST_CASE("maps of steps count what acts on bodies", "[simulation][derivatives][step-map]") {
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

TEST_CASE("a map of a step changes nothing and allocates once",
          "[simulation][derivatives][step-map]") {
  for (const Stepping& stepping : mappedSteppings())
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

TEST_CASE("maps of adaptive steps are those of steps of their length",
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

TEST_CASE("what has no derivative says so", "[simulation][derivatives][step-map][errors]") {
  using Catch::Matchers::Contains;
  SECTION("an integrator without maps names those that have them") {
    Simulation simulation(chain(), {.method = "multipliers", .integrator = "baumgarte"});
    CHECK_THROWS_WITH(
        simulation.stepMap(),
        Contains("\"baumgarte\" of \"multipliers\" has no derivatives of its steps") &&
            Contains("articulated-body rk4") && Contains("multipliers rattle"));
  }
  SECTION("motors") {
    Simulation simulation(chain());
    Tracking tracking;
    tracking.joints["joint1"].center = 0.4;
    simulation.track(tracking);
    CHECK_THROWS_WITH(simulation.stepMap(), Contains("tracking"));
  }
  SECTION("a stop, but only where it acts") {
    ChainOptions options;
    options.links = 1;
    options.startAngle = 0.5;
    Mechanism mechanism = chain(options);
    mechanism.joints[0].limits = JointLimits{.lower = -0.2, .upper = 1};
    Simulation simulation(mechanism);
    simulation.stepMap();
    const auto fall = [&] {
      for (int i = 0; i < 5000; ++i) {
        simulation.stepMap();
        simulation.step();
      }
    };
    CHECK_THROWS_WITH(fall(), Contains("the stop of joint \"joint1\" acts in it"));
  }
  SECTION("dry friction, but only where it may hold") {
    ChainOptions options;
    options.links = 1;
    Mechanism mechanism = chain(options);
    mechanism.joints[0].friction = 0.1;
    Simulation simulation(mechanism);
    simulation.setState(std::vector{0.0}, std::vector{3.0});
    simulation.stepMap();
    simulation.setState(std::vector{0.0}, std::vector{0.0});
    CHECK_THROWS_WITH(simulation.stepMap(), Contains("dry friction that may hold"));
  }
  SECTION("turns that positions do not tell") {
    Mechanism mechanism;
    mechanism.bodies = {{.name = "box", .mass = 2, .inertia = {0.01, 0.02, 0.03, 0, 0, 0}}};
    mechanism.joints.resize(1);
    mechanism.joints[0].name = "free";
    mechanism.joints[0].type = JointType::free;
    mechanism.joints[0].parent = "world";
    mechanism.joints[0].child = "box";
    Simulation simulation(mechanism,
                          {.method = "multipliers", .integrator = "rattle", .step = 0.1});
    const std::vector<double> q = listOf(simulation.q());
    simulation.setState(q, std::vector<double>{0, 30, 0, 0, 0, 0});
    simulation.stepMap();
    simulation.setState(q, std::vector<double>{0, 40, 0, 0, 0, 0});
    CHECK_THROWS_WITH(simulation.stepMap(), Contains("more than half a turn"));
  }
  SECTION("first-order steps in which nothing is pushed") {
    Simulation simulation(chain(), {.method = "multipliers", .integrator = "first-order"});
    CHECK_THROWS_WITH(simulation.stepMap(), Contains("nothing is pushed"));
    simulation.setTorque(simulation.mechanism().joints[0].name, std::vector{0.1});
    simulation.stepMap();
  }
  SECTION("a floor") {
    Simulation simulation(boxStack(), {.method = "articulated-body"});
    const auto fall = [&] {
      for (int i = 0; i < 500; ++i) {
        simulation.stepMap();
        simulation.step();
      }
    };
    CHECK_THROWS_WITH(fall(), Contains("contact acts in it"));
  }
  SECTION("nonholonomic constraints") {
    Simulation simulation(rollingDisc(), {.method = "variational-maximal"});
    CHECK_THROWS_WITH(simulation.stepMap(), Contains("nonholonomic"));
  }
}

TEST_CASE("maps of steps are the slopes of steps", "[simulation][derivatives][step-map]") {
  for (const Stepping& stepping : fixedSteppings())
    for (const auto& [name, mechanism] : smoothScenesOf(stepping)) {
      INFO(name << ", " << stepping.method << ", " << stepping.integrator);
      if (!mechanism.nonholonomic.empty()) continue;
      Mapped mapped(mechanism, stepping, 2e-3);
      mapped.step(stepping.integrator == "first-order" ? 3 : 30);  // no further than loops can go
      const StepMap& map = mapped.simulation.stepMap();
      const double error = errorOf(mapped, map.state, map.torque, map.endCoordinates, 1);
      CHECK(error <= roughly(mapped.simulation, map));
    }
}

}  // namespace linkwork::test
