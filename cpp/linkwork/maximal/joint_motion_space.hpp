#pragma once

#include "linkwork/maximal/constraint_graph.hpp"

/// The motions that a tree joint leaves free, by its type or by the function that it is.
namespace linkwork::maximal {

/// S, in the child's joint frame.
MotionColumns motionsOf(const JointConstraint& constraint, const JointPose& pose);

/// Ṡv, in the child's joint frame.
Vector6<double> biasOf(const JointConstraint& constraint, const JointPose& pose, const double* v);

/// The wrenches dual to the joint's velocities, v = W · relative twist: columns of S (SᵀS)⁻¹.
/// Writes as many as it has velocities.
void freeWrenches(const JointConstraint& constraint, const JointPose& pose, RowWrench* wrenches);

/// The coordinates of a general joint whose pose comes nearest, from those that stand in `pose`, by
/// Gauss and Newton: δ = S⁺ log(J⁻¹ pose).
void findCoordinates(const JointConstraint& constraint, JointPose& pose);

}  // namespace linkwork::maximal
