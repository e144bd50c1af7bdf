#pragma once

#include <vector>

namespace linkwork {

/// Where a coordinate should be, how fast, and how it should speed up.
struct TrajectoryPoint {
  double position = 0;      ///< q_d [rad or m]
  double velocity = 0;      ///< q̇_d
  double acceleration = 0;  ///< q̈_d
};

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

/// The wished course of one coordinate, a value:
///
///   q_d(t) = center + Σ waves + the curve through the keyframes
///
/// The curve is the cubic spline with continuous acceleration. With a period it repeats; without
/// one it starts from rest at the first keyframe and ends at rest at the last.
struct Trajectory {
  double center = 0;  ///< [rad or m]
  std::vector<Wave> waves;
  std::vector<Keyframe> keyframes;  ///< none or two and more, their times rising
  double period = 0;  ///< of the keyframes [s]; 0: none, else longer than from first to last

  bool operator==(const Trajectory&) const = default;
};

/// A trajectory made ready to be followed. The argument must be valid (finite, as described above).
class TrajectoryCurve {
 public:
  explicit TrajectoryCurve(Trajectory trajectory);

  /// At a time [s]; no allocation.
  TrajectoryPoint at(double time) const;

 private:
  TrajectoryPoint onSpline(double time) const;

  Trajectory course_;
  std::vector<double> bends_;  ///< second derivative of the spline at its knots
};

}  // namespace linkwork
