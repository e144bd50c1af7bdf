#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "linkwork/joints/any_joint.hpp"

namespace linkwork::test::joints {

/// A joint with sizes known at run time only. The laws are compiled once for all joint types.
/// Members are those of joint_kinematics.hpp, called through `withJoint`.
struct AnyJoint {
  JointType type;
  double pitch = 0;  ///< of a helical joint [m/rad]

  std::string name() const;
  int positions() const { return positionSize(type); }
  int velocities() const { return velocitySize(type); }
  /// Whether q has a quaternion, its last four numbers. If it has, ⊕ is not an addition.
  bool isGroup() const { return positions() != velocities(); }

  Transform<double> transform(const Eigen::VectorXd& q) const;
  Eigen::MatrixXd motionSubspace(const Eigen::VectorXd& q) const;
  Vector6<double> bias(const Eigen::VectorXd& q, const Eigen::VectorXd& v) const;
  /// Returns T, 6×(6−nv): the wrenches of the joint's constraint rows (constraints/rows.hpp).
  Eigen::MatrixXd constraintSubspace(const Eigen::VectorXd& q) const;
  Eigen::VectorXd retract(const Eigen::VectorXd& q, const Eigen::VectorXd& delta) const;
  Eigen::VectorXd difference(const Eigen::VectorXd& from, const Eigen::VectorXd& to) const;
  Eigen::VectorXd chartVelocity(const Eigen::VectorXd& delta, const Eigen::VectorXd& v) const;
  Eigen::VectorXd closest(const Transform<double>& pose) const;
};

/// Returns every type. The helical joint is right-handed, left-handed or without advance.
std::vector<AnyJoint> everyJoint();

/// Returns coordinates at which the laws are checked: random ones, zero, tiny and right angles,
/// half turns, several turns, and both quaternions of a rotation.
std::vector<Eigen::VectorXd> coordinatesOf(const AnyJoint& joint);

/// Returns displacements and velocities: random, unit, tiny and zero. Angles are below `angle`.
std::vector<Eigen::VectorXd> movesOf(const AnyJoint& joint, double angle);

/// A pose as twelve numbers, [rotation | translation].
using PoseMatrix = Eigen::Matrix<double, 3, 4>;
PoseMatrix matrixOf(const Transform<double>& pose);

/// Returns the child's twist, in its own axes, from the rate of its pose: [(Rᵀ Ṙ)^∨; Rᵀ ṗ].
Vector6<double> twistOf(const Transform<double>& pose, const PoseMatrix& rate);

/// Returns f'(0) by central differences over 2h and h with Richardson extrapolation. With h = 1e-3
/// the remainder is h⁴ |f⁽⁵⁾|/30, about 3e-12 for speeds up to 2.5. Rounding adds ε/h, 2e-13 times
/// the size of f.
template <typename Function>
auto derivativeAtZero(const Function& f) {
  const double h = 1e-3;
  const auto central = [&](double step) { return ((f(step) - f(-step)) / (2 * step)).eval(); };
  return ((4 * central(h) - central(2 * h)) / 3).eval();
}

/// Tolerance of such a derivative for a value of the given size: about three times that error.
inline double differenceTolerance(double size) { return 1e-11 * (1 + size); }

/// Tolerance of direct computations: about ten rounding errors of numbers of the given size.
inline double roundingOf(double size) { return 32 * epsilon * (1 + size); }

}  // namespace linkwork::test::joints
