#include "linkwork/catalogue/parts.hpp"
#include "linkwork/parts.hpp"

namespace linkwork {

Mechanism drapedChain(const DrapedChainOptions& options) {
  detail::requireRanges(options);
  if (options.joint != JointType::spherical && options.joint != JointType::revolute)
    detail::failOption(
        "joint", "found " + std::string(name(options.joint)) + "; expected spherical or revolute");
  if (!(options.radius <= 0.45 * options.length))
    detail::failOption(
        "radius", "expected at most 0.45 of the length, found " + detail::written(options.radius));

  const Eigen::Vector3d none = Eigen::Vector3d::Zero(), tip(options.length, 0, 0);
  Mechanism mechanism = detail::emptyMechanism("draped chain", options.gravity);
  std::vector<Collider>& colliders = mechanism.contact.colliders;
  colliders.push_back(detail::groundCollider(options.friction));
  const Eigen::Vector3d axis(0, 0, options.barHeight), half(0, 2 * options.barRadius, 0);
  colliders.push_back(detail::capsuleCollider(std::string(worldName), axis - half, axis + half,
                                              options.barRadius, options.friction));
  for (int i = 0; i < options.links; ++i) {
    const std::string link = "link" + std::to_string(i + 1);
    if (i == 0) {
      mechanism.joints.push_back(detail::freeJoint(link));
    } else {
      const Eigen::Vector3d along =
          options.joint == JointType::revolute ? Eigen::Vector3d(0, 1, 0) : JointGeometry{}.axis;
      mechanism.joints.push_back(detail::joinAt(options.joint, "joint" + std::to_string(i),
                                                mechanism.bodies.back().name, link, along, tip));
    }
    mechanism.bodies.push_back(capsule(link, options.mass, none, tip, options.radius));
    colliders.push_back(detail::capsuleCollider(link, none, tip, options.radius, options.friction));
  }

  const double reach = options.links * options.length;
  const double height = options.barHeight + options.barRadius + options.drop + options.radius;
  mechanism.initialState->q[mechanism.joints.front().name] = detail::freePosition(
      {(options.shift - 0.5) * reach, 0, height}, Eigen::Quaterniond::Identity());
  detail::setDamping(mechanism, options.damping);
  return mechanism;
}

}  // namespace linkwork
