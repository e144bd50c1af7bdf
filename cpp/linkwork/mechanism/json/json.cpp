#include "linkwork/json.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <span>

#include "linkwork/mechanism/json/parts.hpp"
#include "linkwork/mechanism/wording.hpp"

namespace linkwork {

namespace {

using detail::JsonReader;

constexpr std::array<std::string_view, 13> mechanismKeys{
    "$schema", "linkwork",  "name",         "meta",  "gravity", "bodies",      "joints",
    "loops",   "couplings", "nonholonomic", "sites", "contact", "initialState"};
constexpr std::array<std::pair<std::string_view, std::string About::*>, 5> aboutKeys{
    {{"title", &About::title},
     {"description", &About::description},
     {"author", &About::author},
     {"licence", &About::licence},
     {"source", &About::source}}};
constexpr std::array<std::string_view, 5> bodyKeys{"name", "mass", "centerOfMass", "inertia",
                                                   "shapes"};
constexpr std::array<std::string_view, 10> loopKeys{"name",        "type",      "parent", "child",
                                                    "axis",        "axis2",     "pitch",  "length",
                                                    "parentFrame", "childFrame"};
constexpr std::array<std::string_view, 14> jointKeys{
    "name",        "type",       "parent",  "child",     "axis", "axis2",    "pitch",
    "parentFrame", "childFrame", "damping", "stiffness", "rest", "friction", "limits"};
constexpr std::array<std::string_view, 3> limitKeys{"lower", "upper", "restitution"};
constexpr std::array<std::string_view, 3> couplingKeys{"name", "terms", "offset"};
constexpr std::array<std::string_view, 3> siteKeys{"name", "body", "frame"};
constexpr std::array<std::string_view, 2> initialStateKeys{"q", "v"};
constexpr std::array<std::string_view, 5> stateKeys{"q", "v", "tau", "a", "wrenches"};

/// Gives a vector unit length. One that already has it to rounding stays as it is, so that reading
/// what was written changes nothing.
template <typename Vector>
void makeUnit(Vector&& vector) {
  const double excess = vector.squaredNorm() - 1;
  if (std::abs(excess) > 8 * std::numeric_limits<double>::epsilon()) vector.stableNormalize();
}

void readVector(const JsonReader& object, std::string_view key, Eigen::Vector3d& into) {
  if (const auto found = object.optional(key)) into = found->vector3();
}

template <typename Item, typename Read>
void readList(const std::optional<JsonReader>& list, std::vector<Item>& into, Read read) {
  if (!list) return;
  const std::vector<JsonReader> items = list->items();
  into.reserve(items.size());
  for (const JsonReader& item : items) into.push_back(read(item));
}

Body readBody(const JsonReader& object) {
  object.requireKeys(bodyKeys);
  Body body;
  body.name = object.required("name").string();
  body.mass = object.required("mass").number();
  readVector(object, "centerOfMass", body.centerOfMass);
  if (const auto inertia = object.optional("inertia")) {
    const std::vector<double> numbers = inertia->numbers();
    if (numbers.size() != 3 && numbers.size() != 6)
      inertia->failExpected("the 6 numbers xx, yy, zz, xy, xz, yz or the 3 of a diagonal");
    std::copy(numbers.begin(), numbers.end(), body.inertia.begin());
  }
  readList(object.optional("shapes"), body.shapes, detail::readShape);
  return body;
}

/// These keys and those of functions.
std::vector<std::string_view> withFunctionKeys(std::span<const std::string_view> own) {
  std::vector<std::string_view> keys(own.begin(), own.end());
  keys.insert(keys.end(), detail::functionKeys().begin(), detail::functionKeys().end());
  return keys;
}

void readGeometry(const JsonReader& object, std::span<const JointType> types,
                  JointGeometry& joint) {
  joint.name = object.required("name").string();
  joint.type = object.required("type").jointType(types, detail::functionTypeNames());
  joint.parent = object.required("parent").string();
  joint.child = object.required("child").string();
  if (joint.type == JointType::universal) object.required("axis2");
  if (joint.type == JointType::helical) object.required("pitch");
  readVector(object, "axis", joint.axis);
  readVector(object, "axis2", joint.axis2);
  joint.pitch = object.numberOr("pitch", 0);
  joint.function = detail::readJointFunction(object);
  joint.parentFrame = detail::readFrame(object, "parentFrame");
  joint.childFrame = detail::readFrame(object, "childFrame");
}

Joint readJoint(const JsonReader& object) {
  static const std::vector<std::string_view> keys = withFunctionKeys(jointKeys);
  object.requireKeys(keys);
  Joint joint;
  readGeometry(object, allJointTypes, joint);
  joint.damping = object.numberOr("damping", 0);
  joint.stiffness = object.numberOr("stiffness", 0);
  joint.rest = object.numberOr("rest", 0);
  joint.friction = object.numberOr("friction", 0);
  if (const auto limits = object.optional("limits")) {
    limits->requireKeys(limitKeys);
    const JointLimits none;
    joint.limits = {limits->numberOr("lower", none.lower), limits->numberOr("upper", none.upper),
                    limits->numberOr("restitution", none.restitution)};
  }
  return joint;
}

Loop readLoop(const JsonReader& object) {
  static const std::vector<std::string_view> keys = withFunctionKeys(loopKeys);
  object.requireKeys(keys);
  Loop loop;
  readGeometry(object, allLoopTypes, loop);
  if (loop.type == JointType::rod) object.required("length");
  loop.length = object.numberOr("length", 0);
  return loop;
}

Coupling readCoupling(const JsonReader& object) {
  object.requireKeys(couplingKeys);
  Coupling coupling;
  coupling.name = object.required("name").string();
  readList(object.required("terms"), coupling.terms, detail::readTerm);
  coupling.offset = object.numberOr("offset", 0);
  return coupling;
}

Site readSite(const JsonReader& object) {
  object.requireKeys(siteKeys);
  return {object.required("name").string(), object.required("body").string(),
          detail::readFrame(object, "frame")};
}

void readJointValues(const JsonReader& object, std::string_view key, JointValues& into) {
  const auto values = object.optional(key);
  if (!values) return;
  for (const auto& [name, numbers] : values->members()) into.emplace(name, numbers.numbers());
}

NamedState readState(const JsonReader& object, std::span<const std::string_view> keys) {
  object.requireKeys(keys);
  NamedState state;
  readJointValues(object, "q", state.q);
  readJointValues(object, "v", state.v);
  readJointValues(object, "tau", state.tau);
  readJointValues(object, "a", state.a);
  const auto wrenches = object.optional("wrenches");
  if (!wrenches) return state;
  for (const auto& [name, wrench] : wrenches->members()) {
    const std::vector<double> numbers = wrench.numbers();
    if (numbers.size() != 6) wrench.failExpected("the 6 numbers of a wrench [moment; force]");
    state.wrenches.emplace(name, Eigen::Matrix<double, 6, 1>::Map(numbers.data()));
  }
  return state;
}

/// Of positions already validated.
void makeQuaternionsUnit(JointValues& positions, const std::vector<Joint>& joints) {
  for (const Joint& joint : joints) {
    if (joint.type != JointType::spherical && joint.type != JointType::free) continue;
    const auto found = positions.find(joint.name);
    if (found == positions.end()) continue;
    std::vector<double>& q = found->second;
    makeUnit(Eigen::Vector4d::Map(q.data() + q.size() - 4));
  }
}

/// Of a mechanism already validated, as the next one.
void makeDirectionsUnit(JointGeometry& joint) {
  makeUnit(joint.axis);
  makeUnit(joint.axis2);
  makeUnit(joint.parentFrame.rotation.coeffs());
  makeUnit(joint.childFrame.rotation.coeffs());
}

void makeDirectionsUnit(Mechanism& mechanism) {
  for (Body& body : mechanism.bodies)
    for (Shape& shape : body.shapes) makeUnit(shape.frame.rotation.coeffs());
  for (Joint& joint : mechanism.joints) makeDirectionsUnit(joint);
  for (Loop& loop : mechanism.loops) makeDirectionsUnit(loop);
  for (Nonholonomic& constraint : mechanism.nonholonomic) {
    if (auto* disc = std::get_if<RollingDisc>(&constraint)) makeUnit(disc->axis);
    if (auto* edge = std::get_if<KnifeEdge>(&constraint)) makeUnit(edge->across);
  }
  for (Site& site : mechanism.sites) makeUnit(site.frame.rotation.coeffs());
  for (Collider& collider : mechanism.contact.colliders) makeUnit(collider.frame.rotation.coeffs());
  if (mechanism.initialState) makeQuaternionsUnit(mechanism.initialState->q, mechanism.joints);
}

About readAbout(const JsonReader& object) {
  std::array<std::string_view, aboutKeys.size()> keys;
  std::transform(aboutKeys.begin(), aboutKeys.end(), keys.begin(),
                 [](const auto& each) { return each.first; });
  object.requireKeys(keys);
  About about;
  for (const auto& [key, member] : aboutKeys)
    if (const auto text = object.optional(key)) about.*member = text->string();
  return about;
}

Mechanism readMechanism(const JsonReader& object) {
  object.requireKeys(mechanismKeys);
  const JsonReader version = object.required("linkwork");
  if (version.number() != 1)
    version.fail("this library reads version 1 of the format, found version " +
                 detail::written(version.number()));
  Mechanism mechanism;
  if (const auto schema = object.optional("$schema")) mechanism.schema = schema->string();
  if (const auto name = object.optional("name")) mechanism.name = name->string();
  if (const auto about = object.optional("meta")) mechanism.about = readAbout(*about);
  readVector(object, "gravity", mechanism.gravity);
  readList(object.required("bodies"), mechanism.bodies, readBody);
  readList(object.required("joints"), mechanism.joints, readJoint);
  readList(object.optional("loops"), mechanism.loops, readLoop);
  readList(object.optional("couplings"), mechanism.couplings, readCoupling);
  readList(object.optional("nonholonomic"), mechanism.nonholonomic, detail::readNonholonomic);
  readList(object.optional("sites"), mechanism.sites, readSite);
  if (const auto contact = object.optional("contact"))
    mechanism.contact = detail::readContact(*contact);
  if (const auto state = object.optional("initialState"))
    mechanism.initialState = readState(*state, initialStateKeys);
  return mechanism;
}

}  // namespace

Mechanism mechanismFromJson(std::string_view text) {
  const detail::JsonValue root = detail::parseJson(text);
  Mechanism mechanism = readMechanism(JsonReader(root, "mechanism"));
  validate(mechanism);
  makeDirectionsUnit(mechanism);
  return mechanism;
}

NamedState stateFromJson(std::string_view text, const Mechanism& mechanism) {
  const detail::JsonValue root = detail::parseJson(text);
  NamedState state = readState(JsonReader(root, "state"), stateKeys);
  validate(state, mechanism);
  makeQuaternionsUnit(state.q, mechanism.joints);
  return state;
}

}  // namespace linkwork
