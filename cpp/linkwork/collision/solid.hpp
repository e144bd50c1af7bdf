#pragma once

#include <Eigen/Core>
#include <memory>
#include <span>

#include "linkwork/collision/height_field.hpp"
#include "linkwork/mechanism.hpp"
#include "linkwork/mechanism/convex_hull.hpp"

namespace linkwork::collision {

/// A collider, in a part's axes or the world's. All but planes and height fields are what is within
/// a radius of a core: a point, a segment along z, or, with radius 0, the box, the cylinder along z
/// or the hull itself. Cores contain `position`.
struct Solid {
  ColliderType type = ColliderType::sphere;
  Eigen::Vector3d half{0, 0, 0};  ///< half the edges of a box along the axes that holds the core
  double radius = 0;              ///< of a sphere or a capsule [m]
  Eigen::Vector3d position{0, 0, 0};
  Eigen::Matrix3d axes = Eigen::Matrix3d::Identity();
  Eigen::Vector3d load{0, 0, 0};  ///< of a cylinder: where its weight pulls, in world axes, or 0
  std::shared_ptr<const ConvexHull> hull{};    ///< of a hull, about its position along its axes
  std::shared_ptr<const HeightField> field{};  ///< of a height field, the same

  /// Half the edges of the box along the world's axes that holds it; not for planes.
  Eigen::Vector3d extent() const;
  /// A bound of its points' distances from the origin; not for planes.
  double farthest() const;
  /// Its smallest measure, as a scale for what is near; not for planes.
  double size() const;
  /// The point of the core that is farthest in a direction, of a height field of the box that
  /// holds it; not for planes.
  Eigen::Vector3d support(const Eigen::Vector3d& direction) const;

  /// Of a box or a hull its faces and edges, of a box those of ±1 along all axes; else nothing.
  const ConvexHull* polyhedron() const;
  Eigen::Vector3d vertex(std::size_t index) const;
};

/// The solid of a collider, in a frame of its own.
Solid solidOf(const Collider& collider, const Eigen::Vector3d& position,
              const Eigen::Matrix3d& axes);

/// The hull of points in a frame; they span a volume.
Solid hullSolid(std::span<const Eigen::Vector3d> points, const Eigen::Vector3d& position,
                const Eigen::Matrix3d& axes);

}  // namespace linkwork::collision
