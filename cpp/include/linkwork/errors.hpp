#pragma once

#include <limits>
#include <stdexcept>
#include <string>

namespace linkwork {

/// An input is not a mechanism, or does not fit the mechanism.
/// The message reads `path: problem`, the path being that of the JSON form (`joints[3].parent`).
class MechanismError : public std::invalid_argument {
 public:
  explicit MechanismError(const std::string& message) : std::invalid_argument(message) {}
  MechanismError(const std::string& path, const std::string& problem)
      : std::invalid_argument(path + ": " + problem) {}
};

/// A step or a computation could not be completed; the state is the last good one.
class SimulationError : public std::runtime_error {
 public:
  explicit SimulationError(const std::string& message,
                           double time = std::numeric_limits<double>::quiet_NaN())
      : std::runtime_error(message), time_(time) {}

  /// Time of the last good state [s]; NaN where no simulation was running.
  double time() const { return time_; }

 private:
  double time_;
};

}  // namespace linkwork
