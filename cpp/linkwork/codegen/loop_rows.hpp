#pragma once

#include "linkwork/codegen/elementary_transforms.hpp"

namespace linkwork::codegen {

/// One row of K q̈ = k of a cluster, by its spanning velocities.
struct ConstraintRow {
  std::vector<Expression> coefficients;  ///< K
  Expression rightSide;                  ///< k
};

/// The rows of a cluster's loops, which are those of constraint_rows.hpp, and of its couplings; in
/// the axes in which the cluster's first joint stands on its parent, so that planar loops are
/// planar: what a plane leaves out is zero and folds away.
std::vector<ConstraintRow> rowsOf(const ClusterTree<double>& tree, const Cluster<double>& cluster,
                                  const std::vector<Expression>& q,
                                  const std::vector<Expression>& v, const Number& number);

/// What they leave open at q, in the same order. Throws MechanismError of a loop closed by a
/// helical joint, whose turns no pose tells, and of joints of several coordinates within loops.
std::vector<Expression> gapsOf(const ClusterTree<double>& tree, const Cluster<double>& cluster,
                               const std::vector<Expression>& q, const Number& number);

}  // namespace linkwork::codegen
