#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <optional>

#include "linkwork/collision/convex_separation.hpp"
#include "linkwork/collision/solid.hpp"

namespace linkwork::collision {

/// The ground below a triangle of a height field, as a hull: the triangle is its first face, and
/// its other faces are those that limit the outward normals at the triangle's edges. They are the
/// plane of the next triangle if the surface bends down, and a wall at the border. If the surface
/// goes on flat or upwards, no direction across the edge is outward.
class FieldPrism {
 public:
  FieldPrism();
  FieldPrism(const FieldPrism&) = delete;
  FieldPrism& operator=(const FieldPrism&) = delete;

  /// @param bottom  what it reaches at least, along z of the field
  void set(const Solid& field, int triangle, double bottom);

  const Solid& solid() const { return solid_; }
  const PartOfSurface& part() const { return part_; }
  /// Whether a point of the triangle is on an edge, and the surface goes on flat or upwards at
  /// every edge that it is on.
  bool continues(const Eigen::Vector3d& point) const;
  /// How far a solid is above the plane of the triangle, along its normal.
  double gapTo(const Solid& other) const;
  /// The same with the normal and the point midway; not for planes.
  Separation planeTo(const Solid& other) const;

 private:
  struct Edge {
    Eigen::Vector3d corner, out;  ///< world
  };

  void place(const Solid& field, const HeightField::Triangle& here, double bottom, double spacing);
  void addEdge(const Solid& field, const HeightField::Triangle& here, const Eigen::Vector3d& normal,
               std::size_t k);
  void addFace(const Eigen::Vector3d& outward, std::initializer_list<std::size_t> vertices);

  ConvexHull hull_;
  Solid solid_;
  PartOfSurface part_;
  Eigen::Vector3d normal_;
  std::array<Edge, 3> edges_;
  double rounding_ = 0;
};

/// Sets the prism to each triangle whose plane a solid is within `reach` of, and calls `visit` with
/// the triangle. No allocation.
template <typename Visit>
void forPrisms(const Solid& field, const Solid& other, double reach, FieldPrism& prism,
               const Visit& visit) {
  constexpr double all = HUGE_VAL;
  Eigen::Vector3d low(-all, -all, -all), high(all, all, all);
  if (other.type != ColliderType::plane)
    for (int k = 0; k < 3; ++k) {
      const Eigen::Vector3d axis = field.axes.col(k);
      low[k] = axis.dot(other.support(-axis) - field.position) - other.radius;
      high[k] = axis.dot(other.support(axis) - field.position) + other.radius;
    }
  const double bottom = std::clamp(low.z(), -field.half.z(), field.half.z());
  field.field->forTriangles(low.array() - reach, high.array() + reach, [&](int triangle) {
    prism.set(field, triangle, bottom);
    if (prism.gapTo(other) <= reach) visit(triangle);
  });
}

/// `separate` and `overlap` of a height field and another solid. Cost: O(triangles within reach).
std::optional<Separation> separateFromField(const Solid& field, const Solid& other, double reach);
bool overlapsField(const Solid& other, const Solid& field);

}  // namespace linkwork::collision
