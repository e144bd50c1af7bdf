#pragma once

#include <span>
#include <string_view>

#include "linkwork/mechanism/joint_functions.hpp"
#include "linkwork/mechanism/json/json_reader.hpp"
#include "linkwork/mechanism/json/json_value.hpp"

/// Joints that are functions in mechanism files, read and written. Defaults are left out.
namespace linkwork::detail {

/// What a joint's `type` is called where the joint is a function.
std::span<const std::string_view> functionTypeNames();

/// The keys that describe these joints.
std::span<const std::string_view> functionKeys();

/// The function of a joint; none where its type has no such name.
JointDescription readJointFunction(const JsonReader& joint);

/// Adds its keys to a joint. Throws MechanismError where the function is one of the program.
void addJointFunction(JsonValue& joint, const JointDescription& description);

}  // namespace linkwork::detail
