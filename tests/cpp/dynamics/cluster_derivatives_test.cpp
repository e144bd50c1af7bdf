#include "linkwork/dynamics/cluster_derivatives.hpp"

#include <catch2/catch.hpp>

#include "dynamics/fixture.hpp"
#include "dynamics/random_mechanism.hpp"
#include "dynamics/revolute_tree.hpp"
#include "dynamics/tolerance.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/dynamics/configuration.hpp"
#include "linkwork/dynamics/derivatives.hpp"
#include "simulation/scenes.hpp"

namespace linkwork::test {
namespace {

/// Compares analytic derivatives with jets. The error is relative to the largest entry of each
/// matrix, or to its terms if they cancel (H times velocities or accelerations). Both sum over the
/// same bodies, with several hundred rounding errors per entry. Near singular poses of loops, G
/// amplifies them, and its derivative amplifies them by the square.
void checkAgainstJets(const Fixture& on) {
  DerivativesWorkspace work(on.tree);
  REQUIRE(work.isDiagonal);
  InverseDynamicsDerivatives analytic(on.tree), jets(on.tree);
  const Eigen::VectorXd a = on.forward() + Eigen::VectorXd::LinSpaced(on.v.size(), -1, 1);
  inverseDynamicsDerivatives(on.tree, on.q, on.v, a, on.forces, work, analytic);
  const Eigen::MatrixXd positionDrift = work.positionDrift, velocityDrift = work.velocityDrift;
  inverseDynamicsDerivativesByJets(on.tree, on.q, on.v, a, on.forces, work, jets, {});
  const double magnified = std::max(1.0, largest(work.basis) * largest(work.basis));
  const auto agree = [&](const Eigen::MatrixXd& here, const Eigen::MatrixXd& there,
                         double terms = 0) {
    CHECK(largest(here - there) <= 1e-12 * magnified * std::max(largest(there), terms));
  };
  const double mass = largest(jets.acceleration);
  CHECK(analytic.coordinates == jets.coordinates);
  agree(analytic.position, jets.position, mass * largest(a));
  agree(analytic.velocity, jets.velocity, mass * largest(on.v));
  agree(analytic.acceleration, jets.acceleration);
  agree(positionDrift, work.positionDrift);
  agree(velocityDrift, work.velocityDrift);
}

/// Sets another state on the loops, near the current one.
void disturb(Fixture& on, double size) {
  const Eigen::VectorXd wave = Eigen::VectorXd::LinSpaced(on.v.size(), 1, 2 * on.v.size());
  const Eigen::VectorXd step = size * wave.array().sin();
  retract<double>(on.tree, on.q, step, on.q);
  on.v += Eigen::VectorXd(wave.array().cos());
  closeLoops<double>(on.tree, on.work, on.q, on.v);
  on.forces.torque += Eigen::VectorXd(wave.array().cos());
  on.update();
}

}  // namespace

TEST_CASE("analytic derivatives of trees of revolute joints agree with jets",
          "[dynamics][derivatives]") {
  for (const Axes axes : {Axes::perpendicular, Axes::skew, Axes::coordinate})
    for (const bool isFloating : {false, true})
      for (const bool isGeared : {false, true})
        for (const int back : {1, 4}) {
          CAPTURE(axes, isFloating, isGeared, back);
          Fixture on(revoluteTree(5, {.joints = 12,
                                      .axes = axes,
                                      .isFloating = isFloating,
                                      .isGeared = isGeared,
                                      .back = back}));
          shake(on, 5);
          checkAgainstJets(on);
        }
}

TEST_CASE("analytic derivatives use the velocities of rotors if these are the coordinates",
          "[dynamics][derivatives]") {
  Fixture on(gearedChain({.links = 4, .rotorMass = 20}));
  shake(on, 1);
  checkAgainstJets(on);
}

TEST_CASE("analytic derivatives of every mechanism agree with jets", "[dynamics][derivatives]") {
  for (const auto& [name, mechanism] : allScenes()) {
    CAPTURE(name);
    Fixture on(mechanism);
    disturb(on, 0.02);
    checkAgainstJets(on);
  }
}

TEST_CASE("analytic derivatives of random mechanisms agree with jets", "[dynamics][derivatives]") {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    CAPTURE(seed);
    const auto [mechanism, state] = randomMechanism(seed);
    Fixture on(mechanism, state);
    on.forces.hasWrenches = false;
    if (DerivativesWorkspace(on.tree).isDiagonal) checkAgainstJets(on);
  }
}

TEST_CASE("analytic derivatives include springs, dampers and friction of joints",
          "[dynamics][derivatives]") {
  for (Mechanism mechanism : {revoluteTree(7, {.isFloating = true, .back = 3}),
                              revoluteTree(7, {.isGeared = true}), gearedLeg(), fourBarChain()}) {
    for (Joint& joint : mechanism.joints) {
      if (joint.type != JointType::revolute) continue;
      joint.stiffness = 3;
      joint.damping = 0.2;
      joint.friction = 0.1;
    }
    Fixture on(mechanism);
    disturb(on, 0.02);
    checkAgainstJets(on);
  }
}

}  // namespace linkwork::test
