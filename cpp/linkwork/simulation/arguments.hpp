#pragma once

#include <Eigen/Core>
#include <cmath>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "linkwork/errors.hpp"
#include "linkwork/mechanism/validate/checks.hpp"
#include "linkwork/mechanism/wording.hpp"

/// Checks of a simulation's arguments: each throws MechanismError.
namespace linkwork::detail {

inline Eigen::Map<const Eigen::VectorXd> asVector(std::span<const double> values) {
  return {values.data(), static_cast<Eigen::Index>(values.size())};
}

inline void requireFinite(const std::string& path, const Eigen::Vector3d& vector) {
  requireFinite(path, std::span<const double>(vector.data(), 3));
}

inline void requireNumbers(const std::string& path, std::span<const double> values,
                           std::size_t count) {
  if (values.size() != count)
    throw MechanismError(
        path, "found " + counted(values.size(), "number") + "; expected " + std::to_string(count));
  requireFinite(path, values);
}

inline void requireAtLeastZero(const std::string& path, double value) {
  if (!(value >= 0) || !std::isfinite(value))
    throw MechanismError(path,
                         "found " + written(value) + "; expected a finite number, 0 or above");
}

/// The place of a name in a list of named things. Throws an error that lists the names.
template <typename Items>
int placeOf(const Items& items, std::string_view name, const char* what, const char* kinds) {
  for (std::size_t i = 0; i < items.size(); ++i)
    if (items[i].name == name) return static_cast<int>(i);
  std::vector<std::string_view> names;
  for (const auto& item : items) names.push_back(item.name);
  throw MechanismError(what, std::string("no ") + what + " is named " + quoted(name) +
                                 suggestion(name, kinds, names));
}

}  // namespace linkwork::detail
