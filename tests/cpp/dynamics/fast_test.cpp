#include <catch2/catch.hpp>

#include "dynamics/fixture.hpp"
#include "dynamics/random_mechanism.hpp"
#include "linkwork/dynamics/hinges/fast_tree.hpp"

// The short way against the general recursion, which shares with it nothing but the compiled tree.

namespace linkwork::test {
namespace {

using Way = FastTree::Stretch::Way;

/// How the axis of a hinge stands to the one before.
enum class Axes { square, sloped, parallel, opposite, nearlyParallel, coordinate };

Eigen::Quaterniond tilt(Random& random, Axes axes) {
  const auto aboutX = [](double angle) {
    return Eigen::Quaterniond(Eigen::AngleAxisd(angle, Eigen::Vector3d::UnitX()));
  };
  const Eigen::Quaterniond turn(
      Eigen::AngleAxisd(uniform(random, -3, 3), Eigen::Vector3d::UnitZ()));
  switch (axes) {
    case Axes::square:
      return turn * aboutX(M_PI / 2);
    case Axes::parallel:
      return turn;
    case Axes::opposite:
      return turn * aboutX(M_PI);
    case Axes::nearlyParallel:
      return turn * aboutX(std::pow(10, uniform(random, -12, -1)));
    default:
      return randomRotation(random);
  }
}

Body randomBody(Random& random, const std::string& name) {
  Body body{name, uniform(random, 0.5, 2), randomVector(random, 0.2), {}};
  body.inertia = {uniform(random, 0.05, 0.08),
                  uniform(random, 0.05, 0.08),
                  uniform(random, 0.05, 0.08),
                  0.01,
                  -0.005,
                  0.008};
  return body;
}

/// A rotor about z; its centre of mass and inertia turn with it unless it is axisymmetric.
Body rotorBody(Random& random, const std::string& name, bool isAxisymmetric) {
  Body body{name, 0.2, {0, 0, uniform(random, -0.1, 0.1)}, {1e-3, 1e-3, 2e-3, 0, 0, 0}};
  if (!isAxisymmetric) {
    body.centerOfMass.x() = 0.02;
    body.inertia = {1e-3, 2e-3, 2.5e-3, 2e-4, 1e-4, -3e-4};
  }
  return body;
}

struct HingeTree {
  int hinges = 12;
  Axes axes = Axes::sloped;
  bool isFloating = false;
  bool isGeared = false;
  bool areAxisymmetric = true;
  int back = 1;  ///< a hinge stands on any of so many before it
};

/// A tree of hinges, every one geared to a rotor on its carrier if asked.
Mechanism hingeTree(std::uint64_t seed, const HingeTree& options) {
  Random random(seed);
  Mechanism mechanism;
  const int first = options.isFloating ? 1 : 0;
  for (int i = 0; i < options.hinges + first; ++i) {
    const std::string name = "b" + std::to_string(i);
    mechanism.bodies.push_back(randomBody(random, name));
    Joint joint;
    joint.name = "j" + std::to_string(i);
    joint.child = name;
    const int carrier = i - 1 - static_cast<int>(uniform(random, 0, options.back - 0.01));
    joint.parent = i == 0 ? "world" : "b" + std::to_string(std::max(carrier, 0));
    joint.type = i < first ? JointType::free : JointType::revolute;
    if (joint.type == JointType::revolute && options.axes == Axes::coordinate)
      joint.axis = Eigen::Vector3d::Unit(i % 3);
    else
      joint.parentFrame.rotation = tilt(random, options.axes);
    joint.parentFrame.position = randomVector(random, 0.4);
    joint.childFrame.position = randomVector(random, 0.1);
    joint.damping = 0.1;
    mechanism.joints.push_back(joint);
    if (!options.isGeared || i < first) continue;
    Joint rotor = joint;
    rotor.name = "r" + std::to_string(i);
    rotor.child = "rotor" + std::to_string(i);
    rotor.parentFrame.rotation = randomRotation(random);
    rotor.childFrame = {};
    rotor.axis = Eigen::Vector3d::UnitZ();
    mechanism.bodies.push_back(rotorBody(random, rotor.child, options.areAxisymmetric));
    mechanism.joints.push_back(rotor);
    mechanism.couplings.push_back(
        {"g" + std::to_string(i), {{rotor.name, 1}, {joint.name, -uniform(random, -9, 9)}}, 0});
  }
  return mechanism;
}

/// Puts the tree at random positions and velocities on its couplings, under random torques.
void shake(Fixture& on, std::uint64_t seed) {
  Random random(seed);
  for (const TreeBody<double>& body : on.tree.bodies()) {
    if (body.joint != JointType::revolute) continue;
    on.q[body.position] = uniform(random, -3, 3);
    on.v[body.velocity] = uniform(random, -2, 2);
  }
  for (double& torque : on.forces.torque) torque = uniform(random, -5, 5);
  for (const TreeBody<double>& body : on.tree.bodies())
    if (body.joint == JointType::free) {
      const Eigen::Quaterniond turn = randomRotation(random);
      on.q.segment<4>(body.position + 3) = turn.coeffs();
      for (int k = 0; k < 6; ++k) on.v[body.velocity + k] = uniform(random, -2, 2);
    }
  closeLoops<double>(on.tree, on.work, on.q, on.v);
}

Eigen::VectorXd generalForward(const Fixture& on) {
  Eigen::VectorXd a(on.tree.velocitySize());
  updateKinematics<double>(on.tree, on.q, on.v, on.work);
  applyForces<double>(on.tree, on.q, on.v, on.forces, on.work);
  articulate<double>(on.tree, on.work, a);
  return a;
}

/// The general inverse dynamics: wrenches on bodies, though zero, keep off the short way.
Eigen::VectorXd generalInverse(Fixture& on, const Eigen::VectorXd& a) {
  on.forces.hasWrenches = true;
  const Eigen::VectorXd torque = on.inverse(a);
  on.forces.hasWrenches = false;
  return torque;
}

/// Forces and accelerations round at their own size; solving multiplies the error by the condition
/// of the mass matrix at most.
void checkAgreement(Fixture& on) {
  const Eigen::MatrixXd mass = on.mass();
  const Eigen::VectorXd singular = mass.jacobiSvd().singularValues();
  const double condition = singular[0] / singular[singular.size() - 1];
  const Eigen::VectorXd general = generalForward(on);
  const Eigen::VectorXd fast = on.forward();
  CHECK((fast - general).norm() <= 1e-15 * (100 + condition) * general.norm());
  const Eigen::VectorXd desired = generalInverse(on, general);
  const Eigen::VectorXd found = on.inverse(general);
  const double scale = desired.norm() + on.forces.torque.norm() + on.bias().norm();
  CHECK((found - desired).norm() <= 1e-13 * scale);
}

int generalClusters(const ClusterTree<double>& tree) {
  int count = 0;
  for (const FastTree::Stretch& stretch : tree.fast()->stretches())
    if (stretch.way == Way::general) count += stretch.last - stretch.first;
  return count;
}

}  // namespace

TEST_CASE("the short way agrees with the general recursion on trees of hinges") {
  const auto axes = GENERATE(Axes::square, Axes::sloped, Axes::parallel, Axes::opposite,
                             Axes::nearlyParallel, Axes::coordinate);
  const bool isFloating = GENERATE(false, true);
  const int back = GENERATE(1, 4);
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    Fixture on(hingeTree(seed, {.axes = axes, .isFloating = isFloating, .back = back}));
    shake(on, seed);
    CHECK(generalClusters(on.tree) == 0);
    checkAgreement(on);
  }
}

TEST_CASE("the short way agrees with the general recursion on geared trees") {
  const bool areAxisymmetric = GENERATE(true, false);
  const bool isFloating = GENERATE(false, true);
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    Fixture on(hingeTree(seed, {.axes = seed % 2 == 0 ? Axes::coordinate : Axes::sloped,
                                .isFloating = isFloating,
                                .isGeared = true,
                                .areAxisymmetric = areAxisymmetric,
                                .back = 3}));
    shake(on, seed);
    CHECK(generalClusters(on.tree) == 0);
    // Axisymmetric rotors ride on their carriers as dead weight, others are bodies of their own.
    CHECK(on.tree.fast()->gears().size() == (areAxisymmetric ? 12 : 0));
    CHECK(on.tree.fast()->groups().size() == (areAxisymmetric ? 0 : 12));
    checkAgreement(on);
  }
}

TEST_CASE("the short way and the general recursion meet in random mechanisms") {
  for (std::uint64_t seed = 1; seed <= 120; ++seed) {
    const RandomMechanism random = randomMechanism(seed);
    NamedState state = random.state;
    state.wrenches.clear();
    Fixture on(random.mechanism, state);
    INFO("seed " << seed);
    if (on.tree.degreesOfFreedom() == 0) continue;
    checkAgreement(on);
  }
}

}  // namespace linkwork::test
