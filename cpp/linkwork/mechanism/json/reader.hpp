#pragma once

#include <Eigen/Core>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "linkwork/joint.hpp"
#include "linkwork/mechanism/json/value.hpp"

namespace linkwork::detail {

/// A JSON value with its path. Each function returns the requested value or throws MechanismError
/// with the path, the value found and the value expected. Views the value, which must outlive it.
class JsonReader {
 public:
  /// `name` names the root if its path is empty; `path` is the prefix of the paths in it.
  JsonReader(const JsonValue& value, std::string name, std::string path = {})
      : value_(&value), path_(std::move(path)), rootName_(std::move(name)) {}

  /// Requires an object with no keys but these.
  void requireKeys(std::span<const std::string_view> keys) const;

  JsonReader required(std::string_view key) const;
  std::optional<JsonReader> optional(std::string_view key) const;

  /// The members of an object whose keys are names.
  std::vector<std::pair<std::string, JsonReader>> members() const;

  /// The items of an array.
  std::vector<JsonReader> items() const;

  bool isNumber() const { return value_->kind == JsonValue::Kind::number; }
  bool isObject() const { return value_->kind == JsonValue::Kind::object; }
  bool isString() const { return value_->kind == JsonValue::Kind::string; }
  double number() const;
  double numberOr(std::string_view key, double fallback) const;  ///< of an object's member
  int integer() const;
  bool boolean() const;
  std::string string() const;
  std::vector<double> numbers() const;
  template <int size>
  Eigen::Matrix<double, size, 1> vector(std::string_view expected) const {
    if (require(JsonValue::Kind::array, expected).items.size() != size) failExpected(expected);
    return Eigen::Matrix<double, size, 1>::Map(numbers().data());
  }
  Eigen::Vector3d vector3() const { return vector<3>("an array of 3 numbers"); }
  /// The index of a string in a list of names. `what` is what an error calls it: "joint type".
  std::size_t oneOf(std::string_view what, std::span<const std::string_view> names) const;
  /// A joint type by name, other than a function.
  JointType jointType() const;

  /// Throws `path: problem`.
  [[noreturn]] void fail(const std::string& problem) const;

  /// Throws `path: expected …, found …`.
  [[noreturn]] void failExpected(std::string_view expected) const;

 private:
  /// Requires a kind of value, described by `expected`.
  const JsonValue& require(JsonValue::Kind kind, std::string_view expected) const;
  JsonReader member(std::size_t index) const;
  std::string found() const;

  const JsonValue* value_;
  std::string path_;
  std::string rootName_;
};

}  // namespace linkwork::detail
