#include <algorithm>
#include <cctype>

#include "linkwork/errors.hpp"
#include "linkwork/joints/described_joints.hpp"
#include "linkwork/mechanism/joint_functions.hpp"
#include "linkwork/mechanism/validate/checks.hpp"
#include "linkwork/mechanism/wording.hpp"

namespace linkwork::detail {

namespace {

void requireAtMost(const Path& path, double number, double most, std::string_view what) {
  requireNotNegative(path, number);
  if (number > most)
    throw MechanismError(path, "expected at most " + std::string(what) + ", " + written(most) +
                                   ", found " + written(number));
}

/// Twice the area of a polygon, by the cross products of its edges with the way from a corner.
double doubleArea(const std::vector<Eigen::Vector2d>& outline) {
  double sum = 0;
  for (std::size_t i = 1; i + 1 < outline.size(); ++i) {
    const Eigen::Vector2d a = outline[i] - outline[0], b = outline[i + 1] - outline[0];
    sum += a.x() * b.y() - a.y() * b.x();
  }
  return std::abs(sum);
}

void checkOutline(const Path& path, const std::vector<Eigen::Vector2d>& outline) {
  if (outline.size() < 3)
    throw MechanismError(path,
                         "expected at least 3 corners, found " + std::to_string(outline.size()));
  for (std::size_t i = 0; i < outline.size(); ++i)
    requireFinite(path.item(i), std::span(outline[i].data(), 2));
  if (!(doubleArea(outline) > 0)) throw MechanismError(path, "encloses no area");
}

/// The error that a part of the joints throws, about what is at this path.
template <typename Check>
void checkAt(const Path& path, Check&& check) {
  try {
    check();
  } catch (const JointDescriptionError& error) {
    throw MechanismError(path + error.member(), error.problem());
  }
}

void checkVector(const Path& path, const Eigen::Vector3d& sizes) {
  for (int i = 0; i < 3; ++i) requireAboveZero(path.item(static_cast<std::size_t>(i)), sizes[i]);
}

void checkRound(const Path& path, const Shape& shape) {
  requireAboveZero(path + ".length", shape.length);
  requireAboveZero(path + ".radius", shape.radius);
  requireNotNegative(path + ".endRadius", shape.endRadius);
  if (shape.type == ShapeType::capsule &&
      !(std::abs(shape.radius - shape.endRadius) < shape.length))
    throw MechanismError(path + ".length",
                         "one ball of the capsule is inside the other: expected "
                         "a length above the difference of the radii, found " +
                             written(shape.length));
}

void checkSizes(const Path& path, const Shape& shape) {
  switch (shape.type) {
    case ShapeType::box:
      checkVector(path + ".size", shape.size);
      return requireAtMost(path + ".rounding", shape.rounding, shape.size.minCoeff() / 2,
                           "half of the smallest edge");
    case ShapeType::sphere:
      return requireAboveZero(path + ".radius", shape.radius);
    case ShapeType::cylinder:
    case ShapeType::capsule:
      return checkRound(path, shape);
    case ShapeType::extrusion:
      requireAboveZero(path + ".length", shape.length);
      checkOutline(path + ".outline", shape.outline);
      return requireAtMost(path + ".rounding", shape.rounding, shape.length / 2,
                           "half of the length");
    case ShapeType::ellipsoid:
      return checkVector(path + ".semiAxes", shape.semiAxes);
    case ShapeType::torus:
      requireAboveZero(path + ".majorRadius", shape.majorRadius);
      return requireAboveZero(path + ".minorRadius", shape.minorRadius);
    case ShapeType::tube:
      checkAt(path + ".curve.", [&] { requireCurve(shape.curve); });
      return requireAboveZero(path + ".radius", shape.radius);
    case ShapeType::patch:
      return checkAt(path + ".", [&] { requireNet(shape.points); });
  }
}

void checkColor(const Path& path, std::string_view color) {
  const auto isHex = [](unsigned char c) { return std::isxdigit(c) != 0; };
  if (color.empty()) return;
  if (color.size() != 7 || color[0] != '#' || !std::all_of(color.begin() + 1, color.end(), isHex))
    throw MechanismError(path, "expected a colour as \"#rrggbb\", found " + quoted(color));
}

}  // namespace

void checkShapes(const std::vector<Body>& bodies) {
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Path bodyPath("bodies", i), shapes = bodyPath + ".shapes";
    for (std::size_t k = 0; k < bodies[i].shapes.size(); ++k) {
      const Shape& shape = bodies[i].shapes[k];
      const Path path = shapes.item(k);
      checkSizes(path, shape);
      checkFrame(path + ".frame", shape.frame);
      checkColor(path + ".color", shape.color);
    }
  }
}

}  // namespace linkwork::detail
