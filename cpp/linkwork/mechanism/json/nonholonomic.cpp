#include "linkwork/mechanism/json/parts.hpp"

#include "linkwork/mechanism/wording.hpp"

namespace linkwork::detail {

namespace {

constexpr std::array<std::string_view, 3> constraintNames{"rolling-disc", "knife-edge",
                                                          "velocity-ratio"};
constexpr std::array<std::string_view, 6> discKeys{"type", "body",   "center",
                                                   "axis", "radius", "height"};
constexpr std::array<std::string_view, 4> edgeKeys{"type", "body", "point", "across"};
constexpr std::array<std::string_view, 2> ratioKeys{"type", "terms"};
constexpr std::array<std::string_view, 2> termKeys{"joint", "coefficient"};

Eigen::Vector3d vectorOr(const JsonReader& object, std::string_view key,
                         const Eigen::Vector3d& otherwise) {
  const auto found = object.optional(key);
  return found ? found->vector3() : otherwise;
}

RollingDisc readDisc(const JsonReader& object) {
  object.requireKeys(discKeys);
  RollingDisc disc;
  disc.body = object.required("body").string();
  disc.center = vectorOr(object, "center", disc.center);
  disc.axis = vectorOr(object, "axis", disc.axis);
  disc.radius = object.required("radius").number();
  disc.height = object.numberOr("height", disc.height);
  return disc;
}

KnifeEdge readEdge(const JsonReader& object) {
  object.requireKeys(edgeKeys);
  KnifeEdge edge;
  edge.body = object.required("body").string();
  edge.point = vectorOr(object, "point", edge.point);
  edge.across = vectorOr(object, "across", edge.across);
  return edge;
}

VelocityRatio readRatio(const JsonReader& object) {
  object.requireKeys(ratioKeys);
  VelocityRatio ratio;
  for (const JsonReader& term : object.required("terms").items())
    ratio.terms.push_back(readTerm(term));
  return ratio;
}

void addVector(JsonValue& object, std::string key, const Eigen::Vector3d& vector) {
  object.add(std::move(key), numbersJson(std::span(vector.data(), 3)));
}

void write(const RollingDisc& disc, JsonValue& result) {
  result.add("body", JsonValue{disc.body});
  if (!disc.center.isZero(0)) addVector(result, "center", disc.center);
  addVector(result, "axis", disc.axis);
  result.add("radius", JsonValue{disc.radius});
  if (disc.height != 0) result.add("height", JsonValue{disc.height});
}

void write(const KnifeEdge& edge, JsonValue& result) {
  result.add("body", JsonValue{edge.body});
  if (!edge.point.isZero(0)) addVector(result, "point", edge.point);
  addVector(result, "across", edge.across);
}

void write(const VelocityRatio& ratio, JsonValue& result) {
  JsonValue terms{JsonValue::Kind::array};
  for (const CouplingTerm& term : ratio.terms) terms.items.push_back(termJson(term));
  result.add("terms", std::move(terms));
}

}  // namespace

CouplingTerm readTerm(const JsonReader& object) {
  object.requireKeys(termKeys);
  return {object.required("joint").string(), object.required("coefficient").number()};
}

JsonValue termJson(const CouplingTerm& term) {
  JsonValue result{JsonValue::Kind::object};
  result.add("joint", JsonValue{term.joint});
  result.add("coefficient", JsonValue{term.coefficient});
  return result;
}

Nonholonomic readNonholonomic(const JsonReader& object) {
  const JsonReader type = object.required("type");
  const std::string typeName = type.string();
  if (typeName == constraintNames[0]) return readDisc(object);
  if (typeName == constraintNames[1]) return readEdge(object);
  if (typeName == constraintNames[2]) return readRatio(object);
  type.fail("no nonholonomic constraint is named " + quoted(typeName) +
            suggestion(typeName, "types", constraintNames));
}

JsonValue nonholonomicJson(const Nonholonomic& constraint) {
  JsonValue result{JsonValue::Kind::object};
  result.add("type", JsonValue{std::string(constraintNames[constraint.index()])});
  std::visit([&](const auto& each) { write(each, result); }, constraint);
  return result;
}

}  // namespace linkwork::detail
