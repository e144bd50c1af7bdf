#include "linkwork/catalogue/linkages.hpp"

#include <Eigen/LU>
#include <vector>

#include "linkwork/catalogue/parts.hpp"
#include "linkwork/elementary.hpp"
#include "linkwork/parts.hpp"

namespace linkwork::detail {

namespace {

BarMotion motionOf(const Eigen::Vector2d& along, const Eigen::Vector2d& velocity) {
  return {elementary::atan2(along.y(), along.x()),
          leftOf(along).dot(velocity) / along.squaredNorm()};
}

}  // namespace

Body bar(std::string name, const Eigen::Vector2d& from, const Eigen::Vector2d& to, double density) {
  const double length = (to - from).norm();
  return cylinder(std::move(name), density * length, inPlane(from), inPlane(to),
                  barSlenderness * length);
}

Body triangle(std::string name, const std::array<Eigen::Vector2d, 3>& corners, double density) {
  std::vector<Body> bars;
  for (std::size_t i = 0; i < 3; ++i) {
    const Eigen::Vector2d &from = corners[i], &to = corners[(i + 1) % 3];
    if (from != to) bars.push_back(bar("", from, to, density));
  }
  return united(std::move(name), bars);
}

std::optional<Eigen::Vector2d> crossing(const Eigen::Vector2d& firstCenter, double firstRadius,
                                        const Eigen::Vector2d& secondCenter, double secondRadius) {
  // With d the distance of the centers: x = (d² + r₁² − r₂²)/2d along the way, √(r₁² − x²) next to
  // it.
  const double distance = (secondCenter - firstCenter).norm();
  const Eigen::Vector2d way = (secondCenter - firstCenter) / distance;
  const double along =
      (distance + (firstRadius - secondRadius) * (firstRadius + secondRadius) / distance) / 2;
  const double squaredAcross = (firstRadius - along) * (firstRadius + along);
  constexpr double touching =
      1e-6;  // the sine of the angle at which the bars still make a triangle
  if (!(squaredAcross > touching * touching * firstRadius * firstRadius)) return std::nullopt;
  return firstCenter + along * way + std::sqrt(squaredAcross) * leftOf(way);
}

std::optional<Dyad> dyad(const MovingPoint& firstPin, double firstLength,
                         const MovingPoint& secondPin, double secondLength) {
  const auto place = crossing(firstPin.place, firstLength, secondPin.place, secondLength);
  if (!place) return std::nullopt;
  const Eigen::Vector2d first = *place - firstPin.place, second = *place - secondPin.place;
  Eigen::Matrix2d bars;
  bars << first.transpose(), second.transpose();
  const Eigen::Vector2d velocity = bars.inverse() * Eigen::Vector2d(first.dot(firstPin.velocity),
                                                                    second.dot(secondPin.velocity));
  return Dyad{{*place, velocity},
              motionOf(first, velocity - firstPin.velocity),
              motionOf(second, velocity - secondPin.velocity)};
}

MovingPoint pointOn(const MovingPoint& pin, const BarMotion& motion, const Eigen::Vector2d& point) {
  const Eigen::Vector2d along = direction(motion.angle);
  const Eigen::Vector2d arm = point.x() * along + point.y() * leftOf(along);
  return {pin.place + arm, pin.velocity + motion.rate * leftOf(arm)};
}

}  // namespace linkwork::detail
