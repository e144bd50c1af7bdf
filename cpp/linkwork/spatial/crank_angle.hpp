#pragma once

#include <cmath>
#include <optional>

#include "linkwork/elementary.hpp"

namespace linkwork {

/// The angle of a crank that a rod reaches: θ with A cos θ + B sin θ = C, on the branch and in the
/// turn of `near`, for continuity. With D² = A² + B² − C², the branch is the sign of the slope
/// E = B cos θ − A sin θ = ±D:
///
///   cos θ = (A C + B E) / (A² + B²)      sin θ = (B C − A E) / (A² + B²)
///
/// A rod of length L from (p_x, p_y, p_z) to the pin (a_x, a_y, a_z) of a crank that turns about z
/// has
///
///   A = p_x a_x + p_y a_y      B = p_y a_x − p_x a_y      C = (|p|² + |a|² − L²) / 2 − p_z a_z
///
/// Empty if no θ solves it, or if |E| ≤ `least` · √(A² + B²): near a dead center, where rod and
/// crank are collinear, θ multiplies the errors of A, B and C without bound.
template <typename Scalar>
std::optional<Scalar> crankAngle(const Scalar& a, const Scalar& b, const Scalar& c,
                                 const Scalar& near, double least) {
  using elementary::atan2;
  using elementary::cos;
  using elementary::sin;
  using std::sqrt;
  const Scalar reach = a * a + b * b, square = reach - c * c;
  if (!(square > Scalar(least * least) * reach)) return std::nullopt;
  const Scalar cosine = cos(near), sine = sin(near);
  const Scalar slope = b * cosine - a * sine < Scalar(0) ? -sqrt(square) : sqrt(square);
  const Scalar desiredCosine = a * c + b * slope, desiredSine = b * c - a * slope;
  return near + atan2(desiredSine * cosine - desiredCosine * sine,
                      desiredCosine * cosine + desiredSine * sine);
}

}  // namespace linkwork
