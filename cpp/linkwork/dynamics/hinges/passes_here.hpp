#pragma once

// The table of passes for one instruction set.

#include "linkwork/dynamics/hinges/coupled_hinges.hpp"
#include "linkwork/dynamics/hinges/floating_body.hpp"
#include "linkwork/dynamics/hinges/hinge_recursion.hpp"

namespace linkwork::fast {
namespace {

constexpr Passes passesHere{turnHinges,     outwardBias,   outward<true>,     inward,
                            accelerate,     inwardForces,  outwardFloating,   accelerateFloating,
                            outwardCoupled, inwardCoupled, accelerateCoupled, inwardForcesCoupled};

}  // namespace
}  // namespace linkwork::fast
