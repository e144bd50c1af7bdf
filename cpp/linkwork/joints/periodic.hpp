#pragma once

#include <cmath>
#include <numbers>

#include "linkwork/elementary.hpp"

namespace linkwork {

/// A coordinate within one round, from 0 to the period.
template <typename Scalar>
Scalar wrapped(const Scalar& u, double period) {
  using elementary::atan2, elementary::cos, elementary::sin;
  const double turns = 2 * std::numbers::pi / period;
  const Scalar angle = Scalar(turns) * (u - Scalar(period / 2));
  return Scalar(1 / turns) * atan2(sin(angle), cos(angle)) + Scalar(period / 2);
}

}  // namespace linkwork
