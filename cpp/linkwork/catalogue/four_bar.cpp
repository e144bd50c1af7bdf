#include <algorithm>
#include <array>

#include "linkwork/catalogue/linkages.hpp"
#include "linkwork/catalogue/parts.hpp"

namespace linkwork {

namespace {

/// Coupler and rocker with the crank at its start.
detail::Dyad startPose(const FourBarOptions& options) {
  const detail::MovingPoint ground{{options.ground, 0}};
  const detail::MovingPoint crankPin =
      detail::pointOn({{0, 0}}, {options.startAngle, options.startSpeed}, {options.crank, 0});
  const auto pose = detail::dyad(crankPin, options.coupler, ground, options.rocker);
  if (!pose)
    detail::failOption("startAngle", "the linkage does not assemble with its crank at " +
                                         detail::written(options.startAngle) + " rad: coupler " +
                                         detail::written(options.coupler) + " m and rocker " +
                                         detail::written(options.rocker) +
                                         " m make no triangle with the " +
                                         detail::written((ground.place - crankPin.place).norm()) +
                                         " m from the crank's pin to the rocker's pivot");
  return *pose;
}

}  // namespace

bool isGrashof(const FourBarOptions& options) {
  std::array bars{options.ground, options.crank, options.coupler, options.rocker};
  std::sort(bars.begin(), bars.end());
  return bars[0] + bars[3] <= bars[1] + bars[2];
}

Mechanism fourBar(const FourBarOptions& options) {
  detail::requireRanges(options);
  const auto [pin, coupler, rocker] = startPose(options);
  const Eigen::Vector2d origin(0, 0);

  Mechanism mechanism = detail::emptyMechanism("four-bar", options.gravity);
  mechanism.bodies = {
      detail::bar("crank", origin, {options.crank, 0}, options.density),
      detail::triangle("coupler", {origin, {options.coupler, 0}, options.couplerPoint},
                       options.density),
      detail::bar("rocker", origin, {options.rocker, 0}, options.density)};
  mechanism.joints = {
      detail::revolute("crank", "world", "crank", detail::outOfPlane, Eigen::Vector3d::Zero()),
      detail::revolute("coupler", "crank", "coupler", detail::outOfPlane, {options.crank, 0, 0}),
      detail::revolute("rocker", "world", "rocker", detail::outOfPlane, {options.ground, 0, 0})};
  mechanism.loops = {detail::joinAt<Loop>(JointType::revolute, "rockerPin", "coupler", "rocker",
                                          detail::outOfPlane, {options.coupler, 0, 0},
                                          {options.rocker, 0, 0})};
  mechanism.initialState->q = {{"crank", {options.startAngle}},
                               {"coupler", {coupler.angle - options.startAngle}},
                               {"rocker", {rocker.angle}}};
  mechanism.initialState->v = {{"crank", {options.startSpeed}},
                               {"coupler", {coupler.rate - options.startSpeed}},
                               {"rocker", {rocker.rate}}};
  detail::setDamping(mechanism, options.damping);
  return mechanism;
}

}  // namespace linkwork
