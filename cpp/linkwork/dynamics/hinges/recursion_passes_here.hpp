#pragma once

// The passes of forward and inverse dynamics over runs of hinges. Included by one file for each
// instruction set; everything here has internal linkage, so that each gets its own.
//
// Forward dynamics is the articulated-body algorithm with the accelerations split in two: outward,
// those at q̈ = 0, and the forces N, F that they ask for; inward, inertias and forces; outward
// again, only the increments that q̈ adds. Inverse dynamics is the first pass with q̈ given, and
// forces inward. What a formed rotation matrix would cost is saved by turning about z and x in
// turn.

#include "linkwork/dynamics/hinges/coupled_hinges.hpp"
#include "linkwork/dynamics/hinges/floating_body.hpp"
#include "linkwork/dynamics/hinges/increment_pass.hpp"
#include "linkwork/dynamics/hinges/inward_pass.hpp"
#include "linkwork/dynamics/hinges/outward_pass.hpp"

namespace linkwork::hinges {
namespace {

template <typename S>
constexpr RecursionPasses<S> recursionPassesHere{
    turnHinges<S>,     outwardBias<S>,   outward<true, S>,     inward<S>,
    accelerate<S>,     inwardForces<S>,  outwardFloating<S>,   accelerateFloating<S>,
    outwardCoupled<S>, inwardCoupled<S>, accelerateCoupled<S>, inwardForcesCoupled<S>};

}  // namespace
}  // namespace linkwork::hinges
