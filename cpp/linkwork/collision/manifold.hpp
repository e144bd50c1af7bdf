#pragma once

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <vector>

#include "linkwork/collision/convex_separation.hpp"
#include "linkwork/collision/solid.hpp"

/// Contact points of two solids that touch or are near.
namespace linkwork::collision {

/// A point of contact of two solids.
struct ManifoldPoint {
  Eigen::Vector3d point;   ///< midway between the two surfaces [m]
  Eigen::Vector3d normal;  ///< unit, from the first solid to the second
  double gap = 0;          ///< between the surfaces along it, below 0 inside [m]
  std::uint32_t feature =
      0;  ///< which of the pair's points this is; above 16 bits of a height field
};

/// Appends the points at which two solids, not both planes, are nearer than `reach`.
///
/// Each is a part of one solid (a ball of a capsule, a corner of a box, a piece of its face)
/// against the other solid, so all of them hold at once. Those that come and go with small changes
/// of pose have no contact force. Solids that are apart by less than `reach` have their distance as
/// the smallest gap. Solids so deep in each other that their cores overlap (the middle of a ball,
/// the axis of a capsule) are parted along the direction of least overlap; ties are broken by a
/// fixed order, not by rounding.
///
///   plane–sphere 1, –capsule 2, –box 8, –cylinder 9, –hull its vertices
///   sphere with anything 1
///   capsule–capsule, –box 3: the ends of the part that they share, and the closest point
///   box–box 9: a face of one clipped by a face of the other, and the closest point; or 1, of two
///              edges
///   cylinder, hull with anything: the same; as many as the two faces have corners, and the closest
///   height field with anything: those of each of its triangles, less those on edges where its
///              surface goes on flat or upwards. So a flat one is a plane
///
/// The rim of a cylinder's cap counts as eight of its points, the first of them nearest to the
/// other solid, so a cylinder rolls on its rim as smoothly as on its side. Of a cap that lies
/// flat it is the one where Solid::load points, so it tips over there as the whole rim would;
/// towards a side between two of the points it does so for 8 % less.
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
void collideConvex(const Solid& a, const Solid& b, double reach,
                   std::vector<ManifoldPoint>& points);
void collideField(const Solid& solid, const Solid& field, double reach,
                  std::vector<ManifoldPoint>& points);

/// The same for a solid of which only the first face is surface, a part of a larger one; null: all
/// of it.
void collidePart(const Solid& solid, const Solid& other, double reach, const PartOfSurface* part,
                 std::vector<ManifoldPoint>& points);
/// Whether a point of these is the closest one, or at a corner of the second solid.
bool isNearest(std::uint32_t feature);
bool isCornerOfSecond(std::uint32_t feature);

/// Points of the rim of a cylinder's cap, of that where z is above 0 or the other, counterclockwise
/// about z: the first is the farthest in a direction.
inline constexpr std::size_t rimPoints = 8;
std::array<Eigen::Vector3d, rimPoints> rimOf(const Solid& cylinder, bool isUpper,
                                             const Eigen::Vector3d& direction);

/// Places on two segments, each center + s · direction with |s| ≤ half and unit directions, that
/// are closest to each other.
struct SegmentPlaces {
  double first, second;
};
SegmentPlaces closestOnSegments(const Eigen::Vector3d& center1, const Eigen::Vector3d& direction1,
                                double half1, const Eigen::Vector3d& center2,
                                const Eigen::Vector3d& direction2, double half2);

}  // namespace detail

}  // namespace linkwork::collision
