#include "linkwork/collision/convex_separation.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "linkwork/collision/closest_points.hpp"
#include "linkwork/collision/field_prism.hpp"

namespace linkwork::collision {

using Eigen::Vector3d;

namespace {

/// Of the smaller solid's size: distances too short to give a direction, and how far apart solids
/// that touch are moved to get one.
constexpr double unclearDistance = 1e-6, clearDistance = 0.05;

std::optional<Separation> separateFromPlane(const Solid& plane, const Solid& solid, double reach) {
  const Vector3d normal = plane.axes.col(2);
  const Vector3d lowest = solid.support(-normal) - solid.radius * normal;
  const double gap = normal.dot(lowest - plane.position);
  if (gap > reach) return std::nullopt;
  return Separation{normal, gap, lowest - 0.5 * gap * normal};
}

/// The capsule that shares a cylinder's side; other solids are their own.
Solid sideOf(const Solid& solid) {
  if (solid.type != ColliderType::cylinder) return solid;
  return {ColliderType::capsule, Vector3d(0, 0, solid.half.z()), solid.half.x(), solid.position,
          solid.axes};
}

bool isOnSide(const Solid& solid, const Vector3d& normal) {
  return solid.type != ColliderType::cylinder || std::abs(solid.axes.col(2).dot(normal)) < 1e-9;
}

/// Computes contacts between sides of cylinders exactly, from the axes as cores, which are far
/// apart.
Separation separateSides(const Solid& a, const Solid& b) {
  if (a.type != ColliderType::cylinder && b.type != ColliderType::cylinder) return {};
  const Solid sideA = sideOf(a), sideB = sideOf(b);
  const ClosestPoints closest = closestPoints(sideA, sideB, Vector3d::Zero(), HUGE_VAL);
  if (!(closest.distance > unclearDistance * std::min(a.size(), b.size()))) return {};
  const Vector3d normal = (closest.onSecond - closest.onFirst) / closest.distance;
  if (!isOnSide(a, normal) || !isOnSide(b, normal)) return {};
  const double gap = closest.distance - sideA.radius - sideB.radius;
  return {normal, gap, closest.onFirst + (sideA.radius + 0.5 * gap) * normal};
}

/// Calls `meet` with the outward normal of each face and how far along it the face lies.
template <typename Meet>
void forFaces(const Solid& solid, const Meet& meet) {
  if (const ConvexHull* const hull = solid.polyhedron()) {
    const bool isBox = solid.type == ColliderType::box;
    for (const ConvexHull::Face& face : hull->faces) {
      const Vector3d normal = solid.axes * face.normal;
      const double offset = isBox ? solid.half.dot(face.normal.cwiseAbs()) : face.offset;
      meet(normal, normal.dot(solid.position) + offset);
    }
  } else if (solid.type == ColliderType::cylinder) {
    for (const double side : {1.0, -1.0}) {
      const Vector3d normal = side * solid.axes.col(2);
      meet(normal, normal.dot(solid.position) + solid.half.z());
    }
  }
}

/// A direction across the axes of two balls or capsules, in which they overlap by their radii.
Vector3d acrossAxes(const Solid& a, const Solid& b) {
  const Vector3d u = a.half.z() * a.axes.col(2), v = b.half.z() * b.axes.col(2);
  const Vector3d longer = u.squaredNorm() < v.squaredNorm() ? v : u;
  Vector3d normal = u.cross(v);
  if (!(normal.norm() > 1e-9 * u.norm() * v.norm()))
    normal = longer.isZero(0) ? Vector3d::UnitZ() : longer.unitOrthogonal();
  normal.normalize();
  return normal.dot(b.position - a.position) < 0 ? Vector3d(-normal) : normal;
}

/// The best face, later ones only where they are better by more than rounding, and those of b only
/// where they are clearly better. Without any face: a direction across the axes.
Separation bestFace(const Solid& a, const Solid& b, const NormalCone* cone) {
  const double size = std::min(a.size(), b.size()), radii = a.radius + b.radius;
  Separation best;
  const auto offer = [&](const Solid& other, double sign, double bias, const Vector3d& normal,
                         double height) {
    const double least = best.gap + bias * size;
    if (normal.dot(other.position) - height - radii <= least) return;  // it is deeper still
    if (cone && !cone->contains(sign * normal)) return;
    const double gap = normal.dot(other.support(-normal)) - height - radii;
    if (gap > least) best = {sign * normal, gap, Vector3d::Zero()};
  };
  forFaces(a, [&](const Vector3d& normal, double height) { offer(b, 1, 1e-9, normal, height); });
  const double bestOfA = best.gap;
  forFaces(b, [&](const Vector3d& normal, double height) {
    offer(a, -1, best.gap == bestOfA ? 1e-3 : 1e-9, normal, height);
  });
  const bool hasFace = best.gap > -HUGE_VAL;
  return hasFace ? best : Separation{acrossAxes(a, b), -radii, Vector3d::Zero()};
}

/// Rises from a direction of overlap to one that has none better next to it.
void improve(const Solid& a, const Solid& b, Separation& best) {
  const double size = std::min(a.size(), b.size()), radii = a.radius + b.radius;
  for (int i = 0; i < 40; ++i) {
    const Vector3d shift = (clearDistance * size - best.gap - radii) * best.normal;
    const ClosestPoints closest = closestPoints(a, b, shift, HUGE_VAL);
    if (!(closest.distance > 0)) return;
    const Vector3d normal = (closest.onSecond + shift - closest.onFirst) / closest.distance;
    const double gap = gapAlong(a, b, normal);
    const bool isBetter = gap > best.gap + 1e-13 * size;
    if (isBetter) {
      best.normal = normal;
      best.gap = gap;
    }
    best.point = closest.onFirst + (a.radius + 0.5 * best.gap) * best.normal;
    if (!isBetter) return;
  }
}

}  // namespace

bool NormalCone::contains(const Vector3d& normal) const {
  return std::all_of(bounds.begin(), bounds.begin() + static_cast<std::ptrdiff_t>(count),
                     [&](const Vector3d& bound) { return bound.dot(normal) <= 1e-9; });
}

double gapAlong(const Solid& a, const Solid& b, const Vector3d& normal) {
  return normal.dot(b.support(-normal) - a.support(normal)) - a.radius - b.radius;
}

std::optional<Separation> separate(const Solid& a, const Solid& b, double reach,
                                   const NormalCone* cone) {
  if (a.field) return separateFromField(a, b, reach);
  if (b.field) {
    std::optional<Separation> apart = separateFromField(b, a, reach);
    if (apart) apart->normal *= -1;
    return apart;
  }
  if (a.type == ColliderType::plane) return separateFromPlane(a, b, reach);
  if (b.type == ColliderType::plane) {
    std::optional<Separation> apart = separateFromPlane(b, a, reach);
    if (apart) apart->normal *= -1;
    return apart;
  }
  const double size = std::min(a.size(), b.size()), radii = a.radius + b.radius;
  const Separation sides = separateSides(a, b);
  if (sides.gap > reach) return std::nullopt;
  if (sides.gap > 0) return sides;
  const ClosestPoints closest = closestPoints(a, b, Vector3d::Zero(), reach + radii);
  if (closest.distance - radii > reach) return std::nullopt;
  if (closest.distance > unclearDistance * size) {
    const Vector3d normal = (closest.onSecond - closest.onFirst) / closest.distance;
    const double gap = closest.distance - radii;
    return Separation{normal, gap, closest.onFirst + (a.radius + 0.5 * gap) * normal};
  }
  Separation best = bestFace(a, b, cone);
  if (sides.gap > best.gap - 1e-9 * size) return sides;
  improve(a, b, best);
  return best;
}

bool overlap(const Solid& a, const Solid& b) {
  const bool isPlane = a.type == ColliderType::plane, isOther = b.type == ColliderType::plane;
  if (isPlane && isOther) {  // half-spaces meet unless they face each other
    const bool areFacing = (a.axes.col(2) + b.axes.col(2)).isZero(1e-12);
    return !areFacing || a.axes.col(2).dot(b.position - a.position) <= 0;
  }
  if (a.field) return overlapsField(b, a);
  if (b.field) return overlapsField(a, b);
  if (isPlane) return separateFromPlane(a, b, 0).has_value();
  if (isOther) return separateFromPlane(b, a, 0).has_value();
  const double radii = a.radius + b.radius;
  const double most = radii + 1e-12 * (radii + a.half.norm() + b.half.norm());  // rounding
  return closestPoints(a, b, Vector3d::Zero(), most).distance <= most;
}

}  // namespace linkwork::collision
