#include "linkwork/catalogue/parts.hpp"
#include "linkwork/parts.hpp"

namespace linkwork {

Mechanism gearedArm(const GearedArmOptions& options) {
  detail::requireRanges(options);
  const Eigen::Vector3d tip(0, 0, -options.length);
  const Eigen::Vector3d halfThickness(0, options.rotorRadius / 4, 0);

  Mechanism mechanism = detail::emptyMechanism("geared arm", options.gravity);
  for (int i = 1; i <= options.joints; ++i) {
    const std::string number = std::to_string(i);
    const bool isFirst = i == 1;
    const Joint joint = detail::revolute(
        "joint" + number, isFirst ? std::string(worldName) : "link" + std::to_string(i - 1),
        "link" + number, detail::outOfPlane, isFirst ? Eigen::Vector3d::Zero() : tip);
    mechanism.joints.push_back(joint);
    mechanism.bodies.push_back(
        cylinder(joint.child, options.mass, Eigen::Vector3d::Zero(), tip, 0.08 * options.length));
    mechanism.initialState->q[joint.name] = {options.startAngle};
    detail::addRotor(mechanism, joint,
                     cylinder("rotor" + number, options.rotorMass, -halfThickness, halfThickness,
                              options.rotorRadius),
                     options.ratio);
  }
  detail::setDamping(mechanism, options.damping);
  return mechanism;
}

}  // namespace linkwork
