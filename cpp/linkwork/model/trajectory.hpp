#pragma once

#include <string>
#include <vector>

#include "linkwork/tracking.hpp"

namespace linkwork {

/// Desired position, velocity and acceleration of a coordinate.
struct TrajectoryPoint {
  double position = 0;      ///< q_d [rad or m]
  double velocity = 0;      ///< q̇_d
  double acceleration = 0;  ///< q̈_d
};

/// Second derivatives of the cubic spline through points at these points. `repeats`: the last point
/// is the first; else the slopes at both ends are zero.
std::vector<double> splineSecondDerivatives(const std::vector<Keyframe>& points, bool repeats);

/// A trajectory, prepared for evaluation. The argument must be valid (finite, as described there).
class TrajectoryCurve {
 public:
  /// @param path  names it in errors
  explicit TrajectoryCurve(Trajectory trajectory, std::string path = "trajectory");

  /// At a time [s]; no allocation. Throws SimulationError if its function is not finite.
  TrajectoryPoint at(double time) const;

 private:
  TrajectoryPoint onSpline(double time) const;
  TrajectoryPoint onFunction(double time) const;

  Trajectory trajectory_;
  std::string path_;
  std::vector<double> secondDerivatives_;  ///< of the spline at its knots
};

}  // namespace linkwork
