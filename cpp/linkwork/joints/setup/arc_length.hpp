#pragma once

#include "linkwork/joints/curve_pose.hpp"

namespace linkwork {

/// u(s): a curve's parameter as a function of the length s along it, from 0 to the whole length,
/// fitted to rounding: u' = 1/|c'(u)|. Throws JointDescriptionError if the curve's speed varies
/// too sharply for that.
PiecewisePolynomial parameterByLength(const CurveShape& curve);

}  // namespace linkwork
