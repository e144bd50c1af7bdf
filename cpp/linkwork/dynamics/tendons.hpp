#pragma once

#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include "linkwork/dynamics/drives.hpp"
#include "linkwork/dynamics/forces.hpp"
#include "linkwork/jet.hpp"

namespace linkwork {

/// A point on a line over points, in world axes.
template <typename Scalar>
struct PointOnLine {
  Vector3<Scalar> place, velocity;
  Vector3<Scalar> gradient;  ///< of the length
};

/// Length and rate of a line, and gradients of its points. A segment without length has none.
template <typename Scalar>
std::pair<Scalar, Scalar> measureLine(std::span<PointOnLine<Scalar>> points) {
  using std::sqrt;
  Scalar length(0), rate(0);
  for (PointOnLine<Scalar>& point : points) point.gradient.setZero();
  for (std::size_t i = 1; i < points.size(); ++i) {
    const Vector3<Scalar> segment = points[i].place - points[i - 1].place;
    const Scalar squared = segment.squaredNorm();
    if (!(squared > Scalar(0))) continue;
    const Scalar size = sqrt(squared);
    const Vector3<Scalar> direction = segment / size;
    length += size;
    points[i].gradient += direction;
    points[i - 1].gradient -= direction;
  }
  for (const PointOnLine<Scalar>& point : points) rate += point.gradient.dot(point.velocity);
  return {length, rate};
}

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
  double restLength(int tendon) const { return lines_[at(tendon)].restLength; }
  /// Whether some of them act on bodies rather than joints.
  bool actOnBodies() const { return actOnBodies_; }
  /// Whether some have springs or dampers on joints.
  bool springJoints() const { return springJoints_; }

  /// Forces on lines in addition to their springs and dampers.
  struct Loads {
    const Drives& drives;
    double time;
    const std::vector<char>& solved;    ///< actuators and springs left out; empty: none
    const std::vector<double>& limits;  ///< forces of limits, by line; empty: none
  };
  /// Adds all forces to those on joints and bodies, whose wrenches are set if any act on bodies.
  /// After updateJointTransforms at the same q in that case. `tensions` gets those of the loads.
  void addForces(const ClusterTree<double>& tree, const Loads& loads, const Eigen::VectorXd& q,
                 const Eigen::VectorXd& v, Workspace<double>& work, AppliedForces<double>& applied,
                 std::vector<double>& tensions) const;
  /// Adds those on bodies alone, with constant forces of actuators; after kinematics with poses.
  void addWrenches(const ClusterTree<DerivativeJet>& tree, const Workspace<DerivativeJet>& work,
                   const std::vector<double>& tensions,
                   std::vector<Vector6<DerivativeJet>>& wrenches) const;

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
  /// `motionOf(body, point)` returns place and velocity; `tension(length, rate)` the force.
  template <typename Scalar, typename MotionOf, typename Tension>
  static void addLine(const Line& line, MotionOf motionOf, Tension tension,
                      std::vector<Vector6<Scalar>>& wrenches);

  std::vector<Line> lines_;
  bool actOnBodies_ = false, springJoints_ = false;
};

}  // namespace linkwork
