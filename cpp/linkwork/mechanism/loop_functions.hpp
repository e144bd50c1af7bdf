#pragma once

#include "linkwork/mechanism.hpp"

namespace linkwork {

/// Whether a loop is a function.
bool hasLoopFunctions(const Mechanism& mechanism);

/// The same mechanism without loops that are functions: each becomes a joint of the tree that
/// carries a body without mass, both with the loop's name and after all others, and a fixed loop
/// between that body and the loop's child in its place,
///
///   E = J(q_l) F,  F = 1        E: pose of the child's joint frame in the parent's
///
/// so that q_l stands in the state, and every method that keeps fixed loops keeps it.
Mechanism withoutLoopFunctions(Mechanism mechanism);

}  // namespace linkwork
