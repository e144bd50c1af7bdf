#include <array>

#include "linkwork/catalogue/linkages.hpp"
#include "linkwork/catalogue/parts.hpp"
#include "linkwork/elementary.hpp"
#include "linkwork/parts.hpp"

namespace linkwork {

namespace {

/// A leg of size 1 in meters and kilograms, straight down: x forward, y to the left, z up.
namespace human {
constexpr double hipHeight = 1.30;  ///< of the yaw joint over the floor
constexpr double yawToRoll = 0.08;
constexpr double rollToPitch = 0.08;
constexpr double thigh = 0.40;        ///< hip pitch to knee
constexpr double shank = 0.40;        ///< knee to ankle
constexpr double sole = 0.07;         ///< ankle down to sole
constexpr double toe = 0.17;          ///< ankle forward to toe
constexpr double heel = 0.08;         ///< ankle back to heel
constexpr double crankDrop = 0.12;    ///< knee down to the crank's pivot
constexpr double crank = 0.065;       ///< points back
constexpr double heelPin = 0.07;      ///< ankle back to the rod's pin
constexpr double heelPinDrop = 0.02;  ///< ankle down to the rod's pin
constexpr double rotorRadius = 0.04;
constexpr double rotorThickness = 0.02;

constexpr double yawMass = 1.4, rollMass = 1.2, thighMass = 3.6, shankMass = 2.2, footMass = 1.1;
constexpr double crankMass = 0.1, rodMass = 0.15, rotorMass = 0.4;
}  // namespace human

/// Rest angles of the springs: a leg that hangs slightly bent.
constexpr double kneeRest = 0.45, ankleRest = 0.0;

/// A first roll, so the swing leaves its plane.
constexpr double startRoll = 0.08;

const Eigen::Vector3d forwardPitch = detail::outOfPlane;  // swings the foot to x, the toe up
const Eigen::Vector3d backwardPitch = -detail::outOfPlane;

/// A solid scaled from size 1: lengths by s, masses by s³, inertias by s⁵.
Body scaled(Body body, double size) {
  const double cube = size * size * size;
  body.mass *= cube;
  body.centerOfMass *= size;
  for (double& moment : body.inertia) moment *= cube * size * size;
  return body;
}

/// A straight limb, down from its joint.
Body limb(std::string name, double mass, double length, double radius) {
  return cylinder(std::move(name), mass, {0, 0, 0}, {0, 0, -length}, radius);
}

Body foot() {
  using namespace human;
  const double thickness = 0.03;
  const std::array parts{
      box("", 0.7 * footMass, {(toe - heel) / 2, 0, -sole + thickness / 2},
          {toe + heel, 0.09, thickness}),
      cylinder("", 0.2 * footMass, {0, 0, 0}, {0, 0, -sole + thickness}, 0.025),
      cylinder("", 0.1 * footMass, {0, 0, 0}, {-heelPin, 0, -heelPinDrop}, 0.012)};
  return united("foot", parts);
}

Body driveRotor(const std::string& joint, const Eigen::Vector3d& axis) {
  const Eigen::Vector3d half = human::rotorThickness / 2 * axis;
  return cylinder(joint + "Rotor", human::rotorMass, -half, half, human::rotorRadius);
}

/// The rod's length that puts the crank straight back when the ankle is straight.
double rodLength() {
  using namespace human;
  return elementary::hypot(crank - heelPin, shank + heelPinDrop - crankDrop);
}

/// Angles of crank (0: straight back, positive down as the heel) and rod (0: at right angles to it)
/// that close the push-rod linkage at an ankle angle. In the shank's x–z plane the rod's pin on the
/// crank is where the circles about the crank's pivot and the heel's pin cross.
struct PushRod {
  double crank, rod;
};

PushRod pushRod(double ankle) {
  using namespace human;
  const Eigen::Vector2d forward = detail::direction(ankle), up = detail::leftOf(forward);
  const Eigen::Vector2d heelPinPlace =
      Eigen::Vector2d(0, -shank) - heelPin * forward - heelPinDrop * up;
  const Eigen::Vector2d pivot(0, -crankDrop);
  const Eigen::Vector2d pin =
      detail::crossing(heelPinPlace, rodLength(), pivot, crank).value();  // left of the way up
  const Eigen::Vector2d arm = pin - pivot, rod = heelPinPlace - pin;
  const double crankAngle = elementary::atan2(-arm.y(), -arm.x());
  return {crankAngle, elementary::atan2(rod.x(), -rod.y()) - crankAngle};
}

void addBodies(Mechanism& mechanism) {
  using namespace human;
  mechanism.bodies = {limb("hipYaw", yawMass, yawToRoll, 0.05),
                      limb("hipRoll", rollMass, rollToPitch, 0.05),
                      limb("thigh", thighMass, thigh, 0.06),
                      limb("shank", shankMass, shank, 0.04),
                      foot(),
                      cylinder("crank", crankMass, {0, 0, 0}, {-crank, 0, 0}, 0.01),
                      limb("rod", rodMass, rodLength(), 0.008)};
}

void addJoints(Mechanism& mechanism) {
  using namespace human;
  using detail::revolute;
  mechanism.joints = {
      revolute("hipYaw", "world", "hipYaw", Eigen::Vector3d::UnitZ(), {0, 0, hipHeight}),
      revolute("hipRoll", "hipYaw", "hipRoll", Eigen::Vector3d::UnitX(), {0, 0, -yawToRoll}),
      revolute("hipPitch", "hipRoll", "thigh", forwardPitch, {0, 0, -rollToPitch}),
      revolute("knee", "thigh", "shank", backwardPitch, {0, 0, -thigh}),
      revolute("ankle", "shank", "foot", forwardPitch, {0, 0, -shank}),
      revolute("crank", "shank", "crank", forwardPitch, {0, 0, -crankDrop}),
      revolute("rod", "crank", "rod", forwardPitch, {-crank, 0, 0})};
  mechanism.loops = {detail::joinAt<Loop>(JointType::revolute, "heelPin", "rod", "foot",
                                          forwardPitch, {0, 0, -rodLength()},
                                          {-heelPin, 0, -heelPinDrop})};
}

Joint& jointNamed(Mechanism& mechanism, std::string_view name) {
  return *std::find_if(mechanism.joints.begin(), mechanism.joints.end(),
                       [name](const Joint& joint) { return joint.name == name; });
}

void addSprings(Mechanism& mechanism, double stiffness) {
  jointNamed(mechanism, "hipYaw").stiffness = stiffness;
  jointNamed(mechanism, "knee").stiffness = stiffness;
  jointNamed(mechanism, "knee").rest = kneeRest;
  jointNamed(mechanism, "ankle").stiffness = stiffness;
  jointNamed(mechanism, "ankle").rest = ankleRest;
}

/// Every drive sits on the body before its joint; the ankle's turns the crank of the push rod.
void addRotors(Mechanism& mechanism, double ratio) {
  for (const auto& [joint, drive] : {std::pair{"hipYaw", "hipYaw"},
                                     {"hipRoll", "hipRoll"},
                                     {"hipPitch", "hipPitch"},
                                     {"knee", "knee"},
                                     {"crank", "ankle"}}) {
    const Joint driven = jointNamed(mechanism, joint);
    detail::addRotor(mechanism, driven, driveRotor(drive, driven.axis), ratio);
  }
}

void scale(Mechanism& mechanism, double size) {
  for (Body& body : mechanism.bodies) body = scaled(std::move(body), size);
  for (Joint& joint : mechanism.joints) joint.parentFrame.position *= size;
  for (Loop& loop : mechanism.loops) {
    loop.parentFrame.position *= size;
    loop.childFrame.position *= size;
  }
}

}  // namespace

Mechanism gearedLeg(const GearedLegOptions& options) {
  detail::requireRanges(options);
  const PushRod linkage = pushRod(options.ankleAngle);
  Mechanism mechanism = detail::emptyMechanism("geared leg", options.gravity);
  mechanism.initialState->q = {{"hipYaw", {0}},
                               {"hipRoll", {startRoll}},
                               {"hipPitch", {options.hipAngle}},
                               {"knee", {options.kneeAngle}},
                               {"ankle", {options.ankleAngle}},
                               {"crank", {linkage.crank}},
                               {"rod", {linkage.rod}}};
  addBodies(mechanism);
  addJoints(mechanism);
  addSprings(mechanism, options.stiffness);
  addRotors(mechanism, options.ratio);
  scale(mechanism, options.size);
  detail::setDamping(mechanism, options.damping);
  return mechanism;
}

}  // namespace linkwork
