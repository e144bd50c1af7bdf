#include "linkwork/mechanism/wording.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numeric>

namespace linkwork::detail {

namespace {

constexpr std::size_t longestQuote = 80;
constexpr std::size_t longestList = 24;

bool isLetterOrDigit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// Levenshtein's distance, one row of its table at a time.
std::size_t editDistance(std::string_view from, std::string_view to) {
  std::vector<std::size_t> row(to.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < from.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < to.size(); ++j) {
      const std::size_t replaced = diagonal + (from[i] == to[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
}

/// Words of other libraries and formats, and ours.
constexpr std::array<std::pair<std::string_view, std::string_view>, 31> elsewhere{
    {{"hinge", "revolute"},
     {"pin", "revolute"},
     {"continuous", "revolute"},
     {"slide", "prismatic"},
     {"slider", "prismatic"},
     {"screw", "helical"},
     {"ball", "spherical"},
     {"ball", "sphere"},
     {"floating", "free"},
     {"freejoint", "free"},
     {"weld", "fixed"},
     {"ground", "world"},
     {"worldbody", "world"},
     {"map", "world"},
     {"cuboid", "box"},
     {"mesh", "hull"},
     {"trimesh", "hull"},
     {"convexHull", "hull"},
     {"halfspace", "plane"},
     {"hfield", "heightfield"},
     {"heightmap", "heightfield"},
     {"terrain", "heightfield"},
     {"range", "limits"},
     {"origin", "parentFrame"},
     {"com", "centerOfMass"},
     {"quat", "rotation"},
     {"pos", "position"},
     {"euler", "semi-implicit-euler"},
     {"symplectic-euler", "semi-implicit-euler"},
     {"semi-implicit", "semi-implicit-euler"},
     {"implicitfast", "semi-implicit-euler"}}};

}  // namespace

std::string quoted(std::string_view text) {
  std::size_t length = std::min(text.size(), longestQuote);
  while (length > 0 && length < text.size() && (text[length] & 0xC0) == 0x80) --length;  // UTF-8
  std::string result = "\"";
  for (const char c : text.substr(0, length))
    result += static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? '?' : c;
  return result + (length < text.size() ? "…\"" : "\"");
}

std::string written(double number) {
  if (std::isnan(number)) return "NaN";
  constexpr double exact = 9007199254740992;  // 2⁵³
  std::array<char, 32> digits{};
  std::snprintf(digits.data(), digits.size(), "%g", number);
  if (std::abs(number) < exact && std::trunc(number) == number &&
      std::strtod(digits.data(), nullptr) != number)  // a whole number that %g rounds
    std::snprintf(digits.data(), digits.size(), "%.0f", number);
  std::string text = digits.data();
  const std::size_t exponent = text.find('e');
  if (exponent != std::string::npos && text[exponent + 2] == '0') text.erase(exponent + 2, 1);
  return text;
}

std::string written(std::span<const double> numbers) {
  std::string result;
  for (const double number : numbers) result += (result.empty() ? "" : ", ") + written(number);
  return result;
}

std::string counted(std::size_t count, const std::string& what) {
  return std::to_string(count) + " " + (count == 1 ? what : pluralOf(what));
}

std::string pluralOf(std::string_view what) {
  const bool isGreek = what.ends_with("is");
  return std::string(what.substr(0, what.size() - (isGreek ? 2 : 0))) + (isGreek ? "es" : "s");
}

std::string listed(std::span<const std::string_view> names) {
  std::string result;
  for (const std::string_view name : names.first(std::min(names.size(), longestList))) {
    if (!result.empty()) result += ", ";
    const std::string inQuotes = quoted(name);
    result += inQuotes.substr(1, inQuotes.size() - 2);
  }
  if (names.size() > longestList)
    result += ", … and " + std::to_string(names.size() - longestList) + " more";
  return result;
}

std::string_view nearestName(std::string_view typed, std::span<const std::string_view> names) {
  if (typed.size() > longestQuote) return {};
  for (const auto& [other, own] : elsewhere)
    if (other == typed && std::find(names.begin(), names.end(), own) != names.end()) return own;
  std::size_t fewest = std::max<std::size_t>(2, typed.size() / 3) + 1;
  std::string_view nearest;
  for (const std::string_view name : names) {
    if (name.size() > 2 * longestQuote) continue;
    const std::size_t distance = editDistance(typed, name);
    if (distance < fewest && distance < name.size()) {
      fewest = distance;
      nearest = name;
    }
  }
  return nearest;
}

std::string suggestion(std::string_view typed, std::string_view kinds,
                       std::span<const std::string_view> names) {
  const std::string_view nearest = nearestName(typed, names);
  const std::string meant = nearest.empty() ? "" : "; did you mean " + quoted(nearest) + "?";
  const std::string valid = names.empty() ? "none" : listed(names);
  return meant + " (" + std::string(kinds) + ": " + valid + ")";
}

std::string memberPath(const std::string& path, std::string_view key) {
  if (key.empty() || key.size() > longestQuote ||
      !std::all_of(key.begin(), key.end(), isLetterOrDigit))
    return path + "[" + quoted(key) + "]";
  return path.empty() ? std::string(key) : path + "." + std::string(key);
}

std::string itemPath(const std::string& path, std::size_t index) {
  return path + "[" + std::to_string(index) + "]";
}

}  // namespace linkwork::detail
