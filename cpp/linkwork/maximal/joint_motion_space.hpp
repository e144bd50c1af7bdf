#pragma once

#include <type_traits>

#include "linkwork/maximal/constraint_graph.hpp"

/// The free motions of a tree joint, by its type or by its function, and the rows of general
/// joints.
namespace linkwork::maximal {

/// S, in the child's joint frame.
template <typename Scalar>
MotionColumnsOf<Scalar> motionsOf(const JointConstraint& constraint,
                                  const JointPoseOf<Scalar>& pose);

/// S (SᵀS)⁻¹. NaN if the columns of S depend on each other.
template <typename Scalar>
MotionColumnsOf<Scalar> dualOf(const MotionColumnsOf<Scalar>& motions);

/// Ṡv, in the child's joint frame.
template <typename Scalar>
Vector6<Scalar> biasOf(const JointConstraint& constraint, const JointPoseOf<Scalar>& pose,
                       const std::type_identity_t<Scalar>* v);

/// The wrenches dual to the joint's velocities, v = W · relative twist: columns of S (SᵀS)⁻¹.
/// Writes nv of them.
template <typename Scalar>
void freeWrenches(const JointConstraint& constraint, const JointPoseOf<Scalar>& pose,
                  RowWrenchOf<Scalar>* wrenches);

/// The gradient of a joint's only coordinate, times a factor, and its change over a step.
template <typename Scalar>
RowWrenchOf<Scalar> coordinateWrench(const JointConstraint& constraint,
                                     const JointPoseOf<Scalar>& pose,
                                     const std::type_identity_t<Scalar>& factor);
double coordinateChange(const JointConstraint& constraint, const JointPose& pose,
                        const JointPose& change);

/// The rows of a general joint with d coordinates: N, 6×(6 − d), wrenches in the child's joint
/// frame that do no work on its motions.
///
///   NᵀS = 0, NᵀN = 1      gap  Nᵀ log(J(q)⁻¹ E)      E: pose of the child's frame in the parent's
///
/// q are the coordinates of the closest pose, S⁺ log(J(q)⁻¹ E) = 0. The gap is 0 if the joint is
/// closed. N + O(gap) is its gradient.
MotionColumns normalsOf(const JointConstraint& constraint, const JointPose& pose);
/// The gradient at this pose of gaps along the normals of another pose: (1 − S S⁺) N.
MotionColumns normalsAt(const JointConstraint& constraint, const JointPose& pose,
                        const MotionColumns& normals);
/// log(J(q)⁻¹ E)
Vector6<double> violationOf(const JointConstraint& constraint, const JointPose& pose);
/// A wrench in the child's joint frame as that of a row.
template <typename Scalar>
RowWrenchOf<Scalar> inWorld(const JointPoseOf<Scalar>& pose,
                            const std::type_identity_t<Vector6<Scalar>>& wrench) {
  return {pose.childAxes * wrench.template tail<3>(), pose.childAxes * wrench.template head<3>()};
}

/// q of a tree joint from its pose, laid out as in the state, next to that `before`.
template <typename Scalar>
void readPosition(const JointConstraint& constraint, const JointPoseOf<Scalar>& pose,
                  const std::type_identity_t<Scalar>* before, std::type_identity_t<Scalar>* q);

/// Finds the coordinates of a general joint whose pose is closest, from the coordinates in `pose`,
/// by the Gauss–Newton method: δ = S⁺ log(J⁻¹ pose).
template <typename Scalar>
void findCoordinates(const JointConstraint& constraint, JointPoseOf<Scalar>& pose);

}  // namespace linkwork::maximal
