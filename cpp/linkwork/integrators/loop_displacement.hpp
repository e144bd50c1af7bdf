#pragma once

#include "linkwork/model/cluster_tree.hpp"
#include "linkwork/spatial/displacement.hpp"

namespace linkwork {

/// What a loop joint demands of Y, the displacement of its child's frame from where that frame
/// would stand, at the step's start, if the loop were closed exactly: that Y is a motion of the
/// joint. Gaps are the changes of the rows of constraint_rows.hpp from zero, with the parent's
/// frame on the closed child's, so that nothing cancels: a gap is as accurate as Y.
///
///   gap     one number a row, of points [m], axes [rad] or the thread of a helical joint [m]
///   force   6 × rows: the gap's rate is forceᵀ η when Y moves on by a twist η in the child's frame
struct LoopRows {
  Eigen::Matrix<double, 6, 6> force;
  Eigen::Matrix<double, 6, 1> gap;
  int count = 0;
};

/// `relative` is the pose of the child's joint frame in the parent's at the step's start.
LoopRows loopRows(const LoopClosure<double>& loop, const Transform<double>& relative,
                  const Displacement& moved);

/// J(q_l)⁻¹ E for the loop joint's closest coordinates: what it is open by at the step's start.
Displacement loopViolation(const LoopClosure<double>& loop, const Transform<double>& relative);

}  // namespace linkwork
