#include "linkwork/collision/ray.hpp"

#include <algorithm>
#include <cmath>

namespace linkwork::collision {

using Eigen::Vector3d;

namespace {

/// The part of a ray that is within half-spaces: it enters at the last of the planes that it
/// crosses inwards.
class Clip {
 public:
  /// Cuts off what is outside normal · x ≤ offset.
  void cut(const Vector3d& normal, double offset, const Vector3d& origin,
           const Vector3d& direction) {
    const double across = normal.dot(direction), outside = normal.dot(origin) - offset;
    if (across == 0) {
      misses_ = misses_ || outside > 0;
    } else if (across > 0) {
      leaves_ = std::min(leaves_, -outside / across);
    } else if (-outside / across > enters_) {
      enters_ = -outside / across;
      normal_ = normal;
    }
  }

  std::optional<RayHit> hit() const {
    if (misses_ || enters_ < 0 || enters_ > leaves_ || !std::isfinite(enters_)) return std::nullopt;
    return RayHit{.distance = enters_, .normal = normal_};
  }

 private:
  double enters_ = -HUGE_VAL, leaves_ = HUGE_VAL;
  Vector3d normal_{0, 0, 1};
  bool misses_ = false;
};

/// Where a line enters a circle or a ball about the origin; nothing if it misses it, or enters it
/// behind its start. Measured from the point that is nearest to the center: far
/// starts lose no accuracy.
///
/// @param direction  unit
template <typename Vector>
std::optional<double> entry(double radius, const Vector& origin, const Vector& direction) {
  const double nearest = -origin.dot(direction);
  const double squared = radius * radius - (origin + nearest * direction).squaredNorm();
  if (!(squared >= 0)) return std::nullopt;
  const double distance = nearest - std::sqrt(squared);
  return distance >= 0 ? std::optional(distance) : std::nullopt;
}

/// A ball about a center, in the axes of the ray.
std::optional<RayHit> castOnBall(const Vector3d& center, double radius, const Vector3d& origin,
                                 const Vector3d& direction) {
  const Vector3d from = origin - center;
  const auto distance = entry(radius, from, direction);
  if (!distance) return std::nullopt;
  return RayHit{.distance = *distance, .normal = (from + *distance * direction).normalized()};
}

/// The round side of a cylinder along z, where |z| ≤ half.
std::optional<RayHit> castOnSide(double radius, double half, const Vector3d& origin,
                                 const Vector3d& direction) {
  const double across = direction.head<2>().norm();
  const auto distance =
      entry<Eigen::Vector2d>(radius, origin.head<2>(), direction.head<2>() / across);
  if (!(across > 0) || !distance) return std::nullopt;
  const Vector3d point = origin + *distance / across * direction;
  if (!(std::abs(point.z()) <= half)) return std::nullopt;
  return RayHit{.distance = *distance / across,
                .normal = Vector3d(point.x(), point.y(), 0).normalized()};
}

std::optional<RayHit> castOnCapsule(const Solid& solid, const Vector3d& origin,
                                    const Vector3d& direction) {
  const Vector3d end(0, 0, solid.half.z());
  Vector3d inside = origin;
  inside.z() -= std::clamp(origin.z(), -end.z(), end.z());
  if (inside.squaredNorm() < solid.radius * solid.radius) return std::nullopt;
  std::optional<RayHit> first = castOnSide(solid.radius, end.z(), origin, direction);
  for (const Vector3d& center : {end, Vector3d(-end)}) {
    const auto hit = castOnBall(center, solid.radius, origin, direction);
    if (hit && (!first || hit->distance < first->distance)) first = hit;
  }
  return first;
}

std::optional<RayHit> castOnCylinder(const Solid& solid, const Vector3d& origin,
                                     const Vector3d& direction) {
  const double radius = solid.half.x(), half = solid.half.z();
  const bool isLateral = origin.head<2>().squaredNorm() > radius * radius;
  if (!isLateral && std::abs(origin.z()) < half) return std::nullopt;
  if (isLateral)
    if (const auto side = castOnSide(radius, half, origin, direction)) return side;
  if (origin.z() * direction.z() >= 0) return std::nullopt;
  const double end = std::copysign(half, origin.z()), distance = (end - origin.z()) / direction.z();
  const Vector3d point = origin + distance * direction;
  if (distance < 0 || point.head<2>().squaredNorm() > radius * radius) return std::nullopt;
  return RayHit{.distance = distance, .normal = Vector3d(0, 0, std::copysign(1.0, end))};
}

std::optional<RayHit> castInAxes(const Solid& solid, const Vector3d& origin,
                                 const Vector3d& direction) {
  Clip clip;
  switch (solid.type) {
    case ColliderType::plane:
      clip.cut(Vector3d::UnitZ(), 0, origin, direction);
      return clip.hit();
    case ColliderType::sphere:
      if (origin.squaredNorm() < solid.radius * solid.radius) return std::nullopt;
      return castOnBall(Vector3d::Zero(), solid.radius, origin, direction);
    case ColliderType::capsule:
      return castOnCapsule(solid, origin, direction);
    case ColliderType::cylinder:
      return castOnCylinder(solid, origin, direction);
    case ColliderType::box:
      for (int axis = 0; axis < 3; ++axis)
        for (const double side : {-1.0, 1.0})
          clip.cut(side * Vector3d::Unit(axis), solid.half[axis], origin, direction);
      return clip.hit();
    case ColliderType::hull:
      for (const ConvexHull::Face& face : solid.hull->faces)
        clip.cut(face.normal, face.offset, origin, direction);
      return clip.hit();
  }
  return std::nullopt;
}

}  // namespace

std::optional<RayHit> castOnSolid(const Solid& solid, const Vector3d& origin,
                                  const Vector3d& direction) {
  std::optional<RayHit> hit = castInAxes(solid, solid.axes.transpose() * (origin - solid.position),
                                         solid.axes.transpose() * direction);
  if (hit) hit->normal = solid.axes * hit->normal;
  return hit;
}

}  // namespace linkwork::collision
