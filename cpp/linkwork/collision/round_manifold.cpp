#include <algorithm>
#include <cmath>
#include <utility>

#include "linkwork/collision/manifold.hpp"

namespace linkwork::collision {

using Eigen::Vector3d;

namespace {

void addIfNear(const Vector3d& point, const Vector3d& normal, double gap, std::uint32_t feature,
               double reach, std::vector<ManifoldPoint>& points) {
  if (gap < reach) points.push_back({point, normal, gap, feature});
}

/// Balls of these radii around two points.
ManifoldPoint ballTouch(const Vector3d& a, double radiusA, const Vector3d& b, double radiusB,
                        std::uint32_t feature) {
  const Vector3d way = b - a;
  const double distance = way.norm();
  const Vector3d normal = distance > 0 ? Vector3d(way / distance) : Vector3d::UnitZ();
  const double gap = distance - radiusA - radiusB;
  return {a + (radiusA + 0.5 * gap) * normal, normal, gap, feature};
}

}  // namespace

namespace detail {

SegmentPlaces closestOnSegments(const Vector3d& center1, const Vector3d& direction1, double half1,
                                const Vector3d& center2, const Vector3d& direction2, double half2) {
  // |d + s u − t v|² is least where s − b t = −u·d and t − b s = v·d; of a pair of clamped places,
  // the one clamped last decides.
  const Vector3d d = center1 - center2;
  const double b = direction1.dot(direction2);
  const double u = direction1.dot(d), v = direction2.dot(d);
  const double across = direction1.cross(direction2).squaredNorm();  // 1 − b²
  constexpr double parallel = 1e-16;
  double s = across > parallel ? std::clamp((b * v - u) / across, -half1, half1) : 0;
  const double free = b * s + v;
  const double t = std::clamp(free, -half2, half2);
  if (t != free || across <= parallel) s = std::clamp(b * t - u, -half1, half1);
  return {s, t};
}

void collidePlane(const Solid& plane, const Solid& solid, double reach,
                  std::vector<ManifoldPoint>& points) {
  const Vector3d normal = plane.axes.col(2);
  const auto add = [&](const Vector3d& center, std::uint32_t feature) {
    const double gap = normal.dot(center - plane.position) - solid.radius;
    addIfNear(center - (solid.radius + 0.5 * gap) * normal, normal, gap, feature, reach, points);
  };
  switch (solid.type) {
    case ColliderType::sphere:
      return add(solid.position, 0);
    case ColliderType::capsule:
      add(solid.position - solid.half.z() * solid.axes.col(2), 0);
      return add(solid.position + solid.half.z() * solid.axes.col(2), 1);
    case ColliderType::cylinder: {
      const bool isUpper = normal.dot(solid.axes.col(2)) < 0;
      const auto rim = rimOf(solid, isUpper, -normal), other = rimOf(solid, !isUpper, -normal);
      const std::uint32_t first = isUpper ? rimPoints : 0;
      for (std::uint32_t k = 0; k < rimPoints; ++k) add(rim[k], first + k);
      return add(other[0], rimPoints - first);
    }
    default:
      for (std::uint32_t i = 0; i < solid.polyhedron()->vertices.size(); ++i)
        add(solid.vertex(i), i);
  }
}

/// Spheres, and a sphere and a capsule: the ball of the capsule that is next to it.
void collideSpheres(const Solid& a, const Solid& b, double reach,
                    std::vector<ManifoldPoint>& points) {
  const double place =
      std::clamp(b.axes.col(2).dot(a.position - b.position), -b.half.z(), b.half.z());
  const ManifoldPoint contact =
      ballTouch(a.position, a.radius, b.position + place * b.axes.col(2), b.radius, 0);
  if (contact.gap < reach) points.push_back(contact);
}

void collideCapsules(const Solid& a, const Solid& b, double reach,
                     std::vector<ManifoldPoint>& points) {
  const Vector3d u = a.axes.col(2), v = b.axes.col(2), way = b.position - a.position;
  const double half = a.half.z();
  const auto ballOfA = [&](double s, std::uint32_t feature) {
    const Vector3d center = a.position + s * u;
    const double t = std::clamp(v.dot(center - b.position), -b.half.z(), b.half.z());
    return ballTouch(center, a.radius, b.position + t * v, b.radius, feature);
  };

  // The part of a's axis that b's axis casts on it, as balls of a at its ends.
  const double middle = u.dot(way), width = std::abs(u.dot(v)) * b.half.z();
  const double from = std::clamp(middle - width, -half, half);
  const double to = std::clamp(middle + width, -half, half);
  const ManifoldPoint low = ballOfA(from, 0), high = ballOfA(to, 1);
  if (low.gap < reach) points.push_back(low);
  const bool isInterval = to - from > 1e-6 * half;
  if (isInterval && high.gap < reach) points.push_back(high);

  const SegmentPlaces closest = closestOnSegments(a.position, u, half, b.position, v, b.half.z());
  const ManifoldPoint nearest = ballTouch(a.position + closest.first * u, a.radius,
                                          b.position + closest.second * v, b.radius, 2);
  const double nearestEnd = isInterval ? std::min(low.gap, high.gap) : low.gap;
  if (nearest.gap < std::min(reach, nearestEnd - 1e-12 * (a.radius + b.radius)))
    points.push_back(nearest);
}

}  // namespace detail

void findManifold(const Solid& first, const Solid& second, double reach,
                  std::vector<ManifoldPoint>& points) {
  using Pair = void (*)(const Solid&, const Solid&, double, std::vector<ManifoldPoint>&);
  using namespace detail;
  constexpr Pair pairs[4][4] = {{nullptr, collidePlane, collidePlane, collidePlane},
                                {nullptr, collideSpheres, collideSpheres, collideSphereAndBox},
                                {nullptr, nullptr, collideCapsules, collideCapsuleAndBox},
                                {nullptr, nullptr, nullptr, collideBoxes}};
  const auto pairOf = [&](const Solid& a, const Solid& b) -> Pair {
    if (b.type <= ColliderType::box)
      return pairs[static_cast<int>(a.type)][static_cast<int>(b.type)];
    if (b.type == ColliderType::heightfield) return collideField;
    return a.type == ColliderType::plane ? collidePlane : collideConvex;
  };
  if (first.type <= second.type) return pairOf(first, second)(first, second, reach, points);
  const std::size_t before = points.size();
  pairOf(second, first)(second, first, reach, points);
  for (std::size_t i = before; i < points.size(); ++i) points[i].normal *= -1;
}

}  // namespace linkwork::collision
