#include "linkwork/errors.hpp"
#include "linkwork/mechanism/convex_hull.hpp"
#include "linkwork/mechanism/validate/checks.hpp"
#include "linkwork/mechanism/wording.hpp"

namespace linkwork::detail {

namespace {

void requireDirection(const Path& path, const Eigen::Vector3d& vector) {
  requireFinite(path, std::span(vector.data(), 3));
  const double length = vector.stableNorm();
  if (!(length > 1e-12 && length < 1e150))
    throw MechanismError(
        path, "has length " + written(length) + "; a direction needs a length from 1e-12 to 1e150");
}

void checkConstraint(const Path& path, const RollingDisc& disc, const Mechanism&,
                     const NameIndex& bodies, const NameIndex&) {
  bodies.require(path + ".body", "body", disc.body);
  requireFinite(path + ".center", std::span(disc.center.data(), 3));
  requireDirection(path + ".axis", disc.axis);
  requireAboveZero(path + ".radius", disc.radius);
  requireFinite(path + ".height", disc.height);
}

void checkConstraint(const Path& path, const KnifeEdge& edge, const Mechanism&,
                     const NameIndex& bodies, const NameIndex&) {
  bodies.require(path + ".body", "body", edge.body);
  requireFinite(path + ".point", std::span(edge.point.data(), 3));
  requireDirection(path + ".across", edge.across);
}

void checkConstraint(const Path& path, const VelocityRatio& ratio, const Mechanism& mechanism,
                     const NameIndex&, const NameIndex& joints) {
  checkTerms(path + ".terms", ratio.terms, "", mechanism, joints);
}

void checkHull(const Path& path, const std::vector<Eigen::Vector3d>& points) {
  if (points.size() < 4 || points.size() > mostHullPoints)
    throw MechanismError(path, "expected 4 to " + std::to_string(mostHullPoints) +
                                   " points, found " + std::to_string(points.size()));
  for (std::size_t i = 0; i < points.size(); ++i)
    requireFinite(path.item(i), std::span(points[i].data(), 3));
  if (!convexHull(points))
    throw MechanismError(path, "expected points that span a volume, found " +
                                   std::to_string(points.size()) + " in one plane");
}

void checkSizesOf(const Path& path, const Collider& collider) {
  switch (collider.type) {
    case ColliderType::plane:
      return;
    case ColliderType::box:
      for (int i = 0; i < 3; ++i)
        requireAboveZero((path + ".size").item(static_cast<std::size_t>(i)), collider.size[i]);
      return;
    case ColliderType::hull:
      return checkHull(path + ".points", collider.points);
    case ColliderType::capsule:
    case ColliderType::cylinder:
      requireAboveZero(path + ".length", collider.length);
      [[fallthrough]];
    case ColliderType::sphere:
      requireAboveZero(path + ".radius", collider.radius);
  }
}

void checkCollider(const Path& path, const Collider& collider, const NameIndex& bodies) {
  const bool onWorld = collider.body == worldName;
  requireBodyOrWorld(path + ".body", collider.body, bodies);
  if (collider.type == ColliderType::plane && !onWorld)
    throw MechanismError(
        path + ".body",
        "a plane is endless and stands on \"world\" alone, found " + quoted(collider.body));
  checkSizesOf(path, collider);
  checkFrame(path + ".frame", collider.frame);
  requireNotNegative(path + ".friction", collider.friction);
  requireNotNegative(path + ".restitution", collider.restitution);
  if (collider.restitution > 1)
    throw MechanismError(path + ".restitution",
                         "expected 0 to 1, found " + written(collider.restitution));
}

}  // namespace

void checkNonholonomic(const Mechanism& mechanism, const NameIndex& bodies,
                       const NameIndex& joints) {
  for (std::size_t i = 0; i < mechanism.nonholonomic.size(); ++i)
    std::visit(
        [&](const auto& each) {
          checkConstraint(Path("nonholonomic", i), each, mechanism, bodies, joints);
        },
        mechanism.nonholonomic[i]);
}

void checkContact(const ContactModel& contact, const NameIndex& bodies) {
  for (std::size_t i = 0; i < contact.colliders.size(); ++i)
    checkCollider(Path("contact.colliders", i), contact.colliders[i], bodies);
}

}  // namespace linkwork::detail
