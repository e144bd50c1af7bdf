#pragma once

#include <memory>

#include "linkwork/joints/joint_function.hpp"

namespace linkwork {

/// A ball in three angles [rad]: J = Rot(x, a) Rot(y, b) Rot(z, c), and in its second chart
/// J = Rot(y, a) Rot(x, b) Rot(z, c). Each is singular at cos b = 0, never both at once.
struct EulerBallJoint {
  bool operator==(const EulerBallJoint&) const = default;
};

std::shared_ptr<const JointFunction> jointFunction(const EulerBallJoint& joint);

}  // namespace linkwork
