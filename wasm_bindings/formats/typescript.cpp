#include "formats.hpp"

namespace linkwork::formats {

namespace {

using namespace fields;

constexpr std::string_view head =
    "// Written by linkwork_formats from the tables of fields of the C++ library. Do not edit.\n"
    "import type { Expression, JointValues, Quaternion, Vector3, Vector6 } from './mechanism.js'\n";

/// A documentation comment in lines of at most 100 columns. Lines of `text` stay apart.
std::string comment(const std::string& text, std::size_t indent) {
  const std::string start(indent, ' ');
  const auto width = [](std::string_view line) {
    return static_cast<std::size_t>(
        std::count_if(line.begin(), line.end(), [](char c) { return (c & 0xC0) != 0x80; }));
  };
  if (text.empty()) return {};
  if (text.find('\n') == text.npos && indent + width(text) + 7 <= 100)
    return start + "/** " + text + " */\n";
  std::string result = start + "/**\n", line;
  const auto flush = [&] {
    result += start + " *" + (line.empty() ? "" : " " + line) + "\n";
    line.clear();
  };
  std::string word;
  for (const char c : text + "\n") {
    if (c != ' ' && c != '\n') {
      word += c;
      continue;
    }
    if (!line.empty() && indent + 4 + width(line) + width(word) > 100) {
      const bool isItem = line.starts_with("- ") || line.starts_with("  ");
      flush();
      if (isItem) word.insert(0, "  ");
    }
    line += (line.empty() ? "" : " ") + word;
    word.clear();
    if (c == '\n') flush();
  }
  return result + start + " */\n";
}

std::string choice(const std::vector<std::string>& types) {
  std::string result;
  for (const std::string& type : types) result += (result.empty() ? "" : " | ") + type;
  return result;
}

/// `export type Name = A | B`, one alternative a line if they need more than 100 columns.
std::string unionOf(std::string_view name, const std::vector<std::string>& types) {
  const std::string start = "export type " + std::string(name) + " =", line = choice(types);
  if (start.size() + line.size() < 100) return start + " " + line + "\n";
  std::string result = start;
  for (const std::string& type : types) result += "\n  | " + type;
  return result + "\n";
}

template <typename Enum>
std::vector<std::string> quotedNames(Types types = ~Types{0}) {
  std::vector<std::string> result;
  for (const std::string_view name : namesOf<Enum>(types))
    result.push_back("'" + std::string(name) + "'");
  return result;
}

/// The type of a value.
template <typename Value>
struct TypeOf {
  static std::string of(const Rule& rule) {
    if constexpr (std::is_same_v<Value, bool>)
      return "boolean";
    else if constexpr (std::is_arithmetic_v<Value>)
      return "number";
    else if constexpr (std::is_same_v<Value, std::string>)
      return rule.meaning == Meaning::expression ? "Expression" : "string";
    else if constexpr (std::is_enum_v<Value>)
      return choice(quotedNames<Value>());
    else if constexpr (std::is_same_v<Value, Eigen::Vector3d>)
      return (rule.meaning == Meaning::namedAxis ? choice(quotedNames<AxisName>()) + " | " : "") +
             "Vector3";
    else if constexpr (std::is_same_v<Value, Eigen::Vector2d>)
      return "readonly [number, number]";
    else if constexpr (std::is_same_v<Value, Eigen::Quaterniond>)
      return "Quaternion";
    else if constexpr (std::is_same_v<Value, Eigen::Matrix<double, 6, 1>>)
      return "Vector6";
    else if constexpr (std::is_same_v<Value, std::array<double, 6>>)
      return "Vector6 | Vector3";
    else if constexpr (std::is_same_v<Value, Version>)
      return std::to_string(Version::number);
    else if constexpr (std::is_same_v<Value, Nonholonomic>)
      return "Nonholonomic";
    else if constexpr (std::is_same_v<Value, CustomJoint::Move>)
      return "Move";
    else
      return std::string(Part<Value>::name);
  }
};

template <typename J>
struct TypeOf<JointTypeOf<J>> {
  static std::string of(const Rule&) {
    return Part<J>::inFiles == treeTypes ? "JointType" : "LoopType";
  }
};

template <typename Item>
struct TypeOf<std::vector<Item>> {
  static std::string of(const Rule& rule) {
    const std::string item = TypeOf<Item>::of(rule);
    return "readonly " + (item.find(' ') == item.npos ? item : "(" + item + ")") + "[]";
  }
};

template <typename Item, std::size_t size>
requires(!std::is_same_v<Item, double>) struct TypeOf<std::array<Item, size>> {
  static std::string of(const Rule& rule) {
    std::string items;
    for (std::size_t i = 0; i < size; ++i) items += (i > 0 ? ", " : "") + TypeOf<Item>::of(rule);
    return "readonly [" + items + "]";
  }
};

template <typename Item, typename Less>
struct TypeOf<std::map<std::string, Item, Less>> {
  static std::string of(const Rule&) {
    if (std::is_same_v<Item, std::vector<double>>) return "JointValues";
    return "Readonly<Record<string, " + TypeOf<Item>::of({}) + ">>";
  }
};

template <typename Item>
requires(!IsPart<std::optional<Item>>) struct TypeOf<std::optional<Item>> : TypeOf<Item> {
};

/// What a comment adds to the description of a field: its range, its count and its default.
template <typename Access, Presence presence>
std::string rulesOf(const Field<Access, presence>& field) {
  const Rule& rule = field.rule;
  std::string result;
  if (std::isfinite(rule.highest))
    result += " " + detail::written(rule.lowest) + " to " + detail::written(rule.highest) + ".";
  else if (std::isfinite(rule.lowest))
    result += (rule.excludesLowest ? " Above " : " At least ") + detail::written(rule.lowest) + ".";
  if (rule.fewest > 1)
    result += (rule.most == Rule::many ? " At least " : " ") + std::to_string(rule.fewest) +
              (rule.most == Rule::many ? "" : " to " + std::to_string(rule.most)) + " " +
              std::string(rule.items) + ".";
  const detail::JsonValue usual = defaultOf(field);
  if (usual.kind == detail::JsonValue::Kind::string)
    result += " Default: `" + usual.string + "`.";
  else if (usual.kind != detail::JsonValue::Kind::null)
    result += " Default: " + detail::writeJson(usual, 2) + ".";
  return result;
}

template <typename P, typename Access, Presence presence>
std::string fieldType(std::type_identity<P>, const Field<Access, presence>& field) {
  const bool isRequired =
      field.presence == Presence::required || field.rule.meaning == Meaning::title;
  const bool isOfAll = isCommon(field) || !std::is_base_of_v<JointGeometry, P>;
  std::string text = describe(field) + rulesOf(field);
  text.erase(0, text.find_first_not_of(' '));
  using Value = std::remove_cvref_t<std::invoke_result_t<Access, P&>>;
  return comment(text, 2) + "  readonly " + std::string(field.key) +
         (isRequired && isOfAll ? ": " : "?: ") + TypeOf<Value>::of(field.rule) + "\n";
}

std::string interface(std::string_view description, const std::string& name,
                      const std::string& base, const std::string& fields) {
  return "\n" + comment(std::string(description), 0) + "export interface " + name +
         (base.empty() ? "" : " extends " + base) + " {\n" + fields + "}\n";
}

std::string typeName(std::string_view type, std::string_view part) {
  std::string name(type);
  name[0] = static_cast<char>(std::toupper(name[0]));
  return name + std::string(part);
}

/// One interface for each type of a part, and their union.
template <typename P>
std::string typesOf(std::type_identity<P> part) {
  const std::string name(Part<P>::name), base = name + "Base";
  std::string common, result;
  forEachField<Part<P>>([&](const auto& field) {
    if (isCommon(field) && field.key != "type") common += fieldType(part, field);
  });
  if (!common.empty())
    result += "\n/** The fields of every " + name + ". */\nexport interface " + base + " {\n" +
              common + "}\n";
  std::vector<std::string> names;
  const auto& list = Names<typename Part<P>::Type>::list;
  for (std::size_t type = 0; type < list.size(); ++type) {
    std::string own = "  readonly type: '" + std::string(list[type].name) + "'\n";
    if (std::is_same_v<P, Collider> && isFixedToWorld(static_cast<ColliderType>(type)))
      own += "  readonly body: 'world'\n";
    forEachField<Part<P>>([&](const auto& field) {
      if (!isCommon(field) && (field.types & typeBit(type))) own += fieldType(part, field);
    });
    names.push_back(typeName(list[type].name, name));
    result += interface(list[type].description, names.back(), common.empty() ? "" : base, own);
  }
  return result + "\n" + comment(std::string(Part<P>::description), 0) + unionOf(name, names);
}

template <typename P>
std::string typeOfPart(std::type_identity<P> part) {
  if constexpr (IsTyped<P> && !requires { Part<P>::inFiles; }) {
    return typesOf(part);
  } else {
    std::string fields, base;
    if constexpr (requires { Part<P>::own; }) {
      base = Part<typename Part<P>::Base>::name;
      if constexpr (std::is_same_v<P, Joint>) fields = "  readonly type: JointType\n";
      std::apply([&](const auto&... field) { ((fields += fieldType(part, field)), ...); },
                 Part<P>::own);
    } else {
      forEachField<Part<P>>([&](const auto& field) { fields += fieldType(part, field); });
    }
    if constexpr (std::is_constructible_v<Nonholonomic, P>)
      fields = "  readonly type: '" +
               std::string(Names<Nonholonomic>::list[Nonholonomic(P()).index()].name) + "'\n" +
               fields;
    return interface(Part<P>::description, std::string(Part<P>::name), base, fields);
  }
}

std::string jointTypes() {
  std::string text = "How the child moves in the parent:\n";
  for (std::size_t i = 0; i < Names<JointGeometry>::list.size(); ++i) {
    const Named& each = Names<JointGeometry>::list[i];
    if (treeTypes & typeBit(i))
      text += "\n- `" + std::string(each.name) + "`: " + std::string(each.description);
  }
  const std::size_t rod = static_cast<std::size_t>(JointType::rod);
  return "\n" + comment(text, 0) + unionOf("JointType", quotedNames<JointGeometry>(treeTypes)) +
         "\n" + comment("`rod`: " + std::string(Names<JointGeometry>::list[rod].description), 0) +
         unionOf("LoopType", {"JointType", "'rod'"});
}

}  // namespace

std::string typeScriptTypes() {
  std::string result = std::string(head) + jointTypes();
  forEachPart([&](auto part) { result += typeOfPart(part); });
  result += "\n" + comment("One factor of the pose of a custom joint.", 0) +
            unionOf("Move", {"TranslationMove", "RotationMove"});
  return result + "\n" + comment("A constraint on velocities.", 0) +
         unionOf("Nonholonomic", {"RollingDisc", "KnifeEdge", "VelocityRatio"});
}

}  // namespace linkwork::formats
