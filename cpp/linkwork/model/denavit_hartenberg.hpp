#pragma once

#include "linkwork/spatial.hpp"

namespace linkwork {

/// The child frame of a revolute joint may be rotated about and moved along the joint's axis: with
/// A = Rz(γ) Tz(b), P · Rz(q) · A = (P A) · Rz(q). Returns the A with the cheapest transform to the
/// next joint: x along the common normal of the two axes, the origin at its foot. In the aligned
/// frame the next joint is at
///
///   A⁻¹ P_next = T(p) Rx(α) Rz(q₀) Tz(d),   p = (a, 0, 0)       (Denavit and Hartenberg, 1955)
///
/// Axes within 8.6° of parallel (sin α < 0.15) keep their origin, and p stays general: their
/// common normal is far away, which would lose digits.
///
/// in   next   pose of the next joint's frame in this joint's frame
Transform<double> alignDenavitHartenberg(const Transform<double>& next);

}  // namespace linkwork
