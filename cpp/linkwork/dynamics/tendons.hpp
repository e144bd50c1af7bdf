#pragma once

#include <vector>

#include "linkwork/dynamics/drives.hpp"
#include "linkwork/dynamics/forces.hpp"
#include "linkwork/jet.hpp"

namespace linkwork {

/// Massless lines with springs, dampers and actuators: straight through points of bodies, or sums
/// of joint coordinates. Of the points x, the length L, and its gradient g by each point:
///
///   L = Σ |x_{i+1} − x_i|      f = −k (L − L₀) − d L̇ + Σ f_actuator      force on x_i: f g_i
///
/// Springs and dampers of a line that only pulls have no force that would lengthen it.
class Tendons {
 public:
  /// Rest lengths that the mechanism does not give are those at its initial state, or with all
  /// joints at zero.
  Tendons(const Mechanism& mechanism, const ClusterTree<double>& tree);

  bool empty() const { return lines_.empty(); }
  int size() const { return static_cast<int>(lines_.size()); }
  /// Whether some of them act on bodies rather than joints.
  bool actOnBodies() const { return actOnBodies_; }
  /// Whether some have springs or dampers on joints.
  bool springJoints() const { return springJoints_; }

  /// Adds all forces to those on joints and bodies, whose wrenches are set if any act on bodies.
  /// After updateJointTransforms at the same q in that case. `tensions` gets Σ f_actuator by line.
  void addForces(const ClusterTree<double>& tree, const Drives& drives, double time,
                 const Eigen::VectorXd& q, const Eigen::VectorXd& v, Workspace<double>& work,
                 AppliedForces<double>& applied, std::vector<double>& tensions) const;
  /// Adds those on bodies alone, with constant forces of actuators; after kinematics with poses.
  void addWrenches(const ClusterTree<DerivativeJet>& tree, const Workspace<DerivativeJet>& work,
                   const std::vector<double>& tensions,
                   std::vector<Vector6<DerivativeJet>>& wrenches) const;

  /// Adds a force of 1 along a line to those on joints and bodies, as `addForces` does.
  void addUnit(int tendon, const ClusterTree<double>& tree, const Eigen::VectorXd& q,
               Workspace<double>& work, AppliedForces<double>& applied) const;

  /// Length and rate of a line.
  struct Motion {
    double length, rate;  ///< [m, rad], [m/s, rad/s]
  };
  /// After kinematics with poses.
  Motion motion(int tendon, const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
                const ConstVectorRef<double>& v, const Workspace<double>& work) const;
  /// Energy of the springs [J], after kinematics with poses.
  double energy(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
                const Workspace<double>& work) const;

 private:
  struct Point {
    int body;               ///< of the tree, or the ground
    Eigen::Vector3d point;  ///< in the mechanism's body frame [m]
  };
  struct Line {
    std::vector<Point> points;
    std::vector<DriveTerm> terms;
    double stiffness, damping, restLength;
    bool onlyPulls;
  };

  template <typename Scalar>
  static Scalar springForce(const Line& line, const Scalar& length, const Scalar& rate);
  template <typename Scalar, typename MotionOf, typename Tension>
  static void addLine(const Line& line, MotionOf motionOf, Tension tension,
                      std::vector<Vector6<Scalar>>& wrenches);

  std::vector<Line> lines_;
  bool actOnBodies_ = false, springJoints_ = false;
};

}  // namespace linkwork
