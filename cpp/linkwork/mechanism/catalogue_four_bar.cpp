#include <algorithm>
#include <array>

#include "linkwork/mechanism/catalogue_parts.hpp"
#include "linkwork/mechanism/solids.hpp"

namespace linkwork {

namespace {

/// Radius of a bar over its length.
constexpr double slenderness = 0.03;

/// Angles of the bars from the x axis towards z, and their rates.
struct Pose {
  Eigen::Vector3d angles;  ///< of crank, coupler, rocker
  Eigen::Vector3d rates;
};

/// With u(α) = (cos α, sin α) and lengths g, c, l, r, the loop c u(θ) + l u(φ) = g x + r u(ψ) gives
/// the corner from two circles; its derivative, multiplied by u(ψ) and by u(φ), gives the rates
///   φ̇ = −c θ̇ u'(θ)·u(ψ) / (l u'(φ)·u(ψ)),   ψ̇ = c θ̇ u'(θ)·u(φ) / (r u'(ψ)·u(φ)).
Pose startPose(const FourBarOptions& options) {
  using detail::direction, detail::leftOf;
  const Eigen::Vector2d ground(options.ground, 0);
  const Eigen::Vector2d crankPin = options.crank * direction(options.startAngle);
  const auto rockerPin = detail::crossing(crankPin, options.coupler, ground, options.rocker);
  if (!rockerPin)
    detail::failOption("startAngle", "the linkage does not assemble with its crank at " +
                                         detail::written(options.startAngle) + " rad: coupler " +
                                         detail::written(options.coupler) + " m and rocker " +
                                         detail::written(options.rocker) +
                                         " m make no triangle with the " +
                                         detail::written((ground - crankPin).norm()) +
                                         " m from the crank's pin to the rocker's pivot");
  const Eigen::Vector2d coupler = (*rockerPin - crankPin) / options.coupler;
  const Eigen::Vector2d rocker = (*rockerPin - ground) / options.rocker;
  const Eigen::Vector2d pinVelocity = options.startSpeed * leftOf(crankPin);
  return {{options.startAngle, std::atan2(coupler.y(), coupler.x()),
           std::atan2(rocker.y(), rocker.x())},
          {options.startSpeed,
           -pinVelocity.dot(rocker) / (options.coupler * leftOf(coupler).dot(rocker)),
           pinVelocity.dot(coupler) / (options.rocker * leftOf(rocker).dot(coupler))}};
}

/// A bar along x–z from one point to another.
Body bar(std::string name, const Eigen::Vector2d& from, const Eigen::Vector2d& to, double density) {
  const double length = (to - from).norm();
  return cylinder(std::move(name), density * length, {from.x(), 0, from.y()}, {to.x(), 0, to.y()},
                  slenderness * length);
}

/// Three bars between the two pins and the coupler point; where the point is on a pin, fewer.
Body couplerTriangle(const FourBarOptions& options) {
  const std::array<Eigen::Vector2d, 3> corners{
      Eigen::Vector2d(0, 0), Eigen::Vector2d(options.coupler, 0), options.couplerPoint};
  std::vector<Body> bars;
  for (std::size_t i = 0; i < 3; ++i) {
    const Eigen::Vector2d &from = corners[i], &to = corners[(i + 1) % 3];
    if (from != to) bars.push_back(bar("", from, to, options.density));
  }
  return united("coupler", bars);
}

}  // namespace

bool isGrashof(const FourBarOptions& options) {
  std::array bars{options.ground, options.crank, options.coupler, options.rocker};
  std::sort(bars.begin(), bars.end());
  return bars[0] + bars[3] <= bars[1] + bars[2];
}

Mechanism fourBar(const FourBarOptions& options) {
  detail::requireRanges(options);
  const auto [angles, rates] = startPose(options);
  const Eigen::Vector2d origin(0, 0);

  Mechanism mechanism = detail::emptyMechanism("four-bar", options.gravity);
  mechanism.bodies = {bar("crank", origin, {options.crank, 0}, options.density),
                      couplerTriangle(options),
                      bar("rocker", origin, {options.rocker, 0}, options.density)};
  mechanism.joints = {
      detail::revolute("crank", "world", "crank", detail::outOfPlane, Eigen::Vector3d::Zero()),
      detail::revolute("coupler", "crank", "coupler", detail::outOfPlane, {options.crank, 0, 0}),
      detail::revolute("rocker", "world", "rocker", detail::outOfPlane, {options.ground, 0, 0})};
  mechanism.loops = {detail::joinAt<Loop>(JointType::revolute, "rockerPin", "coupler", "rocker",
                                          detail::outOfPlane, {options.coupler, 0, 0},
                                          {options.rocker, 0, 0})};
  mechanism.initialState->q = {
      {"crank", {angles[0]}}, {"coupler", {angles[1] - angles[0]}}, {"rocker", {angles[2]}}};
  mechanism.initialState->v = {
      {"crank", {rates[0]}}, {"coupler", {rates[1] - rates[0]}}, {"rocker", {rates[2]}}};
  detail::setDamping(mechanism, options.damping);
  return mechanism;
}

}  // namespace linkwork
