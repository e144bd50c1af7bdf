#include "linkwork/maximal/joint_motion_space.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "linkwork/jet.hpp"
#include "linkwork/joints/any_joint.hpp"
#include "linkwork/linalg/factorizations.hpp"
#include "linkwork/spatial/se3.hpp"

namespace linkwork::maximal {
namespace {

template <typename Scalar>
JointMotion<Scalar> motionAtRest(const JointConstraint& constraint,
                                 const JointPoseOf<Scalar>& pose) {
  constexpr std::array<Scalar, maxJointCoordinates> rest{};
  JointMotion<Scalar> motion;
  constraint.function->evaluate(pose.coordinates.data(), rest.data(), motion);
  return motion;
}

/// The magnitude of a number, or the largest one in a jet.
double sizeOf(double x) { return std::abs(x); }
double sizeOf(const DerivativeJet& x) {
  double size = std::abs(x.value);
  for (const double partial : x.partials) size = std::max(size, std::abs(partial));
  return size;
}

}  // namespace

template <typename Scalar>
MotionColumnsOf<Scalar> dualOf(const MotionColumnsOf<Scalar>& motions) {
  using Square = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, 6, 6>;
  Square gram = motions.transpose().lazyProduct(motions);
  if (!choleskyInPlace(gram))
    return MotionColumnsOf<Scalar>::Constant(6, motions.cols(), Scalar(NAN));
  MotionColumnsOf<Scalar> dual = motions;
  divideByLowerTransposed(gram, dual);  // S L⁻ᵀ
  for (Eigen::Index k = dual.cols(); k-- > 0;) {
    dual.col(k) /= gram(k, k);
    for (Eigen::Index j = 0; j < k; ++j) dual.col(j) -= gram(k, j) * dual.col(k);
  }
  return dual;
}

template <typename Scalar>
MotionColumnsOf<Scalar> motionsOf(const JointConstraint& constraint,
                                  const JointPoseOf<Scalar>& pose) {
  if (constraint.function) return motionAtRest(constraint, pose).subspace;
  return withJoint(constraint.type, Scalar(constraint.measure),
                   [&](const auto& joint) -> MotionColumnsOf<Scalar> {
                     return joint.motionSubspace(joint.closest(pose.relative()));
                   });
}

template <typename Scalar>
Vector6<Scalar> biasOf(const JointConstraint& constraint, const JointPoseOf<Scalar>& pose,
                       const std::type_identity_t<Scalar>* v) {
  if (constraint.function) {
    JointMotion<Scalar> motion;
    constraint.function->evaluate(pose.coordinates.data(), v, motion);
    return motion.bias;
  }
  return withJoint(constraint.type, Scalar(constraint.measure),
                   [&]<typename Joint>(const Joint& joint) -> Vector6<Scalar> {
                     return joint.bias(joint.closest(pose.relative()),
                                       Eigen::Map<const typename Joint::Velocity>(v));
                   });
}

template <typename Scalar>
void freeWrenches(const JointConstraint& constraint, const JointPoseOf<Scalar>& pose,
                  RowWrenchOf<Scalar>* wrenches) {
  if (!constraint.function)
    return freeWrenches(constraint.type, constraint.measure, pose, wrenches);
  const MotionColumnsOf<Scalar> dual = dualOf(motionsOf(constraint, pose));
  for (int k = 0; k < constraint.velocities; ++k) wrenches[k] = inWorld(pose, dual.col(k));
}

template <typename Scalar>
RowWrenchOf<Scalar> coordinateWrench(const JointConstraint& constraint,
                                     const JointPoseOf<Scalar>& pose,
                                     const std::type_identity_t<Scalar>& factor) {
  if (!constraint.function) return coordinateWrench(constraint.type, pose, factor);
  RowWrenchOf<Scalar> wrench;
  freeWrenches(constraint, pose, &wrench);
  return {factor * wrench.force, factor * wrench.torque};
}

double coordinateChange(const JointConstraint& constraint, const JointPose& pose,
                        const JointPose& change) {
  if (!constraint.function) return coordinateChange(constraint.type, pose, change);
  return change.coordinates[0] - pose.coordinates[0];
}

/// By the Gram–Schmidt method on the columns of 1 − S S⁺, longest first.
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

Vector6<double> violationOf(const JointConstraint& constraint, const JointPose& pose) {
  return se3::log(constraint.function->pose(pose.coordinates.data()).inverse() * pose.relative());
}

template <typename Scalar>
void readPosition(const JointConstraint& constraint, const JointPoseOf<Scalar>& pose,
                  const std::type_identity_t<Scalar>* before, std::type_identity_t<Scalar>* q) {
  if (!constraint.function)
    return readPosition(constraint.type, constraint.measure, pose, before, q);
  JointPoseOf<Scalar> found = pose;
  std::copy_n(before, constraint.positions, found.coordinates.begin());
  findCoordinates(constraint, found);
  std::copy_n(found.coordinates.begin(), constraint.positions, q);
}

template <typename Scalar>
void findCoordinates(const JointConstraint& constraint, JointPoseOf<Scalar>& pose) {
  constexpr int maximumIterations = 20;
  constexpr double nearlyThere = 1e-10;  // steps are then close to rounding errors
  const Transform<Scalar> desired = pose.relative();
  double before = 1;
  for (int iteration = 0; iteration < maximumIterations; ++iteration) {
    const JointMotion<Scalar> here = motionAtRest(constraint, pose);
    const Vector6<Scalar> gap = se3::log(here.pose.inverse() * desired);
    const MotionColumnsOf<Scalar> dual = dualOf<Scalar>(here.subspace);
    double largest = 0;
    for (int k = 0; k < constraint.velocities; ++k) {
      const Scalar step = dual.col(k).dot(gap);
      pose.coordinates[at(k)] += step;
      if (!(sizeOf(step) <= largest)) largest = sizeOf(step);
    }
    if (!(largest > 1e-15) || (largest < nearlyThere && largest > 0.5 * before)) return;
    before = largest;
  }
}

template MotionColumns dualOf(const MotionColumns&);
template MotionColumns motionsOf(const JointConstraint&, const JointPose&);
template Vector6<double> biasOf(const JointConstraint&, const JointPose&, const double*);
template void freeWrenches(const JointConstraint&, const JointPose&, RowWrench*);
template RowWrench coordinateWrench(const JointConstraint&, const JointPose&, const double&);
template void readPosition(const JointConstraint&, const JointPose&, const double*, double*);
template void findCoordinates(const JointConstraint&, JointPose&);

using JetPose = JointPoseOf<DerivativeJet>;
template MotionColumnsOf<DerivativeJet> motionsOf(const JointConstraint&, const JetPose&);
template MotionColumnsOf<DerivativeJet> dualOf(const MotionColumnsOf<DerivativeJet>&);
template Vector6<DerivativeJet> biasOf(const JointConstraint&, const JetPose&,
                                       const DerivativeJet*);
template void freeWrenches(const JointConstraint&, const JetPose&, RowWrenchOf<DerivativeJet>*);
template RowWrenchOf<DerivativeJet> coordinateWrench(const JointConstraint&, const JetPose&,
                                                     const DerivativeJet&);
template void readPosition(const JointConstraint&, const JetPose&, const DerivativeJet*,
                           DerivativeJet*);
template void findCoordinates(const JointConstraint&, JetPose&);

}  // namespace linkwork::maximal
