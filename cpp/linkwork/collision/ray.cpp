#include "linkwork/collision/ray.hpp"

#include <algorithm>
#include <cmath>

namespace linkwork::collision {

using Eigen::Vector3d;

namespace {

/// Rounding of the start of a ray on a surface, relative to the coordinates of both.
constexpr double onSurface = 1e-12;

/// Cosine of the angle to a normal below which a ray is parallel to the face.
constexpr double parallel = 1e-15;

constexpr double never = HUGE_VAL;

/// The part of a line within a convex solid: the distances from the origin of the ray at which the
/// line enters and leaves, and the outward normal where it enters.
struct Chord {
  double enters = -never, leaves = never;
  Vector3d normal{0, 0, 1};

  bool isEmpty() const { return !(enters <= leaves); }

  /// Keeps what is within another chord as well.
  void cut(const Chord& other) {
    if (other.enters > enters) {
      enters = other.enters;
      normal = other.normal;
    }
    leaves = std::min(leaves, other.leaves);
  }
};

Chord noChord() { return {never, -never}; }

/// The chord of the half-space normal · x ≤ offset.
Chord chordBelow(const Vector3d& normal, double offset, const Vector3d& origin,
                 const Vector3d& direction) {
  const double across = normal.dot(direction), outside = normal.dot(origin) - offset;
  if (std::abs(across) < parallel) return outside > 0 ? noChord() : Chord{};
  if (across > 0) return {-never, -outside / across};
  return {-outside / across, never, normal};
}

/// The chord of a circle or a ball about the origin, without its normal. Measured from the point
/// that is nearest to the center: far starts lose no accuracy.
///
/// @param direction  unit
template <typename Vector>
Chord roundChord(double radius, const Vector& origin, const Vector& direction) {
  const double nearest = -origin.dot(direction);
  const double squared = radius * radius - (origin + nearest * direction).squaredNorm();
  if (!(squared >= 0)) return noChord();
  const double half = std::sqrt(squared);
  return {nearest - half, nearest + half};
}

/// The chord of an infinite cylinder along z.
Chord chordOfSide(double radius, const Vector3d& origin, const Vector3d& direction) {
  const Eigen::Vector2d from = origin.head<2>(), along = direction.head<2>();
  const double across = along.norm();
  if (!(across > 0)) return from.norm() > radius ? noChord() : Chord{};
  Chord chord = roundChord<Eigen::Vector2d>(radius, from, along / across);
  chord.enters /= across;
  chord.leaves /= across;
  chord.normal << (from + chord.enters * along).normalized(), 0;
  return chord;
}

Chord chordOfCylinder(double radius, double half, const Vector3d& origin,
                      const Vector3d& direction) {
  Chord chord = chordOfSide(radius, origin, direction);
  for (const double side : {-1.0, 1.0})
    chord.cut(chordBelow(side * Vector3d::UnitZ(), half, origin, direction));
  return chord;
}

/// From the first entry into the balls and the cylinder of a capsule to the last exit. Of a ball:
/// `half` is 0.
Chord chordOfCapsule(double radius, double half, const Vector3d& origin,
                     const Vector3d& direction) {
  const Vector3d end(0, 0, half);
  Chord whole = noChord();
  for (const Chord& part : {roundChord<Vector3d>(radius, origin - end, direction),
                            roundChord<Vector3d>(radius, origin + end, direction),
                            chordOfCylinder(radius, half, origin, direction)}) {
    if (part.isEmpty()) continue;
    whole.enters = std::min(whole.enters, part.enters);
    whole.leaves = std::max(whole.leaves, part.leaves);
  }
  Vector3d point = origin + whole.enters * direction;
  point.z() -= std::clamp(point.z(), -half, half);
  whole.normal = point.normalized();
  return whole;
}

Chord chordInAxes(const Solid& solid, const Vector3d& origin, const Vector3d& direction) {
  Chord chord;
  switch (solid.type) {
    case ColliderType::plane:
      return chordBelow(Vector3d::UnitZ(), 0, origin, direction);
    case ColliderType::sphere:
    case ColliderType::capsule:
      return chordOfCapsule(solid.radius, solid.half.z(), origin, direction);
    case ColliderType::cylinder:
      return chordOfCylinder(solid.half.x(), solid.half.z(), origin, direction);
    case ColliderType::box:
      for (int axis = 0; axis < 3; ++axis)
        for (const double side : {-1.0, 1.0})
          chord.cut(chordBelow(side * Vector3d::Unit(axis), solid.half[axis], origin, direction));
      return chord;
    case ColliderType::heightfield:
      break;
    case ColliderType::hull:
      for (const ConvexHull::Face& face : solid.hull->faces)
        chord.cut(chordBelow(face.normal, face.offset, origin, direction));
      return chord;
  }
  return noChord();
}

}  // namespace

std::optional<RayHit> castOnSolid(const Solid& solid, const Vector3d& origin,
                                  const Vector3d& direction) {
  const Vector3d from = solid.axes.transpose() * (origin - solid.position);
  const Vector3d along = solid.axes.transpose() * direction;
  if (solid.field) {
    const auto entry = solid.field->castRay(from, along);
    if (!entry) return std::nullopt;
    return RayHit{.distance = entry->distance, .normal = solid.axes * entry->normal};
  }
  const Chord chord = chordInAxes(solid, from, along);
  const double rounding = onSurface * (origin.lpNorm<1>() + solid.position.lpNorm<1>() +
                                       solid.half.lpNorm<1>() + solid.radius);
  const bool isBehind = chord.enters < -rounding;
  const bool endsAtStart = !(chord.enters + chord.leaves > 0);
  if (chord.isEmpty() || isBehind || endsAtStart || !std::isfinite(chord.enters))
    return std::nullopt;
  return RayHit{.distance = std::max(0.0, chord.enters), .normal = solid.axes * chord.normal};
}

}  // namespace linkwork::collision
