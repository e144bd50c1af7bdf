#include "linkwork/catalogue.hpp"

#include <algorithm>
#include <array>

#include "linkwork/catalogue/options.hpp"
#include "linkwork/errors.hpp"
#include "linkwork/mechanism/json/reader.hpp"
#include "linkwork/mechanism/wording.hpp"

namespace linkwork {

namespace {

using detail::JsonReader;
using detail::JsonValue;
using detail::Range;
using Kind = JsonValue::Kind;

/// Words of options, in the order of their enumerations.
constexpr std::array<std::string_view, 4> bases{"floating", "hanging", "fixed", "standing"};
constexpr std::array<std::string_view, 2> sixBarKinds{"watt", "stephenson"};

/// Gathers the names of options.
struct NameCollector {
  std::vector<std::string_view>& names;

  template <typename... Any>
  void operator()(std::string_view option, Any&&...) const {
    names.push_back(option);
  }
};

/// Reads the options that are given; the builder checks their ranges.
struct OptionReader {
  const JsonReader& object;

  void operator()(std::string_view option, double& value, Range) const {
    if (const auto given = object.optional(option)) value = given->number();
  }
  void operator()(std::string_view option, int& value, Range) const {
    if (const auto given = object.optional(option)) value = given->integer();
  }
  void operator()(std::string_view option, Eigen::Vector2d& value, Range) const {
    const auto given = object.optional(option);
    if (!given) return;
    const std::vector<double> numbers = given->numbers();
    if (numbers.size() != 2) given->failExpected("an array of 2 numbers");
    value = {numbers[0], numbers[1]};
  }
  void operator()(std::string_view option, JointType& value) const {
    if (const auto given = object.optional(option)) value = given->jointType();
  }
  void operator()(std::string_view option, RobotBase& value) const {
    choose(option, "base", bases, value);
  }
  void operator()(std::string_view option, SixBarKind& value) const {
    choose(option, "kind", sixBarKinds, value);
  }
  void operator()(std::string_view option, std::vector<Eigen::Vector3d>& value) const {
    const auto given = object.optional(option);
    if (!given) return;
    value.clear();
    for (const JsonReader& axis : given->items()) value.push_back(axis.vector3());
  }

 private:
  /// Reads one of a few names, which have the order of the enumeration.
  template <typename Choice, std::size_t count>
  void choose(std::string_view option, const std::string& what,
              const std::array<std::string_view, count>& names, Choice& value) const {
    const auto given = object.optional(option);
    if (!given) return;
    const std::string desired = given->string();
    const auto place = std::find(names.begin(), names.end(), desired);
    if (place == names.end())
      given->fail("no " + what + " is named " + detail::quoted(desired) +
                  detail::suggestion(desired, detail::pluralOf(what), names));
    value = static_cast<Choice>(place - names.begin());
  }
};

JsonValue arrayOf(const auto& values) {
  JsonValue array{Kind::array};
  for (const auto& value : values) array.items.emplace_back(value);
  return array;
}

/// Writes the options with their defaults and ranges.
struct OptionWriter {
  JsonValue& options;

  template <typename Number>
  void operator()(std::string_view option, const Number& value, Range range) const {
    if constexpr (std::is_arithmetic_v<Number>)
      add(option, JsonValue{static_cast<double>(value)});
    else
      add(option, arrayOf(value));
    options.items.back().add("min", JsonValue{range.lowest});
    options.items.back().add("max", JsonValue{range.highest});
  }
  void operator()(std::string_view option, JointType value) const {
    add(option, JsonValue{std::string(name(value))});
  }
  void operator()(std::string_view option, RobotBase value) const {
    choice(option, bases, static_cast<std::size_t>(value));
  }
  void operator()(std::string_view option, SixBarKind value) const {
    choice(option, sixBarKinds, static_cast<std::size_t>(value));
  }
  void operator()(std::string_view option, const std::vector<Eigen::Vector3d>& axes) const {
    JsonValue array{Kind::array};
    for (const Eigen::Vector3d& axis : axes) array.items.push_back(arrayOf(axis));
    add(option, std::move(array));
  }

 private:
  void add(std::string_view option, JsonValue value) const {
    JsonValue& entry = options.items.emplace_back(Kind::object);
    entry.add("name", JsonValue{std::string(option)});
    entry.add("default", std::move(value));
  }
  template <std::size_t count>
  void choice(std::string_view option, const std::array<std::string_view, count>& words,
              std::size_t chosen) const {
    add(option, JsonValue{std::string(words[chosen])});
    JsonValue array{Kind::array};
    for (const std::string_view word : words) array.items.emplace_back(std::string(word));
    options.items.back().add("choices", std::move(array));
  }
};

template <typename Options>
JsonValue optionTable() {
  Options options;
  JsonValue table{Kind::array};
  detail::visitOptions(options, OptionWriter{table});
  return table;
}

template <typename Options, Mechanism (*build)(const Options&)>
Mechanism buildFrom(const JsonReader& object) {
  Options options;
  std::vector<std::string_view> names;
  detail::visitOptions(options, NameCollector{names});
  object.requireKeys(names);
  detail::visitOptions(options, OptionReader{object});
  return build(options);
}

struct Entry {
  std::string_view name;
  Mechanism (*build)(const JsonReader& options);
  JsonValue (*options)();
};

template <typename Options, Mechanism (*build)(const Options&)>
constexpr Entry entry(std::string_view name) {
  return {name, buildFrom<Options, build>, optionTable<Options>};
}

constexpr std::array entries = std::to_array({
    entry<ChainOptions, chain>("chain"),
    entry<CartPendulumOptions, cartPendulum>("cartPendulum"),
    entry<FourBarOptions, fourBar>("fourBar"),
    entry<SixBarOptions, sixBar>("sixBar"),
    entry<FourBarChainOptions, fourBarChain>("fourBarChain"),
    entry<SliderCrankOptions, sliderCrank>("sliderCrank"),
    entry<GearedArmOptions, gearedArm>("gearedArm"),
    entry<GearedChainOptions, gearedChain>("gearedChain"),
    entry<BeltChainOptions, beltChain>("beltChain"),
    entry<GearedLegOptions, gearedLeg>("gearedLeg"),
    entry<DifferentialLegOptions, differentialLeg>("differentialLeg"),
    entry<BranchingTreeOptions, branchingTree>("branchingTree"),
    entry<DrapedChainOptions, drapedChain>("drapedChain"),
    entry<ClosedRingOptions, closedRing>("closedRing"),
    entry<RollingDiscOptions, rollingDisc>("rollingDisc"),
    entry<BoxStackOptions, boxStack>("boxStack"),
    entry<TorusChainOptions, torusChain>("torusChain"),
    entry<RailTorusChainOptions, railTorusChain>("railTorusChain"),
    entry<SurfaceBoardOptions, surfaceBoard>("surfaceBoard"),
    entry<WindmillOptions, windmill>("windmill"),
    entry<RobotOptions, miniCheetah>("miniCheetah"),
    entry<RobotOptions, minitaur>("minitaur"),
    entry<RobotOptions, mitHumanoid>("mitHumanoid"),
    entry<RobotOptions, telloHumanoid>("telloHumanoid"),
    entry<RobotOptions, jvrc1>("jvrc1"),
});

}  // namespace

const std::vector<std::string_view>& catalogueNames() {
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> result;
    for (const Entry& entry : entries) result.push_back(entry.name);
    return result;
  }();
  return names;
}

std::string catalogueJson() {
  JsonValue table{Kind::array};
  for (const Entry& entry : entries) {
    JsonValue& row = table.items.emplace_back(Kind::object);
    row.add("name", JsonValue{std::string(entry.name)});
    row.add("options", entry.options());
  }
  return writeJson(table, -1);
}

Mechanism catalogueMechanism(std::string_view name, std::string_view optionsJson) {
  const detail::JsonValue options = detail::parseJson(optionsJson.empty() ? "{}" : optionsJson);
  for (const Entry& entry : entries)
    if (entry.name == name) return entry.build(JsonReader(options, "options", "options"));
  throw MechanismError("catalogue", "no mechanism is named " + detail::quoted(name) +
                                        detail::suggestion(name, "catalogue", catalogueNames()));
}

}  // namespace linkwork
