#pragma once

#include <Eigen/Core>
#include <cmath>
#include <string>
#include <string_view>

#include "linkwork/errors.hpp"

/// Checks of a simulation's results. States of any finite numbers are valid. A result that
/// overflows 64 bits, or has no value, throws.
namespace linkwork::detail {

[[noreturn]] inline void failNotFinite(std::string_view what) {
  throw SimulationError(std::string(what) +
                        ": not finite; numbers of the mechanism or its state are too large");
}

inline double finiteAnswer(std::string_view what, double answer) {
  if (!std::isfinite(answer)) failNotFinite(what);
  return answer;
}

template <typename Numbers>
void requireFiniteAnswer(std::string_view what, const Eigen::DenseBase<Numbers>& answer) {
  const Numbers& x = answer.derived();
  if (!((x - x).sum() == 0)) failNotFinite(what);  // several at once, unlike allFinite
}

}  // namespace linkwork::detail
