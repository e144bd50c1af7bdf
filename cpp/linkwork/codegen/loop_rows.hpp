#pragma once

#include "linkwork/codegen/joint_moves.hpp"

namespace linkwork::codegen {

/// One row of K q̈ = k of a cluster, by its spanning velocities.
struct ConstraintRow {
  std::vector<Expression> coefficients;  ///< K
  Expression rightSide;                  ///< k
};

/// The rows of a cluster's loops and couplings. Every loop joint is said by products of vectors
/// that stay constant: a pin keeps its points together and its axis square to two axes of the other
/// body, a rod the length of the vector between its ends. For vectors a and b of two bodies
///
///   a · b = constant      (∂a · b + a · ∂b) q̈ = −(ä · b + 2 ȧ · ḃ + a · b̈)  with ä, b̈ at q̈ = 0
///
/// in the axes in which the cluster's first joint stands on its carrier, so that planar loops are
/// planar: what a plane leaves out is zero and folds away.
std::vector<ConstraintRow> rowsOf(const ClusterTree<double>& tree, const Cluster<double>& cluster,
                                  const std::vector<Expression>& q,
                                  const std::vector<Expression>& v, const Number& number);

}  // namespace linkwork::codegen
