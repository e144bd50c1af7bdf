#pragma once

#include "linkwork/joint_function.hpp"
#include "linkwork/joints/joint_kinematics.hpp"

namespace linkwork {

/// A joint that is a function of its coordinates (joint_function.hpp), with the members of the
/// other joints that a joint of a tree needs, and sizes known at run time. q = the coordinates,
/// then the number of the chart where there are several; v = q̇; q ⊕ δ adds to the coordinates and
/// keeps the chart.
template <typename Scalar>
class GeneralJoint {
 public:
  static constexpr int positionSize = Eigen::Dynamic;
  static constexpr int velocitySize = Eigen::Dynamic;
  using Position =
      Eigen::Matrix<Scalar, Eigen::Dynamic, 1, Eigen::ColMajor, maxJointCoordinates + 1, 1>;
  using Velocity =
      Eigen::Matrix<Scalar, Eigen::Dynamic, 1, Eigen::ColMajor, maxJointCoordinates, 1>;
  using MotionSubspace = FunctionSubspace<Scalar>;

  explicit GeneralJoint(const JointFunction& function) : function_(&function) {}

  Transform<Scalar> transform(const Position& q) const { return function_->pose(q.data()); }
  MotionSubspace motionSubspace(const Position& q) const {
    return motion(q, Velocity::Zero(function_->coordinates())).subspace;
  }
  Vector6<Scalar> bias(const Position& q, const Velocity& v) const { return motion(q, v).bias; }
  /// All three at once.
  JointMotion<Scalar> motion(const Position& q, const Velocity& v) const {
    JointMotion<Scalar> motion;
    function_->evaluate(q.data(), v.data(), motion);
    return motion;
  }

  static Position retract(const Position& q, const Velocity& delta) {
    Position moved = q;
    moved.head(delta.size()) += delta;
    return moved;
  }
  /// Both in one chart.
  Velocity difference(const Position& from, const Position& to) const {
    const int size = function_->coordinates();
    return to.head(size) - from.head(size);
  }
  static Velocity chartVelocity(const Velocity&, const Velocity& v) { return v; }
  static Velocity chartForce(const Velocity&, const Velocity& force) { return force; }

 private:
  const JointFunction* function_;
};

/// Pose, S and Ṡ v of a joint of any other type.
template <typename Joint>
struct EvaluatedJoint {
  using Scalar = typename Joint::MotionSubspace::Scalar;
  Transform<Scalar> pose;
  typename Joint::MotionSubspace subspace;
  Vector6<Scalar> bias;
};

template <typename Joint>
EvaluatedJoint<Joint> evaluate(const Joint& joint, const typename Joint::Position& q,
                               const typename Joint::Velocity& v) {
  return {joint.transform(q), joint.motionSubspace(q), joint.bias(q, v)};
}
template <typename Scalar>
JointMotion<Scalar> evaluate(const GeneralJoint<Scalar>& joint,
                             const typename GeneralJoint<Scalar>::Position& q,
                             const typename GeneralJoint<Scalar>::Velocity& v) {
  return joint.motion(q, v);
}

}  // namespace linkwork
