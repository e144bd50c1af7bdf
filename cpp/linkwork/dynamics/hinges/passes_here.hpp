#pragma once

// The table of passes for one instruction set.

#include "linkwork/dynamics/hinges/coupled_hinges.hpp"
#include "linkwork/dynamics/hinges/floating_body.hpp"
#include "linkwork/dynamics/hinges/hinge_recursion.hpp"
#include "linkwork/dynamics/hinges/pose_pass.hpp"

namespace linkwork::hinges {
namespace {

template <typename S>
constexpr Passes<S> passesHere{turnHinges<S>,      outwardBias<S>,        outward<true, S>,
                               inward<S>,          accelerate<S>,         inwardForces<S>,
                               outwardFloating<S>, accelerateFloating<S>, outwardCoupled<S>,
                               inwardCoupled<S>,   accelerateCoupled<S>,  inwardForcesCoupled<S>,
                               outwardFrames<S>,   projectWrenches<S>,    projectWrench<S>};

}  // namespace
}  // namespace linkwork::hinges
