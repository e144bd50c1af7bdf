#include "dynamics/revolute_tree.hpp"

#include "dynamics/random_mechanism.hpp"

namespace linkwork::test {
namespace {

Eigen::Quaterniond tilt(Random& random, Axes axes) {
  const auto aboutX = [](double angle) {
    return Eigen::Quaterniond(Eigen::AngleAxisd(angle, Eigen::Vector3d::UnitX()));
  };
  const Eigen::Quaterniond turn(
      Eigen::AngleAxisd(uniform(random, -3, 3), Eigen::Vector3d::UnitZ()));
  switch (axes) {
    case Axes::perpendicular:
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

/// A rotor about z. Its center of mass and inertia turn with it unless it is axisymmetric.
Body rotorBody(Random& random, const std::string& name, bool isAxisymmetric) {
  Body body{name, 0.2, {0, 0, uniform(random, -0.1, 0.1)}, {1e-3, 1e-3, 2e-3, 0, 0, 0}};
  if (!isAxisymmetric) {
    body.centerOfMass.x() = 0.02;
    body.inertia = {1e-3, 2e-3, 2.5e-3, 2e-4, 1e-4, -3e-4};
  }
  return body;
}

}  // namespace

Mechanism revoluteTree(std::uint64_t seed, const RevoluteTree& options) {
  Random random(seed);
  Mechanism mechanism;
  const int first = options.isFloating ? 1 : 0;
  for (int i = 0; i < options.joints + first; ++i) {
    const std::string name = "b" + std::to_string(i);
    mechanism.bodies.push_back(randomBody(random, name));
    Joint joint;
    joint.name = "j" + std::to_string(i);
    joint.child = name;
    const int support = i - 1 - static_cast<int>(uniform(random, 0, options.back - 0.01));
    joint.parent = i == 0 ? "world" : "b" + std::to_string(std::max(support, 0));
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

Mechanism looseRevoluteTree(std::uint64_t seed, const RevoluteTree& options) {
  Mechanism mechanism = revoluteTree(seed, options);
  for (Joint& joint : mechanism.joints) joint.damping = joint.friction = joint.stiffness = 0;
  return mechanism;
}

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

}  // namespace linkwork::test
