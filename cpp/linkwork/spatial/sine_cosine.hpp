#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

#include "linkwork/elementary.hpp"

namespace linkwork {
namespace {

/// sin and cos of `quadrant` π/2 + r, |r| ≤ π/4, without a branch: minimax polynomials for sin r
/// and cos r. Real is double or a vector of them, Bits an integer of the same width.
template <typename Bits, typename Real>
[[gnu::always_inline]] inline void sineCosineInQuadrant(const Bits& quadrant, const Real& r,
                                                        Real& sine, Real& cosine) {
  const Real z = r * r;
  const Real s =
      r + r * z *
              (-1.66666666666666324348e-01 +
               z * (8.33333333332248946124e-03 +
                    z * (-1.98412698298579493134e-04 +
                         z * (2.75573137070700676789e-06 + z * (-2.50507602534068634195e-08 +
                                                                z * 1.58969099521155010221e-10)))));
  const Real w = 1 - 0.5 * z;
  const Real c =
      w +
      ((1 - w) - 0.5 * z +
       z * z *
           (4.16666666666666019037e-02 +
            z * (-1.38888888888741095749e-03 +
                 z * (2.48015872894767294178e-05 +
                      z * (-2.75573143513906633035e-07 +
                           z * (2.08757232129817482790e-09 + z * -1.13596475577881948265e-11))))));

  const auto swaps = (quadrant & 1) != 0;
  const Real first = swaps ? c : s;
  const Real second = swaps ? s : c;
  sine = (quadrant & 2) != 0 ? -first : first;
  cosine = ((quadrant + 1) & 2) != 0 ? -second : second;
}

/// sin and cos of a moderate angle without a branch, which lets loops be vectorized: x = k π/2 + r
/// by Cody and Waite's three-part π/2 (k times either of the first two parts is exact below 2²⁰).
/// Within 2.4 units in the last place.
template <typename Bits, typename Real>
[[gnu::always_inline]] inline void sineCosineOf(const Real& x, Real& sine, Real& cosine) {
  constexpr double twoOverPi = 6.36619772367581382433e-01;
  constexpr double half1 = 1.57079632673412561417e+00;   // π/2, first 33 bits
  constexpr double half2 = 6.07710050630396597660e-11;   // next 33 bits
  constexpr double half3 = 2.02226624879595063154e-21;   // the rest
  constexpr double roundToInteger = 6755399441055744.0;  // 1.5 · 2⁵²: its sum with k ends in k

  const Real shifted = x * twoOverPi + roundToInteger;
  Bits quadrant;
  std::memcpy(&quadrant, &shifted, sizeof quadrant);
  const Real k = shifted - roundToInteger;
  sineCosineInQuadrant(quadrant, ((x - k * half1) - k * half2) - k * half3, sine, cosine);
}

/// Whether the reduction above is exact: |x| < 10⁵.
inline bool isModerateAngle(double x) { return std::abs(x) < 1e5; }

/// sin and cos of n angles [rad]; one by one if an angle is not moderate.
inline void sineCosine(const double* angles, double* sines, double* cosines, int n) {
  bool allModerate = true;
  for (int i = 0; i < n; ++i) allModerate &= isModerateAngle(angles[i]);
  if (allModerate) {
#if defined(__clang__)
#pragma clang loop vectorize(enable) interleave(enable)
#endif
    for (int i = 0; i < n; ++i) sineCosineOf<std::uint64_t>(angles[i], sines[i], cosines[i]);
  } else {
    for (int i = 0; i < n; ++i) {
      sines[i] = elementary::sin(angles[i]);
      cosines[i] = elementary::cos(angles[i]);
    }
  }
}

}  // namespace
}  // namespace linkwork
