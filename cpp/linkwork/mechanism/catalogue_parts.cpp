#include "linkwork/mechanism/catalogue_parts.hpp"

namespace linkwork::detail {

Collider groundCollider(double friction) {
  Collider ground;
  ground.body = worldName;
  ground.type = ColliderType::plane;
  ground.friction = friction;
  return ground;
}

Collider capsuleCollider(const std::string& body, const Eigen::Vector3d& from,
                         const Eigen::Vector3d& to, double radius, double friction) {
  Collider capsule;
  capsule.body = body;
  capsule.type = ColliderType::capsule;
  capsule.radius = radius;
  capsule.length = (to - from).norm();
  capsule.frame.position = (from + to) / 2;
  capsule.frame.rotation.setFromTwoVectors(Eigen::Vector3d::UnitZ(), to - from).normalize();
  capsule.friction = friction;
  return capsule;
}

std::vector<double> freePosition(const Eigen::Vector3d& position,
                                 const Eigen::Quaterniond& rotation) {
  const Eigen::Vector3d& p = position;
  const Eigen::Quaterniond& r = rotation;
  return {p.x(), p.y(), p.z(), r.x(), r.y(), r.z(), r.w()};
}

void setDamping(Mechanism& mechanism, double damping) {
  for (Joint& joint : mechanism.joints)
    if (velocitySize(joint) > 0) joint.damping = damping;
}

std::optional<Eigen::Vector2d> crossing(const Eigen::Vector2d& firstCenter, double firstRadius,
                                        const Eigen::Vector2d& secondCenter, double secondRadius) {
  // With d the distance of the centres: x = (d² + r₁² − r₂²)/2d along the way, √(r₁² − x²) beside
  // it.
  const double distance = (secondCenter - firstCenter).norm();
  const Eigen::Vector2d way = (secondCenter - firstCenter) / distance;
  const double along =
      (distance + (firstRadius - secondRadius) * (firstRadius + secondRadius) / distance) / 2;
  const double beside = (firstRadius - along) * (firstRadius + along);
  constexpr double touching =
      1e-6;  // the sine of the angle at which the bars still make a triangle
  if (!(beside > touching * touching * firstRadius * firstRadius)) return std::nullopt;
  return firstCenter + along * way + std::sqrt(beside) * leftOf(way);
}

}  // namespace linkwork::detail
