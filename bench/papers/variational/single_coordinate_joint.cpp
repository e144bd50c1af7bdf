#include "papers/variational/single_coordinate_joint.hpp"

#include "linkwork/integrators/joint_displacement.hpp"

namespace linkwork::papers {

Vector6<double> axisOf(const ClusterTree<double>& tree, int index) {
  const TreeBody<double>& body = tree.body(index);
  if (body.positions != 1 || body.function || tree.clusterOf(body).constraint)
    throw MechanismError(
        "joint \"" + tree.jointName(index) + "\"",
        "expected one coordinate (revolute, prismatic or helical) outside of loops "
        "and couplings, found a " +
            std::string(name(body.joint)) + " joint" +
            (tree.clusterOf(body).constraint ? " that is tied to others" : ""));
  return withJoint(body.joint, body.pitch, [](const auto& joint) -> Vector6<double> {
    using Type = std::decay_t<decltype(joint)>;
    if constexpr (Type::velocitySize == 1)
      return joint.motionSubspace(typename Type::Position(0.0));
    else
      return Vector6<double>::Zero();
  });
}

Displacement jointMotion(const TreeBody<double>& body, double q, double delta) {
  return withJoint(body.joint, body.pitch, [&](const auto& joint) -> Displacement {
    using Type = std::decay_t<decltype(joint)>;
    if constexpr (Type::velocitySize == 1)
      return displacement(joint, typename Type::Position(q), typename Type::Velocity(delta));
    else
      return {};
  });
}

Transform<double> jointPose(const TreeBody<double>& body, double q) {
  return withJoint(body.joint, body.pitch, [&](const auto& joint) -> Transform<double> {
    using Type = std::decay_t<decltype(joint)>;
    if constexpr (Type::positionSize == 1)
      return body.placement * joint.transform(typename Type::Position(q));
    else
      return body.placement;
  });
}

}  // namespace linkwork::papers
