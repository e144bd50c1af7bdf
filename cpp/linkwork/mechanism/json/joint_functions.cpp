#include "linkwork/mechanism/json/parts.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "linkwork/errors.hpp"
#include "linkwork/mechanism/wording.hpp"
#include "linkwork/symbolic/expression_text.hpp"

namespace linkwork::detail {
using Kind = JsonValue::Kind;

namespace {

constexpr std::array<std::string_view, 5> typeNames{"curve", "surface", "surfaceContact",
                                                    "eulerBall", "custom"};
constexpr std::array<std::string_view, 8> describingKeys{
    "curve", "surface", "surfaces", "spin", "angle", "pose", "coordinates", "ranges"};
constexpr std::array<std::string_view, 3> surfaceKeys{"kind", "points", "spin"};
constexpr std::array<std::string_view, 1> translationKeys{"translate"};
constexpr std::array<std::string_view, 2> rotationKeys{"rotate", "angle"};
constexpr std::array<std::string_view, 3> rangeKeys{"lower", "upper", "periodic"};

// In the order of their enumerations.
constexpr std::array<std::string_view, 3> curveFrames{"fixed", "frenet", "rotationMinimising"};
constexpr std::array<std::string_view, 2> curveParameters{"own", "arcLength"};
constexpr std::array<std::string_view, 3> surfaceTypes{"sphere", "ellipsoid", "torus"};
constexpr std::array<std::string_view, 3> axisNames{"x", "y", "z"};

/// The place of a name in a list.
std::size_t readName(const JsonReader& value, std::string_view what,
                     std::span<const std::string_view> names) {
  const std::string text = value.string();
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i] == text) return i;
  value.fail("no " + std::string(what) + " is named " + quoted(text) +
             suggestion(text, std::string(what) + "s", names));
}

JsonValue text(std::string_view name) { return JsonValue{std::string(name)}; }

JsonValue boolean(bool value) { return JsonValue{Kind::boolean, value ? 1.0 : 0.0}; }

JsonValue vectorJson(const Eigen::Vector3d& vector) {
  return numbersJson(std::span(vector.data(), 3));
}

bool booleanOr(const JsonReader& object, std::string_view key, bool otherwise) {
  const auto found = object.optional(key);
  return found ? found->boolean() : otherwise;
}

CurveJoint readCurveJoint(const JsonReader& object) {
  std::vector<std::string_view> keys(curveKeys.begin(), curveKeys.end());
  keys.insert(keys.end(), {"frame", "parameter"});
  object.requireKeys(keys);
  CurveJoint joint;
  readCurve(object, joint);
  if (const auto frame = object.optional("frame"))
    joint.frame = static_cast<CurveFrame>(readName(*frame, "frame", curveFrames));
  if (const auto parameter = object.optional("parameter"))
    joint.parameter =
        static_cast<CurveParameter>(readName(*parameter, "parameter", curveParameters));
  return joint;
}

JsonValue curveJointJson(const CurveJoint& joint) {
  JsonValue result = curveJson(joint);
  if (joint.frame != CurveJoint().frame)
    result.add("frame", text(curveFrames[static_cast<std::size_t>(joint.frame)]));
  if (joint.parameter != CurveJoint().parameter)
    result.add("parameter", text(curveParameters[static_cast<std::size_t>(joint.parameter)]));
  return result;
}

SurfaceJoint readSurfaceJoint(const JsonReader& object) {
  object.requireKeys(surfaceKeys);
  constexpr std::array<std::string_view, 1> kinds{"bezier"};
  if (const auto kind = object.optional("kind")) readName(*kind, "kind", kinds);
  SurfaceJoint joint;
  joint.points = readNet(object.required("points"));
  joint.spin = booleanOr(object, "spin", true);
  return joint;
}

JsonValue surfaceJointJson(const SurfaceJoint& joint) {
  JsonValue result{Kind::object};
  result.add("kind", text("bezier"));
  result.add("points", netJson(joint.points));
  if (!joint.spin) result.add("spin", boolean(false));
  return result;
}

ContactSurface readContactSurface(const JsonReader& object) {
  static constexpr std::array<std::string_view, 2> sphereKeys{"type", "radius"};
  static constexpr std::array<std::string_view, 2> ellipsoidKeys{"type", "semiAxes"};
  static constexpr std::array<std::string_view, 3> torusKeys{"type", "majorRadius", "minorRadius"};
  ContactSurface surface;
  surface.type =
      static_cast<ContactSurfaceType>(readName(object.required("type"), "surface", surfaceTypes));
  switch (surface.type) {
    case ContactSurfaceType::sphere:
      object.requireKeys(sphereKeys);
      surface.radius = object.required("radius").number();
      break;
    case ContactSurfaceType::ellipsoid:
      object.requireKeys(ellipsoidKeys);
      surface.semiAxes = object.required("semiAxes").vector3();
      break;
    case ContactSurfaceType::torus:
      object.requireKeys(torusKeys);
      surface.majorRadius = object.required("majorRadius").number();
      surface.minorRadius = object.required("minorRadius").number();
      break;
  }
  return surface;
}

JsonValue contactSurfaceJson(const ContactSurface& surface) {
  JsonValue result{Kind::object};
  result.add("type", text(surfaceTypes[static_cast<std::size_t>(surface.type)]));
  switch (surface.type) {
    case ContactSurfaceType::sphere:
      result.add("radius", JsonValue{surface.radius});
      break;
    case ContactSurfaceType::ellipsoid:
      result.add("semiAxes", vectorJson(surface.semiAxes));
      break;
    case ContactSurfaceType::torus:
      result.add("majorRadius", JsonValue{surface.majorRadius});
      result.add("minorRadius", JsonValue{surface.minorRadius});
      break;
  }
  return result;
}

SurfaceContactJoint readContactJoint(const JsonReader& joint) {
  const JsonReader list = joint.required("surfaces");
  const std::vector<JsonReader> surfaces = list.items();
  if (surfaces.size() != 2)
    list.failExpected("an array of 2 surfaces, the parent's and the child's");
  SurfaceContactJoint contact;
  for (std::size_t i = 0; i < 2; ++i) contact.surfaces[i] = readContactSurface(surfaces[i]);
  contact.spin = booleanOr(joint, "spin", true);
  contact.angle = joint.numberOr("angle", 0);
  return contact;
}

/// An expression: its text, or a number.
std::string readExpression(const JsonReader& value) {
  return value.isNumber() ? symbolic::printNumber(value.number()) : value.string();
}

CustomJoint::Move readMove(const JsonReader& object) {
  if (const auto along = object.optional("translate")) {
    object.requireKeys(translationKeys);
    const std::vector<JsonReader> items = along->items();
    if (items.size() != 3) along->failExpected("an array of 3 expressions");
    CustomJoint::Translation move;
    for (std::size_t i = 0; i < 3; ++i) move.along[i] = readExpression(items[i]);
    return move;
  }
  const auto rotate = object.optional("rotate");
  if (!rotate) object.fail("expected a move: \"translate\", or \"rotate\" and \"angle\"");
  object.requireKeys(rotationKeys);
  CustomJoint::Rotation move;
  if (rotate->isString())
    move.axis =
        Eigen::Vector3d::Unit(static_cast<Eigen::Index>(readName(*rotate, "axis", axisNames)));
  else
    move.axis = rotate->vector3();
  move.angle = readExpression(object.required("angle"));
  return move;
}

JsonValue moveJson(const CustomJoint::Move& move) {
  JsonValue result{Kind::object};
  if (const auto* translation = std::get_if<CustomJoint::Translation>(&move)) {
    JsonValue along{Kind::array};
    for (const std::string& each : translation->along) along.items.push_back(JsonValue{each});
    result.add("translate", std::move(along));
    return result;
  }
  const auto& rotation = std::get<CustomJoint::Rotation>(move);
  result.add("rotate", vectorJson(rotation.axis));
  result.add("angle", JsonValue{rotation.angle});
  return result;
}

CustomJoint::Range readRange(const JsonReader& object) {
  object.requireKeys(rangeKeys);
  const CustomJoint::Range open;
  return {object.numberOr("lower", open.lower), object.numberOr("upper", open.upper),
          booleanOr(object, "periodic", open.periodic)};
}

JsonValue rangeJson(const CustomJoint::Range& range) {
  JsonValue result{Kind::object};
  if (std::isfinite(range.lower)) result.add("lower", JsonValue{range.lower});
  if (std::isfinite(range.upper)) result.add("upper", JsonValue{range.upper});
  if (range.periodic) result.add("periodic", boolean(true));
  return result;
}

CustomJoint readCustomJoint(const JsonReader& joint) {
  CustomJoint custom;
  for (const JsonReader& name : joint.required("coordinates").items())
    custom.coordinates.push_back(name.string());
  for (const JsonReader& move : joint.required("pose").items())
    custom.pose.push_back(readMove(move));
  if (const auto ranges = joint.optional("ranges"))
    for (const auto& [name, range] : ranges->members()) custom.ranges[name] = readRange(range);
  return custom;
}

/// Writes the keys of a kind.
struct AddKeys {
  JsonValue& joint;

  void operator()(std::monostate) const {}
  void operator()(const EulerBallJoint&) const {}
  void operator()(const CurveJoint& curve) const { joint.add("curve", curveJointJson(curve)); }
  void operator()(const SurfaceJoint& surface) const {
    joint.add("surface", surfaceJointJson(surface));
  }
  void operator()(const SurfaceContactJoint& contact) const {
    JsonValue surfaces{Kind::array};
    for (const ContactSurface& each : contact.surfaces)
      surfaces.items.push_back(contactSurfaceJson(each));
    joint.add("surfaces", std::move(surfaces));
    if (!contact.spin) joint.add("spin", boolean(false));
    if (contact.angle != 0) joint.add("angle", JsonValue{contact.angle});
  }
  void operator()(const CustomJoint& custom) const {
    JsonValue names{Kind::array}, moves{Kind::array};
    for (const std::string& name : custom.coordinates) names.items.push_back(JsonValue{name});
    for (const CustomJoint::Move& move : custom.pose) moves.items.push_back(moveJson(move));
    joint.add("coordinates", std::move(names));
    joint.add("pose", std::move(moves));
    if (custom.ranges.empty()) return;
    JsonValue ranges{Kind::object};
    for (const auto& [name, range] : custom.ranges) ranges.add(name, rangeJson(range));
    joint.add("ranges", std::move(ranges));
  }
  void operator()(const UserFunction&) const {
    throw MechanismError("joints",
                         "a joint that is a function of the program, as functionJoint "
                         "makes them, cannot be written to a file");
  }
};

/// Keys that a kind takes of `describingKeys`.
std::vector<std::string_view> keysOf(std::string_view typeName) {
  if (typeName == "curve" || typeName == "surface") return {typeName};
  if (typeName == "surfaceContact") return {"surfaces", "spin", "angle"};
  if (typeName == "custom") return {"coordinates", "pose", "ranges"};
  return {};
}

}  // namespace

std::span<const std::string_view> functionTypeNames() { return typeNames; }

std::span<const std::string_view> functionKeys() { return describingKeys; }

JointDescription readJointFunction(const JsonReader& joint) {
  const std::string typeName = joint.required("type").string();
  const std::vector<std::string_view> taken = keysOf(typeName);
  for (const std::string_view key : describingKeys)
    if (const auto found = joint.optional(key);
        found && std::find(taken.begin(), taken.end(), key) == taken.end())
      found->fail("a " + std::string(typeName) + " joint takes no " + std::string(key));
  if (typeName == "curve") return readCurveJoint(joint.required("curve"));
  if (typeName == "surface") return readSurfaceJoint(joint.required("surface"));
  if (typeName == "surfaceContact") return readContactJoint(joint);
  if (typeName == "custom") return readCustomJoint(joint);
  if (typeName == "eulerBall") return EulerBallJoint();
  return {};
}

void addJointFunction(JsonValue& joint, const JointDescription& description) {
  std::visit(AddKeys{joint}, description);
}

}  // namespace linkwork::detail
