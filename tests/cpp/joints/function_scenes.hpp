#pragma once

#include "linkwork/mechanism.hpp"

namespace linkwork::test {

/// Returns a body on a function joint, "function", and a pendulum on a revolute joint below it,
/// "revolute".
Mechanism onFunction(const JointDescription& function, const std::vector<double>& q,
                     const std::vector<double>& v);

struct FunctionScene {
  std::string name;
  Mechanism mechanism;
};

/// Returns one of each kind, in motion.
std::vector<FunctionScene> functionScenes();

}  // namespace linkwork::test
