#include "linkwork/catalogue/linkages.hpp"
#include "linkwork/catalogue/parts.hpp"

namespace linkwork {

namespace {

using Eigen::Vector2d;

/// Lengths [m] with which the longest crank turns fully and both dyads keep clear of being
/// stretched.
constexpr double groundLink = 0.5, coupler = 0.45, rocker = 0.4;

struct Proportions {
  Vector2d couplerPoint;  ///< the link's pin on the coupler, along it and across it
  Vector2d armPivot;      ///< on the rocker, along it and across it; or on the ground
  double link, arm;
};

Proportions proportionsOf(SixBarKind kind) {
  if (kind == SixBarKind::watt) return {{0.21, 0.35}, {0.68, -0.24}, 0.44, 0.43};
  return {{0.34, 0.31}, {0.57, 0.29}, 0.39, 0.4};
}

/// Angles and rates of the four links after the crank, at its start.
struct SixBarPose {
  detail::BarMotion coupler, rocker, link, arm;
};

SixBarPose sixBarPose(const SixBarOptions& options, const Proportions& proportions) {
  using detail::pointOn;
  const detail::MovingPoint pivot{{groundLink, 0}};
  const detail::MovingPoint crankPin =
      pointOn({{0, 0}}, {options.startAngle, options.startSpeed}, {options.crank, 0});
  const detail::Dyad inner = detail::dyad(crankPin, coupler, pivot, rocker).value();
  const detail::MovingPoint linkPin = pointOn(crankPin, inner.first, proportions.couplerPoint);
  const detail::MovingPoint armPivot = options.kind == SixBarKind::watt
                                           ? pointOn(pivot, inner.second, proportions.armPivot)
                                           : detail::MovingPoint{proportions.armPivot};
  const detail::Dyad outer =
      detail::dyad(linkPin, proportions.link, armPivot, proportions.arm).value();
  return {inner.first, inner.second, outer.first, outer.second};
}

void setStart(Mechanism& mechanism, const std::string& joint, const detail::BarMotion& motion,
              const detail::BarMotion& parent) {
  mechanism.initialState->q[joint] = {motion.angle - parent.angle};
  mechanism.initialState->v[joint] = {motion.rate - parent.rate};
}

}  // namespace

Mechanism sixBar(const SixBarOptions& options) {
  detail::requireRanges(options);
  using detail::bar, detail::inPlane, detail::outOfPlane, detail::revolute;
  const bool isWatt = options.kind == SixBarKind::watt;
  const Proportions proportions = proportionsOf(options.kind);
  const Vector2d origin(0, 0), crankPin(options.crank, 0), rockerPin(rocker, 0);
  const std::string armParent = isWatt ? "rocker" : "world";

  Mechanism mechanism =
      detail::emptyMechanism(isWatt ? "six-bar of Watt" : "six-bar of Stephenson", options.gravity);
  mechanism.bodies = {bar("crank", origin, crankPin, options.density),
                      detail::triangle("coupler", {origin, {coupler, 0}, proportions.couplerPoint},
                                       options.density),
                      isWatt ? detail::triangle("rocker", {origin, rockerPin, proportions.armPivot},
                                                options.density)
                             : bar("rocker", origin, rockerPin, options.density),
                      bar("link", origin, {proportions.link, 0}, options.density),
                      bar("arm", origin, {proportions.arm, 0}, options.density)};
  mechanism.joints = {
      revolute("crank", "world", "crank", outOfPlane, inPlane(origin)),
      revolute("coupler", "crank", "coupler", outOfPlane, inPlane(crankPin)),
      revolute("rocker", "world", "rocker", outOfPlane, inPlane({groundLink, 0})),
      revolute("link", "coupler", "link", outOfPlane, inPlane(proportions.couplerPoint)),
      revolute("arm", armParent, "arm", outOfPlane, inPlane(proportions.armPivot))};
  const auto pin = [&](const char* name, const char* parent, double onParent, const char* child,
                       double onChild) {
    return detail::joinAt<Loop>(JointType::revolute, name, parent, child, outOfPlane,
                                {onParent, 0, 0}, {onChild, 0, 0});
  };
  mechanism.loops = {pin("rockerPin", "coupler", coupler, "rocker", rocker),
                     pin("armPin", "link", proportions.link, "arm", proportions.arm)};

  const SixBarPose pose = sixBarPose(options, proportions);
  const detail::BarMotion still{0, 0}, crank{options.startAngle, options.startSpeed};
  setStart(mechanism, "crank", crank, still);
  setStart(mechanism, "coupler", pose.coupler, crank);
  setStart(mechanism, "rocker", pose.rocker, still);
  setStart(mechanism, "link", pose.link, pose.coupler);
  setStart(mechanism, "arm", pose.arm, isWatt ? pose.rocker : still);
  detail::setDamping(mechanism, options.damping);
  return mechanism;
}

}  // namespace linkwork
