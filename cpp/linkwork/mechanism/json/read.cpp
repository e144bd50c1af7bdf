#include <algorithm>
#include <cmath>
#include <concepts>
#include <functional>

#include "linkwork/json.hpp"
#include "linkwork/mechanism/fields/tables.hpp"
#include "linkwork/mechanism/json/reader.hpp"
#include "linkwork/symbolic/expression_text.hpp"

namespace linkwork {

namespace fields {

namespace {

using detail::JsonReader;

template <typename Value>
void read(const JsonReader& json, Value&& value, const Rule& rule);

/// Reads the fields of a part. Members of joints of other types are read, too: the checks throw
/// unless they are at their defaults.
template <typename Table, typename P>
void readFields(const JsonReader& object, P& part) {
  forEachField<Table>(
      [&]<typename Access, Presence presence>(const Field<Access, presence>& field) {
        const auto found = object.optional(field.key);
        if (!found) {
          if constexpr (presence == Presence::required)
            if (applies(field, part)) object.required(field.key);
          if constexpr (Member<Access> && presence == Presence::optional)
            if (field.isCopy() && applies(field, part)) part.*field.access = part.*field.fallback;
          return;
        }
        if constexpr (IsTyped<P> && !(Member<Access> && std::derived_from<P, JointGeometry>))
          if (!applies(field, part)) found->fail(takesNo(part, field.key, field.types));
        read(*found, std::invoke(field.access, part), field.rule);
      });
}

template <typename Table>
std::vector<std::string_view> keysOf() {
  std::vector<std::string_view> keys;
  forEachField<Table>([&](const auto& field) { keys.push_back(field.key); });
  return keys;
}

template <typename Table, typename P>
void readPart(const JsonReader& object, P& part) {
  static const std::vector<std::string_view> keys = keysOf<Table>();
  object.requireKeys(keys);
  readFields<Table>(object, part);
}

/// The index of a name in the list of its enumeration.
template <typename Enum>
std::size_t readName(const JsonReader& json) {
  const std::vector<std::string_view> names = namesOf<Enum>();
  const std::string_view name = names[json.oneOf(Names<Enum>::what, names)];
  std::size_t index = 0;
  while (Names<Enum>::list[index].name != name) ++index;
  return index;
}

/// Makes an alternative of a variant its value.
template <typename Variant, std::size_t... index>
void select(Variant& variant, std::size_t alternative, std::index_sequence<index...>) {
  ((index == alternative ? void(variant.template emplace<index>()) : void()), ...);
}
template <typename... Each>
void select(std::variant<Each...>& variant, std::size_t alternative) {
  select(variant, alternative, std::index_sequence_for<Each...>());
}

template <typename J>
void readType(const JsonReader& json, J& joint) {
  constexpr auto general = static_cast<std::size_t>(JointType::general);
  const std::size_t type = readName<JointGeometry>(json);
  joint.type = static_cast<JointType>(std::min(type, general));
  select(joint.function, type - std::min(type, general));
}

void readNonholonomic(const JsonReader& object, Nonholonomic& constraint) {
  select(constraint, readName<Nonholonomic>(object.required("type")));
  std::visit(
      [&]<typename Each>(Each& each) {
        std::vector<std::string_view> keys = keysOf<Part<Each>>();
        keys.insert(keys.begin(), "type");
        object.requireKeys(keys);
        readFields<Part<Each>>(object, each);
      },
      constraint);
}

void readMove(const JsonReader& object, CustomJoint::Move& move) {
  const bool isRotation = !object.optional("translate");
  if (isRotation && !object.optional("rotate"))
    object.fail("expected a move: \"translate\", or \"rotate\" and \"angle\"");
  select(move, isRotation);
  std::visit([&]<typename Each>(Each& each) { readPart<Part<Each>>(object, each); }, move);
}

void readInertia(const JsonReader& json, std::array<double, 6>& inertia) {
  const std::vector<double> numbers = json.numbers();
  if (numbers.size() != 3 && numbers.size() != 6)
    json.failExpected("the 6 numbers xx, yy, zz, xy, xz, yz or the 3 of a diagonal");
  std::copy(numbers.begin(), numbers.end(), inertia.begin());
}

void readVersion(const JsonReader& json) {
  if (json.number() != Version::number)
    json.fail("this library reads version 1 of the format, found version " +
              detail::written(json.number()));
}

template <typename Item, std::size_t size>
void readItems(const JsonReader& json, std::array<Item, size>& items, const Rule& rule) {
  const std::vector<JsonReader> found = json.items();
  if (found.size() != size)
    json.failExpected(std::is_same_v<Item, ContactSurface>
                          ? "an array of 2 surfaces, the parent's and the child's"
                          : "an array of 3 expressions");
  for (std::size_t i = 0; i < size; ++i) read(found[i], items[i], rule);
}

template <typename Item>
void readItems(const JsonReader& json, std::vector<Item>& items, const Rule& rule) {
  const std::vector<JsonReader> found = json.items();
  items.reserve(found.size());
  for (const JsonReader& item : found) read(item, items.emplace_back(), rule);
}

template <typename Item, typename Less>
void readItems(const JsonReader& json, std::map<std::string, Item, Less>& items, const Rule& rule) {
  for (const auto& [name, item] : json.members()) read(item, items[name], rule);
}

template <typename Value>
void read(const JsonReader& json, Value&& value, const Rule& rule) {
  using V = std::remove_cvref_t<Value>;
  if constexpr (std::is_same_v<V, double>)
    value = json.number();
  else if constexpr (std::is_same_v<V, int>)
    value = json.integer();
  else if constexpr (std::is_same_v<V, bool>)
    value = json.boolean();
  else if constexpr (std::is_same_v<V, std::string>)
    value = rule.meaning == Meaning::expression && json.isNumber()
                ? symbolic::printNumber(json.number())
                : json.string();
  else if constexpr (std::is_enum_v<V>)
    value = static_cast<V>(readName<V>(json));
  else if constexpr (std::is_same_v<V, Eigen::Vector3d>)
    value = rule.meaning == Meaning::namedAxis && json.isString()
                ? Eigen::Vector3d(Eigen::Vector3d::Unit(Eigen::Index(readName<AxisName>(json))))
                : json.vector3();
  else if constexpr (std::is_same_v<V, Eigen::Vector2d>)
    value = json.vector<2>("an array of 2 numbers");
  else if constexpr (std::is_same_v<V, Eigen::Quaterniond>)
    value.coeffs() = json.vector<4>("the 4 numbers of a quaternion x, y, z, w");
  else if constexpr (std::is_same_v<V, Eigen::Matrix<double, 6, 1>>)
    value = json.vector<6>("the 6 numbers of a wrench [moment; force]");
  else if constexpr (std::is_same_v<V, std::array<double, 6>>)
    readInertia(json, value);
  else if constexpr (std::is_same_v<V, std::vector<double>>)
    value = json.numbers();
  else if constexpr (std::is_same_v<V, Version>)
    readVersion(json);
  else if constexpr (requires { value.joint; } && !IsPart<V>)
    readType(json, value.joint);
  else if constexpr (std::is_same_v<V, Nonholonomic>)
    readNonholonomic(json, value);
  else if constexpr (std::is_same_v<V, CustomJoint::Move>)
    readMove(json, value);
  else if constexpr (std::is_same_v<V, std::optional<NamedState>>)
    readPart<Part<V>>(json, value.emplace());
  else if constexpr (requires {
                       value.emplace();
                       value.value();
                     })
    read(json, value.emplace(), rule);
  else if constexpr (IsPart<V>)
    readPart<Part<V>>(json, value);
  else
    readItems(json, value, rule);
}

/// Gives a vector length 1. A vector whose length is 1 up to rounding stays the same: reading what
/// was written changes nothing.
template <typename Vector>
void makeUnit(Vector&& vector) {
  const double excess = vector.squaredNorm() - 1;
  if (std::abs(excess) > 8 * std::numeric_limits<double>::epsilon()) vector.stableNormalize();
}

/// Gives length 1 to the directions and the quaternions of a part that is validated.
template <typename Value>
void makeDirectionsUnit(Value& value, const Rule& rule = {}) {
  if constexpr (std::is_same_v<Value, Eigen::Vector3d>) {
    if (rule.meaning == Meaning::direction) makeUnit(value);
  } else if constexpr (std::is_same_v<Value, Eigen::Quaterniond>) {
    makeUnit(value.coeffs());
  } else if constexpr (std::is_same_v<Value, Nonholonomic>) {
    std::visit([](auto& each) { makeDirectionsUnit(each); }, value);
  } else if constexpr (IsPart<Value> && !std::is_same_v<Value, std::optional<NamedState>>) {
    forEachField<Part<Value>>(
        [&]<typename Access, Presence presence>(const Field<Access, presence>& field) {
          if constexpr (Member<Access>) makeDirectionsUnit(value.*field.access, field.rule);
        });
  } else if constexpr (requires { value.begin(); }) {
    for (auto& item : value) makeDirectionsUnit(item);
  }
}

/// Gives length 1 to quaternions in positions that are validated.
void makeQuaternionsUnit(JointValues& positions, const std::vector<Joint>& joints) {
  for (const Joint& joint : joints) {
    if (joint.type != JointType::spherical && joint.type != JointType::free) continue;
    const auto found = positions.find(joint.name);
    if (found == positions.end()) continue;
    std::vector<double>& q = found->second;
    makeUnit(Eigen::Vector4d::Map(q.data() + q.size() - 4));
  }
}

}  // namespace

}  // namespace fields

Mechanism mechanismFromJson(std::string_view text) {
  const detail::JsonValue root = detail::parseJson(text);
  Mechanism mechanism;
  fields::read(detail::JsonReader(root, "mechanism"), mechanism, {});
  validate(mechanism);
  fields::makeDirectionsUnit(mechanism);
  if (mechanism.initialState)
    fields::makeQuaternionsUnit(mechanism.initialState->q, mechanism.joints);
  return mechanism;
}

Collider colliderFromJson(std::string_view text, const std::string& name) {
  const detail::JsonValue root = detail::parseJson(text);
  Collider collider;
  fields::read(detail::JsonReader(root, name, name), collider, {});
  return collider;
}

NamedState stateFromJson(std::string_view text, const Mechanism& mechanism) {
  const detail::JsonValue root = detail::parseJson(text);
  NamedState state;
  fields::read(detail::JsonReader(root, "state"), state, {});
  validate(state, mechanism);
  fields::makeQuaternionsUnit(state.q, mechanism.joints);
  return state;
}

}  // namespace linkwork
