#pragma once

#include "linkwork/codegen/elementary_transforms.hpp"

namespace linkwork::codegen {

/// One row of K q̈ = k of a cluster, by its spanning velocities.
struct ConstraintRow {
  std::vector<Expression> coefficients;  ///< K
  Expression rightSide;                  ///< k
};

/// The rows of a cluster's loops (those of constraints/rows.hpp) and of its couplings, in the axes
/// of the cluster's first joint on its parent. Planar loops are then planar in these axes:
/// out-of-plane components are zero and fold away.
std::vector<ConstraintRow> rowsOf(const ClusterTree<double>& tree, const Cluster<double>& cluster,
                                  const std::vector<Expression>& q,
                                  const std::vector<Expression>& v, const Number& number);

/// The constraint violation of these rows at q, in the same order. Throws MechanismError for a loop
/// closed by a helical joint, whose turns do not follow from its pose, and for joints of several
/// coordinates within loops.
std::vector<Expression> gapsOf(const ClusterTree<double>& tree, const Cluster<double>& cluster,
                               const std::vector<Expression>& q, const Number& number);

}  // namespace linkwork::codegen
