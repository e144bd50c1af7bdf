#pragma once

#include <array>
#include <optional>

#include "linkwork/collision/solid.hpp"

namespace linkwork::collision {

/// How two solids are best kept apart.
struct Separation {
  Eigen::Vector3d normal{0, 0, 1};  ///< unit, from the first to the second
  double gap = -HUGE_VAL;           ///< how far they are apart along it; below 0: how deep inside
  Eigen::Vector3d point{0, 0, 0};   ///< midway between the two surfaces

  Eigen::Vector3d onFirst() const { return point - 0.5 * gap * normal; }
  Eigen::Vector3d onSecond() const { return point + 0.5 * gap * normal; }
};

/// Directions that are outward at a part of a surface: those with n · bound ≤ 0 for all bounds.
struct NormalCone {
  std::array<Eigen::Vector3d, 3> bounds;
  std::size_t count = 0;

  void limit(const Eigen::Vector3d& bound) { bounds[count++] = bound; }
  bool contains(const Eigen::Vector3d& normal) const;
};

/// A triangle of a larger surface.
struct PartOfSurface {
  NormalCone outward;               ///< its normals and those at its edges
  std::array<bool, 3> continues{};  ///< whether the surface goes on flat or upwards at an edge
};

/// How far two solids are apart along a direction,
///
///   s(n) = min over b of n·b − max over a of n·a
double gapAlong(const Solid& a, const Solid& b, const Eigen::Vector3d& normal);

/// The direction along which two solids, not both planes, are farthest apart or overlap least, or
/// nothing where they are farther apart than `reach`.
///
/// From a plane it is that of the plane.
/// Those that are apart have one direction where s is greatest: that of their closest points, and s
/// is their distance. Others may have several. Of the normals of faces the best is improved by
///
///   n ← argmax over m of s(m) + δ m·n
///
/// which is the direction of the closest points after moving the second by δ along n, and rises to
/// a direction that has none better next to it. So moving apart by the depth along it leaves a gap
/// of 0. Balls and capsules have no faces: if their points or axes meet, the first direction is
/// across both. cost  O(faces of one · vertices of the other) where they overlap, else O(vertices)
/// Source of the iteration: Rockafellar, "Monotone operators and the proximal point algorithm",
/// SIAM J. Control Optim. 14, 1976.
///
/// @param cone  normals of faces to choose from where they overlap; null: all
std::optional<Separation> separate(const Solid& a, const Solid& b, double reach,
                                   const NormalCone* cone = nullptr);

/// Whether two solids have a point in common. Cost: O(vertices).
bool overlap(const Solid& a, const Solid& b);

}  // namespace linkwork::collision
