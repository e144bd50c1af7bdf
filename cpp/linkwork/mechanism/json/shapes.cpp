#include "linkwork/mechanism/json/parts.hpp"

#include "linkwork/mechanism/wording.hpp"

namespace linkwork::detail {

namespace {

constexpr std::array<std::string_view, 2> frameKeys{"position", "rotation"};
constexpr std::array<std::string_view, 5> boxKeys{"type", "frame", "color", "size", "rounding"};
constexpr std::array<std::string_view, 4> sphereKeys{"type", "frame", "color", "radius"};
constexpr std::array<std::string_view, 6> roundKeys{"type",   "frame",  "color",
                                                    "radius", "length", "endRadius"};
constexpr std::array<std::string_view, 6> extrusionKeys{"type",    "frame",  "color",
                                                        "outline", "length", "rounding"};

constexpr std::array<std::string_view, 4> ellipsoidKeys{"type", "frame", "color", "semiAxes"};
constexpr std::array<std::string_view, 5> torusKeys{"type", "frame", "color", "majorRadius",
                                                    "minorRadius"};
constexpr std::array<std::string_view, 5> tubeKeys{"type", "frame", "color", "curve", "radius"};
constexpr std::array<std::string_view, 4> patchKeys{"type", "frame", "color", "points"};

ShapeType readType(const JsonReader& type) {
  const std::string typeName = type.string();
  if (const auto known = shapeTypeFromName(typeName)) return *known;
  std::vector<std::string_view> names;
  for (const ShapeType each : allShapeTypes) names.push_back(name(each));
  type.fail("no shape is named " + quoted(typeName) + suggestion(typeName, "types", names));
}

std::vector<Eigen::Vector2d> readOutline(const JsonReader& list) {
  std::vector<Eigen::Vector2d> outline;
  for (const JsonReader& corner : list.items()) {
    const std::vector<double> numbers = corner.numbers();
    if (numbers.size() != 2) corner.failExpected("an array of 2 numbers");
    outline.emplace_back(numbers[0], numbers[1]);
  }
  return outline;
}

/// The sizes that the type asks for, and no others.
void readSizes(const JsonReader& object, Shape& shape) {
  switch (shape.type) {
    case ShapeType::box:
      object.requireKeys(boxKeys);
      shape.size = object.required("size").vector3();
      shape.rounding = object.numberOr("rounding", 0);
      break;
    case ShapeType::sphere:
      object.requireKeys(sphereKeys);
      shape.radius = object.required("radius").number();
      break;
    case ShapeType::cylinder:
    case ShapeType::capsule:
      object.requireKeys(roundKeys);
      shape.radius = object.required("radius").number();
      shape.endRadius = object.numberOr("endRadius", shape.radius);
      shape.length = object.required("length").number();
      break;
    case ShapeType::extrusion:
      object.requireKeys(extrusionKeys);
      shape.outline = readOutline(object.required("outline"));
      shape.length = object.required("length").number();
      shape.rounding = object.numberOr("rounding", 0);
      break;
    case ShapeType::ellipsoid:
      object.requireKeys(ellipsoidKeys);
      shape.semiAxes = object.required("semiAxes").vector3();
      break;
    case ShapeType::torus:
      object.requireKeys(torusKeys);
      shape.majorRadius = object.required("majorRadius").number();
      shape.minorRadius = object.required("minorRadius").number();
      break;
    case ShapeType::tube:
      object.requireKeys(tubeKeys);
      shape.curve = readCurve(object.required("curve"));
      shape.radius = object.required("radius").number();
      break;
    case ShapeType::patch:
      object.requireKeys(patchKeys);
      shape.points = readNet(object.required("points"));
      break;
  }
}

JsonValue outlineJson(const std::vector<Eigen::Vector2d>& outline) {
  JsonValue corners{JsonValue::Kind::array};
  for (const Eigen::Vector2d& corner : outline)
    corners.items.push_back(numbersJson(std::span(corner.data(), 2)));
  return corners;
}

void addSizes(JsonValue& result, const Shape& shape) {
  const auto vector = [](const Eigen::Vector3d& numbers) {
    return numbersJson(std::span(numbers.data(), 3));
  };
  switch (shape.type) {
    case ShapeType::box:
      result.add("size", vector(shape.size));
      if (shape.rounding != 0) result.add("rounding", JsonValue{shape.rounding});
      break;
    case ShapeType::sphere:
      result.add("radius", JsonValue{shape.radius});
      break;
    case ShapeType::cylinder:
    case ShapeType::capsule:
      result.add("radius", JsonValue{shape.radius});
      if (shape.endRadius != shape.radius) result.add("endRadius", JsonValue{shape.endRadius});
      result.add("length", JsonValue{shape.length});
      break;
    case ShapeType::extrusion:
      result.add("outline", outlineJson(shape.outline));
      result.add("length", JsonValue{shape.length});
      if (shape.rounding != 0) result.add("rounding", JsonValue{shape.rounding});
      break;
    case ShapeType::ellipsoid:
      result.add("semiAxes", vector(shape.semiAxes));
      break;
    case ShapeType::torus:
      result.add("majorRadius", JsonValue{shape.majorRadius});
      result.add("minorRadius", JsonValue{shape.minorRadius});
      break;
    case ShapeType::tube:
      result.add("curve", curveJson(shape.curve));
      result.add("radius", JsonValue{shape.radius});
      break;
    case ShapeType::patch:
      result.add("points", netJson(shape.points));
      break;
  }
}

}  // namespace

Frame readFrame(const JsonReader& object, std::string_view key) {
  Frame frame;
  const auto given = object.optional(key);
  if (!given) return frame;
  given->requireKeys(frameKeys);
  if (const auto position = given->optional("position")) frame.position = position->vector3();
  if (const auto rotation = given->optional("rotation")) {
    const std::vector<double> numbers = rotation->numbers();
    if (numbers.size() != 4) rotation->failExpected("the 4 numbers of a quaternion x, y, z, w");
    frame.rotation.coeffs() = Eigen::Vector4d::Map(numbers.data());
  }
  return frame;
}

Shape readShape(const JsonReader& object) {
  Shape shape;
  shape.type = readType(object.required("type"));
  readSizes(object, shape);
  shape.frame = readFrame(object, "frame");
  if (const auto color = object.optional("color")) shape.color = color->string();
  return shape;
}

JsonValue numbersJson(std::span<const double> numbers) {
  JsonValue array{JsonValue::Kind::array};
  for (const double number : numbers) array.items.emplace_back(number);
  return array;
}

void addFrame(JsonValue& object, std::string key, const Frame& frame) {
  const Frame identity;
  if (frame == identity) return;
  JsonValue result{JsonValue::Kind::object};
  if (frame.position != identity.position)
    result.add("position", numbersJson(std::span(frame.position.data(), 3)));
  if (frame.rotation != identity.rotation)
    result.add("rotation", numbersJson(std::span(frame.rotation.coeffs().data(), 4)));
  object.add(std::move(key), std::move(result));
}

JsonValue shapeJson(const Shape& shape) {
  JsonValue result{JsonValue::Kind::object};
  result.add("type", JsonValue{std::string(name(shape.type))});
  addSizes(result, shape);
  addFrame(result, "frame", shape.frame);
  if (!shape.color.empty()) result.add("color", JsonValue{shape.color});
  return result;
}

}  // namespace linkwork::detail
