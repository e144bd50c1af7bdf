#include "linkwork/catalogue/catalogue.hpp"

#include <algorithm>
#include <array>

#include "linkwork/catalogue/options.hpp"
#include "linkwork/mechanism/errors.hpp"
#include "linkwork/mechanism/json/reader.hpp"
#include "linkwork/mechanism/wording.hpp"

namespace linkwork {

namespace {

using detail::JsonReader;
using detail::Range;

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
    constexpr std::array<std::string_view, 4> bases{"floating", "hanging", "fixed", "standing"};
    choose(option, "base", bases, value);
  }
  void operator()(std::string_view option, SixBarKind& value) const {
    choose(option, "kind", std::array<std::string_view, 2>{"watt", "stephenson"}, value);
  }
  void operator()(std::string_view option, std::vector<Eigen::Vector3d>& value) const {
    const auto given = object.optional(option);
    if (!given) return;
    value.clear();
    for (const JsonReader& axis : given->items()) value.push_back(axis.vector3());
  }

 private:
  /// Reads one of a few names, which stand in the order of the enumeration.
  template <typename Choice, std::size_t count>
  void choose(std::string_view option, const std::string& what,
              const std::array<std::string_view, count>& names, Choice& value) const {
    const auto given = object.optional(option);
    if (!given) return;
    const std::string desired = given->string();
    const auto place = std::find(names.begin(), names.end(), desired);
    if (place == names.end())
      given->fail("no " + what + " is named " + detail::quoted(desired) +
                  detail::suggestion(desired, what + "s", names));
    value = static_cast<Choice>(place - names.begin());
  }
};

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
  Mechanism (*buildFrom)(const JsonReader& options);
};

constexpr std::array entries = std::to_array<Entry>({
    {"chain", buildFrom<ChainOptions, chain>},
    {"cartPendulum", buildFrom<CartPendulumOptions, cartPendulum>},
    {"fourBar", buildFrom<FourBarOptions, fourBar>},
    {"sixBar", buildFrom<SixBarOptions, sixBar>},
    {"fourBarChain", buildFrom<FourBarChainOptions, fourBarChain>},
    {"sliderCrank", buildFrom<SliderCrankOptions, sliderCrank>},
    {"gearedArm", buildFrom<GearedArmOptions, gearedArm>},
    {"gearedChain", buildFrom<GearedChainOptions, gearedChain>},
    {"beltChain", buildFrom<BeltChainOptions, beltChain>},
    {"gearedLeg", buildFrom<GearedLegOptions, gearedLeg>},
    {"differentialLeg", buildFrom<DifferentialLegOptions, differentialLeg>},
    {"branchingTree", buildFrom<BranchingTreeOptions, branchingTree>},
    {"drapedChain", buildFrom<DrapedChainOptions, drapedChain>},
    {"closedRing", buildFrom<ClosedRingOptions, closedRing>},
    {"rollingDisc", buildFrom<RollingDiscOptions, rollingDisc>},
    {"boxStack", buildFrom<BoxStackOptions, boxStack>},
    {"torusChain", buildFrom<TorusChainOptions, torusChain>},
    {"railTorusChain", buildFrom<RailTorusChainOptions, railTorusChain>},
    {"surfaceBoard", buildFrom<SurfaceBoardOptions, surfaceBoard>},
    {"windmill", buildFrom<WindmillOptions, windmill>},
    {"miniCheetah", buildFrom<RobotOptions, miniCheetah>},
    {"minitaur", buildFrom<RobotOptions, minitaur>},
    {"mitHumanoid", buildFrom<RobotOptions, mitHumanoid>},
    {"telloHumanoid", buildFrom<RobotOptions, telloHumanoid>},
    {"jvrc1", buildFrom<RobotOptions, jvrc1>},
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

Mechanism catalogueMechanism(std::string_view name, std::string_view optionsJson) {
  const detail::JsonValue options = detail::parseJson(optionsJson.empty() ? "{}" : optionsJson);
  for (const Entry& entry : entries)
    if (entry.name == name) return entry.buildFrom(JsonReader(options, "options", "options"));
  throw MechanismError("catalogue", "no mechanism is named " + detail::quoted(name) +
                                        detail::suggestion(name, "catalogue", catalogueNames()));
}

}  // namespace linkwork
