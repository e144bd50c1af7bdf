#pragma once

#include <cmath>
#include <numbers>

#include "linkwork/joint_function.hpp"

/// Charts with poles: an angle v at whose ±π/2 the others lose their meaning, and a second chart
/// whose poles are a right angle away.
namespace linkwork {

/// How near a pole coordinates are taken, 0.01 rad: S is within 100 of losing rank there.
inline constexpr JointFunction::Range betweenPoles{-std::numbers::pi / 2 + 0.01,
                                                   std::numbers::pi / 2 - 0.01};

/// Whether the other chart is clearly better: with |cos v| below 1/2 here, it is above √3/2 there.
inline bool isNearPole(double v) { return std::abs(std::cos(v)) < 0.5; }

}  // namespace linkwork
