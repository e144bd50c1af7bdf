#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "linkwork/collision/convex_separation.hpp"
#include "linkwork/collision/manifold.hpp"
#include "linkwork/elementary.hpp"

/// Any two convex solids: the face of one that faces the other, clipped by the opposite face. If no
/// face separates them as well as another direction: parallel lines, or the closest point alone.
namespace linkwork::collision::detail {

using Eigen::Vector3d;

namespace {

/// Which of a face's points this is: a corner of what lies over it, where one of its sides comes in
/// over the face or leaves it, or a corner of the face itself.
enum class FacePoint : std::uint32_t { corner, entry, exit, below };

constexpr std::uint32_t ofSecondFace = 1 << 10, nearestFeature = 1 << 11;

/// A part of a solid's surface: a polygon, counterclockwise from outside, a cap by points of its
/// rim, or a line.
struct Facet {
  Vector3d normal{0, 0, 0};  ///< outward; of a line none
  std::size_t count = 0;
  std::array<Vector3d, mostHullPoints> corners;
  std::array<std::uint32_t, mostHullPoints> names;
  double radius = 0;  ///< of a cap
  Vector3d center{0, 0, 0};
  std::array<bool, 3> continues{};  ///< PartOfSurface::continues

  bool isFlat() const { return count > 2; }
  bool isCap() const { return radius > 0; }
  void add(const Vector3d& point, std::size_t name) {
    corners[count] = point;
    names[count++] = static_cast<std::uint32_t>(name);
  }
  const Vector3d& after(std::size_t k) const { return corners[k + 1 < count ? k + 1 : 0]; }
  /// How far within a side a point is, seen along the normal.
  double inside(std::size_t side, const Vector3d& point) const {
    return normal.cross(after(side) - corners[side]).normalized().dot(point - corners[side]);
  }
  /// The least that points of solids above it, or in it by a depth, are within a side. Points below
  /// a valley are over neither slope: they count for both.
  double least(std::size_t side, double rounding, double depth) const {
    const bool goesOn = side < continues.size() && continues[side];
    return -rounding - (goesOn ? 1e6 * rounding + 4 * depth : 0);
  }
};

/// The face of a polyhedron that looks most along a direction; of equals the first.
void addFace(const Solid& solid, const Vector3d& direction, Facet& facet) {
  const ConvexHull& hull = *solid.polyhedron();
  const Vector3d local = solid.axes.transpose() * direction;
  const ConvexHull::Face* best = &hull.faces[0];
  for (const ConvexHull::Face& face : hull.faces)
    if (local.dot(face.normal) > local.dot(best->normal) + 1e-9) best = &face;
  facet.normal = solid.axes * best->normal;
  for (std::size_t k = 0; k < best->count; ++k) {
    const std::size_t vertex = hull.corners[best->first + k];
    facet.add(solid.vertex(vertex), vertex);
  }
}

/// The facet of a solid in a direction; empty of a sphere.
Facet facetOf(const Solid& solid, const Vector3d& direction) {
  Facet facet;
  if (solid.polyhedron()) {
    addFace(solid, direction, facet);
    return facet;
  }
  const Vector3d along = solid.half.z() * solid.axes.col(2);
  const double up = solid.axes.col(2).dot(direction);
  if (solid.type == ColliderType::capsule) {
    facet.add(solid.position - along + solid.radius * direction, 0);
    facet.add(solid.position + along + solid.radius * direction, 1);
  } else if (solid.type == ColliderType::cylinder) {
    const bool isUpper = up > 0;
    if (std::abs(up) > std::sqrt(0.5)) {
      facet.normal = (isUpper ? 1 : -1) * solid.axes.col(2);
      facet.center = solid.position + (isUpper ? 1 : -1) * along;
      facet.radius = solid.half.x();
      const auto rim = rimOf(solid, isUpper, direction);
      for (std::size_t k = 0; k < rimPoints; ++k)
        facet.add(rim[isUpper ? k : (rimPoints - k) % rimPoints], k);
    } else {
      facet.add(rimOf(solid, false, direction)[0], rimPoints);
      facet.add(rimOf(solid, true, direction)[0], rimPoints + 1);
    }
  }
  return facet;
}

/// The part of a line between two points, as parts of the way, that lies over a face.
struct PartOver {
  double from = 0, to = 1;
};

/// Points that are beyond a side by rounding alone count as within, those that are deep in the face
/// too.
PartOver overFace(const Facet& face, const Vector3d& p, const Vector3d& q, double rounding,
                  double depth) {
  constexpr PartOver none{1, 0};
  PartOver result;
  if (face.isCap()) {
    // |u + t w|² = r², seen along the normal
    const Vector3d u = face.normal.cross(p - face.center), w = face.normal.cross(q - p);
    const double least = face.radius + rounding, square = w.squaredNorm(), b = u.dot(w);
    const double root = b * b - square * (u.squaredNorm() - face.radius * face.radius);
    const bool isInAtP = u.norm() <= least, isInAtQ = (u + w).norm() <= least;
    if (!isInAtP && !isInAtQ && !(root > 0)) return none;
    const double half = std::sqrt(std::max(0.0, root));
    if (!isInAtP) result.from = (-b - half) / square;
    if (!isInAtQ) result.to = (-b + half) / square;
    return result.from >= 0 && result.to <= 1 ? result : none;
  }
  for (std::size_t side = 0; side < face.count; ++side) {
    const double atP = face.inside(side, p), atQ = face.inside(side, q);
    const double least = face.least(side, rounding, depth);
    if (atP < least && atQ < least) return none;
    const double crossing = std::clamp(atP / (atP - atQ), 0.0, 1.0);
    if (atP < least) result.from = std::max(result.from, crossing);
    if (atQ < least) result.to = std::min(result.to, crossing);
  }
  return result;
}

/// Whether a point of a facet's plane belongs to it, or lies beyond a side of a face that it is
/// deep in.
bool covers(const Facet& facet, const Vector3d& point, double rounding, double depth) {
  if (facet.isCap()) return (point - facet.center).norm() <= facet.radius;
  for (std::size_t side = 0; side < facet.count; ++side)
    if (!(facet.inside(side, point) >= facet.least(side, rounding, depth) + rounding)) return false;
  return true;
}

/// Points of what lies over a face of `solid`, and of the face below what lies over it.
void addFacePoints(const Solid& solid, const Facet& face, const Solid& other, const Facet& over,
                   bool isSecond, double reach, std::vector<ManifoldPoint>& points) {
  const double size = std::min(solid.size(), other.size()), near = 1e-4 * size;
  const double rounding = 1e-9 * size, level = face.normal.dot(solid.support(face.normal));
  const auto depthOf = [&](const Vector3d& p) { return std::max(0.0, level - face.normal.dot(p)); };
  const auto add = [&](const Vector3d& point, FacePoint kind, std::uint32_t name) {
    const double gap = face.normal.dot(point) - level;
    const std::uint32_t feature =
        (isSecond ? ofSecondFace : 0) + 256 * static_cast<std::uint32_t>(kind) + name;
    if (gap < reach)
      points.push_back({point - 0.5 * gap * face.normal,
                        isSecond ? Vector3d(-face.normal) : face.normal, gap, feature});
  };

  const std::size_t before = points.size(), sides = over.isFlat() ? over.count : 1;
  for (std::size_t k = 0; k < sides; ++k) {
    const Vector3d &p = over.corners[k], &q = over.after(k);
    const PartOver part = overFace(face, p, q, rounding, std::max(depthOf(p), depthOf(q)));
    if (!(part.from <= part.to)) continue;
    const bool comesIn = part.from > 0, leaves = part.to < 1;
    add(p + part.from * (q - p), comesIn ? FacePoint::entry : FacePoint::corner, over.names[k]);
    const bool isGrazed = comesIn && (part.to - part.from) * (q - p).norm() < near;
    if (leaves && !isGrazed) add(p + part.to * (q - p), FacePoint::exit, over.names[k]);
    if (!leaves && !over.isFlat()) add(q, FacePoint::corner, over.names[k + 1]);
  }
  if (!over.isFlat()) return;
  const double facing = over.normal.dot(face.normal);
  for (std::size_t k = 0; k < face.count; ++k) {
    const double height = over.normal.dot(over.corners[0] - face.corners[k]) / facing;
    const Vector3d above = face.corners[k] + height * face.normal;
    const bool isKnown =
        std::any_of(points.begin() + static_cast<std::ptrdiff_t>(before), points.end(),
                    [&](const ManifoldPoint& known) {
                      return (known.point - above).cross(face.normal).norm() < near;
                    });
    if (!isKnown && covers(over, above, rounding, depthOf(above)))
      add(above, FacePoint::below, face.names[k]);
  }
}

/// The line of a solid that is farthest in a direction, as a capsule, or one of length 0.
Solid lineTowards(const Solid& solid, const Vector3d& direction) {
  Solid line{.type = ColliderType::capsule,
             .radius = solid.radius,
             .position = solid.position,
             .axes = solid.axes};
  if (const ConvexHull* const hull = solid.polyhedron()) {
    double highest = -HUGE_VAL;
    for (const auto& edge : hull->edges) {
      const Vector3d from = solid.vertex(edge[0]), to = solid.vertex(edge[1]);
      const double height = std::min(direction.dot(from), direction.dot(to));
      if (height <= highest + 1e-9 * solid.size()) continue;
      highest = height;
      line.position = 0.5 * (from + to);
      line.half.z() = 0.5 * (to - from).norm();
      line.axes.col(2) = (to - from).normalized();
    }
  } else {
    line.half.z() = solid.half.z();
    if (solid.type == ColliderType::cylinder) line.radius = solid.half.x();
  }
  return line;
}

/// Points of lines that run side by side, one of them at least with a round solid about it.
void addLinePoints(const Solid& a, const Solid& b, const Separation& apart, double reach,
                   std::vector<ManifoldPoint>& points) {
  const Solid lineA = lineTowards(a, apart.normal), lineB = lineTowards(b, -apart.normal);
  const double radii = lineA.radius + lineB.radius;
  const auto lies = [&](const Solid& line) {
    return line.half.z() > 0 && std::abs(line.axes.col(2).dot(apart.normal)) < 0.1;
  };
  const bool isParallel = lineA.axes.col(2).cross(lineB.axes.col(2)).norm() < 0.1;
  if (!(radii > 0) || !lies(lineA) || !lies(lineB) || !isParallel || apart.gap < -0.5 * radii)
    return;
  const std::size_t before = points.size();
  collideCapsules(lineA, lineB, reach, points);
  // Balls at the ends of a line reach out of a cylinder.
  points.erase(std::remove_if(
                   points.begin() + static_cast<std::ptrdiff_t>(before), points.end(),
                   [&](const ManifoldPoint& each) { return each.gap < apart.gap - 1e-12 * radii; }),
               points.end());
}

/// Points of what lies over a part if the closest points, or the shortest way out, are beyond it.
void addPointsOver(const Solid& part, const Facet& surface, const Solid& other, double apart,
                   double reach, std::vector<ManifoldPoint>& points) {
  const double clear = 1e-3 * std::min(part.size(), other.size());
  const bool isTouch = apart > -clear;  // across an edge of the part
  const auto before = static_cast<std::ptrdiff_t>(points.size());
  if (other.type != ColliderType::sphere) {
    const Facet over = facetOf(other, -surface.normal);
    addFacePoints(part, surface, other, over, false, reach, points);
  } else if (!isTouch && covers(surface, other.position, 0, 0)) {
    const double gap = surface.normal.dot(other.position - surface.corners[0]) - other.radius;
    const Vector3d point = other.position - (0.5 * gap + other.radius) * surface.normal;
    points.push_back({point, surface.normal, gap, nearestFeature});
  }
  points.erase(std::remove_if(points.begin() + before, points.end(),
                              [&](const auto& each) { return isTouch && each.gap < -clear; }),
               points.end());
}

}  // namespace

std::array<Vector3d, rimPoints> rimOf(const Solid& cylinder, bool isUpper,
                                      const Vector3d& direction) {
  const Vector3d axis = cylinder.axes.col(2);
  const Vector3d center = cylinder.position + (isUpper ? 1 : -1) * cylinder.half.z() * axis;
  // The slope of the cap, or where it lies flat that of what presses on it.
  Vector3d towards = cylinder.axes.col(0);
  for (const Vector3d& slope : {direction, cylinder.load}) {
    const Vector3d across = slope - axis.dot(slope) * axis;
    if (!(across.norm() > 1e-9)) continue;
    towards = across.normalized();
    break;
  }
  const Vector3d aside = axis.cross(towards);
  std::array<Vector3d, rimPoints> rim;
  for (std::size_t k = 0; k < rimPoints; ++k) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(k) / rimPoints;
    rim[k] = center + cylinder.half.x() *
                          (elementary::cos(angle) * towards + elementary::sin(angle) * aside);
  }
  return rim;
}

void collideConvex(const Solid& a, const Solid& b, double reach,
                   std::vector<ManifoldPoint>& points) {
  collidePart(a, b, reach, nullptr, points);
}

void collidePart(const Solid& a, const Solid& b, double reach, const PartOfSurface* part,
                 std::vector<ManifoldPoint>& points) {
  const std::optional<Separation> apart = separate(a, b, reach, part ? &part->outward : nullptr);
  if (!apart || !(apart->gap < reach)) return;
  const double size = std::min(a.size(), b.size()), clear = 1e-3 * size, rounding = 1e-12 * size;
  const std::size_t before = points.size();
  const bool isBall = a.type == ColliderType::sphere || b.type == ColliderType::sphere;
  const auto isOutward = [&](const Vector3d& normal) {
    return !part || part->outward.contains(normal);
  };
  const auto facetOfPart = [&](const Vector3d& normal) {
    Facet facet = facetOf(a, normal);
    if (part && facet.count == 3) facet.continues = part->continues;
    return facet;
  };
  if (!isOutward(apart->normal)) {
    addPointsOver(a, facetOfPart(a.axes * a.hull->faces[0].normal), b, apart->gap, reach, points);
    return;
  }
  if (!isBall) {
    const Facet ofA = facetOfPart(apart->normal), ofB = facetOf(b, -apart->normal);
    const double gapOfA = ofA.isFlat() ? gapAlong(a, b, ofA.normal) : -HUGE_VAL;
    const double gapOfB =
        ofB.isFlat() && isOutward(-ofB.normal) ? gapAlong(a, b, -ofB.normal) : -HUGE_VAL;
    const bool isSecond = gapOfB > gapOfA + clear;
    if (std::max(gapOfA, gapOfB) >= apart->gap - clear) {
      if (isSecond)
        addFacePoints(b, ofB, a, facetOfPart(-ofB.normal), true, reach, points);
      else
        addFacePoints(a, ofA, b, facetOf(b, -ofA.normal), false, reach, points);
    }
    if (points.size() == before) addLinePoints(a, b, *apart, reach, points);
  }
  double least = HUGE_VAL;
  for (std::size_t i = before; i < points.size(); ++i) least = std::min(least, points[i].gap);
  const double spare = apart->gap > 1e3 * rounding ? rounding : 2 * clear;
  if (least > apart->gap + spare)
    points.push_back({apart->point, apart->normal, apart->gap, nearestFeature});
}

bool isNearest(std::uint32_t feature) { return (feature & nearestFeature) != 0; }

bool isCornerOfSecond(std::uint32_t feature) {
  if (isNearest(feature)) return false;
  const auto kind = static_cast<FacePoint>(feature >> 8 & 3);
  return kind == (feature & ofSecondFace ? FacePoint::below : FacePoint::corner);
}

}  // namespace linkwork::collision::detail
