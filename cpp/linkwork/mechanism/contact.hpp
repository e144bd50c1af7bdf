#pragma once

#include <Eigen/Core>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "linkwork/mechanism/frame.hpp"

namespace linkwork {

/// The solids that touch, centred on the origin of the collider's frame:
///
///   plane    the half-space z ≤ 0 of its frame, on the world only: z is the outward normal
///   sphere   radius
///   capsule  radius, length along z from centre to centre of its balls
///   box      size: edges along x, y and z
enum class ColliderType { plane, sphere, capsule, box };

inline constexpr std::array allColliderTypes{ColliderType::plane, ColliderType::sphere,
                                             ColliderType::capsule, ColliderType::box};

/// The type's name in mechanism files.
constexpr std::string_view name(ColliderType type) {
  constexpr std::array<std::string_view, allColliderTypes.size()> names{"plane", "sphere",
                                                                        "capsule", "box"};
  return names[static_cast<std::size_t>(type)];
}

/// The type with this name in mechanism files, if there is one.
constexpr std::optional<ColliderType> colliderTypeFromName(std::string_view desired) {
  for (const ColliderType type : allColliderTypes)
    if (name(type) == desired) return type;
  return std::nullopt;
}

/// A solid of a body, or of the world, that others cannot enter. Which of the sizes count, the type
/// tells; the others stay at their defaults.
struct Collider {
  std::string body;  ///< a body or the world
  ColliderType type = ColliderType::sphere;
  Eigen::Vector3d size{0, 0, 0};  ///< [m], above 0
  double radius = 0;              ///< [m], above 0
  double length = 0;              ///< [m], above 0
  Frame frame;                    ///< in the body's frame
  double friction = 0.8;          ///< Coulomb's μ, at least 0; of a pair √(μ₁ μ₂)
  double restitution = 0;         ///< e, 0 to 1; of a pair the larger

  bool operator==(const Collider&) const = default;
};

/// What can touch what. Colliders of one rigid part never touch each other, nor do those of two
/// bodies that a joint or a loop joins; those of the world touch every body.
struct ContactModel {
  std::vector<Collider> colliders;
  bool selfCollision = true;  ///< whether bodies touch each other, or the world alone

  bool operator==(const ContactModel&) const = default;
};

}  // namespace linkwork
