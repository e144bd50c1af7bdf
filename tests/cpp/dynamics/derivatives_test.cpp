#include "linkwork/dynamics/derivatives.hpp"

#include <Eigen/Dense>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "dynamics/fixture.hpp"
#include "dynamics/large_loops.hpp"
#include "dynamics/random_mechanism.hpp"
#include "dynamics/tolerance.hpp"
#include "linkwork/dynamics/configuration.hpp"
#include "linkwork/json.hpp"
#include "mechanism/reference_files.hpp"
#include "simulation/allocation_counter.hpp"
#include "simulation/scenes.hpp"

namespace linkwork::test {
namespace {

/// A mechanism at a state, with all its derivatives.
struct Differentiated {
  explicit Differentiated(const Fixture& fixture)
      : on(fixture), work(on.tree), forward(on.tree), inverse(on.tree), a(on.forward()) {
    forwardDynamicsDerivatives(on.tree, on.q, on.v, on.forces, work, forward);
    desired = a + Eigen::VectorXd::LinSpaced(a.size(), -1, 1);
    inverseDynamicsDerivatives(on.tree, on.q, on.v, desired, on.forces, work, inverse);
    on.update();
  }

  Eigen::MatrixXd independentRows(const Eigen::MatrixXd& spanning) const {
    return spanning(forward.coordinates, Eigen::all);
  }

  Fixture on;
  DerivativesWorkspace work;
  ForwardDynamicsDerivatives forward;
  InverseDynamicsDerivatives inverse;
  Eigen::VectorXd a, desired;
};

template <typename Check>
void onRandomMechanisms(std::uint64_t count, Check&& check) {
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    CAPTURE(seed);
    const auto [mechanism, state] = randomMechanism(seed);
    check(Fixture(mechanism, state));
  }
}

/// Returns G of the whole tree at the fixture's pose, for independent velocities given by their
/// entries.
Eigen::MatrixXd tangentBasis(const Fixture& on, const std::vector<int>& coordinates) {
  const int m = on.tree.degreesOfFreedom();
  Eigen::MatrixXd basis(on.tree.velocitySize(), m);
  for (int j = 0; j < m; ++j) {
    Eigen::VectorXd column(on.tree.velocitySize());
    spanFromIndependent<double>(on.tree, Eigen::VectorXd::Unit(m, j), on.work, column);
    basis.col(j) = column;
  }
  if (m == 0) return basis;
  const Eigen::MatrixXd square = basis(coordinates, Eigen::all);
  return basis * square.inverse();
}

/// Returns the state after a finite step along y_j or ẏ_j, exactly on the loops.
Fixture moved(const Differentiated& from, int j, double step, bool position) {
  const Fixture& on = from.on;
  const std::vector<int>& coordinates = from.forward.coordinates;
  Fixture to = on;
  Eigen::VectorXd velocity = on.v(coordinates);
  if (position) {
    const Eigen::VectorXd along = step * tangentBasis(on, coordinates).col(j);
    retract<double>(on.tree, on.q, along, to.q);
    closeLoops<double>(on.tree, to.work, to.q, to.v);
    to.update();
  } else {
    velocity[j] += step;
  }
  to.v = tangentBasis(to, coordinates) * velocity;
  to.update();
  return to;
}

/// Returns τ_y that gives the moved mechanism the desired ÿ.
Eigen::VectorXd inverseAt(const Differentiated& from, const Fixture& to) {
  // ÿ is constant in the coordinates of `from`, and v̇ = G ÿ + g. G ÿ suffices for every g, because
  // inverse dynamics reads only a cluster's independent entries.
  const std::vector<int>& coordinates = from.forward.coordinates;
  const Eigen::MatrixXd basis = tangentBasis(to, coordinates);
  Eigen::VectorXd zero = Eigen::VectorXd::Zero(to.v.size()), a = zero;
  const Eigen::VectorXd drift = to.forward() - basis * Eigen::VectorXd(to.forward()(coordinates));
  a = basis * Eigen::VectorXd(from.desired(coordinates)) + drift;
  return basis.transpose() * to.inverse(a);
}

/// Returns the derivative at 0 of a function of the step. Central differences at h, h/2 and h/4,
/// extrapolated twice: error O(h⁶), and rounding of the function times about 10/h.
template <typename Function>
Eigen::VectorXd slopeOf(const Function& f, double h) {
  const auto central = [&](double step) -> Eigen::VectorXd {
    return (f(step) - f(-step)) / (2 * step);
  };
  const Eigen::VectorXd a = central(h), b = central(h / 2), c = central(h / 4);
  const Eigen::VectorXd ab = (4 * b - a) / 3, bc = (4 * c - b) / 3;
  return (16 * bc - ab) / 15;
}

/// Compares every derivative at a state with differences of the dynamics.
void checkAgainstDifferences(const Fixture& fixture) {
  const Differentiated at(fixture);
  const int m = at.on.tree.degreesOfFreedom();
  const Eigen::VectorXd a = at.on.forward(), torque = inverseAt(at, at.on);
  const double amplification = std::max(1.0, largest(tangentBasis(at.on, at.forward.coordinates)));
  // The step is a fiftieth of the velocity at which friction fades (forces.hpp). h⁶ and rounding
  // over h both stay below 1e-10. Loops near a singular pose amplify them, and rounding grows with
  // the condition of the mass matrix.
  const double step = 2e-4;
  const double tolerance =
      capped(1e-9 * amplification * std::max(1.0, conditionOf(at.on.mass()) / 1e4));
  const double forwardScale = std::max(largest(a), largest(at.forward.position));
  const double inverseScale = std::max(largest(torque), largest(at.inverse.position));
  for (int j = 0; j < m; ++j)
    for (const bool position : {true, false}) {
      CAPTURE(j, position);
      const double h = position ? 5 * step : step;
      const Eigen::MatrixXd& forward = position ? at.forward.position : at.forward.velocity;
      const Eigen::VectorXd slope =
          slopeOf([&](double x) { return moved(at, j, x, position).forward(); }, h);
      CHECK(largest(slope - forward.col(j)) <= tolerance * forwardScale);

      const Eigen::MatrixXd& inverse = position ? at.inverse.position : at.inverse.velocity;
      const Eigen::VectorXd inverseSlope =
          slopeOf([&](double x) { return inverseAt(at, moved(at, j, x, position)); }, h);
      CHECK(largest(inverseSlope - inverse.col(j)) <= tolerance * inverseScale);
    }
}

}  // namespace

TEST_CASE("derivatives agree with differences of the dynamics along the loops",
          "[dynamics][derivatives][slow]") {
  onRandomMechanisms(100, checkAgainstDifferences);
  for (const auto& [name, mechanism] : allScenes()) {
    INFO(name);
    checkAgainstDifferences(Fixture(mechanism));
  }
}

TEST_CASE("derivatives of large loops agree with differences of their dynamics",
          "[dynamics][derivatives]") {
  const auto [type, links] =
      GENERATE(std::pair(JointType::revolute, 30), std::pair(JointType::spherical, 12));
  const Fixture on(ring(links, type, "base"));
  const auto& clusters = on.tree.clusters();
  REQUIRE(std::any_of(clusters.begin(), clusters.end(),
                      [](const Cluster<double>& cluster) { return cluster.isCut(); }));
  checkAgainstDifferences(on);
}

TEST_CASE("derivatives of robots agree with differences of their dynamics",
          "[dynamics][derivatives]") {
  for (const auto& file : referenceFiles("robots")) {
    INFO(file.filename().string());
    const auto json = readJsonFile(file);
    const Mechanism mechanism = mechanismFromJson(json.at("mechanism").dump());
    const auto& state = json.at("cases").front().at("state");
    checkAgainstDifferences(Fixture(mechanism, stateFromJson(state.dump(), mechanism)));
  }
}

TEST_CASE("the response to forces is the inverse of the mass matrix", "[dynamics][derivatives]") {
  onRandomMechanisms(240, [](const Fixture& fixture) {
    const Differentiated at(fixture);
    const int m = at.on.tree.degreesOfFreedom();
    const Eigen::MatrixXd mass = at.on.mass(), response = at.forward.torque;
    const Eigen::MatrixXd basis = tangentBasis(at.on, at.forward.coordinates);
    const double tolerance =
        capped(100 * epsilon * conditionOf(mass) * std::max(1.0, largest(basis) * largest(basis)));
    // The same composite inertias summed in other frames: several hundred rounding errors, G on
    // both sides.
    const double magnified = std::max(1.0, largest(basis) * largest(basis));
    CHECK(largest(at.inverse.acceleration - mass) <= 1e3 * epsilon * magnified * largest(mass));
    CHECK((response - response.transpose()).norm() == 0);
    const Eigen::MatrixXd block = at.independentRows(response)(Eigen::all, at.forward.coordinates);
    CHECK(largest(block * mass - Eigen::MatrixXd::Identity(m, m)) <= tolerance);

    // Forward dynamics is linear in the forces on all joints, dependent joints included.
    for (Eigen::Index i = 0; i < response.cols(); ++i) {
      AppliedForces<double> forces = at.on.forces;
      forces.torque[i] += 1;
      const double scale = std::max(largest(at.a), largest(response));
      CHECK(largest(at.on.forward(forces) - at.a - response.col(i)) <= tolerance * scale);
    }
  });
}

TEST_CASE("a pendulum's derivatives agree with its equation", "[dynamics][derivatives]") {
  // ÿ = (τ − d ẏ − k y − m g l sin y) / (J + m l²)
  const Mechanism mechanism = mechanismFromJson(R"({ "linkwork": 1,
    "bodies": [{ "name": "rod", "mass": 2, "centerOfMass": [0, 0, -0.5],
                 "inertia": [0.1, 0.2, 0.25] }],
    "joints": [{ "name": "pivot", "type": "revolute", "parent": "world", "child": "rod",
                 "axis": [0, 1, 0], "damping": 0.3, "stiffness": 0.7 }],
    "initialState": { "q": { "pivot": [0.4] }, "v": { "pivot": [1.5] } } })");
  const Differentiated at{Fixture(mechanism)};
  const double inertia = 0.2 + 2 * 0.25, weight = 2 * 9.81 * 0.5;
  const double stiffness = 0.7 + weight * std::cos(0.4);
  CHECK(at.forward.position(0, 0) == Approx(-stiffness / inertia).epsilon(1e-14));
  CHECK(at.forward.velocity(0, 0) == Approx(-0.3 / inertia).epsilon(1e-14));
  CHECK(at.forward.torque(0, 0) == Approx(1 / inertia).epsilon(1e-14));
  CHECK(at.inverse.position(0, 0) == Approx(stiffness).epsilon(1e-14));
  CHECK(at.inverse.velocity(0, 0) == Approx(0.3).epsilon(1e-14));
  CHECK(at.inverse.acceleration(0, 0) == Approx(inertia).epsilon(1e-14));
}

TEST_CASE("derivatives allocate nothing", "[dynamics][derivatives]") {
  if (!allocationsAreCounted) {
    WARN("skipped: allocations are not counted in this build");
    return;
  }
  for (const auto& [name, mechanism] : scenesOfPlainJoints())
    for (const bool hasWrenches : {false, true}) {  // without wrenches: analytic derivatives
      CAPTURE(name, hasWrenches);
      Fixture on(mechanism);
      on.forces.hasWrenches = hasWrenches;
      DerivativesWorkspace work(on.tree);
      ForwardDynamicsDerivatives forward(on.tree);
      InverseDynamicsDerivatives inverse(on.tree);
      CHECK(allocationsIn([&] {
              forwardDynamicsDerivatives(on.tree, on.q, on.v, on.forces, work, forward);
              inverseDynamicsDerivatives(on.tree, on.q, on.v, on.v, on.forces, work, inverse);
            }) == 0);
    }
}

}  // namespace linkwork::test
