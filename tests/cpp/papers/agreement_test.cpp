#include "dynamics/dense_maximal.hpp"
#include "dynamics/tolerance.hpp"
#include "papers/methods.hpp"
#include "papers/subjects.hpp"

/// All implementations of the same dynamics, compared with each other: the recursion over clusters,
/// the exact methods, and a dense computation in maximal coordinates.
namespace linkwork::test {
namespace {

/// Relative tolerance of 1e-9, or the rounding with an ill-conditioned mass matrix if it is larger.
double tolerance(const Fixture& on) { return std::max(1e-9, solveTolerance(on, 100)); }

void checkForwardDynamics(const Fixture& on) {
  const auto isGeneral = [](const Joint& joint) { return joint.type == JointType::general; };
  const auto& joints = on.mechanism.joints;
  // The dense computation does not support function joints.
  const Eigen::VectorXd expected = std::any_of(joints.begin(), joints.end(), isGeneral)
                                       ? on.generalForward()
                                       : denseForwardDynamics(on);
  for (const papers::Method& method : papers::methods) {
    if (!method.isExact) continue;
    INFO(method.name);
    Eigen::VectorXd a(on.tree.velocitySize());
    method.make(on.mechanism, on.tree)->forwardDynamics(on.q, on.v, on.forces, a);
    // If nothing can move, the error is relative to gravity.
    const double scale =
        on.tree.degreesOfFreedom() == 0 ? on.mechanism.gravity.norm() : largest(expected);
    CHECK(largest(a - expected) <= tolerance(on) * scale);
  }
}

/// Checks that inverse dynamics of the motion under given forces needs no further torque.
void checkInverseDynamics(const Fixture& on) {
  const Eigen::VectorXd desired = Eigen::VectorXd::LinSpaced(on.tree.velocitySize(), -1, 1);
  const Eigen::VectorXd expected = on.inverse(desired);
  for (const papers::Method& method : papers::methods) {
    if (!method.isExact || !method.hasInverseDynamics) continue;
    INFO(method.name);
    Eigen::VectorXd torque(on.tree.velocitySize());
    method.make(on.mechanism, on.tree)->inverseDynamics(on.q, on.v, desired, on.forces, torque);
    // No system is solved: rounding is that of sums through G.
    CHECK(difference(torque, expected) <= capped(1e-12 * amplification(on) * amplification(on)));
  }
}

}  // namespace

TEST_CASE("exact methods agree on robots", "[dynamics][papers][slow]") {
  onRobots(checkForwardDynamics);
}

TEST_CASE("exact methods agree on the catalogue", "[dynamics][papers]") {
  onCatalogue(checkForwardDynamics);
}

TEST_CASE("exact methods agree on random mechanisms", "[dynamics][papers]") {
  onRandomMechanisms(checkForwardDynamics);
}

TEST_CASE("inverse dynamics by projection and multipliers agrees with the recursion",
          "[dynamics][papers]") {
  onRobots(checkInverseDynamics);
  onCatalogue(checkInverseDynamics);
  onRandomMechanisms(checkInverseDynamics);
}

}  // namespace linkwork::test
