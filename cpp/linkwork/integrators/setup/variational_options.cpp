#include "linkwork/methods.hpp"

#include <array>
#include <utility>

#include "linkwork/mechanism/json/reader.hpp"
#include "linkwork/mechanism/wording.hpp"

namespace linkwork {
namespace {

using detail::JsonReader;

constexpr std::array<std::string_view, 6> optionKeys{"rootFinder",    "initialGuess", "tolerance",
                                                     "maxIterations", "loops",        "start"};

template <typename Value>
using Named = std::pair<std::string_view, Value>;

constexpr std::array rootFinders{
    Named<RootFinderKind>{"automatic", RootFinderKind::automatic},
    Named<RootFinderKind>{"newton", RootFinderKind::newton},
    Named<RootFinderKind>{"frozen-newton", RootFinderKind::frozenNewton},
    Named<RootFinderKind>{"riqn", RootFinderKind::riqn}};
constexpr std::array guesses{Named<InitialGuess>{"previous", InitialGuess::previous},
                             Named<InitialGuess>{"linear", InitialGuess::linear},
                             Named<InitialGuess>{"quadratic", InitialGuess::quadratic}};
constexpr std::array loopOrders{
    Named<maximal::LoopOrder>{"along-cycle", maximal::LoopOrder::alongCycle},
    Named<maximal::LoopOrder>{"dense-last", maximal::LoopOrder::denseLast}};
constexpr std::array starts{Named<VariationalStart>{"consistent", VariationalStart::consistent},
                            Named<VariationalStart>{"published", VariationalStart::published}};

/// Returns the value of a name in a table, if the key is given.
template <typename Value, std::size_t count>
void readName(const JsonReader& object, std::string_view key,
              const std::array<Named<Value>, count>& table, Value& value) {
  const auto given = object.optional(key);
  if (!given) return;
  const std::string name = given->string();
  std::array<std::string_view, count> names;
  for (std::size_t i = 0; i < count; ++i) {
    names[i] = table[i].first;
    if (name != names[i]) continue;
    value = table[i].second;
    return;
  }
  given->fail("is " + detail::quoted(name) + detail::suggestion(name, "valid names", names));
}

}  // namespace

VariationalOptions variationalOptionsFromJson(std::string_view text) {
  const detail::JsonValue root = detail::parseJson(text);
  const JsonReader object(root, "variational", "variational");
  object.requireKeys(optionKeys);
  VariationalOptions options;
  readName(object, "rootFinder", rootFinders, options.minimal.rootFinder);
  readName(object, "initialGuess", guesses, options.minimal.guess);
  readName(object, "loops", loopOrders, options.maximal.loops);
  readName(object, "start", starts, options.maximal.start);
  if (const auto tolerance = object.optional("tolerance")) {
    const double value = tolerance->number();
    if (!(value >= 1e-15 && value <= 1)) tolerance->failExpected("1e-15 to 1");
    options.minimal.tolerance = options.maximal.tolerance = value;
  }
  if (const auto iterations = object.optional("maxIterations")) {
    const int value = iterations->integer();
    if (value < 1 || value > 1000) iterations->failExpected("1 to 1000");
    options.minimal.maxIterations = options.maximal.maxIterations = value;
  }
  return options;
}

}  // namespace linkwork
