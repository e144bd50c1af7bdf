#pragma once

#include <vector>

#include "linkwork/dynamics/end_effector.hpp"
#include "linkwork/dynamics/kinematics.hpp"
#include "linkwork/model/joint_limits.hpp"

namespace linkwork {

/// Goals of inverse kinematics.
struct PoseGoals {
  /// World target of a frame, and the weights of its error per meter and radian.
  struct Goal {
    EndEffector<double> frame;  ///< in world axes
    Transform<double> pose;
    double positionWeight, rotationWeight;
  };
  /// A bound of a joint's range: sign · measure(q) ≥ sign · bound.
  struct Limit {
    JointLimit limit;
    double sign;   ///< 1 of a lower bound, −1 of an upper bound
    double bound;  ///< finite
  };

  std::vector<Goal> goals;
  std::vector<Limit> limits;
  std::vector<int> held;  ///< entries in v of fixed joints
  double tolerance;       ///< of the error
  int iterations;         ///< maximum number of a search
  int searches;           ///< maximum number
};

/// The pose near q0 that minimizes the error of frames relative to their goals,
///
///   min ½ |e(q)|²      e = [w_p (p* − p); w_r log(R* Rᵀ)]  over all goals
///
/// over poses on the loops, by the Levenberg–Marquardt method over ẏ:
///
///   min |e − J δ|² + λ |D δ|²   over the δ that keep limits to first order,   q ← q ⊕ G δ.
///
/// Each step closes loops and restores limits by the least movement; D grows with J's columns. λ
/// follows the ratio of actual to predicted reduction (Nielsen). A step is repeated with more
/// damping if e does not fall, or it violates loops, its assembly branch or limits.
///
/// If a search ends off the goals, the next one begins at a random pose: joints turned to any
/// angle, or anywhere within their limits. The best pose is returned. Random numbers are the same
/// at each call.
///
/// in    q0   near the loops; first moved into the limits
/// cost  O(n + m³) per iteration for m degrees of freedom
/// Source: Nocedal & Wright, "Numerical Optimization", section 10.3; Madsen, Nielsen & Tingleff,
/// "Methods for non-linear least squares problems" (2004).
/// Throws SimulationError if no start can be moved into the limits, or all are singular.
InverseKinematicsResult inverseKinematics(const ClusterTree<double>& tree, const PoseGoals& goals,
                                          const ConstVectorRef<double>& q0,
                                          Workspace<double>& work);

}  // namespace linkwork
