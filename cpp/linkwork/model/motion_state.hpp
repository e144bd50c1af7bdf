#pragma once

#include <Eigen/Core>

namespace linkwork {

/// What moves: positions and velocities of all tree joints, and the work done from outside.
struct MotionState {
  Eigen::VectorXd q, v;
  double work = 0;  ///< of applied forces, less what damping and friction took [J]
};

}  // namespace linkwork
