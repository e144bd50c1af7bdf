#include "linkwork/collision/solid.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "linkwork/elementary.hpp"

namespace linkwork::collision {

using Eigen::Vector3d;

namespace {

const ConvexHull& cube() {
  static const ConvexHull hull = [] {
    std::array<Vector3d, 8> corners;
    for (std::size_t c = 0; c < corners.size(); ++c)
      corners[c] = {c & 1 ? 1.0 : -1.0, c & 2 ? 1.0 : -1.0, c & 4 ? 1.0 : -1.0};
    return *convexHull(corners);
  }();
  return hull;
}

}  // namespace

Vector3d Solid::extent() const {
  switch (type) {
    case ColliderType::box:
    case ColliderType::hull:
    case ColliderType::heightfield:
      return axes.cwiseAbs() * half;
    case ColliderType::cylinder: {
      const auto along = axes.col(2).array();
      return half.z() * along.abs() + half.x() * (1 - along.square()).max(0).sqrt();
    }
    default:
      return (half.z() * axes.col(2)).cwiseAbs().array() + radius;
  }
}

double Solid::farthest() const {
  const bool isRound = type == ColliderType::cylinder;
  const double own = isRound ? elementary::hypot(half.x(), half.z()) : half.norm();
  return position.norm() + own + radius;
}

double Solid::size() const { return radius > 0 ? radius : half.minCoeff(); }

Vector3d Solid::support(const Vector3d& direction) const {
  Vector3d local = axes.transpose() * direction;
  const auto signs = [](double number, double size) { return number < 0 ? -size : size; };
  if (type == ColliderType::hull) {
    const auto& vertices = hull->vertices;
    const auto best = std::max_element(
        vertices.begin(), vertices.end(),
        [&](const Vector3d& a, const Vector3d& b) { return local.dot(a) < local.dot(b); });
    return position + axes * *best;
  }
  if (type == ColliderType::cylinder) {
    const double across = local.head<2>().norm();
    // Along the axis all of a cap is farthest: its middle will do.
    local.head<2>() *= across > 1e-12 * std::abs(local.z()) ? half.x() / across : 0;
    local.z() = signs(local.z(), half.z());
    return position + axes * local;
  }
  return position + axes * local.binaryExpr(half, signs);
}

const ConvexHull* Solid::polyhedron() const {
  return type == ColliderType::box ? &cube() : hull.get();
}

Vector3d Solid::vertex(std::size_t index) const {
  if (type == ColliderType::hull) return position + axes * hull->vertices[index];
  return position + axes * half.cwiseProduct(cube().vertices[index]);
}

Solid solidOf(const Collider& collider, const Vector3d& position, const Eigen::Matrix3d& axes) {
  if (collider.type == ColliderType::hull) return hullSolid(collider.points, position, axes);
  if (collider.type == ColliderType::heightfield) {
    const auto field = std::make_shared<const HeightField>(collider.heights, collider.extents);
    return {.type = collider.type,
            .half = field->half(),
            .position = position + field->middle() * axes.col(2),
            .axes = axes,
            .field = field};
  }
  Solid solid{.type = collider.type,
              .half = collider.size / 2,
              .radius = collider.radius,
              .position = position,
              .axes = axes};
  if (collider.type == ColliderType::capsule) solid.half = {0, 0, collider.length / 2};
  if (collider.type == ColliderType::cylinder) {
    solid.half = {collider.radius, collider.radius, collider.length / 2};
    solid.radius = 0;
  }
  return solid;
}

Solid hullSolid(std::span<const Vector3d> points, const Vector3d& position,
                const Eigen::Matrix3d& axes) {
  // About the mean of its vertices, which is inside.
  ConvexHull hull = *convexHull(points);
  const Vector3d middle =
      std::accumulate(hull.vertices.begin(), hull.vertices.end(), Vector3d(0, 0, 0)) /
      static_cast<double>(hull.vertices.size());
  Solid solid{.type = ColliderType::hull, .position = position + axes * middle, .axes = axes};
  for (Vector3d& vertex : hull.vertices) {
    vertex -= middle;
    solid.half = solid.half.cwiseMax(vertex.cwiseAbs());
  }
  for (ConvexHull::Face& face : hull.faces) face.offset -= face.normal.dot(middle);
  solid.hull = std::make_shared<const ConvexHull>(std::move(hull));
  return solid;
}

}  // namespace linkwork::collision
