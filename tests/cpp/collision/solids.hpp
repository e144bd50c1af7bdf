#pragma once

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <random>

#include "linkwork/collision/manifold.hpp"

namespace linkwork::test {

using collision::ManifoldPoint;
using collision::Solid;

/// Planes and what is convex and bounded.
inline constexpr std::array convexTypes{ColliderType::plane,    ColliderType::sphere,
                                        ColliderType::capsule,  ColliderType::box,
                                        ColliderType::cylinder, ColliderType::hull};
inline constexpr std::array boundedTypes{ColliderType::sphere, ColliderType::capsule,
                                         ColliderType::box, ColliderType::cylinder,
                                         ColliderType::hull};

/// Farther than solids are apart.
inline constexpr double far = 1e3;

/// Returns a solid. A hull is an octahedron within `half`, with corners cut off by four more
/// points.
Solid solidOf(ColliderType type, const Eigen::Vector3d& half, double radius);

/// Returns a solid with sizes of 0.2 to 1, within 1.5 of the origin, at a random attitude.
inline Solid randomSolid(ColliderType type, std::mt19937& random) {
  std::uniform_real_distribution<double> size(0.2, 1), place(-1.5, 1.5);
  const auto vector = [&](auto& from) {
    const double x = from(random), y = from(random);
    return Eigen::Vector3d(x, y, from(random));
  };
  const Eigen::Vector3d half = 0.5 * vector(size);
  Solid solid = solidOf(type, half, 0.5 * size(random));
  solid.position = vector(place);
  const Eigen::Vector3d axis = vector(place).normalized();
  solid.axes = Eigen::AngleAxisd(2 * place(random), axis).toRotationMatrix();
  return solid;
}

/// Calls `check` for draws of each pair of types, but not for two planes.
template <typename Check>
void forPairs(int count, unsigned seed, const Check& check) {
  std::mt19937 random(seed);
  for (const ColliderType one : convexTypes)
    for (const ColliderType other : convexTypes) {
      if (one == ColliderType::plane && other == ColliderType::plane) continue;
      for (int i = 0; i < count; ++i) {
        const Solid a = randomSolid(one, random), b = randomSolid(other, random);
        INFO(name(one) << "–" << name(other) << ", draw " << i);
        check(a, b, random);
      }
    }
}

inline Solid moved(Solid solid, const Eigen::Matrix3d& turn, const Eigen::Vector3d& by) {
  solid.position = turn * solid.position + by;
  solid.axes = turn * solid.axes;
  return solid;
}

inline std::vector<ManifoldPoint> manifoldOf(const Solid& a, const Solid& b, double reach) {
  std::vector<ManifoldPoint> points;
  collision::findManifold(a, b, reach, points);
  return points;
}

inline const ManifoldPoint& deepest(const std::vector<ManifoldPoint>& points) {
  return *std::min_element(
      points.begin(), points.end(),
      [](const ManifoldPoint& a, const ManifoldPoint& b) { return a.gap < b.gap; });
}

/// Returns how far a point is outside a solid, in some measure. Negative inside.
double outside(const Solid& solid, const Eigen::Vector3d& point);

/// Returns the distance of two solids to 1e-12, by another method than the library's. Negative if
/// they overlap.
///
/// Boxes, capsules and balls: the distance of their cores, which are boxes of 3, 1 or 0 dimensions.
/// It is the least |p − q|² over all faces, edges and corners (each coordinate at its lower end, at
/// its upper end or free). Other solids: the maximum of the concave function s(n) = min over b of
/// n·b − max over a of n·a over |n| ≤ 1, by the ellipsoid method. 0 if they overlap.
double distanceOf(const Solid& a, const Solid& b);

}  // namespace linkwork::test
