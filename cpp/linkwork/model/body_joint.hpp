#pragma once

#include <utility>

#include "linkwork/joints/any_joint.hpp"
#include "linkwork/joints/general.hpp"
#include "linkwork/model/cluster_tree.hpp"

namespace linkwork {

/// Calls `visit(joint)` with the class of a body's joint. Slices of q and v take
/// their size from the body, which a general joint alone needs:
/// q.template segment<Joint::positionSize>(body.position, body.positions).
template <typename Scalar, typename Visitor>
decltype(auto) withJoint(const TreeBody<Scalar>& body, Visitor&& visit) {
  if (body.function) return visit(GeneralJoint<Scalar>(*body.function));
  return withJoint(body.joint, body.pitch, std::forward<Visitor>(visit));
}

}  // namespace linkwork
