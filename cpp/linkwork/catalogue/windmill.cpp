#include "linkwork/catalogue/linkages.hpp"
#include "linkwork/catalogue/parts.hpp"
#include "linkwork/parts.hpp"

namespace linkwork {

namespace {

constexpr double quarterTurn = std::numbers::pi / 2, rimRadius = 0.55;
constexpr double inFront = -0.2;  ///< of the wheel, where the arms swing, along its axis
constexpr double ringMajor = 0.11, ringMinor = 0.022, ballRadius = 0.055, beadRadius = 0.04;
const Eigen::Vector3d eggAxes{0.09, 0.055, 0.055};

/// The axes of all that hangs: x up and z along the wheel's axis, the world's y.
Eigen::Matrix3d plumbAxes() {
  Eigen::Matrix3d axes;
  axes << 0, 1, 0, 0, 0, 1, 1, 0, 0;
  return axes;
}

/// A wheel about y with four rings in front of its rim: its frame has the axes of what hangs.
Body wheel() {
  constexpr double mass = 4, spoke = 0.018;
  Body body = torus("wheel", mass, rimRadius - ringMajor, spoke);
  const Eigen::Vector3d front(0, 0, -0.06), back(0, 0, 0.18);
  body.shapes.push_back(detail::barShape(front, back, 0.06));
  Shape rim;
  rim.type = ShapeType::torus;
  rim.majorRadius = rimRadius - ringMajor;
  rim.minorRadius = spoke;
  body.shapes.push_back(rim);
  for (int arm = 0; arm < 4; ++arm) {
    const Eigen::Vector2d out = detail::direction(quarterTurn * arm);
    const Eigen::Vector3d direction(out.x(), out.y(), 0);
    body.shapes.push_back(
        detail::barShape(Eigen::Vector3d::Zero(), rim.majorRadius * direction, spoke));
    Shape ring = detail::ring("", 1, ringMajor, ringMinor).shapes[0];
    ring.frame.position = rimRadius * direction + inFront * Eigen::Vector3d::UnitZ();
    const Eigen::Vector3d onRim = rim.majorRadius * direction;
    body.shapes.push_back(
        detail::barShape(onRim, onRim + inFront * Eigen::Vector3d::UnitZ(), spoke));
    body.shapes.push_back(ring);
  }
  return body;
}

/// One arm: its bodies from the rim outwards, each with the surface of the next joint.
struct Arm {
  Mechanism& mechanism;
  std::string prefix;
  std::string parent = "wheel";
  ContactSurface surface = detail::torusSurface(ringMajor, ringMinor);
  Eigen::Vector3d place{0, 0, 0};  ///< of the parent's surface in its body
  int bodies = 0;

  /// Hangs a body with its surface below the parent's. A ring hangs in a ring, crossed; else the
  /// lowest point of the parent touches the highest one of the body, which may spin.
  void hang(Body body, const ContactSurface& next, bool inRing) {
    const std::string name = prefix + std::to_string(++bodies);
    body.name = name;
    Joint joint =
        inRing ? detail::hungRing(name, parent, name, ringMajor, ringMinor)
               : detail::functionAt(SurfaceContactJoint{{surface, next}}, name, parent, name);
    joint.parentFrame.position = place;
    constexpr double straight = std::numbers::pi;
    std::vector<double> q = inRing ? std::vector<double>{straight, straight, 0, straight}
                                   : std::vector<double>{straight, 0, 0, 0, straight};
    if (positionSize(joint) > static_cast<int>(q.size())) q.push_back(0);  // the chart
    mechanism.initialState->q[name] = q;
    mechanism.joints.push_back(joint);
    mechanism.bodies.push_back(std::move(body));
    parent = name;
    surface = next;
    place.setZero();
  }
};

}  // namespace

Mechanism windmill(const WindmillOptions& options) {
  detail::requireRanges(options);
  Mechanism mechanism = detail::emptyMechanism("windmill", options.gravity);
  mechanism.bodies.push_back(wheel());
  Joint axle = detail::revolute("axle", std::string(worldName), "wheel", Eigen::Vector3d::UnitY(),
                                Eigen::Vector3d::Zero());
  axle.childFrame.rotation = Eigen::Quaterniond(Eigen::Matrix3d(plumbAxes().transpose()));
  mechanism.joints.push_back(axle);
  mechanism.initialState->v["axle"] = {options.speed};

  const auto ring = [] { return detail::ring("", 0.2, ringMajor, ringMinor); };
  const ContactSurface ringSurface = detail::torusSurface(ringMajor, ringMinor);
  const ContactSurface ball = detail::sphereSurface(ballRadius);
  const ContactSurface bead = detail::sphereSurface(beadRadius);
  for (int i = 0; i < 4; ++i) {
    Arm arm{.mechanism = mechanism, .prefix = std::string(1, static_cast<char>('a' + i))};
    const Eigen::Vector2d out = detail::direction(quarterTurn * i);
    arm.place = {rimRadius * out.x(), rimRadius * out.y(), inFront};
    const std::string first = arm.prefix + "1";
    arm.hang(ring(), ringSurface, true);
    // The arm moves with the rim without turning: its contact runs against the wheel.
    mechanism.initialState->v[first] = {-options.speed, 0, 0, 0};
    arm.hang(ring(), ringSurface, true);
    if (i % 2 == 0) {
      arm.hang(detail::egg("", 0.3, eggAxes), detail::ellipsoidSurface(eggAxes), false);
      arm.hang(detail::ball("", 0.2, ballRadius), ball, false);
    } else {
      arm.hang(detail::ball("", 0.3, ballRadius), ball, false);
      arm.hang(detail::ball("", 0.15, beadRadius), bead, false);
    }
  }
  detail::setDamping(mechanism, options.damping);
  return mechanism;
}

}  // namespace linkwork
