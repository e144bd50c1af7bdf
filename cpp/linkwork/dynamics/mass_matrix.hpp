#pragma once

#include "linkwork/dynamics/kinematics.hpp"

namespace linkwork {

/// Mass matrix in the independent velocities, by composite bodies projected by G; where all is
/// hinges and bodies that float, by their kernel (hinges/composite_pass.hpp).
///
///   H = Gᵀ H_spanning G        kinetic energy ½ ẏᵀ H ẏ
///
/// in    q       spanning positions on the loops
/// out   mass    degreesOfFreedom², symmetric positive definite; rows in the order of ẏ
///               (independent_coordinates.hpp names them)
/// cost  O(n d) for clusters of bounded size and depth d; no allocation
/// Source: Featherstone, "Rigid Body Dynamics Algorithms", section 6.2 (composite-rigid-body
/// algorithm), with the cluster motion subspaces of Chignoli et al., section V.
/// Throws std::invalid_argument if a size is wrong, SimulationError at a singular pose of a loop.
template <typename Scalar>
void massMatrix(const ClusterTree<Scalar>& tree, const ConstVectorRef<Scalar>& q,
                Workspace<Scalar>& work, MatrixRef<Scalar> mass);

extern template void massMatrix(const ClusterTree<double>&, const ConstVectorRef<double>&,
                                Workspace<double>&, MatrixRef<double>);

}  // namespace linkwork
