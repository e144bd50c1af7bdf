#include <algorithm>
#include <array>
#include <cmath>

#include "linkwork/collision/manifold.hpp"

/// A ball or a capsule against a box, in the box's axes.
namespace linkwork::collision::detail {

using Eigen::Vector3d;

namespace {

/// A ball around a point, from the box to it, in the box's axes.
ManifoldPoint boxBall(const Vector3d& center, double radius, const Vector3d& half,
                      std::uint32_t feature) {
  const Vector3d out = center - center.cwiseMax(-half).cwiseMin(half);
  const double distance = out.norm();
  ManifoldPoint contact{center, out, distance - radius, feature};
  if (distance > 0) {
    contact.normal /= distance;
  } else {
    // Its middle is inside: out through the nearest face, of equals the first.
    int axis = 0;
    const Vector3d depth = half - center.cwiseAbs();
    for (int i = 1; i < 3; ++i)
      if (depth[i] < depth[axis] - 1e-9 * half.minCoeff()) axis = i;
    contact.normal = Vector3d::Unit(axis) * (center[axis] < 0 ? -1 : 1);
    contact.gap = -depth[axis] - radius;
  }
  contact.point -= (radius + 0.5 * contact.gap) * contact.normal;
  return contact;
}

/// A segment in the axes of a box.
struct Segment {
  Vector3d center, direction;
  double half;

  Vector3d at(double s) const { return center + s * direction; }
};

/// The place on a segment that is closest to a box. The distance squared is convex in s with a
/// piecewise linear slope, which is followed from break to break up to its zero.
double closestToBox(const Segment& segment, const Vector3d& half) {
  const auto slope = [&](double s) {
    const Vector3d point = segment.at(s);
    return segment.direction.dot(point - point.cwiseMax(-half).cwiseMin(half));
  };
  std::array<double, 8> breaks{-segment.half, segment.half};
  std::size_t count = 2;
  for (int i = 0; i < 3; ++i)
    for (const double side : {-half[i], half[i]}) {
      const double s = (side - segment.center[i]) / segment.direction[i];
      if (std::abs(s) < segment.half) breaks[count++] = s;
    }
  std::sort(breaks.begin(), breaks.begin() + static_cast<std::ptrdiff_t>(count));
  double before = slope(breaks[0]);
  if (before >= 0) return breaks[0];
  for (std::size_t k = 1; k < count; ++k) {
    const double here = slope(breaks[k]);
    if (here >= 0) return breaks[k - 1] + (breaks[k] - breaks[k - 1]) * (before / (before - here));
    before = here;
  }
  return segment.half;
}

/// The part of a segment between the sides of a box along some of its axes; of none left, a
/// place.
struct Interval {
  double from, to;

  void clip(const Segment& segment, const Vector3d& half, int axis) {
    const double along = segment.direction[axis], at = segment.center[axis];
    if (along == 0) return;
    const double one = (-half[axis] - at) / along, other = (half[axis] - at) / along;
    from = std::max(from, std::min(one, other));
    to = std::min(to, std::max(one, other));
  }
};

/// How a box is left along a direction, in its axes.
struct Exit {
  Vector3d normal;
  double separation;
  int face;  ///< or −1: past an edge
};

/// The way out of a box for a segment that meets it with least overlap.
Exit leastOverlap(const Segment& segment, const Vector3d& half) {
  const double bias = 1e-3 * half.minCoeff();
  const Vector3d spread = segment.half * segment.direction.cwiseAbs();
  const Vector3d separations = segment.center.cwiseAbs() - spread - half;
  Exit best{Vector3d::Zero(), -HUGE_VAL, 0};
  for (int i = 0; i < 3; ++i)
    if (separations[i] > best.separation + 1e-6 * bias)
      best = {Vector3d::Unit(i) * (segment.center[i] < 0 ? -1 : 1), separations[i], i};
  for (int i = 0; i < 3; ++i) {
    Vector3d normal = Vector3d::Unit(i).cross(segment.direction);
    const double length = normal.norm();
    if (length < 1e-6) continue;
    normal /= segment.center.dot(normal) < 0 ? -length : length;
    const double separation = segment.center.dot(normal) - half.dot(normal.cwiseAbs());
    if (separation > best.separation + bias) best = {normal, separation, -1};
  }
  return best;
}

/// The place on a segment at which it passes an edge of a box.
double placeAtEdge(const Segment& segment, const Vector3d& half, const Vector3d& normal) {
  int along = 0;
  normal.cwiseAbs().minCoeff(&along);
  Vector3d edge;
  for (int i = 0; i < 3; ++i) edge[i] = i == along ? 0 : (normal[i] < 0 ? -half[i] : half[i]);
  return closestOnSegments(segment.center, segment.direction, segment.half, edge,
                           Vector3d::Unit(along), half[along])
      .first;
}

/// Points of a capsule whose axis meets the box.
void addInsidePoints(const Segment& segment, double radius, const Vector3d& half,
                     std::vector<ManifoldPoint>& points) {
  const Exit exit = leastOverlap(segment, half);
  const auto add = [&](double s, double separation, std::uint32_t feature) {
    const double gap = separation - radius;
    points.push_back(
        {segment.at(s) - (radius + 0.5 * gap) * exit.normal, exit.normal, gap, feature});
  };
  if (exit.face < 0) return add(placeAtEdge(segment, half, exit.normal), exit.separation, 2);
  Interval shared{-segment.half, segment.half};
  for (int i = 0; i < 3; ++i)
    if (i != exit.face) shared.clip(segment, half, i);
  const auto separation = [&](double s) {
    return exit.normal.dot(segment.at(s)) - half[exit.face];
  };
  add(shared.from, separation(shared.from), 0);
  if (shared.to - shared.from > 1e-6 * segment.half) add(shared.to, separation(shared.to), 1);
}

/// Points of a capsule whose axis is outside.
void addOutsidePoints(const Segment& segment, double radius, const Vector3d& half, double closest,
                      std::vector<ManifoldPoint>& points) {
  const Vector3d nearest = segment.at(closest);
  Interval shared{-segment.half, segment.half};
  for (int i = 0; i < 3; ++i)
    if (std::abs(nearest[i]) <= half[i]) shared.clip(segment, half, i);
  if (!(shared.from <= shared.to)) shared = {closest, closest};
  const ManifoldPoint low = boxBall(segment.at(shared.from), radius, half, 0);
  const ManifoldPoint high = boxBall(segment.at(shared.to), radius, half, 1);
  const ManifoldPoint best = boxBall(nearest, radius, half, 2);
  points.push_back(low);
  if (shared.to - shared.from > 1e-6 * segment.half) points.push_back(high);
  if (best.gap < std::min(low.gap, high.gap) - 1e-12 * radius) points.push_back(best);
}

/// Turns the points from `first` on from the box's axes, leaving out those beyond reach. Normals
/// lead to the box.
void toWorld(const Solid& box, double reach, std::size_t first,
             std::vector<ManifoldPoint>& points) {
  std::size_t kept = first;
  for (std::size_t i = first; i < points.size(); ++i) {
    if (!(points[i].gap < reach)) continue;
    ManifoldPoint contact = points[i];
    contact.point = box.position + box.axes * points[i].point;
    contact.normal = box.axes * -points[i].normal;
    points[kept++] = contact;
  }
  points.resize(kept);
}

}  // namespace

void collideSphereAndBox(const Solid& ball, const Solid& box, double reach,
                         std::vector<ManifoldPoint>& points) {
  const Vector3d center = box.axes.transpose() * (ball.position - box.position);
  points.push_back(boxBall(center, ball.radius, box.half, 0));
  toWorld(box, reach, points.size() - 1, points);
}

void collideCapsuleAndBox(const Solid& capsule, const Solid& box, double reach,
                          std::vector<ManifoldPoint>& points) {
  const Segment segment{box.axes.transpose() * (capsule.position - box.position),
                        box.axes.transpose() * capsule.axes.col(2), capsule.half.z()};
  const std::size_t first = points.size();
  const double closest = closestToBox(segment, box.half);
  const Vector3d nearest = segment.at(closest);
  const bool isOutside = (nearest.cwiseAbs() - box.half).maxCoeff() > 1e-12 * box.half.minCoeff();
  if (isOutside)
    addOutsidePoints(segment, capsule.radius, box.half, closest, points);
  else
    addInsidePoints(segment, capsule.radius, box.half, points);
  toWorld(box, reach, first, points);
}

}  // namespace linkwork::collision::detail
