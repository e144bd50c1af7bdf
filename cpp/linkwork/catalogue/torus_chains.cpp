#include "linkwork/catalogue/parts.hpp"
#include "linkwork/elementary.hpp"
#include "linkwork/mechanism/joint_functions.hpp"

namespace linkwork {

namespace {

constexpr double halfTurn = std::numbers::pi;

void requireThinTube(double majorRadius, double minorRadius) {
  if (!(minorRadius <= 0.45 * majorRadius))
    detail::failOption("minorRadius", "expected at most 0.45 of the major radius, found " +
                                          detail::written(minorRadius));
}

std::string linkName(int number) { return "link" + std::to_string(number); }

/// Rings from number `first` to the last, each on the one before; all plumb at the start if the one
/// before is.
void hangRings(Mechanism& mechanism, int first, int last, double mass, double majorRadius,
               double minorRadius) {
  for (int i = first; i <= last; ++i) {
    const std::string joint = "contact" + std::to_string(i - 1);
    mechanism.bodies.push_back(detail::ring(linkName(i), mass, majorRadius, minorRadius));
    mechanism.joints.push_back(
        detail::hungRing(joint, linkName(i - 1), linkName(i), majorRadius, minorRadius));
    mechanism.initialState->q[joint] = {halfTurn, halfTurn, 0, halfTurn};
  }
}

/// A valley with a bend.
Curve railCurve() {
  Curve curve;
  curve.points = {{-1.5, 0, 1.2},  {-1.35, 1.2, -0.7}, {-0.9, -2.4, 0.3}, {0, 0, -1.2},
                  {0.9, 2.4, 0.7}, {1.35, -1.2, -0.7}, {1.5, 0, 1.2}};
  return curve;
}

}  // namespace

Mechanism torusChain(const TorusChainOptions& options) {
  detail::requireRanges(options);
  requireThinTube(options.majorRadius, options.minorRadius);
  Mechanism mechanism = detail::emptyMechanism("torus chain", options.gravity);
  mechanism.bodies.push_back(
      detail::ring(linkName(1), options.mass, options.majorRadius, options.minorRadius));
  Joint pivot = detail::joinAt(JointType::universal, "pivot", std::string(worldName), linkName(1),
                               Eigen::Vector3d::UnitY(), Eigen::Vector3d::Zero(),
                               options.majorRadius * Eigen::Vector3d::UnitX());
  pivot.axis2 = Eigen::Vector3d::UnitX();
  // At zero angles the ring's x is up and its axis, z, along the world's y.
  Eigen::Matrix3d upright;
  upright << 0, 1, 0, 0, 0, 1, 1, 0, 0;
  pivot.childFrame.rotation = Eigen::Quaterniond(upright.transpose());
  mechanism.joints.push_back(pivot);
  // Out of the plane as well, or the motion would stay in it.
  mechanism.initialState->q["pivot"] = {options.startAngle, 0.3 * options.startAngle};
  hangRings(mechanism, 2, options.links, options.mass, options.majorRadius, options.minorRadius);
  detail::setDamping(mechanism, options.damping);
  return mechanism;
}

Mechanism railTorusChain(const RailTorusChainOptions& options) {
  detail::requireRanges(options);
  requireThinTube(options.majorRadius, options.minorRadius);
  Mechanism mechanism = detail::emptyMechanism("torus chain on a rail", options.gravity);
  Body rail{"rail"};
  Shape tube;
  tube.type = ShapeType::tube;
  tube.curve = railCurve();
  tube.radius = std::min(options.minorRadius, 0.3 * (options.majorRadius - options.minorRadius));
  rail.shapes.push_back(tube);
  mechanism.bodies.push_back(rail);
  mechanism.joints.push_back(detail::joinAt(JointType::fixed, "stand", std::string(worldName),
                                            "rail", JointGeometry{}.axis, Eigen::Vector3d::Zero()));
  mechanism.bodies.push_back(
      detail::ring(linkName(1), options.mass, options.majorRadius, options.minorRadius));
  const CurveJoint along{railCurve(), CurveFrame::rotationMinimising};
  mechanism.joints.push_back(detail::functionAt(along, "slide", "rail", linkName(1)));
  mechanism.initialState->q["slide"] = {options.start};
  hangRings(mechanism, 2, options.links, options.mass, options.majorRadius, options.minorRadius);

  // The second ring hangs plumb from where the first one's inside faces up: n the vertical in its
  // axes is the normal (cos v cos u, cos v sin u, sin v) with cos v < 0. Crossed at a right angle
  // to the first, it has its own axis level.
  if (options.links > 1) {
    const Eigen::Vector3d n =
        makeJointFunction(along)->pose(&options.start).rotation.transpose().col(2);
    mechanism.initialState->q["contact1"] = {elementary::atan2(-n.y(), -n.x()),
                                             halfTurn - elementary::asin(n.z()), 0, halfTurn};
  }
  detail::setDamping(mechanism, options.damping);
  return mechanism;
}

}  // namespace linkwork
