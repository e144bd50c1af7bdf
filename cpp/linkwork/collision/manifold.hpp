#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <vector>

#include "linkwork/mechanism.hpp"

/// Where two solids touch, or would if they came nearer.
namespace linkwork::collision {

/// A collider, in a part's axes or the world's.
struct Solid {
  ColliderType type = ColliderType::sphere;
  Eigen::Vector3d half{0, 0, 0};  ///< of a box half its edges; of a capsule half its length, as z
  double radius = 0;              ///< of a sphere or a capsule [m]
  Eigen::Vector3d position{0, 0, 0};
  Eigen::Matrix3d axes = Eigen::Matrix3d::Identity();

  /// Half the edges of the box along the world's axes that holds it; not for planes.
  Eigen::Vector3d extent() const;
  /// A bound of its points' distances from the origin; not for planes.
  double farthest() const;
};

/// A point of contact of two solids.
struct ManifoldPoint {
  Eigen::Vector3d point;      ///< midway between the two surfaces [m]
  Eigen::Vector3d normal;     ///< unit, from the first solid to the second
  double gap = 0;             ///< between the surfaces along it, below 0 inside [m]
  std::uint32_t feature = 0;  ///< which of the pair's points this is
};

/// Appends the points at which two solids, not both planes, are nearer than `reach`.
///
/// Each is a part of one solid (a ball of a capsule, a corner of a box, a piece of its face)
/// against the other solid, so that all of them hold at once and those that come and go with small
/// changes of pose are those that carry nothing. Solids that are apart by less than `reach` have
/// their distance as the smallest gap. Solids so deep in each other that their cores overlap (the
/// middle of a ball, the axis of a capsule) are parted along the direction of least overlap; ties
/// are broken by a fixed order, not by rounding.
///
///   plane–sphere 1, –capsule 2, –box 8       sphere–sphere, –capsule, –box 1
///   capsule–capsule, –box 3: the ends of the part that they share, and the closest point
///   box–box 9: a face of one clipped by a face of the other, and the closest point; or 1, of two
///              edges
void findManifold(const Solid& first, const Solid& second, double reach,
                  std::vector<ManifoldPoint>& points);

namespace detail {

/// The pairs of solids, by type in the order of ColliderType.
void collidePlane(const Solid& plane, const Solid& solid, double reach,
                  std::vector<ManifoldPoint>& points);
void collideSpheres(const Solid& a, const Solid& b, double reach,
                    std::vector<ManifoldPoint>& points);
void collideCapsules(const Solid& a, const Solid& b, double reach,
                     std::vector<ManifoldPoint>& points);
void collideSphereAndBox(const Solid& ball, const Solid& box, double reach,
                         std::vector<ManifoldPoint>& points);
void collideCapsuleAndBox(const Solid& capsule, const Solid& box, double reach,
                          std::vector<ManifoldPoint>& points);
void collideBoxes(const Solid& a, const Solid& b, double reach, std::vector<ManifoldPoint>& points);

/// Places on two segments, each centre + s · direction with |s| ≤ half and unit directions, that
/// are closest to each other.
struct SegmentPlaces {
  double first, second;
};
SegmentPlaces closestOnSegments(const Eigen::Vector3d& center1, const Eigen::Vector3d& direction1,
                                double half1, const Eigen::Vector3d& center2,
                                const Eigen::Vector3d& direction2, double half2);

}  // namespace detail

}  // namespace linkwork::collision
