#include "joints/sized_at_run_time.hpp"

#include <numbers>

#include "linkwork/constraints/rows.hpp"
#include "spatial/arguments.hpp"

namespace linkwork::test::joints {
namespace {

using Eigen::VectorXd;
using spatial::uniform;

VectorXd randomVector(int size, std::mt19937_64& random) {
  return VectorXd::NullaryExpr(size, [&] { return uniform(random); });
}

/// Appends each quaternion and its negative to a position: the coordinates of ball and free joints.
std::vector<VectorXd> onGroup(const AnyJoint& joint, std::mt19937_64& random) {
  std::vector<Eigen::Vector4d> quaternions;
  for (int i = 0; i < 4; ++i) quaternions.emplace_back(Eigen::Vector4d::Unit(i));
  const double near = 1e-9;  // distance from the identity and from a half turn
  quaternions.push_back(Eigen::Vector4d(near, 0, 0, 1).normalized());
  quaternions.push_back(Eigen::Vector4d(0.6, 0.8, 0, near).normalized());
  for (int i = 0; i < 10; ++i) quaternions.push_back(spatial::randomMatrix<4>(random).normalized());

  std::vector<VectorXd> result;
  for (const Eigen::Vector4d& quaternion : quaternions)
    for (const double sign : {1.0, -1.0}) {
      VectorXd q(joint.positions());
      q << 3 * randomVector(joint.positions() - 4, random), sign * quaternion;
      result.push_back(q);
    }
  return result;
}

std::vector<VectorXd> onLine(const AnyJoint& joint, std::mt19937_64& random) {
  using std::numbers::pi;
  const int size = joint.positions();
  std::vector<VectorXd> result;
  for (const double angle : {0.0, 1e-9, pi / 2, -pi / 2, pi, -pi, 2 * pi, 20.0, -50.0}) {
    result.push_back(VectorXd::Constant(size, angle));
    VectorXd last = randomVector(size, random);
    last.tail(std::min(size, 1)).setConstant(angle);
    result.push_back(last);
  }
  for (int i = 0; i < 10; ++i) result.push_back(3 * randomVector(size, random));
  return result;
}

}  // namespace

std::string AnyJoint::name() const {
  return std::string(linkwork::name(type)) + (pitch == 0 ? "" : " " + std::to_string(pitch));
}

Transform<double> AnyJoint::transform(const VectorXd& q) const {
  return withJoint(type, pitch, [&]<typename Joint>(const Joint& joint) {
    return joint.transform(typename Joint::Position(q));
  });
}

Eigen::MatrixXd AnyJoint::motionSubspace(const VectorXd& q) const {
  return withJoint(type, pitch, [&]<typename Joint>(const Joint& joint) {
    return Eigen::MatrixXd(joint.motionSubspace(typename Joint::Position(q)));
  });
}

Vector6<double> AnyJoint::bias(const VectorXd& q, const VectorXd& v) const {
  return withJoint(type, pitch, [&]<typename Joint>(const Joint& joint) {
    return joint.bias(typename Joint::Position(q), typename Joint::Velocity(v));
  });
}

Eigen::MatrixXd AnyJoint::constraintSubspace(const VectorXd& q) const {
  const JointVectors<double> x =
      closedVectors<double>(type, pitch, transform(q), Eigen::Matrix3d::Identity());
  Eigen::MatrixXd wrenches(6, 0);
  for (const RowRule<double>& rule : rulesOf(type, pitch)) {
    wrenches.conservativeResize(6, wrenches.cols() + 1);
    wrenches.rightCols<1>() = rule.wrench(x).vector();
  }
  return wrenches;
}

VectorXd AnyJoint::retract(const VectorXd& q, const VectorXd& delta) const {
  return withJoint(type, pitch, [&]<typename Joint>(const Joint& joint) {
    return VectorXd(joint.retract(typename Joint::Position(q), typename Joint::Velocity(delta)));
  });
}

VectorXd AnyJoint::difference(const VectorXd& from, const VectorXd& to) const {
  return withJoint(type, pitch, [&]<typename Joint>(const Joint& joint) {
    return VectorXd(joint.difference(typename Joint::Position(from), typename Joint::Position(to)));
  });
}

VectorXd AnyJoint::chartVelocity(const VectorXd& delta, const VectorXd& v) const {
  return withJoint(type, pitch, [&]<typename Joint>(const Joint& joint) {
    return VectorXd(
        joint.chartVelocity(typename Joint::Velocity(delta), typename Joint::Velocity(v)));
  });
}

VectorXd AnyJoint::closest(const Transform<double>& pose) const {
  return withJoint(type, pitch, [&]<typename Joint>(const Joint& joint) {
    return VectorXd(joint.closest(pose));
  });
}

std::vector<AnyJoint> everyJoint() {
  std::vector<AnyJoint> joints;
  for (const JointType type : allJointTypes) joints.push_back({type});
  joints.push_back({JointType::helical, 0.3});
  joints.push_back({JointType::helical, -0.02});
  return joints;
}

std::vector<VectorXd> coordinatesOf(const AnyJoint& joint) {
  std::mt19937_64 random(7);
  if (joint.positions() == 0) return {VectorXd(0)};
  return joint.isGroup() ? onGroup(joint, random) : onLine(joint, random);
}

std::vector<VectorXd> movesOf(const AnyJoint& joint, double angle) {
  std::mt19937_64 random(8);
  const int size = joint.velocities();
  std::vector<VectorXd> moves{VectorXd::Zero(size)};
  for (int i = 0; i < size; ++i) moves.push_back(VectorXd::Unit(size, i));
  for (const double length : {1e-160, 1e-9, 1e-3, 0.5, 1.0})
    for (int i = 0; i < 3; ++i) {
      VectorXd move = randomVector(size, random);
      if (size > 0) move *= length * angle / std::max(0.1, move.head(std::min(size, 3)).norm());
      moves.push_back(move);
    }
  return moves;
}

PoseMatrix matrixOf(const Transform<double>& pose) {
  return (PoseMatrix() << pose.rotation, pose.translation).finished();
}

Vector6<double> twistOf(const Transform<double>& pose, const PoseMatrix& rate) {
  const Matrix3<double> spin = pose.rotation.transpose() * rate.leftCols<3>();
  Vector6<double> twist;
  twist << spin(2, 1) - spin(1, 2), spin(0, 2) - spin(2, 0), spin(1, 0) - spin(0, 1),
      2 * pose.rotation.transpose() * rate.col(3);
  return twist / 2;
}

}  // namespace linkwork::test::joints
