#include "linkwork/dynamics/queries/coriolis_matrix.hpp"

#include <Eigen/Dense>
#include <catch2/catch.hpp>

#include "dynamics/fixture.hpp"
#include "dynamics/random_mechanism.hpp"
#include "dynamics/tolerance.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/dynamics.hpp"
#include "linkwork/dynamics/configuration.hpp"
#include "simulation/allocation_counter.hpp"
#include "simulation/scenes.hpp"

namespace linkwork::test {
namespace {

/// Returns a mechanism with inertial forces only.
Mechanism withoutForces(Mechanism mechanism) {
  mechanism.gravity.setZero();
  for (Joint& joint : mechanism.joints) joint.damping = joint.stiffness = joint.friction = 0;
  return mechanism;
}

/// Calls `check(fixture)` on random mechanisms and on the whole catalogue, in motion on their
/// loops.
template <typename Check>
void onInertialMechanisms(std::uint64_t count, Check&& check) {
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    CAPTURE(seed);
    auto [mechanism, state] = randomMechanism(seed);
    state.tau.clear();
    state.wrenches.clear();
    Fixture on(withoutForces(mechanism), state);
    closeLoops<double>(on.tree, on.work, on.q, on.v);  // given states are closed to 1e-8
    on.update();
    check(on);
  }
  for (const auto& [name, mechanism] : allScenes()) {
    INFO(name);
    Fixture on(withoutForces(mechanism));
    const Eigen::VectorXd velocity =
        Eigen::VectorXd::LinSpaced(on.tree.degreesOfFreedom(), -1, 1.4);
    spanFromIndependent<double>(on.tree, velocity, on.work, on.v);
    on.update();
    check(on);
  }
}

Eigen::MatrixXd coriolisOf(const Fixture& on, CoriolisWorkspace& work, const Eigen::VectorXd& v) {
  Eigen::MatrixXd matrix(on.tree.degreesOfFreedom(), on.tree.degreesOfFreedom());
  coriolisMatrix(on.tree, on.q, v, work, matrix);
  return matrix;
}

/// The scale of rounding errors of C. C itself may vanish.
double momentumOf(const Fixture& on) { return largest(on.mass()) * largest(on.v); }

Eigen::MatrixXd basisOf(const Fixture& on) {
  const int m = on.tree.degreesOfFreedom();
  Eigen::MatrixXd basis(on.tree.velocitySize(), m);
  for (int j = 0; j < m; ++j) {
    Eigen::VectorXd column(on.tree.velocitySize());
    spanFromIndependent<double>(on.tree, Eigen::VectorXd::Unit(m, j), on.work, column);
    basis.col(j) = column;
  }
  return basis;
}

std::vector<int> coordinatesOf(const Fixture& on) {
  std::vector<int> coordinates;
  for (const Cluster<double>& cluster : on.tree.clusters())
    for (int j = 0; j < cluster.dofs; ++j)
      coordinates.push_back(independentVelocity(on.tree, cluster, j, on.work));
  return coordinates;
}

/// Returns H in the coordinates of `from` after the pose has moved by `step` along v.
Eigen::MatrixXd massAfter(const Fixture& from, double step) {
  Fixture to = from;
  const Eigen::VectorXd along = step * from.v;
  retract<double>(from.tree, from.q, along, to.q);
  closeLoops<double>(to.tree, to.work, to.q, to.v);
  to.update();
  const Eigen::MatrixXd basis = basisOf(to);
  const Eigen::MatrixXd change = basis(coordinatesOf(from), Eigen::all).inverse();
  return change.transpose() * to.mass() * change;
}

}  // namespace

TEST_CASE(
    "the Coriolis matrix times the velocity is the velocity-dependent part of inverse dynamics",
    "[dynamics][coriolis]") {
  onInertialMechanisms(240, [](const Fixture& on) {
    CoriolisWorkspace work(on.tree);
    const Eigen::MatrixXd coriolis = coriolisOf(on, work, on.v);
    const Eigen::VectorXd bias = on.bias();
    // Sums of the same products in another order, through G and its rate.
    const double reach = amplification(on);
    const double scale = (largest(coriolis) + momentumOf(on)) * largest(on.v) + largest(bias);
    CHECK(largest(coriolis * independentOf(on, on.v) - bias) <=
          capped(1e3 * epsilon * reach * reach) * scale);
  });
}

TEST_CASE("the rate of the mass matrix is the Coriolis matrix plus its transpose",
          "[dynamics][coriolis]") {
  onInertialMechanisms(120, [](const Fixture& on) {
    if (on.tree.degreesOfFreedom() == 0) return;
    CoriolisWorkspace work(on.tree);
    const Eigen::MatrixXd coriolis = coriolisOf(on, work, on.v);
    // Central differences at h, h/2 and h/4, extrapolated twice: error h⁶, and rounding of H over
    // h.
    const double h = 1e-3;
    const auto central = [&](double step) -> Eigen::MatrixXd {
      return (massAfter(on, step) - massAfter(on, -step)) / (2 * step);
    };
    const Eigen::MatrixXd a = central(h), b = central(h / 2), c = central(h / 4);
    const Eigen::MatrixXd rate = (16 * (4 * c - b) / 3 - (4 * b - a) / 3) / 15;
    const double reach = amplification(on), scale = momentumOf(on);
    CHECK(largest(rate - coriolis - coriolis.transpose()) <= capped(1e-9 * reach) * scale);
  });
}

TEST_CASE("Christoffel symbols give the Coriolis matrix, which is linear in the velocity",
          "[dynamics][coriolis]") {
  onInertialMechanisms(120, [](const Fixture& on) {
    const int m = on.tree.degreesOfFreedom();
    CoriolisWorkspace work(on.tree);
    std::vector<Eigen::MatrixXd> symbols;
    christoffelSymbols(on.tree, on.q, work, symbols);
    REQUIRE(static_cast<int>(symbols.size()) == m);
    const Eigen::VectorXd velocity = independentOf(on, on.v);
    Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(m, m);
    double scale = momentumOf(on);
    for (int k = 0; k < m; ++k) {
      sum += symbols[static_cast<std::size_t>(k)] * velocity[k];
      scale += largest(symbols[static_cast<std::size_t>(k)]) * std::abs(velocity[k]);
    }
    const double reach = amplification(on);
    const double tolerance = capped(1e3 * epsilon * reach * reach) * scale;
    CHECK(largest(coriolisOf(on, work, on.v) - sum) <= tolerance);
    CHECK(largest(coriolisOf(on, work, -2 * on.v) + 2 * sum) <= 2 * tolerance);
  });
}

TEST_CASE("Christoffel symbols are those of the mass matrix if velocities are coordinate rates",
          "[dynamics][coriolis]") {
  onInertialMechanisms(120, [](const Fixture& on) {
    if (on.tree.positionSize() != on.tree.velocitySize()) return;
    for (const TreeBody<double>& body : on.tree.bodies())
      if (body.function) return;  // may have its own charts
    const int m = on.tree.degreesOfFreedom();
    CoriolisWorkspace work(on.tree);
    std::vector<Eigen::MatrixXd> symbols;
    christoffelSymbols(on.tree, on.q, work, symbols);
    // Γ_ijk + Γ_jik = ∂H_ij/∂y_k (previous tests) and Γ_ijk = Γ_ikj have one solution: Γ_ijk = ½
    // (∂H_ij/∂y_k + ∂H_ik/∂y_j − ∂H_jk/∂y_i).
    double scale = 0, apart = 0;
    for (int k = 0; k < m; ++k)
      for (int j = 0; j < m; ++j) {
        const auto& first = symbols[static_cast<std::size_t>(k)].col(j);
        apart = std::max(apart, largest(first - symbols[static_cast<std::size_t>(j)].col(k)));
        scale = std::max(scale, largest(first));
      }
    const double reach = amplification(on);
    CHECK(apart <= capped(1e3 * epsilon * reach * reach) * (scale + largest(on.mass())));
  });
}

TEST_CASE("the Coriolis matrix of a double pendulum agrees with the textbook",
          "[dynamics][coriolis]") {
  // Point masses of 1 kg at the ends of rods of 1 m, with relative angles. With s = sin y₂: C = [−s
  // ẏ₂, −s (ẏ₁ + ẏ₂); s ẏ₁, 0].
  Mechanism mechanism = chain({.links = 2, .length = 1});
  for (Body& body : mechanism.bodies) {
    body.mass = 1;
    body.centerOfMass *= 2;
    body.inertia = {};
  }
  Model model(mechanism);
  const Eigen::Vector2d q(0.3, 0.7), v(1.1, -0.4);
  const double s = std::sin(q[1]);
  Eigen::Matrix2d expected;
  expected << -s * v[1], -s * (v[0] + v[1]), s * v[0], 0;
  CHECK((model.coriolisMatrix(q, v) - expected).norm() <= 16 * epsilon);
  CHECK((model.christoffelSymbols(q)[1] * v[1] + model.christoffelSymbols(q)[0] * v[0] - expected)
            .norm() <= 16 * epsilon);
}

TEST_CASE("the Coriolis matrix allocates nothing", "[dynamics][coriolis]") {
  if (!allocationsAreCounted) {
    WARN("skipped: allocations are not counted in this build");
    return;
  }
  for (const auto& [name, mechanism] : scenesOfPlainJoints()) {
    INFO(name);
    const Fixture on(mechanism);
    CoriolisWorkspace work(on.tree);
    Eigen::MatrixXd matrix(on.tree.degreesOfFreedom(), on.tree.degreesOfFreedom());
    CHECK(allocationsIn([&] { coriolisMatrix(on.tree, on.q, on.v, work, matrix); }) == 0);
  }
}

}  // namespace linkwork::test
