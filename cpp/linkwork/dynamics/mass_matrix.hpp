#pragma once

#include "linkwork/dynamics/kinematics.hpp"
#include "linkwork/dynamics/queries/branch_matrix.hpp"

namespace linkwork {

/// Mass matrix in the independent velocities, by composite bodies projected by G. Trees of revolute
/// joints and floating bodies use their kernel (kernels/composite_pass.hpp).
///
///   H = Gᵀ H_spanning G        kinetic energy ½ ẏᵀ H ẏ
///
/// in    q       spanning positions on the loops
/// out   mass    degreesOfFreedom², symmetric positive definite; rows in the order of ẏ
///               (independent_coordinates.hpp names them); or by branches
/// cost  O(n d) for clusters of bounded size and depth d, plus the zeros of a dense matrix; no
///       allocation
/// Source: Featherstone, "Rigid Body Dynamics Algorithms", section 6.2 (composite-rigid-body
/// algorithm), with the cluster motion subspaces of Chignoli et al., section V.
/// Throws std::invalid_argument if a size is wrong, SimulationError at a singular pose of a loop.
void massMatrix(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
                Workspace<double>& work, MatrixRef<double> mass);
void massMatrix(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
                Workspace<double>& work, BranchMatrix& mass);

}  // namespace linkwork
