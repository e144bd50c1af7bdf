#pragma once

#include <vector>

#include "linkwork/dynamics/end_effector.hpp"
#include "linkwork/dynamics/kinematics.hpp"

namespace linkwork {

/// What inverse kinematics asks of a pose.
struct PoseGoals {
  /// Where a frame should be in the world, and how much each metre and radian off it counts.
  struct Goal {
    EndEffector<double> frame;  ///< in world axes
    Transform<double> pose;
    double positionWeight, rotationWeight;
  };
  /// An end of a joint's range: sign · q ≥ sign · bound.
  struct Limit {
    int position, velocity;  ///< entries in q and v
    double sign;             ///< 1 of a lower bound, −1 of an upper one
    double bound;            ///< finite
  };

  std::vector<Goal> goals;
  std::vector<Limit> limits;
  std::vector<int> held;  ///< entries in v of what does not move
  double tolerance;       ///< of the error
  int iterations;         ///< at most
};

/// The pose near q0 that brings frames to their goals, or nearest to them.
///
///   min ½ |e(q)|²      e = [w_p (p* − p); w_r log(R* Rᵀ)]  over all goals
///
/// over poses on the loops, by Levenberg and Marquardt's method over ẏ:
///
///   min |e − J δ|² + λ |D δ|²   over the δ that keep limits to first order,   q ← q ⊕ G δ,
///
/// loops closed and limits restored by the least movement; D grows with J's columns. λ follows how
/// far e falls as predicted (Nielsen). A step that does not lower the error, does not close, leaves
/// its assembly branch or cannot return within limits is taken again with more damping.
///
/// in    q0   near the loops; brought within the limits first
/// cost  O(n + m³) an iteration for m degrees of freedom
/// Source: Nocedal & Wright, "Numerical Optimization", section 10.3; Madsen, Nielsen & Tingleff,
/// "Methods for non-linear least squares problems" (2004).
/// Throws SimulationError where q0 does not come within the limits, or is singular.
InverseKinematicsResult inverseKinematics(const ClusterTree<double>& tree, const PoseGoals& goals,
                                          const ConstVectorRef<double>& q0,
                                          Workspace<double>& work);

}  // namespace linkwork
