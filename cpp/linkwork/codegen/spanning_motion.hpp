#pragma once

#include "linkwork/codegen/loop_rows.hpp"

namespace linkwork::codegen {

/// How the spanning velocities of a cluster follow its independent ones: q̇ = G ẏ, q̈ = G ÿ + g.
struct SpanningMotion {
  std::vector<std::vector<Expression>> basis;  ///< G, a row a spanning velocity
  std::vector<Expression> offset;              ///< g
  std::vector<int> independent;                ///< places among the spanning velocities
};

/// The motions of all constrained clusters, with one choice of independent velocities: that which
/// the recursion makes at the tree's initial state.
struct SpanningMotions {
  std::vector<SpanningMotion> clusters;  ///< by cluster; empty ones for single bodies
  /// Below 0 where a pivot of some cluster is less than a part of what it was: the choice no longer
  /// serves. Constant where no cluster has loops.
  Expression guard = 1;
};

/// Solves K q̈ = k of every cluster for its dependent velocities by elimination. Rows and columns
/// are taken in an order that leaves most zeros among those whose pivot, at the initial state, is
/// not small.
///
/// in   parameters       values of the inputs that `number` makes, in its order
///      parameterArray   which array these inputs are, or −1
SpanningMotions spanningMotionsOf(const ClusterTree<double>& tree, const std::vector<Expression>& q,
                                  const std::vector<Expression>& v, const Number& number,
                                  const std::vector<double>& parameters, int parameterArray);

/// The same of K δ = −φ, for offsets g that close positions by one correction of Newton's on the
/// dependent coordinates. Throws as gapsOf does.
SpanningMotions closingMotionsOf(const ClusterTree<double>& tree, const std::vector<Expression>& q,
                                 const Number& number, const std::vector<double>& parameters,
                                 int parameterArray);

}  // namespace linkwork::codegen
