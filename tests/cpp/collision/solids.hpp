#pragma once

#include <Eigen/Geometry>
#include <algorithm>
#include <random>

#include "linkwork/collision/manifold.hpp"

namespace linkwork::test {

using collision::ManifoldPoint;
using collision::Solid;

/// Of a hull: an octahedron that `half` holds, with corners cut off by four more points.
Solid solidOf(ColliderType type, const Eigen::Vector3d& half, double radius);

/// A solid of a type with sizes of 0.2 to 1, anywhere within 1.5 of the origin, turned at random.
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

/// The distance of two solids by another way than the library's, to 1e-12; below 0 where they
/// overlap.
///
/// Of boxes, capsules and balls: that of their cores, boxes of three, one or no dimensions, as the
/// least of |p − q|² over all faces, edges and corners (each of the coordinates at its lower end,
/// at its upper end or free). Of others: the most of the concave function s(n) = min over b of n·b
/// − max over a of n·a over |n| ≤ 1, by the ellipsoid method; 0 where they overlap.
double distanceOf(const Solid& a, const Solid& b);

}  // namespace linkwork::test
