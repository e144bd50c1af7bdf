#pragma once

#include <algorithm>

#include "linkwork/mechanism/mechanism.hpp"

namespace linkwork::test {

/// Whether there are joints that are functions, which methods on maximal coordinates do not know.
inline bool hasGeneralJoints(const Mechanism& mechanism) {
  return std::any_of(mechanism.joints.begin(), mechanism.joints.end(),
                     [](const Joint& joint) { return joint.type == JointType::general; });
}

}  // namespace linkwork::test
