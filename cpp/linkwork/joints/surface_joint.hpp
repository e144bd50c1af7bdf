#pragma once

#include <Eigen/Core>
#include <memory>
#include <vector>

#include "linkwork/joints/joint_function.hpp"

namespace linkwork {

/// Control points by row and column [m]: 2–16 of each.
using ControlNet = std::vector<std::vector<Eigen::Vector3d>>;

/// Throws JointDescriptionError, about `points`, unless the net is rectangular, finite and of a
/// size as said.
void requireNet(const ControlNet& points);

/// A board on a Bézier surface in the parent's joint frame: coordinates u and v, each from 0 to 1
/// and without unit, then with `spin` the board's angle about the normal [rad].
///
///   origin  Σ Bᵢ(u) Bⱼ(v) points[i][j]        B: Bernstein polynomials
///   axes    z along ∂u × ∂v, the normal; x along ∂u, turned about z by the spin
struct SurfaceJoint {
  ControlNet points;
  bool spin = true;

  bool operator==(const SurfaceJoint&) const = default;
};

/// The joint as a function. Throws JointDescriptionError.
std::shared_ptr<const JointFunction> jointFunction(const SurfaceJoint& joint);

}  // namespace linkwork
