#pragma once

// The passes of forward and inverse dynamics over runs of hinges. Included by one file for each
// instruction set; everything here has internal linkage, so that each gets its own.
//
// Forward dynamics is the articulated-body algorithm with the accelerations split in two: outward,
// those at q̈ = 0, and the forces N, F that they ask for; inward, inertias and forces; outward
// again, only the increments that q̈ adds. Inverse dynamics is the first pass with q̈ given, and
// forces inward. What a formed rotation matrix would cost is saved by turning about z and x in
// turn.

#include "linkwork/dynamics/hinges/branch_pass.hpp"
#include "linkwork/dynamics/hinges/composite_pass.hpp"
#include "linkwork/dynamics/hinges/coupled_hinges.hpp"
#include "linkwork/dynamics/hinges/derivative_pass.hpp"
#include "linkwork/dynamics/hinges/floating_body.hpp"
#include "linkwork/dynamics/hinges/increment_pass.hpp"
#include "linkwork/dynamics/hinges/inward_pass.hpp"
#include "linkwork/dynamics/hinges/outward_pass.hpp"
#include "linkwork/dynamics/hinges/pose_pass.hpp"
#include "linkwork/dynamics/hinges/step_pass.hpp"
#include "linkwork/dynamics/hinges/transpose_pass.hpp"

namespace linkwork::hinges {
namespace {

/// The table of passes for one instruction set.
template <typename S>
constexpr Passes<S> passesHere{
    turnHinges<S>,
    outwardBias<S>,
    outward<true, S>,
    inward<S>,
    accelerate<S>,
    inwardForces<S>,
    outwardFloating<S>,
    accelerateFloating<S>,
    outwardCoupled<S>,
    inwardCoupled<S>,
    accelerateCoupled<S>,
    inwardForcesCoupled<S>,
    outwardFrames<S>,
    projectWrenches<S>,
    projectWrench<S>,
    carryPoint<S>,
    projectForce<S>,
    outwardAxes<S>,
    {inwardComposites<S, WholeColumns<S>>, floatingComposite<S, WholeColumns<S>>},
    {inwardComposites<S, BranchColumns<S>>, floatingComposite<S, BranchColumns<S>>},
    {inwardComposites<S, HandedColumns<S>>, floatingComposite<S, HandedColumns<S>>},
    mirror<S>,
    outwardDerivatives<S>,
    inwardDerivatives<S>,
    crossCarriers<S>,
    factorBranches<S>,
    solveBranches<S>,
    negateTransposed<S>};

}  // namespace
}  // namespace linkwork::hinges
