#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "linkwork/joints/any_joint.hpp"

namespace linkwork::test::joints {

/// A joint whose sizes are known at run time only, so that one battery of laws, compiled once,
/// serves every type. Members are those of joint_kinematics.hpp, reached through `withJoint`.
struct AnyJoint {
  JointType type;
  double pitch = 0;  ///< of a helical joint [m/rad]

  std::string name() const;
  int positions() const { return positionSize(type); }
  int velocities() const { return velocitySize(type); }
  /// Whether q has a quaternion, its last four numbers: ⊕ is then no addition.
  bool isGroup() const { return positions() != velocities(); }

  Transform<double> transform(const Eigen::VectorXd& q) const;
  Eigen::MatrixXd motionSubspace(const Eigen::VectorXd& q) const;
  Vector6<double> bias(const Eigen::VectorXd& q, const Eigen::VectorXd& v) const;
  /// T, 6×(6−nv): the wrenches of the rows that the joint keeps (constraint_rows.hpp).
  Eigen::MatrixXd constraintSubspace(const Eigen::VectorXd& q) const;
  Eigen::VectorXd retract(const Eigen::VectorXd& q, const Eigen::VectorXd& delta) const;
  Eigen::VectorXd difference(const Eigen::VectorXd& from, const Eigen::VectorXd& to) const;
  Eigen::VectorXd chartVelocity(const Eigen::VectorXd& delta, const Eigen::VectorXd& v) const;
  Eigen::VectorXd closest(const Transform<double>& pose) const;
};

/// Every type; the helical one right-handed, left-handed and without advance.
std::vector<AnyJoint> everyJoint();

/// Coordinates at which the laws are checked: random ones, zero, tiny and right angles, half turns,
/// several turns, both quaternions of a rotation.
std::vector<Eigen::VectorXd> coordinatesOf(const AnyJoint& joint);

/// Moves and velocities: random ones, unit ones, tiny ones and zero; angles stay below `angle`.
std::vector<Eigen::VectorXd> movesOf(const AnyJoint& joint, double angle);

/// A pose as twelve numbers, [rotation | translation].
using PoseMatrix = Eigen::Matrix<double, 3, 4>;
PoseMatrix matrixOf(const Transform<double>& pose);

/// The child's twist, in its own axes, when its pose changes at this rate: [(Rᵀ Ṙ)^∨; Rᵀ ṗ].
Vector6<double> twistOf(const Transform<double>& pose, const PoseMatrix& rate);

/// f'(0) by central differences over 2h and h and Richardson's extrapolation. With h = 1e-3 the
/// remainder is h⁴ |f⁽⁵⁾|/30, about 3e-12 for speeds up to 2.5; rounding of f adds ε/h, 2e-13 times
/// the size of f.
template <typename Function>
auto derivativeAtZero(const Function& f) {
  const double h = 1e-3;
  const auto central = [&](double step) { return ((f(step) - f(-step)) / (2 * step)).eval(); };
  return ((4 * central(h) - central(2 * h)) / 3).eval();
}

/// Bound on such a derivative of something of the given size: some three times what is said there.
inline double differenceTolerance(double size) { return 1e-11 * (1 + size); }

/// Bound on what is computed directly: some ten roundings of numbers of the given size.
inline double roundingOf(double size) { return 32 * epsilon * (1 + size); }

}  // namespace linkwork::test::joints
