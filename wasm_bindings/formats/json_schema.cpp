#include <cmath>
#include <type_traits>

#include "formats.hpp"

namespace linkwork::formats {

namespace {

using detail::JsonValue;
using Kind = JsonValue::Kind;
using namespace fields;

JsonValue text(std::string_view string) { return JsonValue{std::string(string)}; }

JsonValue boolean(bool value) { return JsonValue{Kind::boolean, value ? 1.0 : 0.0}; }

JsonValue object(std::initializer_list<std::pair<std::string, JsonValue>> members) {
  JsonValue result{Kind::object};
  for (const auto& [key, value] : members) result.add(key, value);
  return result;
}

JsonValue list(std::vector<JsonValue> items) {
  JsonValue result{Kind::array};
  result.items = std::move(items);
  return result;
}

void append(JsonValue& object, const JsonValue& more) {
  for (std::size_t i = 0; i < more.keys.size(); ++i) object.add(more.keys[i], more.items[i]);
}

std::string keyOf(std::string_view name) {
  std::string key(name);
  key[0] = static_cast<char>(std::tolower(key[0]));
  return key;
}

JsonValue reference(std::string_view name) {
  return object({{"$ref", text("#/$defs/" + keyOf(name))}});
}

JsonValue constant(std::string_view name) { return object({{"const", text(name)}}); }

JsonValue arrayOf(JsonValue items, std::size_t fewest, std::size_t most = Rule::many) {
  JsonValue result = object({{"type", text("array")}, {"items", std::move(items)}});
  if (fewest > 0) result.add("minItems", JsonValue{double(fewest)});
  if (most != Rule::many) result.add("maxItems", JsonValue{double(most)});
  return result;
}

JsonValue numberSchema(std::string_view type, const Rule& rule) {
  JsonValue result = object({{"type", text(type)}});
  if (std::isfinite(rule.lowest))
    result.add(rule.excludesLowest ? "exclusiveMinimum" : "minimum", JsonValue{rule.lowest});
  if (std::isfinite(rule.highest)) result.add("maximum", JsonValue{rule.highest});
  if (rule.meaning == Meaning::notZero) result.add("not", object({{"const", JsonValue{0.0}}}));
  return result;
}

JsonValue textSchema(Meaning meaning) {
  if (meaning == Meaning::expression)
    return object({{"type", list({text("number"), text("string")})}});
  JsonValue result = object({{"type", text("string")}});
  if (meaning == Meaning::color) result.add("pattern", text("^#[0-9a-fA-F]{6}$"));
  if (meaning == Meaning::identifier) result.add("pattern", text("^[A-Za-z_][A-Za-z0-9_]*$"));
  if (meaning == Meaning::name || meaning == Meaning::bodyName || meaning == Meaning::body ||
      meaning == Meaning::bodyOrWorld || meaning == Meaning::joint)
    result.add("minLength", JsonValue{1.0});
  if (meaning == Meaning::bodyName || meaning == Meaning::body)
    result.add("not", constant(worldName));
  return result;
}

template <typename Enum>
JsonValue namesSchema() {
  std::vector<JsonValue> names;
  for (const Named& each : Names<Enum>::list) names.push_back(text(each.name));
  return names.size() == 1 ? object({{"const", names[0]}}) : object({{"enum", list(names)}});
}

JsonValue vectorSchema(const Rule& rule) {
  const JsonValue plain = reference("vector3");
  if (rule.meaning == Meaning::namedAxis)
    return object({{"oneOf", list({namesSchema<AxisName>(), plain})}});
  return std::isfinite(rule.lowest) ? arrayOf(numberSchema("number", rule), 3, 3) : plain;
}

/// The schema of a value other than a part.
template <typename Value>
struct Schema {
  static JsonValue of(const Rule& rule) {
    if constexpr (std::is_same_v<Value, double>)
      return numberSchema("number", rule);
    else if constexpr (std::is_same_v<Value, int>)
      return numberSchema("integer", rule);
    else if constexpr (std::is_same_v<Value, bool>)
      return object({{"type", text("boolean")}});
    else if constexpr (std::is_same_v<Value, std::string>)
      return textSchema(rule.meaning);
    else if constexpr (std::is_enum_v<Value>)
      return namesSchema<Value>();
    else if constexpr (std::is_same_v<Value, Eigen::Vector3d>)
      return vectorSchema(rule);
    else if constexpr (std::is_same_v<Value, Eigen::Quaterniond>)
      return arrayOf(numberSchema("number", between(-1.000001, 1.000001)), 4, 4);
    else if constexpr (std::is_same_v<Value, Version>)
      return object({{"const", JsonValue{double(Version::number)}}});
    else if constexpr (std::is_same_v<Value, Nonholonomic>)
      return reference("nonholonomic");
    else if constexpr (std::is_same_v<Value, CustomJoint::Move>)
      return reference("move");
    else if constexpr (IsPart<Value>)
      return reference(Part<Value>::name);
    else
      return arrayOf(numberSchema("number", rule), Value::SizeAtCompileTime,
                     Value::SizeAtCompileTime);
  }
};

template <typename J>
struct Schema<JointTypeOf<J>> {
  static JsonValue of(const Rule&) {
    return reference(Part<J>::inFiles == treeTypes ? "jointType" : "loopType");
  }
};

template <>
struct Schema<std::array<double, 6>> {
  static JsonValue of(const Rule& rule) {
    JsonValue result = arrayOf(numberSchema("number", rule), 0);
    const auto size = [](double n) {
      return object({{"minItems", JsonValue{n}}, {"maxItems", JsonValue{n}}});
    };
    result.add("oneOf", list({size(3), size(6)}));
    return result;
  }
};

template <typename Item>
struct Schema<std::vector<Item>> {
  static JsonValue of(const Rule& rule) {
    return arrayOf(Schema<Item>::of(rule), rule.fewest, rule.most);
  }
};

template <typename Item, std::size_t size>
struct Schema<std::array<Item, size>> {
  static JsonValue of(const Rule& rule) { return arrayOf(Schema<Item>::of(rule), size, size); }
};

template <typename Item, typename Less>
struct Schema<std::map<std::string, Item, Less>> {
  static JsonValue of(const Rule& rule) {
    return object({{"type", text("object")}, {"additionalProperties", Schema<Item>::of(rule)}});
  }
};

template <typename Item>
requires(!IsPart<std::optional<Item>>) struct Schema<std::optional<Item>> : Schema<Item> {
};

/// The properties of some fields of a part, and which are required.
struct Properties {
  JsonValue required{Kind::array}, properties{Kind::object};

  template <typename P, typename Access, Presence presence>
  void add(std::type_identity<P>, const Field<Access, presence>& field) {
    JsonValue schema{Kind::object};
    if (!field.description.empty()) schema.add("description", text(describe(field)));
    using Value = std::remove_cvref_t<std::invoke_result_t<Access, P&>>;
    append(schema, Schema<Value>::of(field.rule));
    if (JsonValue usual = defaultOf(field); usual.kind != Kind::null)
      schema.add("default", std::move(usual));
    properties.add(std::string(field.key), std::move(schema));
    if (presence == Presence::required && isCommon(field))
      required.items.push_back(text(field.key));
  }

  void addTo(JsonValue& schema) const {
    if (!required.items.empty()) schema.add("required", required);
    if (!properties.items.empty()) schema.add("properties", properties);
  }
};

/// The fields of one type of a part with types.
template <typename P>
JsonValue typeSchema(std::size_t type) {
  const Named& named = Names<typename Part<P>::Type>::list[type];
  Properties own;
  own.properties.add("type", constant(named.name));
  forEachField<Part<P>>([&](auto field) {
    if (isCommon(field) || !(field.types & typeBit(type))) return;
    field.types = ~Types{0};
    own.add(std::type_identity<P>(), field);
  });
  if (std::is_same_v<P, Collider> && isFixedToWorld(static_cast<ColliderType>(type)))
    own.properties.add("body", constant(worldName));
  JsonValue result = object({{"description", text(named.description)}});
  own.addTo(result);
  return result;
}

/// `if` the type has required fields of its own `then` these.
template <typename P>
JsonValue requirementsByType() {
  JsonValue result{Kind::array};
  for (std::size_t type = 0; type < Names<JointGeometry>::list.size(); ++type) {
    JsonValue required{Kind::array};
    forEachField<Part<P>>([&](const auto& field) {
      if (field.presence == Presence::required && !isCommon(field) &&
          (field.types & Part<P>::inFiles & typeBit(type)))
        required.items.push_back(text(field.key));
    });
    if (required.items.empty()) continue;
    const JsonValue condition = object({{"type", constant(Names<JointGeometry>::list[type].name)}});
    result.items.push_back(object(
        {{"if", object({{"properties", condition}})}, {"then", object({{"required", required}})}}));
  }
  return result;
}

template <typename P>
JsonValue partSchema(std::type_identity<P> part) {
  JsonValue result =
      object({{"description", text(Part<P>::description)}, {"type", text("object")}});
  constexpr bool isUnion = IsTyped<P> && !requires { Part<P>::inFiles; };
  Properties common;
  forEachField<Part<P>>([&](const auto& field) {
    if (!isUnion || (isCommon(field) && field.key != "type")) common.add(part, field);
  });
  if (isUnion) common.required.items.push_back(text("type"));
  if constexpr (requires { Part<P>::atLeastOne; }) {
    JsonValue any{Kind::array};
    for (const std::string_view key : Part<P>::atLeastOne)
      any.items.push_back(object({{"required", list({text(key)})}}));
    result.add("anyOf", any);
  }
  common.addTo(result);
  if constexpr (isUnion) {
    JsonValue alternatives{Kind::array};
    for (std::size_t type = 0; type < Names<typename Part<P>::Type>::list.size(); ++type)
      alternatives.items.push_back(typeSchema<P>(type));
    result.add("oneOf", alternatives);
    result.add("unevaluatedProperties", boolean(false));
  } else {
    result.add("additionalProperties", boolean(false));
    if constexpr (IsTyped<P>) result.add("allOf", requirementsByType<P>());
  }
  return result;
}

JsonValue typesSchema(Types types) {
  JsonValue alternatives{Kind::array};
  for (std::size_t i = 0; i < Names<JointGeometry>::list.size(); ++i) {
    const Named& each = Names<JointGeometry>::list[i];
    if (types & typeBit(i))
      alternatives.items.push_back(
          object({{"const", text(each.name)}, {"description", text(each.description)}}));
  }
  return object({{"oneOf", alternatives}});
}

JsonValue nonholonomicSchema() {
  JsonValue alternatives{Kind::array};
  const auto add = [&]<typename P>(std::type_identity<P> part) {
    JsonValue schema = partSchema(part);
    JsonValue& properties =
        *std::find_if(schema.items.begin(), schema.items.end(),
                      [](const auto& each) { return each.kind == Kind::object; });
    const Named& named = Names<Nonholonomic>::list[alternatives.items.size()];
    properties.keys.insert(properties.keys.begin(), "type");
    properties.items.insert(properties.items.begin(), constant(named.name));
    alternatives.items.push_back(std::move(schema));
  };
  [&]<typename... P>(std::type_identity<std::variant<P...>>) {
    (add(std::type_identity<P>()), ...);
  }(std::type_identity<Nonholonomic>());
  return object({{"description", text("A constraint on velocities.")},
                 {"type", text("object")},
                 {"required", list({text("type")})},
                 {"oneOf", alternatives}});
}

JsonValue definitions() {
  JsonValue result = object(
      {{"vector3", arrayOf(numberSchema("number", {}), 3, 3)},
       {"jointType", typesSchema(treeTypes)},
       {"loopType",
        object({{"oneOf", list({reference("jointType"),
                                typesSchema(types(JointType::rod)).items[0].items[0]})}})},
       {"move",
        object({{"oneOf", list({partSchema(std::type_identity<CustomJoint::Translation>()),
                                partSchema(std::type_identity<CustomJoint::Rotation>())})}})},
       {"nonholonomic", nonholonomicSchema()}});
  forEachPart([&]<typename P>(std::type_identity<P> part) {
    constexpr bool isElsewhere = std::is_same_v<P, Mechanism> || std::is_same_v<P, NamedState> ||
                                 std::is_same_v<P, JointGeometry> ||
                                 std::is_constructible_v<Nonholonomic, P> ||
                                 std::is_constructible_v<CustomJoint::Move, P>;
    if constexpr (!isElsewhere) result.add(keyOf(Part<P>::name), partSchema(part));
  });
  return result;
}

/// The columns that a text takes.
std::size_t width(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

std::string flat(const JsonValue& value) {
  const bool isObject = value.kind == Kind::object;
  if (!isObject && value.kind != Kind::array) return detail::writeJson(value, -1);
  std::string result;
  for (std::size_t i = 0; i < value.items.size(); ++i) {
    if (i > 0) result += ", ";
    if (isObject) result += detail::writeJson(text(value.keys[i]), -1) + ": ";
    result += flat(value.items[i]);
  }
  return isObject ? "{ " + result + " }" : "[" + result + "]";
}

/// Lines of at most 100 columns, as Biome breaks them. `used`: columns before the value.
std::string formatted(const JsonValue& value, std::size_t indent, std::size_t used) {
  const std::string line = flat(value);
  if (value.items.empty() || used + width(line) < 100) return line;
  const bool isObject = value.kind == Kind::object;
  const std::string start(indent + 2, ' ');
  std::string result = isObject ? "{\n" : "[\n";
  for (std::size_t i = 0; i < value.items.size(); ++i) {
    const std::string key =
        isObject ? detail::writeJson(text(value.keys[i]), -1) + ": " : std::string();
    result += start + key + formatted(value.items[i], indent + 2, indent + 2 + key.size());
    result += i + 1 < value.items.size() ? ",\n" : "\n";
  }
  return result + std::string(indent, ' ') + (isObject ? "}" : "]");
}

}  // namespace

std::string jsonSchema() {
  JsonValue schema = object({{"$schema", text("https://json-schema.org/draft/2020-12/schema")},
                             {"$id", text("https://unpkg.com/linkwork/mechanism.schema.json")},
                             {"title", text("linkwork mechanism")}});
  append(schema, partSchema(std::type_identity<Mechanism>()));
  schema.add("$defs", definitions());
  return formatted(schema, 0, 0) + "\n";
}

}  // namespace linkwork::formats
