#pragma once

#include <Eigen/Core>

namespace linkwork {

/// Positions and velocities of all tree joints, and the work of external forces.
struct MotionState {
  Eigen::VectorXd q, v;
  double work = 0;  ///< of applied forces, less what damping and friction took [J]
};

}  // namespace linkwork
