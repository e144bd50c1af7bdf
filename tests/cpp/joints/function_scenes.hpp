#pragma once

#include "linkwork/mechanism.hpp"

namespace linkwork::test {

/// A body on a joint that is a function, "function", and a pendulum on a revolute joint below it,
/// "revolute joint".
Mechanism onFunction(const JointDescription& function, const std::vector<double>& q,
                     const std::vector<double>& v);

struct FunctionScene {
  std::string name;
  Mechanism mechanism;
};

/// One of each kind, in motion.
std::vector<FunctionScene> functionScenes();

}  // namespace linkwork::test
