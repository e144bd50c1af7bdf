#include "linkwork/catalogue/linkages.hpp"
#include "linkwork/catalogue/parts.hpp"
#include "linkwork/elementary.hpp"
#include "linkwork/parts.hpp"

namespace linkwork {

namespace {

/// Angle of the rod from the x axis towards z, place of the slider, and their rates. With θ the
/// crank's angle: c sin θ + l sin φ = offset, x = c cos θ + l cos φ.
struct SliderCrankPose {
  double rod, slider;
  double rodRate, sliderRate;
};

SliderCrankPose sliderCrankPose(const SliderCrankOptions& options) {
  const Eigen::Vector2d pin = options.crank * detail::direction(options.startAngle);
  const Eigen::Vector2d pinVelocity = options.startSpeed * detail::leftOf(pin);
  const double rod = elementary::asin((options.offset - pin.y()) / options.rod);
  const double rodRate = -pinVelocity.y() / (options.rod * elementary::cos(rod));
  return {rod, pin.x() + options.rod * elementary::cos(rod), rodRate,
          pinVelocity.x() - options.rod * elementary::sin(rod) * rodRate};
}

}  // namespace

Mechanism sliderCrank(const SliderCrankOptions& options) {
  detail::requireRanges(options);
  if (!(options.rod > options.crank + std::abs(options.offset)))
    detail::failOption("rod", "expected longer than crank + |offset| = " +
                                  detail::written(options.crank + std::abs(options.offset)) +
                                  ", found " + detail::written(options.rod));
  const SliderCrankPose pose = sliderCrankPose(options);
  const Eigen::Vector3d origin = Eigen::Vector3d::Zero();
  const Eigen::Vector3d crankPin(options.crank, 0, 0), rodPin(options.rod, 0, 0);
  const double size = options.crank;

  Mechanism mechanism = detail::emptyMechanism("slider-crank", options.gravity);
  mechanism.bodies = {
      cylinder("crank", options.density * options.crank, origin, crankPin,
               detail::barSlenderness * options.crank),
      cylinder("rod", options.density * options.rod, origin, rodPin,
               detail::barSlenderness * options.rod),
      box("slider", options.sliderMass, origin, {0.8 * size, 0.5 * size, 0.5 * size})};
  mechanism.joints = {detail::revolute("crank", "world", "crank", detail::outOfPlane, origin),
                      detail::revolute("rod", "crank", "rod", detail::outOfPlane, crankPin),
                      detail::joinAt(JointType::prismatic, "slider", "world", "slider",
                                     Eigen::Vector3d::UnitX(), {0, 0, options.offset})};
  mechanism.loops = {detail::joinAt<Loop>(JointType::revolute, "sliderPin", "rod", "slider",
                                          detail::outOfPlane, rodPin)};
  mechanism.initialState->q = {{"crank", {options.startAngle}},
                               {"rod", {pose.rod - options.startAngle}},
                               {"slider", {pose.slider}}};
  mechanism.initialState->v = {{"crank", {options.startSpeed}},
                               {"rod", {pose.rodRate - options.startSpeed}},
                               {"slider", {pose.sliderRate}}};
  detail::setDamping(mechanism, options.damping);
  return mechanism;
}

}  // namespace linkwork
