#include <catch2/catch.hpp>
#include <random>

#include "linkwork/catalogue.hpp"
#include "linkwork/errors.hpp"
#include "linkwork/json.hpp"

using namespace linkwork;

namespace {

/// Reads the text: it loads or throws a MechanismError. Another exception fails the test.
void readAnything(const std::string& text, int& loaded, int& refused) {
  try {
    const Mechanism mechanism = mechanismFromJson(text);
    ++loaded;
    CHECK(mechanismFromJson(toJson(mechanism)) == mechanism);
  } catch (const MechanismError&) {
    ++refused;
  }
}

/// Returns the text with several bytes changed, removed, repeated, or replaced by another part.
std::string mutated(std::string text, std::mt19937& random) {
  const auto below = [&](std::size_t count) {
    return std::uniform_int_distribution<std::size_t>(0, count - 1)(random);
  };
  constexpr std::string_view pieces[] = {"[",
                                         "]",
                                         "{",
                                         "}",
                                         ",",
                                         ":",
                                         "\"",
                                         "null",
                                         "true",
                                         "-1",
                                         "1e999",
                                         "1e308",
                                         "NaN",
                                         "0",
                                         "[]",
                                         "{}",
                                         "\"\"",
                                         "\\u0000",
                                         "-",
                                         "\xc3",
                                         "1e-320",
                                         "\"world\"",
                                         "999999999999999999999",
                                         "\n"};
  for (std::size_t changes = 1 + below(3); changes > 0 && text.size() > 1; --changes) {
    const std::size_t at = below(text.size());
    const std::size_t length = 1 + below(std::min<std::size_t>(12, text.size() - at));
    switch (below(4)) {
      case 0:
        text.erase(at, length);
        break;
      case 1:
        text.insert(at, text.substr(below(text.size()), length));
        break;
      case 2:
        text.replace(at, length, pieces[below(std::size(pieces))]);
        break;
      default:
        text[at] = static_cast<char>(below(256));
        break;
    }
  }
  return text;
}

}  // namespace

TEST_CASE("any text loads or is refused with an error", "[mechanism][slow]") {
  int loaded = 0, refused = 0;
  std::mt19937 random(3);
  for (const std::string_view name : catalogueNames()) {
    const std::string text = toJson(catalogueMechanism(name), name.size() % 2 ? 2 : -1);
    for (int i = 0; i < 300; ++i) readAnything(mutated(text, random), loaded, refused);
    for (std::size_t end = 0; end < text.size(); end += 1 + text.size() / 100)
      readAnything(text.substr(0, end), loaded, refused);
  }
  // Both must happen often, or the test checks nothing.
  CHECK(loaded > 50);
  CHECK(refused > 1000);
}

TEST_CASE("any options of the catalogue load or are refused with an error", "[mechanism]") {
  std::mt19937 random(4);
  const std::string options =
      R"({"links": 3, "length": 0.5, "joint": "universal", "axes": [[0, 1, 0], [1, 0, 0]], "gravity": 9.81})";
  int built = 0, refused = 0;
  for (int i = 0; i < 1000; ++i) {
    try {
      catalogueMechanism("chain", mutated(options, random));
      ++built;
    } catch (const MechanismError&) {
      ++refused;
    }
  }
  CHECK(built > 0);
  CHECK(refused > 100);
}
