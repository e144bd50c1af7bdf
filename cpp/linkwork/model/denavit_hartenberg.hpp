#pragma once

#include "linkwork/spatial.hpp"

namespace linkwork {

/// A revolute joint leaves its child's frame free to turn about the revolute joint and to slide
/// along it: with A = Rz(γ) Tz(b), P · Rz(q) · A = (P A) · Rz(q). This picks the A with the
/// cheapest transform to the next joint: x along the common normal of the two axes, the origin at
/// its foot. In the turned frame the next revolute joint is at
///
///   A⁻¹ P_next = T(p) Rx(α) Rz(q₀) Tz(d),   p = (a, 0, 0)       (Denavit and Hartenberg, 1955)
///
/// Axes within 8.6° of parallel (sin α < 0.15) keep their origin, and p stays general: their
/// common normal is far away, and digits would be lost over the way to it.
///
/// in   next   pose of the next revolute joint's joint frame in this body's joint frame
Transform<double> alignDenavitHartenberg(const Transform<double>& next);

}  // namespace linkwork
