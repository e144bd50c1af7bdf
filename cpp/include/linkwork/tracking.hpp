#pragma once

#include <functional>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace linkwork {

/// amplitude · sin(2π frequency · t + phase)
struct Wave {
  double amplitude = 0;  ///< [rad or m]
  double frequency = 0;  ///< [Hz], at least 0
  double phase = 0;      ///< [rad]

  bool operator==(const Wave&) const = default;
};

/// A position at a time.
struct Keyframe {
  double time = 0;      ///< [s]
  double position = 0;  ///< [rad or m]

  bool operator==(const Keyframe&) const = default;
};

/// The desired trajectory of one coordinate, a value:
///
///   q_d(t) = center + velocity · t + Σ waves + the curve through the keyframes + function(t)
///
/// The curve is the cubic spline with continuous acceleration. With a period it repeats; without
/// one it starts from rest at the first keyframe and ends at rest at the last.
///
/// The function is called at times within steps and up to 2⁻¹¹ s before and after, some several
/// times. Its position is used unchanged, its velocity and acceleration are differences of order 4
/// over 2⁻¹² s, without acceleration at kinks and jumps. A value that is not finite is a
/// SimulationError; other exceptions pass through.
struct Trajectory {
  double center = 0;  ///< [rad or m]
  std::vector<Wave> waves;
  std::vector<Keyframe> keyframes;  ///< none or two and more, their times rising
  double period = 0;    ///< of the keyframes [s]; 0: none, else longer than from first to last
  double velocity = 0;  ///< [rad/s or m/s]
  std::function<double(double)> function{};  ///< of the time [s]; empty: none [rad or m]
};

/// Commands of a mechanism's motors, by joint name: joint-space PD control with inverse-dynamics
/// feed-forward ("computed torque"),
///
///   τ = ID(q, v, q̈_d + K_d (q̇_d − q̇) + K_p (q_d − q))
///
/// where joints that are not tracked, a floating base among them, move as they must; prescribed
/// ones count as free. With nothing else acting, the error e = q_d − q of every tracked joint
/// satisfies ë + K_d ė + K_p e = 0 exactly, rotors, belts and loops included. The law includes
/// gravity and the joints' springs, dampers and friction, but no external forces: those act against
/// a spring of inertia times K_p.
///
/// Of a cluster as many joints are tracked as it has degrees of freedom, or none; their velocities
/// must determine the others'.
/// Source: Luh, Walker and Paul, "Resolved-acceleration control of mechanical manipulators", 1980;
/// Featherstone, "Rigid Body Dynamics Algorithms", section 9.2.
struct Tracking {
  double stiffness = 100;  ///< K_p: pull towards the trajectory, per inertia [1/s²], at least 0
  double damping = 20;     ///< K_d: against leaving its velocity, per inertia [1/s], at least 0
  std::map<std::string, Trajectory, std::less<>> joints;  ///< of revolute, prismatic and helical
                                                          ///< tree joints
  /// False: τ = K_d (q̇_d − q̇) + K_p (q_d − q), with gains in N·m/rad and N·m·s/rad, or N/m and
  /// N·s/m. For stiff gains use actuators: they are implicit.
  bool feedForward = true;
  /// Largest forces on tracked joints by name [N·m or N]. Larger ones are limited to them.
  std::map<std::string, double, std::less<>> maxForces{};
};

/// Reads {"stiffness", "damping", "joints": {name: …}, "feedForward", "maxForces": {name: …}} where
/// a joint's trajectory is a number to hold or {"center", "velocity", "waves": [{"amplitude",
/// "frequency", "phase"}], "keyframes": [[time, position], …], "period"}. Throws MechanismError.
Tracking trackingFromJson(std::string_view text);

/// Trajectories that joints follow exactly, q(t) = q_d(t), without a limit of force. By name of
/// revolute, prismatic and helical tree joints.
using PrescribedMotions = std::map<std::string, Trajectory, std::less<>>;

/// The motor of a joint with one coordinate. Its force is
///
///   f = clamp(stiffness (position − q) + damping (velocity − q̇), −maxForce, maxForce)
///
/// Without stiffness and damping it keeps q̇ = velocity with forces up to maxForce. Gains too stiff
/// for explicit steps act implicitly. In both cases the bounds are exact.
struct JointMotor {
  double velocity = 0;   ///< [rad/s or m/s]
  double position = 0;   ///< [rad or m]
  double stiffness = 0;  ///< [N·m/rad or N/m], at least 0
  double damping = 0;    ///< [N·m·s/rad or N·s/m], at least 0
  double maxForce = std::numeric_limits<double>::infinity();  ///< [N·m or N], at least 0
};

/// Reads {name: …} where a motion is a number to hold or a trajectory as in trackingFromJson.
/// Throws MechanismError.
PrescribedMotions prescribedMotionsFromJson(std::string_view text);

}  // namespace linkwork
