#include "linkwork/catalogue/linkages.hpp"
#include "linkwork/catalogue/parts.hpp"
#include "linkwork/elementary.hpp"

namespace linkwork {

namespace {

using Eigen::Vector2d;

/// Angles of a four-bar's parts against the bar it hangs from.
struct UnitPose {
  double crank, coupler, rocker;
};

/// With the crank at an angle from hanging down.
UnitPose poseAt(const FourBarChainOptions& options, double crank) {
  const Vector2d pivot(options.width, 0);
  const Vector2d crankPin = -options.length * detail::leftOf(detail::direction(crank));
  const auto rockerPin =
      detail::crossing(pivot, options.rocker * options.length, crankPin, options.width);
  if (!rockerPin)
    detail::failOption("startAngle", "the first four-bar does not assemble with its crank at " +
                                         detail::written(crank) + " rad");
  const Vector2d coupler = *rockerPin - crankPin, rocker = *rockerPin - pivot;
  return {crank, elementary::atan2(coupler.y(), coupler.x()),
          elementary::atan2(rocker.x(), -rocker.y())};
}

void addFourBar(Mechanism& mechanism, const FourBarChainOptions& options, int number,
                const UnitPose& pose) {
  using detail::bar, detail::inPlane, detail::outOfPlane, detail::revolute;
  const std::string end = std::to_string(number);
  const std::string crank = "crank" + end, coupler = "coupler" + end, rocker = "rocker" + end;
  const std::string parent =
      number == 1 ? std::string(worldName) : "coupler" + std::to_string(number - 1);
  const Vector2d origin(0, 0), across(options.width, 0), crankPin(0, -options.length),
      rockerPin = options.rocker * crankPin;
  for (Body& body : std::array{bar(crank, origin, crankPin, options.density),
                               bar(coupler, origin, across, options.density),
                               bar(rocker, origin, rockerPin, options.density)})
    mechanism.bodies.push_back(std::move(body));
  mechanism.joints.push_back(revolute(crank, parent, crank, outOfPlane, inPlane(origin)));
  mechanism.joints.push_back(revolute(coupler, crank, coupler, outOfPlane, inPlane(crankPin)));
  mechanism.joints.push_back(revolute(rocker, parent, rocker, outOfPlane, inPlane(across)));
  Loop pin = detail::joinAt<Loop>(options.closure, "pin" + end, coupler, rocker, outOfPlane,
                                  inPlane(across), inPlane(rockerPin));
  if (!hasAxis(options.closure)) pin.axis = JointGeometry{}.axis;
  mechanism.loops.push_back(std::move(pin));
  JointValues& q = mechanism.initialState->q;
  q[crank] = {pose.crank};
  q[coupler] = {pose.coupler - pose.crank};
  q[rocker] = {pose.rocker};
}

}  // namespace

Mechanism fourBarChain(const FourBarChainOptions& options) {
  detail::requireRanges(options);
  if (options.closure != JointType::revolute && options.closure != JointType::spherical)
    detail::failOption("closure", "a " + std::string(name(options.closure)) +
                                      " joint closes no planar four-bar; expected revolute or "
                                      "spherical");
  Mechanism mechanism = detail::emptyMechanism("chain of four-bars", options.gravity);
  for (int i = 1; i <= options.units; ++i)
    addFourBar(mechanism, options, i, poseAt(options, i == 1 ? options.startAngle : 0));
  detail::setDamping(mechanism, options.damping);
  return mechanism;
}

}  // namespace linkwork
