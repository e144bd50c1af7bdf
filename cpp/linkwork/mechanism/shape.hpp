#pragma once

#include <Eigen/Core>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "linkwork/joints/curve_joint.hpp"
#include "linkwork/joints/surface_joint.hpp"
#include "linkwork/mechanism/frame.hpp"

namespace linkwork {

/// The kinds of solid that bodies are drawn with, centred on the origin of the shape's frame:
///
///   box         size: edges along x, y and z; rounding: radius of its edges
///   sphere      radius
///   cylinder    radius, length along z; endRadius: the radius at its +z end
///   capsule     the same with balls at both ends; length: from centre to centre of the balls
///   extrusion   outline: a polygon in x–y, length along z; rounding: width of the bevel on its
///   rims
///   ellipsoid   semiAxes along x, y and z
///   torus       majorRadius of its centre line round z, minorRadius of its tube
///   tube        curve: its centre line; radius
///   patch       points: the control net of a Bézier surface, a sheet seen from both sides
enum class ShapeType { box, sphere, cylinder, capsule, extrusion, ellipsoid, torus, tube, patch };

inline constexpr std::array allShapeTypes{
    ShapeType::box,     ShapeType::sphere,    ShapeType::cylinder,
    ShapeType::capsule, ShapeType::extrusion, ShapeType::ellipsoid,
    ShapeType::torus,   ShapeType::tube,      ShapeType::patch};

/// The type's name in mechanism files.
constexpr std::string_view name(ShapeType type) {
  constexpr std::array<std::string_view, allShapeTypes.size()> names{
      "box", "sphere", "cylinder", "capsule", "extrusion", "ellipsoid", "torus", "tube", "patch"};
  return names[static_cast<std::size_t>(type)];
}

/// The type with this name in mechanism files, if there is one.
constexpr std::optional<ShapeType> shapeTypeFromName(std::string_view desired) {
  for (const ShapeType type : allShapeTypes)
    if (name(type) == desired) return type;
  return std::nullopt;
}

/// A solid for the eye alone: it has no mass and touches nothing. Which of the sizes count, the
/// type tells; the others stay at their defaults.
struct Shape {
  ShapeType type = ShapeType::box;
  Eigen::Vector3d size{0, 0, 0};         ///< [m], above 0
  double radius = 0;                     ///< [m], above 0
  double endRadius = 0;                  ///< [m], at least 0; files may leave it out for `radius`
  double length = 0;                     ///< [m], above 0
  std::vector<Eigen::Vector2d> outline;  ///< [m], at least three corners round an area
  double rounding = 0;                   ///< [m], 0 to half of the smallest edge or of the length
  Eigen::Vector3d semiAxes{0, 0, 0};     ///< [m], above 0
  double majorRadius = 0;                ///< [m], above 0
  double minorRadius = 0;                ///< [m], above 0
  Curve curve;
  ControlNet points;  ///< [m]
  Frame frame;        ///< in the body's frame
  std::string color;  ///< "#rrggbb" in sRGB; empty: the viewer chooses

  bool operator==(const Shape&) const = default;
};

}  // namespace linkwork
