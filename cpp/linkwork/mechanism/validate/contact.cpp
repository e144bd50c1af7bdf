#include "linkwork/mechanism/errors.hpp"
#include "linkwork/mechanism/validate/checks.hpp"
#include "linkwork/mechanism/wording.hpp"

namespace linkwork::detail {

namespace {

void requireDirection(const std::string& path, const Eigen::Vector3d& vector) {
  requireFinite(path, std::span(vector.data(), 3));
  if (!(vector.stableNorm() > 0))
    throw MechanismError(path, "has length 0, which gives no direction");
}

void checkConstraint(const std::string& path, const RollingDisc& disc, const Mechanism&,
                     const NameIndex& bodies, const NameIndex&) {
  bodies.require(path + ".body", "body", disc.body);
  requireFinite(path + ".center", std::span(disc.center.data(), 3));
  requireDirection(path + ".axis", disc.axis);
  requireAboveZero(path + ".radius", disc.radius);
  requireFinite(path + ".height", disc.height);
}

void checkConstraint(const std::string& path, const KnifeEdge& edge, const Mechanism&,
                     const NameIndex& bodies, const NameIndex&) {
  bodies.require(path + ".body", "body", edge.body);
  requireFinite(path + ".point", std::span(edge.point.data(), 3));
  requireDirection(path + ".across", edge.across);
}

void checkConstraint(const std::string& path, const VelocityRatio& ratio,
                     const Mechanism& mechanism, const NameIndex&, const NameIndex& joints) {
  checkTerms(path + ".terms", ratio.terms, "", mechanism, joints);
}

void checkCollider(const std::string& path, const Collider& collider, const NameIndex& bodies) {
  const bool onWorld = collider.body == worldName;
  if (!onWorld) bodies.require(path + ".body", "body", collider.body);
  if (collider.type == ColliderType::plane && !onWorld)
    throw MechanismError(
        path + ".body",
        "a plane is endless and stands on \"world\" alone, found " + quoted(collider.body));
  if (collider.type == ColliderType::box) {
    for (int i = 0; i < 3; ++i)
      requireAboveZero(itemPath(path + ".size", static_cast<std::size_t>(i)), collider.size[i]);
  } else if (collider.type != ColliderType::plane) {
    requireAboveZero(path + ".radius", collider.radius);
  }
  if (collider.type == ColliderType::capsule) requireAboveZero(path + ".length", collider.length);
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
          checkConstraint(itemPath("nonholonomic", i), each, mechanism, bodies, joints);
        },
        mechanism.nonholonomic[i]);
}

void checkContact(const ContactModel& contact, const NameIndex& bodies) {
  for (std::size_t i = 0; i < contact.colliders.size(); ++i)
    checkCollider(itemPath("contact.colliders", i), contact.colliders[i], bodies);
}

}  // namespace linkwork::detail
