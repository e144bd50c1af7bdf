#include "linkwork/mechanism/json/reader.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "linkwork/errors.hpp"
#include "linkwork/mechanism/wording.hpp"

namespace linkwork::detail {

using Kind = JsonValue::Kind;

void JsonReader::fail(const std::string& problem) const {
  throw MechanismError(path_.empty() ? rootName_ : path_, problem);
}

void JsonReader::failExpected(std::string_view expected) const {
  fail("expected " + std::string(expected) + ", found " + found());
}

std::string JsonReader::found() const {
  switch (value_->kind) {
    case Kind::boolean:
      return value_->number != 0 ? "true" : "false";
    case Kind::number:
      return "the number " + written(value_->number);
    case Kind::string:
      return "the string " + quoted(value_->string);
    case Kind::array:
      return "an array of " + std::to_string(value_->items.size());
    case Kind::object:
      return "an object";
    case Kind::null:
      break;
  }
  return "null";
}

const JsonValue& JsonReader::require(Kind kind, std::string_view expected) const {
  if (value_->kind != kind) failExpected(expected);
  return *value_;
}

JsonReader JsonReader::member(std::size_t index) const {
  return {value_->items[index], rootName_, memberPath(path_, value_->keys[index])};
}

void JsonReader::requireKeys(std::span<const std::string_view> keys) const {
  for (const std::string& key : require(Kind::object, "an object").keys)
    if (std::find(keys.begin(), keys.end(), key) == keys.end())
      throw MechanismError(memberPath(path_, key), "unknown key" + suggestion(key, "keys", keys));
}

std::optional<JsonReader> JsonReader::optional(std::string_view key) const {
  const JsonValue& object = require(Kind::object, "an object");
  const auto place = std::find(object.keys.begin(), object.keys.end(), key);
  if (place == object.keys.end()) return std::nullopt;
  return member(static_cast<std::size_t>(place - object.keys.begin()));
}

JsonReader JsonReader::required(std::string_view key) const {
  if (const auto found = optional(key)) return *found;
  fail("missing required key " + quoted(key));
}

std::vector<std::pair<std::string, JsonReader>> JsonReader::members() const {
  const JsonValue& object = require(Kind::object, "an object");
  std::vector<std::pair<std::string, JsonReader>> result;
  for (std::size_t i = 0; i < object.keys.size(); ++i)
    result.emplace_back(object.keys[i], member(i));
  return result;
}

std::vector<JsonReader> JsonReader::items() const {
  const std::vector<JsonValue>& items = require(Kind::array, "an array").items;
  std::vector<JsonReader> result;
  result.reserve(items.size());
  for (const JsonValue& item : items)
    result.push_back(JsonReader(item, rootName_, itemPath(path_, result.size())));
  return result;
}

double JsonReader::number() const { return require(Kind::number, "a number").number; }

double JsonReader::numberOr(std::string_view key, double fallback) const {
  const auto found = optional(key);
  return found ? found->number() : fallback;
}

int JsonReader::integer() const {
  constexpr int most = std::numeric_limits<int>::max();
  const double number = require(Kind::number, "a whole number").number;
  if (std::trunc(number) != number) failExpected("a whole number");
  if (std::abs(number) > most)
    failExpected("a whole number of at most " + std::to_string(most) + " in size");
  return static_cast<int>(number);
}

bool JsonReader::boolean() const { return require(Kind::boolean, "true or false").number != 0; }

std::string JsonReader::string() const { return require(Kind::string, "a string").string; }

std::vector<double> JsonReader::numbers() const {
  const std::vector<JsonValue>& items = require(Kind::array, "an array of numbers").items;
  std::vector<double> result;
  result.reserve(items.size());
  for (const JsonValue& item : items) {
    if (item.kind != Kind::number)
      JsonReader(item, rootName_, itemPath(path_, result.size())).failExpected("a number");
    result.push_back(item.number);
  }
  return result;
}

std::size_t JsonReader::oneOf(std::string_view what,
                              std::span<const std::string_view> names) const {
  const std::string text = string();
  const auto place = std::find(names.begin(), names.end(), text);
  if (place != names.end()) return static_cast<std::size_t>(place - names.begin());
  const std::string plural = pluralOf(what.substr(what.rfind(' ') + 1));
  fail("no " + std::string(what) + " is named " + quoted(text) + suggestion(text, plural, names));
}

JointType JsonReader::jointType() const {
  if (const auto type = jointTypeFromName(string())) return *type;
  std::array<std::string_view, allJointTypes.size()> names;
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = name(allJointTypes[i]);
  return allJointTypes[oneOf("joint type", names)];
}

}  // namespace linkwork::detail
