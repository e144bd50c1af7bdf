#include "linkwork/maximal/joint_motion_space.hpp"

#include <array>
#include <cmath>

#include "linkwork/joints/any_joint.hpp"
#include "linkwork/linalg/cholesky.hpp"
#include "linkwork/spatial/se3.hpp"

namespace linkwork::maximal {
namespace {

JointMotion<double> motionAtRest(const JointConstraint& constraint, const JointPose& pose) {
  constexpr std::array<double, maxJointCoordinates> rest{};
  JointMotion<double> motion;
  constraint.function->evaluate(pose.coordinates.data(), rest.data(), motion);
  return motion;
}

/// S (SᵀS)⁻¹.
MotionColumns dualOf(const MotionColumns& motions) {
  using Square = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, 6, 6>;
  Square gram = motions.transpose().lazyProduct(motions);
  if (!choleskyInPlace(gram)) return MotionColumns::Constant(6, motions.cols(), NAN);
  MotionColumns dual = motions;
  divideByLowerTransposed(gram, dual);  // S L⁻ᵀ
  for (Eigen::Index k = dual.cols(); k-- > 0;) {
    dual.col(k) /= gram(k, k);
    for (Eigen::Index j = 0; j < k; ++j) dual.col(j) -= gram(k, j) * dual.col(k);
  }
  return dual;
}

}  // namespace

MotionColumns motionsOf(const JointConstraint& constraint, const JointPose& pose) {
  if (constraint.function) return motionAtRest(constraint, pose).subspace;
  return withJoint(constraint.type, constraint.measure, [&](const auto& joint) -> MotionColumns {
    return joint.motionSubspace(joint.closest(pose.relative()));
  });
}

Vector6<double> biasOf(const JointConstraint& constraint, const JointPose& pose, const double* v) {
  if (constraint.function) {
    JointMotion<double> motion;
    constraint.function->evaluate(pose.coordinates.data(), v, motion);
    return motion.bias;
  }
  return withJoint(constraint.type, constraint.measure,
                   [&]<typename Joint>(const Joint& joint) -> Vector6<double> {
                     return joint.bias(joint.closest(pose.relative()),
                                       Eigen::Map<const typename Joint::Velocity>(v));
                   });
}

void freeWrenches(const JointConstraint& constraint, const JointPose& pose, RowWrench* wrenches) {
  if (!constraint.function)
    return freeWrenches(constraint.type, constraint.measure, pose, wrenches);
  const MotionColumns dual = dualOf(motionsOf(constraint, pose));
  for (int k = 0; k < constraint.velocities; ++k)
    wrenches[k] = {pose.childAxes * dual.col(k).tail<3>(), pose.childAxes * dual.col(k).head<3>()};
}

void findCoordinates(const JointConstraint& constraint, JointPose& pose) {
  constexpr int maximumIterations = 20;
  const Transform<double> desired = pose.relative();
  for (int iteration = 0; iteration < maximumIterations; ++iteration) {
    const JointMotion<double> here = motionAtRest(constraint, pose);
    const Vector6<double> gap = se3::log(here.pose.inverse() * desired);
    const MotionColumns dual = dualOf(here.subspace);
    double largest = 0;
    for (int k = 0; k < constraint.velocities; ++k) {
      const double step = dual.col(k).dot(gap);
      pose.coordinates[at(k)] += step;
      if (!(std::abs(step) <= largest)) largest = std::abs(step);
    }
    if (!(largest > 1e-15)) return;
  }
}

}  // namespace linkwork::maximal
