#include "linkwork/catalogue/parts.hpp"
#include "linkwork/parts.hpp"

namespace linkwork {

namespace {

using std::numbers::pi;

/// Advance of a helical joint in one radian, over the length of a link.
constexpr double advance = 0.05;

/// Links that could fall off hang on springs that stretch by a link's length under the chain's
/// weight. The springs are slack in the straight chain, which is tilted by the first joint's
/// frame.
bool isSprung(JointType type) { return type == JointType::prismatic || type == JointType::planar; }

Joint chainJoint(const ChainOptions& options, int index) {
  const std::string number = std::to_string(index + 1);
  const std::string parent = index == 0 ? std::string(worldName) : "link" + std::to_string(index);
  const Eigen::Vector3d tip(0, 0, index == 0 ? 0 : -options.length);
  Joint joint = detail::joinAt(options.joint, "joint" + number, parent, "link" + number,
                               JointGeometry{}.axis, tip);
  if (hasAxis(options.joint))
    joint.axis = options.axes[static_cast<std::size_t>(index) % options.axes.size()];
  if (options.joint == JointType::universal) joint.axis2 = joint.axis.unitOrthogonal();
  if (options.joint == JointType::helical) joint.pitch = advance * options.length;
  // The plane of a planar joint is x–y of its frame: turn that into x–z of the world.
  if (options.joint == JointType::planar)
    joint.parentFrame.rotation = joint.childFrame.rotation =
        detail::turn(pi / 2, Eigen::Vector3d::UnitX());
  if (isSprung(options.joint)) {
    joint.stiffness = options.links * options.mass * options.gravity / options.length;
    if (index == 0) {
      const auto tilt = detail::turn(options.startAngle, Eigen::Vector3d::UnitY());
      joint.parentFrame.rotation = tilt * joint.parentFrame.rotation;
    }
  }
  return joint;
}

/// q of the first joint with the chain turned by the start angle.
std::vector<double> startPosition(const ChainOptions& options) {
  if (options.joint == JointType::spherical) {
    const auto rotation = detail::turn(options.startAngle, options.axes.front().stableNormalized());
    return {rotation.x(), rotation.y(), rotation.z(), rotation.w()};
  }
  std::vector<double> angles(static_cast<std::size_t>(positionSize(options.joint)), 0.0);
  if (!isSprung(options.joint)) angles.front() = options.startAngle;
  return angles;
}

}  // namespace

Mechanism chain(const ChainOptions& options) {
  detail::requireRanges(options);
  if (options.joint == JointType::fixed || options.joint == JointType::free ||
      options.joint == JointType::rod)
    detail::failOption("joint", "a " + std::string(name(options.joint)) +
                                    " joint makes no chain; expected revolute, prismatic, helical, "
                                    "cylindrical, universal, planar or spherical");
  Mechanism mechanism = detail::emptyMechanism("chain", options.gravity);
  mechanism.joints.reserve(static_cast<std::size_t>(options.links));
  mechanism.bodies.reserve(static_cast<std::size_t>(options.links));
  for (int i = 0; i < options.links; ++i) {
    const Joint& joint = mechanism.joints.emplace_back(chainJoint(options, i));
    mechanism.bodies.push_back(cylinder(joint.child, options.mass, Eigen::Vector3d::Zero(),
                                        {0, 0, -options.length},
                                        detail::linkSlenderness * options.length));
  }
  mechanism.initialState->q[mechanism.joints.front().name] = startPosition(options);
  detail::setDamping(mechanism, options.damping);
  return mechanism;
}

}  // namespace linkwork
