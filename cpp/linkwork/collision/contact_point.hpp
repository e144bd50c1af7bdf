#pragma once

#include <Eigen/Core>
#include <array>
#include <cstdint>

/// Contact points of a mechanism, closed or about to close.
namespace linkwork::collision {

/// A point of contact between two parts; the ground is one.
struct ContactPoint {
  std::array<int, 2> parts{};
  std::array<int, 2> bodies{-1, -1};  ///< whose colliders they are; −1 is the ground
  std::array<int, 2> colliders{};     ///< in the order of the mechanism
  Eigen::Vector3d point{0, 0, 0};     ///< midway between the two surfaces, world [m]
  Eigen::Vector3d normal{0, 0, 1};    ///< unit, world, from parts[0] to parts[1]
  double gap = 0;                     ///< distance of the surfaces along it, below 0 inside [m]
  double friction = 0;                ///< Coulomb's μ of the pair
  double torsion = 0, rolling = 0;    ///< μ_t and μ_r of the pair [m]
  double restitution = 0;             ///< e of the pair
  bool isSensed = false;              ///< whether one of them is a sensor: no force acts
  std::uint64_t id = 0;  ///< of the pair and its feature: the same point in the next step has it
  /// Velocity of the surface of parts[1] relative to that of parts[0], with both parts at rest,
  /// world [m/s].
  Eigen::Vector3d surfaceVelocity{0, 0, 0};
};

}  // namespace linkwork::collision
