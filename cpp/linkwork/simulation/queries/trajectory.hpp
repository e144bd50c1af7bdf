#pragma once

#include "linkwork/tracking.hpp"

namespace linkwork {

/// Where a coordinate should be, how fast, and how it should speed up.
struct TrajectoryPoint {
  double position = 0;      ///< q_d [rad or m]
  double velocity = 0;      ///< q̇_d
  double acceleration = 0;  ///< q̈_d
};

/// A trajectory made ready to be followed. The argument must be valid (finite, as described there).
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
