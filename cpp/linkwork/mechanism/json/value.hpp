#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// JSON text as a tree of values and back. Used instead of nlohmann-json's own tree, which silently
/// keeps the last of duplicate keys.
namespace linkwork::detail {

struct JsonValue {
  enum class Kind { null, boolean, number, string, array, object };

  Kind kind = Kind::null;
  double number = 0;  ///< of a boolean 0 or 1
  std::string string;
  std::vector<JsonValue> items;   ///< of an array, or the values of an object
  std::vector<std::string> keys;  ///< of an object, in the order of the text, every key once

  JsonValue() = default;
  explicit JsonValue(Kind ofKind, double value = 0) : kind(ofKind), number(value) {}
  explicit JsonValue(double value) : kind(Kind::number), number(value) {}
  explicit JsonValue(std::string text) : kind(Kind::string), string(std::move(text)) {}

  /// Appends a member to an object.
  void add(std::string_view key, JsonValue value);
};

/// Parses a whole text without recursion. Throws MechanismError with line and column where the text
/// is not JSON or a number overflows, with the path of a key given twice, and where values are
/// nested more than 64 deep.
JsonValue parseJson(std::string_view text);

/// The text of a value; doubles have enough digits for an exact round trip. `indent`: spaces per
/// level, with arrays of numbers on one line; −1: everything on one line.
std::string writeJson(const JsonValue& value, int indent);

}  // namespace linkwork::detail
