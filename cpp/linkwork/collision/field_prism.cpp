#include "linkwork/collision/field_prism.hpp"

#include <Eigen/Geometry>
#include <algorithm>

namespace linkwork::collision {

using Eigen::Vector3d;

namespace {

/// The sine of the angle by which a surface bends down at an edge that is not flat.
constexpr double leastBend = 1e-9;

}  // namespace

FieldPrism::FieldPrism() {
  hull_.vertices.resize(6);
  hull_.faces.reserve(4);
  hull_.corners.reserve(15);
  hull_.edges = {{0, 1}, {1, 2}, {0, 2}};
  solid_.type = ColliderType::hull;
  solid_.hull = std::shared_ptr<const ConvexHull>(std::shared_ptr<void>(), &hull_);
}

void FieldPrism::set(const Solid& field, int triangle, double bottom) {
  const HeightField::Triangle here = field.field->triangle(triangle);
  const double spacing = field.field->spacing();
  rounding_ = 1e-9 * spacing;
  place(field, here, bottom - spacing, spacing);
  const Vector3d normal = here.normal();
  normal_ = field.axes * normal;
  hull_.faces.clear();
  hull_.corners.clear();
  addFace(normal, {0, 1, 2});
  part_ = {};
  for (std::size_t k = 0; k < 3; ++k) addEdge(field, here, normal, k);
}

/// Sets the vertices, about their mean, and where it is.
void FieldPrism::place(const Solid& field, const HeightField::Triangle& here, double bottom,
                       double spacing) {
  const auto& corners = here.corners;
  const double lowest = std::min({corners[0].z(), corners[1].z(), corners[2].z()}) - spacing;
  Vector3d middle(0, 0, 0);
  for (std::size_t k = 0; k < 3; ++k) {
    hull_.vertices[k] = hull_.vertices[k + 3] = corners[k];
    hull_.vertices[k + 3].z() = std::min(lowest, bottom);
    middle += (hull_.vertices[k] + hull_.vertices[k + 3]) / 6;
  }
  solid_.half.setZero();
  for (Vector3d& vertex : hull_.vertices) {
    vertex -= middle;
    solid_.half = solid_.half.cwiseMax(vertex.cwiseAbs());
  }
  solid_.position = field.position + field.axes * middle;
  solid_.axes = field.axes;
}

/// Sets what limits the outward normals at an edge.
void FieldPrism::addEdge(const Solid& field, const HeightField::Triangle& here,
                         const Vector3d& normal, std::size_t k) {
  const std::size_t next = (k + 1) % 3;
  const Vector3d along = here.corners[next] - here.corners[k];
  const Vector3d out = along.cross(normal).normalized();
  edges_[k] = {field.position + field.axes * here.corners[k], field.axes * out};
  if (!here.opposite[k])
    return addFace(Vector3d(along.y(), -along.x(), 0).normalized(), {k, k + 3, next + 3, next});
  const Vector3d across = *here.opposite[k] - here.corners[k];
  const Vector3d behind = across.cross(along).normalized();  // the normal of the next triangle
  part_.continues[k] = !(behind.dot(out) > leastBend);
  if (part_.continues[k]) return part_.outward.limit(edges_[k].out);
  addFace(behind, {k, next});
  part_.outward.limit(field.axes * along.cross(behind).normalized());
}

void FieldPrism::addFace(const Vector3d& outward, std::initializer_list<std::size_t> vertices) {
  const double offset = outward.dot(hull_.vertices[*vertices.begin()]);
  hull_.faces.push_back({outward, offset, hull_.corners.size(), vertices.size()});
  for (const std::size_t vertex : vertices)
    hull_.corners.push_back(static_cast<std::uint16_t>(vertex));
}

bool FieldPrism::continues(const Vector3d& point) const {
  bool result = false;
  for (std::size_t k = 0; k < edges_.size(); ++k) {
    if (edges_[k].out.dot(point - edges_[k].corner) < -rounding_) continue;
    if (!part_.continues[k]) return false;
    result = true;
  }
  return result;
}

double FieldPrism::gapTo(const Solid& other) const {
  return other.type == ColliderType::plane ? -HUGE_VAL : planeTo(other).gap;
}

Separation FieldPrism::planeTo(const Solid& other) const {
  const Vector3d lowest = other.support(-normal_) - other.radius * normal_;
  const double gap = normal_.dot(lowest - edges_[0].corner);
  return {normal_, gap, lowest - 0.5 * gap * normal_};
}

std::optional<Separation> separateFromField(const Solid& field, const Solid& other, double reach) {
  FieldPrism prism;
  std::optional<Separation> closest, above;  // `above`: for solids deep in the ground
  forPrisms(field, other, reach, prism, [&](int) {
    const auto apart =
        separate(prism.solid(), other, closest ? closest->gap : reach, &prism.part().outward);
    if (!apart) return;
    if (apart->gap < 0 && !prism.part().outward.contains(apart->normal)) {
      const Separation plane = prism.planeTo(other);
      if (!above || plane.gap > above->gap) above = plane;
    } else if (!closest || apart->gap < closest->gap) {
      closest = apart;
    }
  });
  return above && !(closest && closest->gap < 0) ? above : closest;
}

bool overlapsField(const Solid& other, const Solid& field) {
  FieldPrism prism;
  bool overlaps = false;
  forPrisms(field, other, 0, prism,
            [&](int) { overlaps = overlaps || overlap(prism.solid(), other); });
  return overlaps;
}

}  // namespace linkwork::collision
