#include <numbers>
#include <numeric>

#include "linkwork/catalogue/parts.hpp"
#include "linkwork/catalogue/robot_files.hpp"
#include "linkwork/json.hpp"

namespace linkwork {

namespace {

using std::numbers::pi;

/// A hanging robot bobs at this frequency [Hz], damped by this part of what would stop the bobbing.
constexpr double bobbing = 1.6, suspensionDamping = 0.15;

/// Hangs the base from a spring and a damper in its free joint, which balance its weight on Earth
/// at the base pose of the robot's file. It starts in equilibrium in the given gravity.
void hang(Mechanism& mechanism, double mass, double gravity) {
  constexpr double earth = 9.81;
  Joint& base = mechanism.joints.front();
  std::vector<double>& q = mechanism.initialState->q.at(base.name);
  const double rate = 2 * pi * bobbing;
  base.parentFrame.position = Eigen::Vector3d(q[0], q[1], q[2] + earth / (rate * rate));
  base.stiffness = mass * rate * rate;
  base.damping = 2 * suspensionDamping * mass * rate;
  q = {0, 0, -gravity / (rate * rate), 0, 0, 0, 1};
}

/// Bolts the base to the world where the robot's file puts it.
void fix(Mechanism& mechanism) {
  Joint& base = mechanism.joints.front();
  const auto q = mechanism.initialState->q.extract(base.name).mapped();
  base.type = JointType::fixed;
  base.parentFrame.position = Eigen::Vector3d::Map(q.data());
}

/// A robot's file with the options applied. Its first joint is free and moves the base; the initial
/// state has the pose of the base.
Mechanism robot(std::string_view file, const RobotOptions& options) {
  detail::requireRanges(options);
  Mechanism mechanism = mechanismFromJson(detail::robotFile(file));
  const double mass = std::accumulate(mechanism.bodies.begin(), mechanism.bodies.end(), 0.0,
                                      [](double sum, const Body& body) { return sum + body.mass; });
  mechanism.gravity = {0, 0, -options.gravity};
  detail::setDamping(mechanism, options.damping);
  mechanism.joints.front().damping = 0;
  if (options.base == RobotBase::hanging) hang(mechanism, mass, options.gravity);
  if (options.base == RobotBase::fixed) fix(mechanism);
  if (options.base != RobotBase::standing)
    mechanism.contact = {};
  else if (mechanism.contact.colliders.empty())
    detail::failOption("base",
                       "this robot's feet have no colliders to stand on; expected "
                       "floating, hanging or fixed");
  return mechanism;
}

}  // namespace

Mechanism miniCheetah(const RobotOptions& options) { return robot("mini_cheetah", options); }
Mechanism minitaur(const RobotOptions& options) { return robot("minitaur", options); }
Mechanism mitHumanoid(const RobotOptions& options) { return robot("mit_humanoid", options); }
Mechanism telloHumanoid(const RobotOptions& options) { return robot("tello_humanoid", options); }
Mechanism jvrc1(const RobotOptions& options) { return robot("jvrc1", options); }

}  // namespace linkwork
