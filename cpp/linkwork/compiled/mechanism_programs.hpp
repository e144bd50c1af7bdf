#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "linkwork/symbolic/program.hpp"
#include "linkwork/tree/cluster_tree.hpp"

namespace linkwork {

struct ProgramOptions {
  bool keepParameters = false;  ///< masses, inertias, placements as inputs instead of folded in
};

/// q, v, τ → v̇ of all tree joints, passive forces included; what forwardDynamics computes without
/// wrenches. Its last output is the guard: below 0 where the choice of independent coordinates,
/// made at the tree's initial position, no longer serves.
symbolic::Program forwardDynamicsProgram(const ClusterTree<double>& tree,
                                         const ProgramOptions& options = {});

}  // namespace linkwork
