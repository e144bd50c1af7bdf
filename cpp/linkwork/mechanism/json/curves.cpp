#include "linkwork/mechanism/json/parts.hpp"

#include "linkwork/mechanism/wording.hpp"

namespace linkwork::detail {

namespace {

constexpr std::array<std::string_view, 2> curveKinds{"bezier", "bSpline"};  // in CurveKind's order

CurveKind readCurveKind(const JsonReader& kind) {
  const std::string given = kind.string();
  for (std::size_t i = 0; i < curveKinds.size(); ++i)
    if (curveKinds[i] == given) return static_cast<CurveKind>(i);
  kind.fail("no curve is named " + quoted(given) + suggestion(given, "kinds", curveKinds));
}

}  // namespace

std::vector<Eigen::Vector3d> readPoints(const JsonReader& list) {
  std::vector<Eigen::Vector3d> points;
  for (const JsonReader& point : list.items()) points.push_back(point.vector3());
  return points;
}

JsonValue pointsJson(const std::vector<Eigen::Vector3d>& points) {
  JsonValue list{JsonValue::Kind::array};
  for (const Eigen::Vector3d& point : points)
    list.items.push_back(numbersJson(std::span(point.data(), 3)));
  return list;
}

void readCurve(const JsonReader& object, Curve& curve) {
  curve.kind = readCurveKind(object.required("kind"));
  curve.points = readPoints(object.required("points"));
  if (const auto degree = object.optional("degree")) curve.degree = degree->integer();
  if (const auto closed = object.optional("closed")) curve.closed = closed->boolean();
}

Curve readCurve(const JsonReader& object) {
  object.requireKeys(curveKeys);
  Curve curve;
  readCurve(object, curve);
  return curve;
}

JsonValue curveJson(const Curve& curve) {
  const Curve defaults;
  JsonValue result{JsonValue::Kind::object};
  result.add("kind", JsonValue{std::string(curveKinds[static_cast<std::size_t>(curve.kind)])});
  result.add("points", pointsJson(curve.points));
  if (curve.degree != defaults.degree)
    result.add("degree", JsonValue{static_cast<double>(curve.degree)});
  if (curve.closed) result.add("closed", JsonValue{JsonValue::Kind::boolean, 1});
  return result;
}

ControlNet readNet(const JsonReader& rows) {
  ControlNet net;
  for (const JsonReader& row : rows.items()) net.push_back(readPoints(row));
  return net;
}

JsonValue netJson(const ControlNet& net) {
  JsonValue rows{JsonValue::Kind::array};
  for (const std::vector<Eigen::Vector3d>& row : net) rows.items.push_back(pointsJson(row));
  return rows;
}

}  // namespace linkwork::detail
