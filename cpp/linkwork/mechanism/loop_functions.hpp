#pragma once

#include "linkwork/mechanism.hpp"

namespace linkwork {

/// Whether a loop is a function.
bool hasLoopFunctions(const Mechanism& mechanism);

/// The same mechanism without loops that are functions. Each becomes a tree joint with a massless
/// body, both with the loop's name and after all others, and a fixed loop between that body and the
/// loop's child,
///
///   E = J(q_l) F,  F = 1        E: pose of the child's joint frame in the parent's
///
/// The state then contains q_l, and every method that supports fixed loops satisfies the loop.
Mechanism withoutLoopFunctions(Mechanism mechanism);

}  // namespace linkwork
