#include "dynamics/dense_maximal.hpp"
#include "dynamics/tolerance.hpp"
#include "papers/methods.hpp"
#include "papers/subjects.hpp"

/// Everything that computes the same dynamics, against each other: the recursion on clusters, the
/// exact methods that it is compared with, and a dense computation in maximal coordinates.
namespace linkwork::test {
namespace {

/// The bound asked for, 1e-9 relative, until the mass matrix is so badly conditioned that rounding
/// alone does more.
double tolerance(const Fixture& on) { return std::max(1e-9, solveTolerance(on, 100)); }

void checkForwardDynamics(const Fixture& on) {
  const auto isGeneral = [](const Joint& joint) { return joint.type == JointType::general; };
  const auto& joints = on.mechanism.joints;
  // The dense computation knows no joints that are functions.
  const Eigen::VectorXd expected = std::any_of(joints.begin(), joints.end(), isGeneral)
                                       ? on.generalForward()
                                       : denseForwardDynamics(on);
  for (const papers::Method& method : papers::methods) {
    if (!method.isExact) continue;
    INFO(method.name);
    Eigen::VectorXd a(on.tree.velocitySize());
    method.make(on.mechanism, on.tree)->forwardDynamics(on.q, on.v, on.forces, a);
    // What cannot move is measured against gravity.
    const double scale =
        on.tree.degreesOfFreedom() == 0 ? on.mechanism.gravity.norm() : largest(expected);
    CHECK(largest(a - expected) <= tolerance(on) * scale);
  }
}

/// A torque on the independent joints that produces the motion of given forces is none at all.
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

TEST_CASE("every exact method moves robots alike", "[dynamics][papers][slow]") {
  onRobots(checkForwardDynamics);
}

TEST_CASE("every exact method moves the catalogue alike", "[dynamics][papers]") {
  onCatalogue(checkForwardDynamics);
}

TEST_CASE("every exact method moves random mechanisms alike", "[dynamics][papers]") {
  onRandomMechanisms(checkForwardDynamics);
}

TEST_CASE("inverse dynamics by projection and multipliers is that of the recursion",
          "[dynamics][papers]") {
  onRobots(checkInverseDynamics);
  onCatalogue(checkInverseDynamics);
  onRandomMechanisms(checkInverseDynamics);
}

}  // namespace linkwork::test
