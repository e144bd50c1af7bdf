#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "linkwork/model/cluster_tree.hpp"
#include "linkwork/symbolic/program.hpp"

namespace linkwork {

struct ProgramOptions {
  /// Masses, inertias and placements as a last input array, `parameters`, instead of folded in.
  /// What is zero or one stays so. The array's `values` are the tree's own.
  bool keepParameters = false;
};

// Every program's last output is the guard: below 0 where the choice of independent coordinates,
// made at the tree's initial position, no longer serves. General joints are differentiated
// symbolically, in all of their charts.

/// q, v, τ → v̇ of all tree joints, passive forces included; what forwardDynamics computes without
/// wrenches.
symbolic::Program forwardDynamicsProgram(const ClusterTree<double>& tree,
                                         const ProgramOptions& options = {});

/// q, v, v̇ → generalised forces on the independent joints, zero on the others, that produce v̇
/// besides the passive ones; what inverseDynamics computes. Of v̇ only independent entries are read.
symbolic::Program inverseDynamicsProgram(const ClusterTree<double>& tree,
                                         const ProgramOptions& options = {});

/// q → H over ẏ, column by column, as massMatrix; its last output is the guard.
symbolic::Program massMatrixProgram(const ClusterTree<double>& tree,
                                    const ProgramOptions& options = {});

/// q, v, τ, h (an array of one) → q and v after a step h of semi-implicit Euler,
///
///   v' = v + h v̇      q' = q ⊕ h v'
///
/// loops not closed.
symbolic::Program stepProgram(const ClusterTree<double>& tree, const ProgramOptions& options = {});

}  // namespace linkwork
