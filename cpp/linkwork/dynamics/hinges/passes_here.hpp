#pragma once

// All passes over runs of hinges. Included by one file for each instruction set; everything here
// has internal linkage, so that each gets its own.

#include "linkwork/dynamics/hinges/branch_pass.hpp"
#include "linkwork/dynamics/hinges/composite_pass.hpp"
#include "linkwork/dynamics/hinges/derivative_pass.hpp"
#include "linkwork/dynamics/hinges/pose_pass.hpp"
#include "linkwork/dynamics/hinges/recursion_passes_here.hpp"
#include "linkwork/dynamics/hinges/step_pass.hpp"
#include "linkwork/dynamics/hinges/transpose_pass.hpp"

namespace linkwork::hinges {
namespace {

/// The table of passes for one instruction set.
template <typename S>
constexpr Passes<S> passesHere{
    recursionPassesHere<S>,
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
