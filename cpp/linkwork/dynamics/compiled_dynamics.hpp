#pragma once

#include <vector>

#include "linkwork/symbolic/program.hpp"

namespace linkwork {

/// Forward dynamics compiled for one tree (forwardDynamicsProgram,
/// compiled/mechanism_programs.hpp). forwardDynamics uses it in place of its own recursion in a
/// workspace that has one, while there are no wrenches and the guard, its last output, is not below
/// 0.
struct CompiledDynamics {
  symbolic::CompiledFunction forward = nullptr;  ///< of q, v, τ and parameters; null: none
  std::vector<double> outputs, scratch;
  std::vector<double> parameters = {};  ///< where the program keeps any
};

}  // namespace linkwork
