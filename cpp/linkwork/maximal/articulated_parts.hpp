#pragma once

#include <array>
#include <span>
#include <vector>

#include "linkwork/maximal/constraint_graph.hpp"

/// The recursion in world axes that solves for all parts of a tree at once.
namespace linkwork::maximal {

/// A vector by part, (linear; angular) in world axes: velocity of the centre of mass and ω, or a
/// force and its torque about the centre of mass. [groundPart] stays zero.
using PartVector = std::vector<Vector6<double>>;

/// Where a mechanism is; ConstraintGraph::place fills both.
struct Placement {
  std::vector<PartPose> parts;
  std::vector<JointPose> joints;  ///< by ConstraintGraph::joints
};

/// A row on one or two parts: the forces on them of a unit multiplier. The rate along it is
/// Σ forces[i] · velocity[parts[i]]; an entry for `groundPart` counts for nothing.
struct PartRow {
  std::array<int, 2> parts{groundPart, groundPart};
  std::array<Vector6<double>, 2> forces{Vector6<double>::Zero(), Vector6<double>::Zero()};
};

/// L⁻¹Sᵀf of the joints on the way from a row's parts to the root, leaves first: a column of U with
/// J M̂⁻¹ Jᵀ = UᵀU.
struct ResponseColumn {
  std::vector<int> parts;  ///< falling
  std::vector<double> values;
  int shared = 0;       ///< first place in `parts` from which on all lie on one way to the root,
  int sharedValue = 0;  ///< and its place in `values`
};

}  // namespace linkwork::maximal
