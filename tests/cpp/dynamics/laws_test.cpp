#include <Eigen/Dense>
#include <catch2/catch.hpp>
#include <numeric>

#include "dynamics/dense_maximal.hpp"
#include "dynamics/fixture.hpp"
#include "dynamics/random_mechanism.hpp"
#include "dynamics/tolerance.hpp"
#include "linkwork/dynamics/configuration.hpp"

namespace linkwork::test {
namespace {

constexpr std::uint64_t randomMechanisms = 240;

/// Calls `check(fixture)` on every random mechanism. A failed check prints the seed.
template <typename Check>
void onRandomMechanisms(Check&& check) {
  for (std::uint64_t seed = 1; seed <= randomMechanisms; ++seed) {
    CAPTURE(seed);
    const auto [mechanism, state] = randomMechanism(seed);
    check(Fixture(mechanism, state));
  }
}

}  // namespace

TEST_CASE("forward dynamics inverts inverse dynamics", "[dynamics][laws]") {
  onRandomMechanisms([](const Fixture& on) {
    const Eigen::VectorXd a = on.forward();
    // The state's torques are applied. The same motion needs no more forces.
    const Eigen::VectorXd more = on.inverse(a);
    CHECK(largest(more) <= solveTolerance(on) * largest(on.bias()));

    // Conversely, the torques for a given acceleration produce it.
    Eigen::VectorXd desired = Eigen::VectorXd::LinSpaced(on.tree.velocitySize(), -1, 1.7);
    AppliedForces<double> forces = on.forces;
    forces.torque += on.inverse(desired);
    CHECK(difference(independentOf(on, on.forward(forces)), independentOf(on, desired)) <=
          solveTolerance(on));
  });
}

TEST_CASE("the mass matrix is symmetric, positive definite and satisfies the equations of motion",
          "[dynamics][laws]") {
  onRandomMechanisms([](const Fixture& on) {
    const Eigen::MatrixXd mass = on.mass();
    CHECK((mass - mass.transpose()).norm() == 0);
    if (mass.size() == 0) return;
    CHECK(Eigen::LLT<Eigen::MatrixXd>(mass).info() == Eigen::Success);

    // H ÿ + C = 0. C includes the state's torques.
    const Eigen::VectorXd a = on.forward();
    const Eigen::VectorXd acceleration = independentOf(on, a);
    const Eigen::VectorXd bias = on.bias();
    CHECK(difference(mass * acceleration, -bias) <= solveTolerance(on));

    const Eigen::VectorXd velocity = independentOf(on, on.v);
    const double energy = 0.5 * velocity.dot(mass * velocity);
    CHECK(on.kinetic() == Approx(energy).epsilon(capped(1e-12 * amplification(on))));
  });
}

TEST_CASE("the recursion agrees with a dense computation in maximal coordinates",
          "[dynamics][laws]") {
  onRandomMechanisms([](const Fixture& on) {
    // The dense computation squares no condition number. Its errors are its rank decision and its
    // condition.
    CHECK(difference(on.forward(), denseForwardDynamics(on)) <= solveTolerance(on, 100));
  });
}

TEST_CASE("accelerations keep loops and couplings closed", "[dynamics][laws]") {
  onRandomMechanisms([](const Fixture& on) {
    const Eigen::VectorXd a = on.forward();
    // Along q ⊕ (h v + ½ h² a), a violation φ with φ̇ = φ̈ = 0 grows as h³, and its second
    // difference as h.
    const auto gapAt = [&](double h) {
      Fixture moved = on;
      retract<double>(on.tree, on.q, h * on.v + 0.5 * h * h * a, moved.q);
      moved.update();
      const ClosureError<double> error = closureError<double>(moved.tree, moved.q, moved.work);
      return std::max({error.loopPosition, error.loopAngle, error.coupling});
    };
    const double fastest = std::max(1.0, on.v.size() ? on.v.cwiseAbs().maxCoeff() : 0.0);
    const double scale = fastest * std::max(fastest * fastest, a.cwiseAbs().maxCoeff());
    const double h = 1e-3 / std::sqrt(scale);
    CHECK(gapAt(h) / (h * h) <= 20 * h * scale + 1e-11 / (h * h));
  });
}

TEST_CASE("the rate of energy is the power of forces and dampers", "[dynamics][laws]") {
  onRandomMechanisms([](Fixture on) {
    on.forces.hasWrenches = false;
    const double power = on.forces.torque.dot(on.v) + dissipation<double>(on.tree, on.q, on.v);
    const Eigen::VectorXd a = on.forward();
    // E along q ⊕ (h v + ½ h² a), v + h a, on the loops to O(h³): central differences, error O(h²).
    const auto energyAt = [&](double h) {
      Fixture moved = on;
      retract<double>(on.tree, on.q, h * on.v + 0.5 * h * h * a, moved.q);
      moved.v = on.v + h * a;
      return moved.kinetic() + moved.potential();
    };
    const auto slope = [&](double h) { return (energyAt(h) - energyAt(-h)) / (2 * h); };
    const double h = 2e-4;
    const double extrapolated = (4 * slope(h / 2) - slope(h)) / 3;  // error O(h⁴)
    const double scale = std::max({1.0, on.kinetic(), std::abs(power)}) *
                         std::max(1.0, a.size() ? a.cwiseAbs().maxCoeff() : 0.0) *
                         amplification(on);
    CHECK(std::abs(extrapolated - power) <= 1e-7 * scale);
  });
}

TEST_CASE("results do not depend on the order of bodies, joints, loops and couplings",
          "[dynamics][laws]") {
  for (std::uint64_t seed = 1; seed <= randomMechanisms; ++seed) {
    CAPTURE(seed);
    const auto [mechanism, state] = randomMechanism(seed);
    Mechanism shuffled = mechanism;
    Random random(seed);
    std::shuffle(shuffled.bodies.begin(), shuffled.bodies.end(), random);
    std::shuffle(shuffled.joints.begin(), shuffled.joints.end(), random);
    std::shuffle(shuffled.loops.begin(), shuffled.loops.end(), random);
    std::shuffle(shuffled.couplings.begin(), shuffled.couplings.end(), random);

    const Fixture on(mechanism, state), other(shuffled, state);
    const JointValues a = namedVelocity(mechanism, on.forward());
    const JointValues b = namedVelocity(shuffled, other.forward());
    const double tolerance = solveTolerance(on, 100) * largest(on.forward());
    for (const auto& [joint, numbers] : a)
      for (std::size_t i = 0; i < numbers.size(); ++i)
        CHECK(std::abs(b.at(joint)[i] - numbers[i]) <= tolerance);
  }
}

TEST_CASE("results do not depend on the world's frame", "[dynamics][laws]") {
  for (std::uint64_t seed = 1; seed <= randomMechanisms; ++seed) {
    CAPTURE(seed);
    auto [mechanism, state] = randomMechanism(seed);
    const Fixture on(mechanism, state);
    Random random(seed);
    const Eigen::Quaterniond turn = randomRotation(random);
    const Eigen::Vector3d shift = randomVector(random, 2);
    const auto move = [&](Frame& frame) {
      frame = {turn * frame.position + shift, turn * frame.rotation};
    };
    mechanism.gravity = turn * mechanism.gravity;
    for (Joint& joint : mechanism.joints)
      if (joint.parent == worldName) move(joint.parentFrame);
    for (Loop& loop : mechanism.loops)
      if (loop.parent == worldName) move(loop.parentFrame);
    for (auto& [body, wrench] : state.wrenches) {
      const Eigen::Vector3d force = turn * wrench.tail<3>();
      wrench << turn * wrench.head<3>() + shift.cross(force), force;
    }
    const Fixture moved(mechanism, state);
    CHECK(difference(moved.forward(), on.forward()) <= solveTolerance(on, 10));
  }
}

TEST_CASE("a free system conserves its momentum", "[dynamics][laws]") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    CAPTURE(seed);
    auto [mechanism, state] =
        randomMechanism(seed, {.bodies = 7, .gears = 1, .loops = 1, .isFloating = true});
    mechanism.gravity.setZero();
    for (Loop& loop : mechanism.loops)
      if (loop.parent == worldName)
        loop.parent = loop.child;  // moved off the ground, removed below
    std::erase_if(mechanism.loops, [](const Loop& loop) { return loop.parent == loop.child; });
    state.wrenches.clear();
    state.tau.erase("joint0");
    Fixture on(mechanism, state);

    const Eigen::VectorXd a = on.forward();
    const auto momentumAt = [&](double h) -> Vector6<double> {
      Fixture moved = on;
      retract<double>(on.tree, on.q, h * on.v + 0.5 * h * h * a, moved.q);
      moved.v = on.v + h * a;
      moved.update();
      return momentum(moved.tree, moved.work);
    };
    const auto rate = [&](double h) -> Vector6<double> {
      return (momentumAt(h) - momentumAt(-h)) / (2 * h);
    };
    const double h = 2e-4;
    const Vector6<double> extrapolated = (4 * rate(h / 2) - rate(h)) / 3;
    CHECK(extrapolated.norm() <= 1e-7 * a.cwiseAbs().maxCoeff() * amplification(on));
  }
}

}  // namespace linkwork::test
