#include "linkwork/catalogue/parts.hpp"
#include "linkwork/elementary.hpp"
#include "linkwork/parts.hpp"

namespace linkwork {

Mechanism closedRing(const ClosedRingOptions& options) {
  detail::requireRanges(options);
  if (!(options.radius <= 0.4 * options.length))
    detail::failOption(
        "radius", "expected at most 0.4 of the length, found " + detail::written(options.radius));

  const Eigen::Vector3d none = Eigen::Vector3d::Zero(), tip(options.length, 0, 0);
  const Eigen::Vector3d axis = JointGeometry{}.axis;
  Mechanism mechanism = detail::emptyMechanism("closed ring", options.gravity);
  std::vector<Collider>& colliders = mechanism.contact.colliders;
  colliders.push_back(detail::groundCollider(options.friction));
  // Link by link the way turns left by a corner of the polygon.
  const double corner = 2 * std::numbers::pi / options.links;
  for (int i = 0; i < options.links; ++i) {
    const std::string link = "link" + std::to_string(i + 1);
    if (i == 0) {
      mechanism.joints.push_back(detail::freeJoint(link));
    } else {
      mechanism.joints.push_back(detail::joinAt(JointType::spherical, "joint" + std::to_string(i),
                                                mechanism.bodies.back().name, link, axis, tip));
      mechanism.initialState->q[mechanism.joints.back().name] = {0, 0, elementary::sin(corner / 2),
                                                                 elementary::cos(corner / 2)};
    }
    mechanism.bodies.push_back(capsule(link, options.mass, none, tip, options.radius));
    colliders.push_back(detail::capsuleCollider(link, none, tip, options.radius, options.friction));
  }
  mechanism.loops.push_back(detail::joinAt<Loop>(JointType::spherical, "closure",
                                                 mechanism.bodies.back().name,
                                                 mechanism.bodies.front().name, axis, tip));

  // The first link, along x, is the lowest one where the ring is tilted about it.
  const Eigen::Quaterniond tilted = detail::turn(options.tilt, Eigen::Vector3d::UnitX());
  mechanism.initialState->q[mechanism.joints.front().name] =
      detail::freePosition({-options.length / 2, 0, options.drop + options.radius}, tilted);
  detail::setDamping(mechanism, options.damping);
  return mechanism;
}

}  // namespace linkwork
