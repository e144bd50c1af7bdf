#include "linkwork/mechanism/convex_hull.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numeric>

namespace linkwork {

using Eigen::Vector3d;

namespace {

/// Tolerances of points outside and of flat hulls, relative to the points' extent.
constexpr double hullRounding = 1e-12, hullFlatness = 1e-6;

using Index = std::uint16_t;

/// A closed surface of triangles around a convex solid; each side belongs to two triangles.
class TriangleHull {
 public:
  struct Triangle {
    std::array<Index, 3> corners;  ///< counterclockwise from outside
    Vector3d normal;
    double offset, area;

    double height(const Vector3d& point) const { return normal.dot(point) - offset; }
  };

  explicit TriangleHull(const std::vector<Vector3d>& points) : points_(points) {}

  /// Starts with four points that are far from flat, then adds all others, the farthest first:
  /// corners are added before points on edges between them.
  bool build() {
    if (!begin()) return false;
    std::vector<Index> order(points_.size());
    std::iota(order.begin(), order.end(), Index{0});
    const Vector3d middle = std::accumulate(points_.begin(), points_.end(), Vector3d(0, 0, 0)) /
                            static_cast<double>(points_.size());
    std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) {
      return (points_[a] - middle).squaredNorm() > (points_[b] - middle).squaredNorm();
    });
    for (const Index point : order) add(point);
    // The largest triangles determine best in which plane their neighbors are.
    std::stable_sort(triangles_.begin(), triangles_.end(),
                     [](const Triangle& a, const Triangle& b) { return a.area > b.area; });
    return true;
  }

  const std::vector<Triangle>& triangles() const { return triangles_; }

  /// The triangle on the other side of an edge.
  std::size_t beyond(Index from, Index to) const {
    for (std::size_t t = 0; t < triangles_.size(); ++t)
      if (hasSide(triangles_[t], to, from)) return t;
    return triangles_.size();
  }

 private:
  template <typename Measure>
  Index farthest(const Measure& measure) const {
    std::size_t best = 0;
    for (std::size_t i = 1; i < points_.size(); ++i)
      if (measure(points_[i]) > measure(points_[best])) best = i;
    return static_cast<Index>(best);
  }

  bool begin() {
    const Index a = farthest([](const Vector3d& p) { return p.x() + 0.5 * p.y() + 0.25 * p.z(); });
    const Index b = farthest([&](const Vector3d& p) { return (p - points_[a]).squaredNorm(); });
    const Vector3d along = (points_[b] - points_[a]).normalized();
    const Index c = farthest([&](const Vector3d& p) { return along.cross(p - points_[a]).norm(); });
    const Vector3d normal = along.cross(points_[c] - points_[a]);
    if (!(normal.norm() > hullFlatness)) return false;
    const auto height = [&](const Vector3d& p) { return normal.normalized().dot(p - points_[a]); };
    const Index d = farthest([&](const Vector3d& p) { return std::abs(height(p)); });
    if (!(std::abs(height(points_[d])) > hullFlatness)) return false;
    const bool isAbove = height(points_[d]) > 0;
    const Index e = isAbove ? c : b, f = isAbove ? b : c;
    for (const auto& corners :
         {std::array{a, e, f}, std::array{a, d, e}, std::array{e, d, f}, std::array{f, d, a}})
      addTriangle(corners);
    return true;
  }

  void addTriangle(const std::array<Index, 3>& corners) {
    const Vector3d& a = points_[corners[0]];
    const Vector3d area = (points_[corners[1]] - a).cross(points_[corners[2]] - a);
    const Vector3d normal = area.stableNormalized();
    triangles_.push_back({corners, normal, normal.dot(a), area.norm()});
  }

  static bool hasSide(const Triangle& triangle, Index from, Index to) {
    for (std::size_t k = 0; k < 3; ++k)
      if (triangle.corners[k] == from && triangle.corners[(k + 1) % 3] == to) return true;
    return false;
  }

  /// Replaces the triangles that face a point by triangles between the point and their rim.
  void add(Index point) {
    const auto hidden = std::stable_partition(
        triangles_.begin(), triangles_.end(),
        [&](const Triangle& each) { return each.height(points_[point]) <= hullRounding; });
    const std::vector<Triangle> seen(hidden, triangles_.end());
    triangles_.erase(hidden, triangles_.end());
    for (const Triangle& each : seen)
      for (std::size_t k = 0; k < 3; ++k) {
        const Index from = each.corners[k], to = each.corners[(k + 1) % 3];
        const bool isInside = std::any_of(seen.begin(), seen.end(), [&](const Triangle& other) {
          return hasSide(other, to, from);
        });
        if (!isInside) addTriangle({from, to, point});
      }
  }

  const std::vector<Vector3d>& points_;
  std::vector<Triangle> triangles_;
};

/// Twice the vector area of a polygon.
Vector3d vectorArea(const std::vector<Vector3d>& points, const std::vector<Index>& corners) {
  Vector3d sum(0, 0, 0);
  for (std::size_t k = 0; k < corners.size(); ++k)
    sum += (points[corners[k]] - points[corners[0]])
               .cross(points[corners[(k + 1) % corners.size()]] - points[corners[0]]);
  return sum;
}

/// The corners, in order, of the polygon of all triangles in the plane of one of them, found from
/// neighbor to neighbor.
std::vector<Index> flatRegion(const TriangleHull& hull, const std::vector<Vector3d>& points,
                              std::size_t start, std::vector<bool>& taken) {
  const TriangleHull::Triangle& plane = hull.triangles()[start];
  const auto isInPlane = [&](const TriangleHull::Triangle& other) {
    return other.normal.dot(plane.normal) > 0 &&
           std::all_of(other.corners.begin(), other.corners.end(), [&](Index corner) {
             return std::abs(plane.height(points[corner])) <= hullFlatness;
           });
  };
  std::vector<std::size_t> region{start};
  std::vector<std::array<Index, 2>> rim;
  taken[start] = true;
  for (std::size_t next = 0; next < region.size(); ++next)
    for (std::size_t k = 0; k < 3; ++k) {
      const auto& corners = hull.triangles()[region[next]].corners;
      const Index from = corners[k], to = corners[(k + 1) % 3];
      const std::size_t other = hull.beyond(from, to);
      const bool isPart = std::find(region.begin(), region.end(), other) != region.end();
      if (isPart) continue;
      if (other < taken.size() && !taken[other] && isInPlane(hull.triangles()[other])) {
        taken[other] = true;
        region.push_back(other);
      } else {
        rim.push_back({from, to});
      }
    }
  // Edges inside the region are not on its rim.
  std::vector<Index> polygon;
  std::erase_if(rim, [&](const std::array<Index, 2>& side) {
    return std::find(region.begin(), region.end(), hull.beyond(side[0], side[1])) != region.end();
  });
  for (Index at = rim.empty() ? Index{0} : rim[0][0]; polygon.size() < rim.size();) {
    polygon.push_back(at);
    const auto side =
        std::find_if(rim.begin(), rim.end(), [&](const auto& each) { return each[0] == at; });
    if (side == rim.end()) break;
    at = (*side)[1];
  }
  return polygon;
}

/// Removes corners on the line between their neighbors.
void dropStraightCorners(const std::vector<Vector3d>& points, std::vector<Index>& polygon) {
  for (std::size_t k = 0; k < polygon.size() && polygon.size() > 3;) {
    const Vector3d& before = points[polygon[(k + polygon.size() - 1) % polygon.size()]];
    const Vector3d& after = points[polygon[(k + 1) % polygon.size()]];
    const Vector3d along = (after - before).normalized();
    if (along.cross(points[polygon[k]] - before).norm() <= hullFlatness)
      polygon.erase(polygon.begin() + static_cast<std::ptrdiff_t>(k));
    else
      ++k;
  }
}

/// Replaces indices of the given points by indices of the vertices.
void numberVertices(std::span<const Vector3d> points, ConvexHull& hull) {
  std::vector<Index> places(points.size(), Index{0});
  for (const Index corner : hull.corners) places[corner] = 1;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (places[i] == 0) continue;
    places[i] = static_cast<Index>(hull.vertices.size());
    hull.vertices.push_back(points[i]);
  }
  for (Index& corner : hull.corners) corner = places[corner];
}

}  // namespace

std::optional<ConvexHull> convexHull(std::span<const Vector3d> given) {
  if (given.size() < 4) return std::nullopt;
  Vector3d low = given[0], high = given[0];
  for (const Vector3d& point : given) {
    low = low.cwiseMin(point);
    high = high.cwiseMax(point);
  }
  const Vector3d middle = 0.5 * low + 0.5 * high;
  const double extent = (0.5 * high - 0.5 * low).maxCoeff();
  if (!(extent > 0) || !std::isfinite(1 / extent)) return std::nullopt;
  std::vector<Vector3d> points;
  for (const Vector3d& point : given) points.push_back((point - middle) / extent);

  TriangleHull triangles(points);
  if (!triangles.build()) return std::nullopt;
  ConvexHull hull;
  std::vector<bool> taken(triangles.triangles().size());
  for (std::size_t t = 0; t < taken.size(); ++t) {
    if (taken[t]) continue;
    std::vector<Index> polygon = flatRegion(triangles, points, t, taken);
    dropStraightCorners(points, polygon);
    const Vector3d normal = vectorArea(points, polygon).stableNormalized();
    hull.faces.push_back({normal, -HUGE_VAL, hull.corners.size(), polygon.size()});
    hull.corners.insert(hull.corners.end(), polygon.begin(), polygon.end());
  }
  numberVertices(given, hull);
  for (const ConvexHull::Face& face : hull.faces)
    for (std::size_t k = 0; k < face.count; ++k) {
      const Index* const corners = &hull.corners[face.first];
      const auto ends = std::minmax(corners[k], corners[(k + 1) % face.count]);
      hull.edges.push_back({ends.first, ends.second});
    }
  std::sort(hull.edges.begin(), hull.edges.end());
  hull.edges.erase(std::unique(hull.edges.begin(), hull.edges.end()), hull.edges.end());
  for (ConvexHull::Face& face : hull.faces)
    for (const Vector3d& vertex : hull.vertices)
      face.offset = std::max(face.offset, face.normal.dot(vertex));
  return hull;
}

}  // namespace linkwork
