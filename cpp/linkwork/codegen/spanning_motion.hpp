#pragma once

#include "linkwork/codegen/loop_rows.hpp"

namespace linkwork::codegen {

/// The spanning velocities of a cluster by its independent ones: q̇ = G ẏ, q̈ = G ÿ + g.
struct SpanningMotion {
  std::vector<std::vector<Expression>> basis;  ///< G, one row per spanning velocity
  std::vector<Expression> offset;              ///< g
  std::vector<int> independent;                ///< places among the spanning velocities
};

/// The motions of all constrained clusters, with the independent velocities that the recursion
/// chooses at the tree's initial state.
struct SpanningMotions {
  std::vector<SpanningMotion> clusters;  ///< by cluster; empty ones for single bodies
  /// Negative if a pivot of a cluster is less than a part of its initial value: the choice is then
  /// not valid. Constant if no cluster has loops.
  Expression guard = 1;
};

/// Solves K q̈ = k of every cluster for its dependent velocities by elimination. The order of rows
/// and columns keeps most zeros, among pivots that are not small at the initial state.
///
/// in   parameters       values of the inputs that `number` makes, in its order
///      parameterArray   which array these inputs are, or −1
SpanningMotions spanningMotionsOf(const ClusterTree<double>& tree, const std::vector<Expression>& q,
                                  const std::vector<Expression>& v, const Number& number,
                                  const std::vector<double>& parameters, int parameterArray);

/// The same for K δ = −φ, with offsets g that close positions by one Newton correction of the
/// dependent coordinates. Throws as gapsOf does.
SpanningMotions closingMotionsOf(const ClusterTree<double>& tree, const std::vector<Expression>& q,
                                 const Number& number, const std::vector<double>& parameters,
                                 int parameterArray);

}  // namespace linkwork::codegen
