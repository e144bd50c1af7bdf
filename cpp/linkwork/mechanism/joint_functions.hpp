#pragma once

#include <memory>
#include <string>
#include <vector>

#include "linkwork/joint_function.hpp"
#include "linkwork/mechanism.hpp"

namespace linkwork {

/// Makes the function of a description. Throws JointDescriptionError.
std::shared_ptr<const JointFunction> makeJointFunction(const JointDescription& description);

/// The same for a joint at a path. Throws MechanismError.
std::shared_ptr<const JointFunction> checkedFunction(const std::string& path,
                                                     const JointDescription& description);

/// By joint of a mechanism.
using JointFunctions = std::vector<std::shared_ptr<const JointFunction>>;

/// The functions of a mechanism's joints; null for those that are not of type `general`.
/// Joints with equal descriptions share one. Throws MechanismError.
JointFunctions jointFunctions(const Mechanism& mechanism);

}  // namespace linkwork
