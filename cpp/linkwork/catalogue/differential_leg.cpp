#include "linkwork/catalogue/parts.hpp"
#include "linkwork/elementary.hpp"
#include "linkwork/spatial/crank_angle.hpp"

namespace linkwork {

namespace {

using Eigen::Vector3d;

/// Places on the left leg of the robot in meters and radians: x forward, y to the left, z up.
namespace tello {
constexpr double hipHeight = 0.85;
constexpr double yawRotorRise = 0.061;  ///< of the yaw rotor over the clamp it turns

constexpr double gimbalDrop = 0.1425;  ///< clamp down to the gimbal, whose center is the hip's
constexpr double hipRotor = 0.04;      ///< clamp out to a hip rotor, on either side
constexpr double hipCrankSide =
    0.07;                          ///< and to the crank it turns, above the rod's end on the thigh
constexpr double hipCrank = 0.08;  ///< points back, as far as the rod's end on the thigh
constexpr double hipRod = 0.155;

constexpr double thigh = 0.2268;          ///< hip to knee
constexpr double kneeRotor = 0.02655;     ///< hip out to a knee and ankle rotor, on either side
constexpr double shin = 0.26;             ///< knee to ankle
constexpr double ankleCrankDrop = 0.042;  ///< knee to the crank's pivot on the shin,
constexpr double ankleCrankBack = 20;     ///< at this angle back from the shin [°]
constexpr double ankleCrank = 0.04;       ///< points this far down from forward [°]:
constexpr double ankleCrankDown = 30.84;
constexpr double footLever = 0.035;  ///< ankle to the rod's end on the foot, the same way [°]:
constexpr double footLeverDown = 24;
constexpr double ankleRod = 0.2146;
}  // namespace tello

const Vector3d forward = Vector3d::UnitX(), left = Vector3d::UnitY(), up = Vector3d::UnitZ();

double radians(double degrees) { return degrees * std::numbers::pi / 180; }

/// A vector of this length that points `down` degrees below forward.
Vector3d pointing(double length, double down) {
  return length * (elementary::cos(radians(down)) * forward - elementary::sin(radians(down)) * up);
}

/// A body of the robot: diagonal of its inertia, and its product xz.
Body link(std::string name, double mass, const Vector3d& center, const Vector3d& inertia,
          double xz) {
  return {std::move(name), mass, center, {inertia.x(), inertia.y(), inertia.z(), 0, xz, 0}};
}

/// A motor's rotor about a joint axis: y, or z for the hip's yaw.
Body legRotor(std::string name, const Vector3d& axis) {
  constexpr double along = 5.1512e-5, across = 2.5984e-5;
  const Vector3d moments = Vector3d::Constant(across) + (along - across) * axis;
  return link(std::move(name), 0.07, Vector3d::Zero(), moments, 0);
}

void addLinks(Mechanism& mechanism) {
  using detail::revolute;
  using namespace tello;
  mechanism.bodies = {
      link("clamp", 1.3289, {-0.001, 0, -0.0069}, {0.0032, 0.0033, 0.0027}, 0.0001),
      link("gimbal", 0.4433, {-0.0027, 0, 0.0258}, {0.0018, 0.0017, 0.0015}, 0),
      link("thigh", 1.5424, {0.003, -0.0001, -0.0323}, {0.0103, 0.0097, 0.0027}, -0.0005),
      link("shin", 0.3072, {0.0047, -0.0003, -0.1043}, {0.0054, 0.0054, 0.0001}, -0.0002),
      link("foot", 0.1025, {0.0042, 0, -0.0251}, {0.094e-3, 0.1773e-3, 0.0901e-3}, -0.0038e-3)};
  mechanism.joints = {revolute("hipYaw", "world", "clamp", up, hipHeight * up),
                      revolute("hipRoll", "clamp", "gimbal", forward, -gimbalDrop * up),
                      revolute("hipPitch", "gimbal", "thigh", left, Vector3d::Zero()),
                      revolute("knee", "thigh", "shin", left, -thigh * up),
                      revolute("ankle", "shin", "foot", left, -shin * up)};
}

/// The angle at which a crank about +y reaches the rod's other end at p, both seen from its pivot:
/// of the two, the one nearer to zero.
double angleAtRod(const Crank& crank, const Vector3d& p) {
  const Vector3d& a = crank.pin;
  const double c =
      (p.squaredNorm() + a.squaredNorm() - crank.length * crank.length) / 2 - p.y() * a.y();
  return crankAngle(p.x() * a.x() + p.z() * a.z(), p.x() * a.z() - p.z() * a.x(), c, 0.0, 1e-3)
      .value();
}

/// Two cranks on the clamp, each with a push-rod to the thigh and a geared rotor next to it.
void addHipDifferential(Mechanism& mechanism, const DifferentialLegOptions& options) {
  using namespace tello;
  const Eigen::Quaterniond thighInClamp =
      detail::turn(options.hipRoll, forward) * detail::turn(options.hipPitch, left);
  for (const auto& [side, sign] : {std::pair{"Left", 1.0}, {"Right", -1.0}}) {
    const Vector3d pivot = sign * hipCrankSide * left, pin = -hipCrank * forward;
    const Crank crank{
        std::string("hipCrank") + side, "clamp", left, pivot, pin, "thigh", pivot + pin, hipRod};
    const Vector3d end = thighInClamp * crank.point - gimbalDrop * up - pivot;
    Joint seat = addCrank(mechanism, crank, angleAtRod(crank, end));
    seat.parentFrame.position = sign * hipRotor * left;
    addCoupledRotor(mechanism, seat, legRotor(std::string("hipRotor") + side, left),
                    crank.name + "Gear", {{crank.name, options.ratio}});
  }
}

/// A crank on the shin with a push-rod to the foot, and two rotors on the thigh:
/// knee = (y₁ + y₂)/2 and crank = (y₂ − y₁)/2 with y the rotors' angles behind their gears.
void addKneeAnkleDifferential(Mechanism& mechanism, const DifferentialLegOptions& options) {
  using namespace tello;
  const Vector3d pivot = pointing(ankleCrankDrop, 90 + ankleCrankBack);
  const Crank crank{"ankleCrank",
                    "shin",
                    left,
                    pivot,
                    pointing(ankleCrank, ankleCrankDown),
                    "foot",
                    pointing(footLever, footLeverDown),
                    ankleRod};
  const Eigen::Quaterniond footInShin = detail::turn(options.ankle, left);
  const Vector3d end = footInShin * crank.point - shin * up - pivot;
  addCrank(mechanism, crank, angleAtRod(crank, end));
  for (const auto& [number, sign] : {std::pair{"1", -1.0}, {"2", 1.0}}) {
    const std::string name = std::string("kneeAnkleRotor") + number;
    const Joint seat = detail::revolute(name, "thigh", name, left, -sign * kneeRotor * left);
    addCoupledRotor(mechanism, seat, legRotor(name, left), name + "Differential",
                    {{"knee", options.ratio}, {crank.name, sign * options.ratio}});
  }
}

}  // namespace

Mechanism differentialLeg(const DifferentialLegOptions& options) {
  detail::requireRanges(options);
  Mechanism mechanism = detail::emptyMechanism("differential leg", options.gravity);
  mechanism.initialState->q = {{"hipYaw", {options.hipYaw}},
                               {"hipRoll", {options.hipRoll}},
                               {"hipPitch", {options.hipPitch}},
                               {"knee", {options.knee}},
                               {"ankle", {options.ankle}}};
  addLinks(mechanism);
  for (Joint& joint : mechanism.joints)
    if (joint.name == "hipYaw" || joint.name == "knee" || joint.name == "ankle")
      joint.stiffness = options.stiffness;
  Joint yaw = mechanism.joints.front();
  yaw.parentFrame.position += tello::yawRotorRise * up;
  addRotor(mechanism, yaw, legRotor("yawRotor", up), options.ratio);
  addHipDifferential(mechanism, options);
  addKneeAnkleDifferential(mechanism, options);
  detail::setDamping(mechanism, options.damping);
  return mechanism;
}

}  // namespace linkwork
