#include <cmath>
#include <span>

#include "linkwork/json.hpp"
#include "linkwork/mechanism/json/parts.hpp"

namespace linkwork {

namespace {

using detail::JsonValue;
using Kind = JsonValue::Kind;

JsonValue json(double number) { return JsonValue{number}; }

JsonValue json(const std::string& text) { return JsonValue{text}; }

JsonValue json(std::span<const double> numbers) { return detail::numbersJson(numbers); }

JsonValue json(const Eigen::Vector3d& vector) { return json(std::span(vector.data(), 3)); }

template <typename Item, typename Write>
JsonValue json(const std::vector<Item>& list, Write write) {
  JsonValue array{Kind::array};
  for (const Item& item : list) array.items.push_back(write(item));
  return array;
}

void addUnlessZero(JsonValue& object, std::string key, double number) {
  if (number != 0) object.add(std::move(key), json(number));
}

JsonValue bodyJson(const Body& body) {
  JsonValue result{Kind::object};
  result.add("name", json(body.name));
  result.add("mass", json(body.mass));
  result.add("centerOfMass", json(body.centerOfMass));
  result.add("inertia", json(body.inertia));
  if (!body.shapes.empty()) result.add("shapes", json(body.shapes, detail::shapeJson));
  return result;
}

JsonValue geometryJson(const JointGeometry& joint) {
  JsonValue result{Kind::object};
  result.add("name", json(joint.name));
  result.add("type", json(std::string(typeName(joint))));
  result.add("parent", json(joint.parent));
  result.add("child", json(joint.child));
  if (hasAxis(joint.type)) result.add("axis", json(joint.axis));
  if (joint.type == JointType::universal) result.add("axis2", json(joint.axis2));
  if (joint.type == JointType::helical) result.add("pitch", json(joint.pitch));
  detail::addJointFunction(result, joint.function);
  detail::addFrame(result, "parentFrame", joint.parentFrame);
  detail::addFrame(result, "childFrame", joint.childFrame);
  return result;
}

JsonValue jointJson(const Joint& joint) {
  JsonValue result = geometryJson(joint);
  addUnlessZero(result, "damping", joint.damping);
  addUnlessZero(result, "stiffness", joint.stiffness);
  addUnlessZero(result, "rest", joint.rest);
  addUnlessZero(result, "friction", joint.friction);
  if (joint.limits) {
    JsonValue limits{Kind::object};
    if (std::isfinite(joint.limits->lower)) limits.add("lower", json(joint.limits->lower));
    if (std::isfinite(joint.limits->upper)) limits.add("upper", json(joint.limits->upper));
    if (joint.limits->restitution != 0) limits.add("restitution", json(joint.limits->restitution));
    result.add("limits", std::move(limits));
  }
  return result;
}

JsonValue loopJson(const Loop& loop) {
  JsonValue result = geometryJson(loop);
  if (loop.type == JointType::rod) result.add("length", json(loop.length));
  return result;
}

JsonValue couplingJson(const Coupling& coupling) {
  JsonValue result{Kind::object};
  result.add("name", json(coupling.name));
  result.add("terms", json(coupling.terms, detail::termJson));
  addUnlessZero(result, "offset", coupling.offset);
  return result;
}

JsonValue siteJson(const Site& site) {
  JsonValue result{Kind::object};
  result.add("name", json(site.name));
  result.add("body", json(site.body));
  detail::addFrame(result, "frame", site.frame);
  return result;
}

void addValues(JsonValue& object, std::string key, const JointValues& values) {
  if (values.empty()) return;
  JsonValue result{Kind::object};
  for (const auto& [joint, numbers] : values) result.add(joint, json(numbers));
  object.add(std::move(key), std::move(result));
}

JsonValue aboutJson(const About& about) {
  JsonValue result{Kind::object};
  for (const auto& [key, text] :
       {std::pair{"title", &about.title}, std::pair{"description", &about.description},
        std::pair{"author", &about.author}, std::pair{"licence", &about.licence},
        std::pair{"source", &about.source}})
    if (!text->empty()) result.add(key, json(*text));
  return result;
}

JsonValue stateJson(const NamedState& state) {
  JsonValue result{Kind::object};
  addValues(result, "q", state.q);
  addValues(result, "v", state.v);
  addValues(result, "tau", state.tau);
  addValues(result, "a", state.a);
  if (!state.wrenches.empty()) {
    JsonValue wrenches{Kind::object};
    for (const auto& [body, wrench] : state.wrenches)
      wrenches.add(body, json(std::span(wrench.data(), 6)));
    result.add("wrenches", std::move(wrenches));
  }
  return result;
}

}  // namespace

std::string toJson(const Mechanism& mechanism, int indent) {
  JsonValue result{Kind::object};
  if (!mechanism.schema.empty()) result.add("$schema", json(mechanism.schema));
  result.add("linkwork", json(1.0));
  result.add("name", json(mechanism.name));
  if (mechanism.about != About{}) result.add("meta", aboutJson(mechanism.about));
  result.add("gravity", json(mechanism.gravity));
  result.add("bodies", json(mechanism.bodies, bodyJson));
  result.add("joints", json(mechanism.joints, jointJson));
  if (!mechanism.loops.empty()) result.add("loops", json(mechanism.loops, loopJson));
  if (!mechanism.couplings.empty())
    result.add("couplings", json(mechanism.couplings, couplingJson));
  if (!mechanism.nonholonomic.empty())
    result.add("nonholonomic", json(mechanism.nonholonomic, detail::nonholonomicJson));
  if (!mechanism.sites.empty()) result.add("sites", json(mechanism.sites, siteJson));
  if (mechanism.contact != ContactModel{})
    result.add("contact", detail::contactJson(mechanism.contact));
  if (mechanism.initialState) result.add("initialState", stateJson(*mechanism.initialState));
  return detail::writeJson(result, indent);
}

std::string toJson(const NamedState& state, int indent) {
  return detail::writeJson(stateJson(state), indent);
}

}  // namespace linkwork
