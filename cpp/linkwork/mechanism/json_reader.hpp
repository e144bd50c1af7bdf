#pragma once

#include <Eigen/Core>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "linkwork/mechanism/json_value.hpp"

namespace linkwork::detail {

/// A JSON value together with its path: what it is asked for it gives or throws MechanismError,
/// saying where, what was found and what was expected. Views the value, which must outlive it.
class JsonReader {
 public:
  /// `name` stands for the path of the root, whose own path is empty.
  JsonReader(const JsonValue& root, std::string name) : value_(&root), rootName_(std::move(name)) {}

  const std::string& path() const { return path_; }

  /// Requires an object with no keys but these.
  void requireKeys(std::span<const std::string_view> keys) const;

  JsonReader required(std::string_view key) const;
  std::optional<JsonReader> optional(std::string_view key) const;

  /// The members of an object whose keys are names.
  std::vector<std::pair<std::string, JsonReader>> members() const;

  /// The items of an array.
  std::vector<JsonReader> items() const;

  double number() const;
  int integer() const;
  std::string string() const;
  std::vector<double> numbers() const;
  Eigen::Vector3d vector3() const;

  /// Throws `path: problem`.
  [[noreturn]] void fail(const std::string& problem) const;

  /// Throws `path: expected …, found …`.
  [[noreturn]] void failExpected(std::string_view expected) const;

 private:
  JsonReader(const JsonValue& value, std::string path, std::string rootName)
      : value_(&value), path_(std::move(path)), rootName_(std::move(rootName)) {}

  /// Requires a kind of value, described by `expected`.
  const JsonValue& require(JsonValue::Kind kind, std::string_view expected) const;
  JsonReader member(std::size_t index) const;
  std::string found() const;

  const JsonValue* value_;
  std::string path_;
  std::string rootName_;
};

}  // namespace linkwork::detail
