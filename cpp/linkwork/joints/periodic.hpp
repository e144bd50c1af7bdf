#pragma once

#include <cmath>
#include <numbers>

namespace linkwork {

/// A coordinate within one round, from 0 to the period.
template <typename Scalar>
Scalar wrapped(const Scalar& u, double period) {
  using std::atan2, std::cos, std::sin;
  const double turns = 2 * std::numbers::pi / period;
  const Scalar angle = Scalar(turns) * (u - Scalar(period / 2));
  return Scalar(1 / turns) * atan2(sin(angle), cos(angle)) + Scalar(period / 2);
}

}  // namespace linkwork
