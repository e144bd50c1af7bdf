#include <algorithm>
#include <array>
#include <cmath>

#include "linkwork/collision/manifold.hpp"

/// Two boxes: the axis along which they are farthest apart, or overlap least, among the normals of
/// their faces and of pairs of edges; then a face clipped by a face, or a point between two edges.
/// Source: Gottschalk, Lin & Manocha, "OBBTree", 1996 (separating axes); Sutherland & Hodgman,
/// "Reentrant polygon clipping", 1974.
namespace linkwork::collision::detail {

using Eigen::Matrix3d;
using Eigen::Vector2d;
using Eigen::Vector3d;

namespace {

/// A way to keep the boxes apart.
struct SeparatingAxis {
  double separation = -HUGE_VAL;
  Vector3d normal{0, 0, 1};     ///< world, from the first box to the second
  int first = -1, second = -1;  ///< axes of the boxes: of a face the other is −1, of edges both
};

double sizeOf(const Solid& a, const Solid& b) {
  return std::min(a.half.minCoeff(), b.half.minCoeff());
}

/// The best face, later ones only where they are better by more than rounding, and those of b only
/// where they are clearly better.
SeparatingAxis bestFace(const Solid& a, const Solid& b) {
  const Vector3d way = b.position - a.position;
  const double size = sizeOf(a, b);
  SeparatingAxis best;
  for (int k = 0; k < 6; ++k) {
    const bool isFirst = k < 3;
    const Solid& solid = isFirst ? a : b;
    const Solid& other = isFirst ? b : a;
    const Vector3d axis = solid.axes.col(k % 3);
    const double along = axis.dot(way);
    const double separation = std::abs(along) - solid.half[k % 3] -
                              other.half.dot((other.axes.transpose() * axis).cwiseAbs());
    const bool competesWithA = !isFirst && best.second < 0;
    if (separation <= best.separation + (competesWithA ? 1e-3 : 1e-9) * size) continue;
    best = {separation, along < 0 ? Vector3d(-axis) : axis, isFirst ? k : -1, isFirst ? -1 : k - 3};
  }
  return best;
}

SeparatingAxis bestEdges(const Solid& a, const Solid& b) {
  const Vector3d way = b.position - a.position;
  SeparatingAxis best;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      Vector3d normal = a.axes.col(i).cross(b.axes.col(j));
      const double length = normal.norm();
      if (length < 1e-5) continue;
      const double along = normal.dot(way);
      normal /= along < 0 ? -length : length;
      const double separation = std::abs(along) / length -
                                a.half.dot((a.axes.transpose() * normal).cwiseAbs()) -
                                b.half.dot((b.axes.transpose() * normal).cwiseAbs());
      if (separation > best.separation) best = {separation, normal, i, j};
    }
  return best;
}

/// The edge of a box along one of its axes that lies farthest in a direction: its middle.
Vector3d edgeTowards(const Solid& box, int along, const Vector3d& direction) {
  Vector3d corner = box.axes.transpose() * direction;
  for (int i = 0; i < 3; ++i) corner[i] = corner[i] < 0 ? -box.half[i] : box.half[i];
  corner[along] = 0;
  return box.position + box.axes * corner;
}

constexpr std::uint32_t edgeFeature = 1 << 12, closestFeature = 1 << 13;

/// The two edges of an axis; `distance`: between their closest points, above the separation where
/// those are ends.
ManifoldPoint edgeContact(const Solid& a, const Solid& b, const SeparatingAxis& axis,
                          double& distance) {
  const Vector3d onA = edgeTowards(a, axis.first, axis.normal);
  const Vector3d onB = edgeTowards(b, axis.second, -axis.normal);
  const Vector3d u = a.axes.col(axis.first), v = b.axes.col(axis.second);
  const SegmentPlaces places =
      closestOnSegments(onA, u, a.half[axis.first], onB, v, b.half[axis.second]);
  const Vector3d pointA = onA + places.first * u, pointB = onB + places.second * v;
  distance = (pointB - pointA).norm();
  return {0.5 * (pointA + pointB), axis.normal, axis.separation,
          edgeFeature + static_cast<std::uint32_t>(3 * axis.first + axis.second)};
}

/// The corner of a polygon in a face's plane, with its height over it and the label of the side
/// that leaves it: 0 to 3 for sides of the face that is clipped, 4 to 7 for those that clip.
struct Corner {
  Vector2d place;
  double height;
  std::uint32_t side;
};

/// A convex polygon, clipped in place: of four corners, four cuts leave eight at most.
struct Polygon {
  std::array<Corner, 16> corners;
  std::size_t count = 0;

  /// Cuts off what lies beyond sign · place[axis] = half. Corners beyond it by rounding alone stay:
  /// flush faces keep their own corners.
  void clip(int axis, double sign, double half, std::uint32_t label) {
    const std::array<Corner, 16> old = corners;
    const std::size_t oldCount = count;
    count = 0;
    const auto beyond = [&](const Corner& corner) { return sign * corner.place[axis] - half; };
    const double rounding = 1e-9 * half;
    for (std::size_t i = 0; i < oldCount && count + 2 <= corners.size(); ++i) {
      const Corner& here = old[i];
      const Corner& next = old[(i + 1) % oldCount];
      const double from = beyond(here), to = beyond(next);
      const bool isIn = from <= rounding, staysIn = to <= rounding;
      if (isIn) corners[count++] = here;
      if (isIn == staysIn) continue;
      const double part = std::clamp(from / (from - to), 0.0, 1.0);
      corners[count++] = {here.place + part * (next.place - here.place),
                          here.height + part * (next.height - here.height),
                          isIn ? label : here.side};
    }
  }

  /// Of neighbors nearer than this, the first, unless the second is lower: a corner that a cut
  /// just grazes stays one.
  void mergeCorners(double near) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const bool isNew = kept == 0 || (corners[i].place - corners[kept - 1].place).norm() > near;
      if (isNew)
        corners[kept++] = corners[i];
      else if (corners[i].height < corners[kept - 1].height - 1e-9 * near)
        corners[kept - 1] = corners[i];
    }
    const bool closes = kept > 1 && (corners[kept - 1].place - corners[0].place).norm() <= near;
    if (closes && corners[kept - 1].height < corners[0].height - 1e-9 * near)
      corners[0] = corners[kept - 1];
    count = closes ? kept - 1 : kept;
  }
};

/// Points of the face of `other` that looks most against a face of `box`, over that face.
void addFacePoints(const Solid& box, const Solid& other, int axis, const Vector3d& outward,
                   bool isSecond, double reach, std::vector<ManifoldPoint>& points) {
  const int i = (axis + 1) % 3, j = (axis + 2) % 3;
  const Vector3d turned = other.axes.transpose() * outward;
  int facing = 0;
  turned.cwiseAbs().maxCoeff(&facing);
  const int p = (facing + 1) % 3, q = (facing + 2) % 3;
  const double sign = turned[facing] > 0 ? -1 : 1;
  const Vector3d middle =
      other.position + sign * other.half[facing] * other.axes.col(facing) - box.position;
  Polygon polygon;
  for (std::uint32_t c = 0; c < 4; ++c) {
    const Vector3d corner = middle +
                            (c == 0 || c == 3 ? -1 : 1) * other.half[p] * other.axes.col(p) +
                            (c < 2 ? -1 : 1) * other.half[q] * other.axes.col(q);
    polygon.corners[polygon.count++] = {{box.axes.col(i).dot(corner), box.axes.col(j).dot(corner)},
                                        outward.dot(corner) - box.half[axis],
                                        c};
  }
  polygon.clip(0, 1, box.half[i], 4);
  polygon.clip(1, 1, box.half[j], 5);
  polygon.clip(0, -1, box.half[i], 6);
  polygon.clip(1, -1, box.half[j], 7);
  polygon.mergeCorners(1e-4 * sizeOf(box, other));

  for (std::size_t c = 0; c < polygon.count; ++c) {
    const Corner& corner = polygon.corners[c];
    const Corner& before = polygon.corners[(c + polygon.count - 1) % polygon.count];
    if (!(corner.height < reach)) continue;
    const Vector3d point = box.position + corner.place[0] * box.axes.col(i) +
                           corner.place[1] * box.axes.col(j) +
                           (box.half[axis] + 0.5 * corner.height) * outward;
    const auto face = static_cast<std::uint32_t>(2 * axis + (isSecond ? 1 : 0));
    points.push_back({point, isSecond ? Vector3d(-outward) : outward, corner.height,
                      64 * face + 8 * before.side + corner.side});
  }
}

/// The closest points of two boxes that are apart: a corner of one and the other box, or two edges.
ManifoldPoint closestPoints(const Solid& a, const Solid& b) {
  Vector3d bestA = a.position, bestB = b.position;
  double least = HUGE_VAL;
  const auto offer = [&](const Vector3d& onA, const Vector3d& onB) {
    const double distance = (onB - onA).squaredNorm();
    if (distance >= least) return;
    least = distance;
    bestA = onA;
    bestB = onB;
  };
  const auto onBox = [](const Solid& box, const Vector3d& point) -> Vector3d {
    const Vector3d inside = box.axes.transpose() * (point - box.position);
    return box.position + box.axes * inside.cwiseMax(-box.half).cwiseMin(box.half);
  };
  const auto corner = [](const Solid& box, int c) -> Vector3d {
    const Vector3d signs(c & 1 ? 1 : -1, c & 2 ? 1 : -1, c & 4 ? 1 : -1);
    return box.position + box.axes * box.half.cwiseProduct(signs);
  };
  const auto edge = [](const Solid& box, int along, int c) -> Vector3d {
    Vector3d middle(0, 0, 0);
    middle[(along + 1) % 3] = (c & 1 ? 1 : -1) * box.half[(along + 1) % 3];
    middle[(along + 2) % 3] = (c & 2 ? 1 : -1) * box.half[(along + 2) % 3];
    return box.position + box.axes * middle;
  };
  for (int c = 0; c < 8; ++c) {
    offer(corner(a, c), onBox(b, corner(a, c)));
    offer(onBox(a, corner(b, c)), corner(b, c));
  }
  for (int k = 0; k < 144; ++k) {
    const int i = k % 3, j = k / 3 % 3, c = k / 9 % 4, d = k / 36;
    const Vector3d onA = edge(a, i, c), onB = edge(b, j, d);
    const Vector3d u = a.axes.col(i), v = b.axes.col(j);
    const SegmentPlaces places = closestOnSegments(onA, u, a.half[i], onB, v, b.half[j]);
    offer(onA + places.first * u, onB + places.second * v);
  }
  const double distance = std::sqrt(least);
  return {0.5 * (bestA + bestB), (bestB - bestA) / distance, distance, closestFeature};
}

}  // namespace

void collideBoxes(const Solid& a, const Solid& b, double reach,
                  std::vector<ManifoldPoint>& points) {
  const double size = sizeOf(a, b), clear = 1e-3 * size, rounding = 1e-12 * size;
  const SeparatingAxis face = bestFace(a, b);
  if (!(face.separation < reach)) return;
  const SeparatingAxis edges = bestEdges(a, b);
  // An axis gives a lower bound of the distance, exact if points reach it.
  const double bound = std::max(face.separation, edges.separation);
  if (!(bound < reach)) return;

  const std::size_t before = points.size();
  double least = HUGE_VAL, distance = HUGE_VAL;
  if (edges.separation > face.separation + clear) {
    const ManifoldPoint contact = edgeContact(a, b, edges, distance);
    if (bound <= rounding || distance <= bound + rounding) {
      points.push_back(contact);
      return;
    }
  } else if (face.first >= 0) {
    addFacePoints(a, b, face.first, face.normal, false, reach, points);
  } else {
    addFacePoints(b, a, face.second, -face.normal, true, reach, points);
  }
  for (std::size_t i = before; i < points.size(); ++i) least = std::min(least, points[i].gap);

  if (bound > 1e3 * rounding) {
    if (least <= bound + rounding) return;
    const ManifoldPoint closest = closestPoints(a, b);
    if (closest.gap < std::min(reach, least - rounding)) points.push_back(closest);
  } else if (least > face.separation + 2 * clear && edges.first >= 0) {
    points.push_back(edgeContact(a, b, edges, distance));  // no corner is over the other's face
  }
}

}  // namespace linkwork::collision::detail
