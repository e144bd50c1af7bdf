#include "linkwork/model/state_layout.hpp"

namespace linkwork {
namespace {

/// Calls `visit(joint, first position, first velocity)` for every tree joint.
template <typename Visitor>
void forEachJoint(const Mechanism& mechanism, Visitor&& visit) {
  int position = 0, velocity = 0;
  for (const Joint& joint : mechanism.joints) {
    visit(joint, position, velocity);
    position += positionSize(joint);
    velocity += velocitySize(joint);
  }
}

void copyNamed(const JointValues& values, const Joint& joint, int first, Eigen::VectorXd& flat) {
  const auto found = values.find(joint.name);
  if (found == values.end()) return;
  for (std::size_t i = 0; i < found->second.size(); ++i)
    flat[first + static_cast<Eigen::Index>(i)] = found->second[i];
}

std::vector<double> slice(const Eigen::VectorXd& flat, int first, int size) {
  return {flat.data() + first, flat.data() + first + size};
}

}  // namespace

StateLayout::StateLayout(const Mechanism& mechanism) {
  forEachJoint(mechanism, [&](const Joint& joint, int firstPosition, int firstVelocity) {
    position.push_back(firstPosition);
    velocity.push_back(firstVelocity);
    positionSize = firstPosition + linkwork::positionSize(joint);
    velocitySize = firstVelocity + linkwork::velocitySize(joint);
  });
}

Eigen::VectorXd flatPosition(const Mechanism& mechanism, const NamedState& state) {
  Eigen::VectorXd q = Eigen::VectorXd::Zero(StateLayout(mechanism).positionSize);
  forEachJoint(mechanism, [&](const Joint& joint, int first, int) {
    // The last number of a quaternion [x, y, z, w] is 1 at rest.
    if (joint.type == JointType::spherical || joint.type == JointType::free)
      q[first + positionSize(joint) - 1] = 1;
    copyNamed(state.q, joint, first, q);
  });
  return q;
}

Eigen::VectorXd flatVelocity(const Mechanism& mechanism, const JointValues& values) {
  Eigen::VectorXd flat = Eigen::VectorXd::Zero(StateLayout(mechanism).velocitySize);
  forEachJoint(mechanism,
               [&](const Joint& joint, int, int first) { copyNamed(values, joint, first, flat); });
  return flat;
}

JointValues namedVelocity(const Mechanism& mechanism, const Eigen::VectorXd& flat) {
  JointValues values;
  forEachJoint(mechanism, [&](const Joint& joint, int, int first) {
    values[joint.name] = slice(flat, first, velocitySize(joint));
  });
  return values;
}

JointValues namedPosition(const Mechanism& mechanism, const Eigen::VectorXd& flat) {
  JointValues values;
  forEachJoint(mechanism, [&](const Joint& joint, int first, int) {
    values[joint.name] = slice(flat, first, positionSize(joint));
  });
  return values;
}

}  // namespace linkwork
