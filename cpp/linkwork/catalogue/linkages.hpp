#pragma once

#include <array>
#include <cmath>
#include <optional>
#include <string>

#include "linkwork/elementary.hpp"
#include "linkwork/mechanism.hpp"

/// Functions of all builders of planar linkages. Points are (x, z): the linkages lie in that plane.
namespace linkwork::detail {

/// (cos, sin) of an angle, and the same turned left by a quarter.
inline Eigen::Vector2d direction(double angle) {
  return {elementary::cos(angle), elementary::sin(angle)};
}
inline Eigen::Vector2d leftOf(const Eigen::Vector2d& vector) { return {-vector.y(), vector.x()}; }

/// The intersection of two circles, to the left of the line from the first center to the second:
/// the third corner of a triangle with known sides. None if they do not cross, or only touch.
std::optional<Eigen::Vector2d> crossing(const Eigen::Vector2d& firstCenter, double firstRadius,
                                        const Eigen::Vector2d& secondCenter, double secondRadius);

/// A point of the plane as a place on a body.
inline Eigen::Vector3d inPlane(const Eigen::Vector2d& point) { return {point.x(), 0, point.y()}; }

/// A round bar from one point to another, `density` in kg/m.
Body bar(std::string name, const Eigen::Vector2d& from, const Eigen::Vector2d& to, double density);

/// Three bars between three points; where two of these coincide, fewer.
Body triangle(std::string name, const std::array<Eigen::Vector2d, 3>& corners, double density);

/// A pin and how it moves.
struct MovingPoint {
  Eigen::Vector2d place;
  Eigen::Vector2d velocity{0, 0};
};

/// A bar's angle from the x axis towards z, and its rate.
struct BarMotion {
  double angle;
  double rate;
};

/// Two bars that join two moving pins: `first` and `second` reach from their pins to the joint,
/// which lies to the left of the way from the first pin to the second.
struct Dyad {
  MovingPoint joint;
  BarMotion first, second;
};

/// The dyad of these lengths, or none if they do not reach or only touch. With r₁, r₂ the bars
/// from the pins A, B to the joint,  rᵢ · (v − vᵢ) = 0  gives the joint's velocity v.
std::optional<Dyad> dyad(const MovingPoint& firstPin, double firstLength,
                         const MovingPoint& secondPin, double secondLength);

/// A point fixed to a bar, `along` it from its pin and across it.
MovingPoint pointOn(const MovingPoint& pin, const BarMotion& motion, const Eigen::Vector2d& point);

}  // namespace linkwork::detail
