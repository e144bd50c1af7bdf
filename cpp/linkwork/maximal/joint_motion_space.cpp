#include "linkwork/maximal/joint_motion_space.hpp"

#include <algorithm>
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
  for (int k = 0; k < constraint.velocities; ++k) wrenches[k] = inWorld(pose, dual.col(k));
}

RowWrench coordinateWrench(const JointConstraint& constraint, const JointPose& pose,
                           double factor) {
  if (!constraint.function) return coordinateWrench(constraint.type, pose, factor);
  RowWrench wrench;
  freeWrenches(constraint, pose, &wrench);
  return {factor * wrench.force, factor * wrench.torque};
}

double coordinateChange(const JointConstraint& constraint, const JointPose& pose,
                        const JointPose& change) {
  if (!constraint.function) return coordinateChange(constraint.type, pose, change);
  return change.coordinates[0] - pose.coordinates[0];
}

/// By Gram and Schmidt on the columns of 1 − S S⁺, the longest first.
MotionColumns normalsOf(const JointConstraint& constraint, const JointPose& pose) {
  const MotionColumns motions = motionsOf(constraint, pose);
  Matrix6<double> left = Matrix6<double>::Identity();
  left -= motions.lazyProduct(dualOf(motions).transpose());
  MotionColumns normals(6, 6 - motions.cols());
  for (Eigen::Index k = 0; k < normals.cols(); ++k) {
    Eigen::Index longest = 0;
    const double square = left.diagonal().maxCoeff(&longest);
    normals.col(k) = left.col(longest) / std::sqrt(square);
    left -= normals.col(k) * normals.col(k).transpose();
  }
  return normals;
}

MotionColumns normalsAt(const JointConstraint& constraint, const JointPose& pose,
                        const MotionColumns& normals) {
  const MotionColumns motions = motionsOf(constraint, pose), dual = dualOf(motions);
  MotionColumns left = normals;
  for (Eigen::Index k = 0; k < motions.cols(); ++k)
    left -= dual.col(k) * motions.col(k).transpose().lazyProduct(normals);
  return left;
}

Vector6<double> openingOf(const JointConstraint& constraint, const JointPose& pose) {
  return se3::log(constraint.function->pose(pose.coordinates.data()).inverse() * pose.relative());
}

RowWrench inWorld(const JointPose& pose, const Vector6<double>& wrench) {
  return {pose.childAxes * wrench.tail<3>(), pose.childAxes * wrench.head<3>()};
}

void readPosition(const JointConstraint& constraint, const JointPose& pose, const double* before,
                  double* q) {
  if (!constraint.function)
    return readPosition(constraint.type, constraint.measure, pose, before, q);
  JointPose found = pose;
  std::copy_n(before, constraint.positions, found.coordinates.begin());
  findCoordinates(constraint, found);
  std::copy_n(found.coordinates.begin(), constraint.positions, q);
}

void findCoordinates(const JointConstraint& constraint, JointPose& pose) {
  constexpr int maximumIterations = 20;
  constexpr double nearlyThere = 1e-10;  // from there on steps end in rounding
  const Transform<double> desired = pose.relative();
  double before = 1;
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
    if (!(largest > 1e-15) || (largest < nearlyThere && largest > 0.5 * before)) return;
    before = largest;
  }
}

}  // namespace linkwork::maximal
