#pragma once

#include <Eigen/Core>
#include <optional>

#include "linkwork/collision/solid.hpp"

namespace linkwork::collision {

/// Where a ray meets a collider.
struct RayHit {
  int collider = 0;
  double distance = 0;              ///< from the origin of the ray [m]
  Eigen::Vector3d normal{0, 0, 1};  ///< unit, world, outwards from the collider
};

/// Where a ray enters a convex solid from outside: the start of the part of the line that is within
/// the solid. It meets height fields from above.
///
/// A ray that starts on the surface, to 1e-12 of the coordinates, meets the solid at distance 0 if
/// it goes inwards. If it goes along the surface or outwards, or starts inside, it misses.
///
/// @param direction  unit
/// @return           nothing if the ray misses the solid
/// Cost: O(1), of hulls O(faces).
/// Source: Ericson, "Real-Time Collision Detection", section 5.3.
std::optional<RayHit> castOnSolid(const Solid& solid, const Eigen::Vector3d& origin,
                                  const Eigen::Vector3d& direction);

}  // namespace linkwork::collision
