#pragma once

#include <memory>

#include "linkwork/joint.hpp"
#include "linkwork/joint_function.hpp"

/// Joints that are functions: from what a user says of them to what the algorithms run.
namespace linkwork {

/// Throws JointDescriptionError where points, degree and closure do not make a curve.
void requireCurve(const Curve& curve);

/// Throws JointDescriptionError, about `points`, unless the net is rectangular, finite and of a
/// size as said.
void requireNet(const ControlNet& points);

/// The described joint as a function. Throws JointDescriptionError.
std::shared_ptr<const JointFunction> jointFunction(const CurveJoint& joint);
std::shared_ptr<const JointFunction> jointFunction(const SurfaceJoint& joint);
std::shared_ptr<const JointFunction> jointFunction(const SurfaceContactJoint& joint);
std::shared_ptr<const JointFunction> jointFunction(const EulerBallJoint& joint);
std::shared_ptr<const JointFunction> jointFunction(const CustomJoint& joint);

}  // namespace linkwork
