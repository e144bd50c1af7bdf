#pragma once

#include <memory>
#include <string_view>
#include <variant>
#include <vector>

#include "linkwork/joints/curve_joint.hpp"
#include "linkwork/joints/custom_joint.hpp"
#include "linkwork/joints/euler_ball_joint.hpp"
#include "linkwork/joints/surface_contact_joint.hpp"
#include "linkwork/joints/surface_joint.hpp"

/// Joints that are functions: from what a user says of them to what the algorithms run
/// (joint_function.hpp).
namespace linkwork {

struct Mechanism;

/// A function written in C++ (function_joint.hpp). It cannot be written to a file. Equal is the
/// same object.
struct UserFunction {
  std::shared_ptr<const JointFunction> function;

  bool operator==(const UserFunction&) const = default;
};

/// Which function a joint of type `general` is; none of a joint of another type.
using JointDescription = std::variant<std::monostate, CurveJoint, SurfaceJoint, SurfaceContactJoint,
                                      EulerBallJoint, CustomJoint, UserFunction>;

/// The kind's name in mechanism files, "curve"; "function" of one written in C++, which no file
/// has.
std::string_view kindName(const JointDescription& description);

/// How many coordinates the described joint has; 0 where there is none.
int coordinateCount(const JointDescription& description);

/// How many numbers its q has: the coordinates, and the chart where there are several.
int positionCount(const JointDescription& description);

/// The function that a description stands for. Throws JointDescriptionError.
std::shared_ptr<const JointFunction> makeJointFunction(const JointDescription& description);

/// By joint of a mechanism.
using JointFunctions = std::vector<std::shared_ptr<const JointFunction>>;

/// The functions of a mechanism's joints; null for those that are not of type `general`.
/// Joints described alike share one. Throws MechanismError.
JointFunctions jointFunctions(const Mechanism& mechanism);

}  // namespace linkwork
