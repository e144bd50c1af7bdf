#pragma once

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace linkwork {

/// A convex polyhedron.
struct ConvexHull {
  struct Face {
    Eigen::Vector3d normal;  ///< unit, outward
    double offset;           ///< normal · x ≤ offset for all points of the solid
    std::size_t first, count;
  };

  std::vector<Eigen::Vector3d> vertices;
  std::vector<Face> faces;
  std::vector<std::uint16_t> corners;  ///< vertices round all faces, counterclockwise from outside
  std::vector<std::array<std::uint16_t, 2>> edges;  ///< vertices, the smaller one first
};

/// Maximum number of points of a hull: bounds the set-up time and keeps indices to a byte.
inline constexpr std::size_t mostHullPoints = 256;

/// The convex hull of at most `mostHullPoints` finite points. Returns nothing if they are flat:
/// within a millionth of their extent of one plane. Leaves out duplicates and inner points; faces
/// within a millionth of a plane are one face.
///
/// cost  O(n²), at set-up
/// Source: Kallay, "The complexity of incremental convex hull algorithms in R^d", 1984.
std::optional<ConvexHull> convexHull(std::span<const Eigen::Vector3d> points);

}  // namespace linkwork
