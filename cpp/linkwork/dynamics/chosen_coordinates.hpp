#pragma once

#include <vector>

#include "linkwork/dynamics/workspace.hpp"

namespace linkwork {

/// Other velocities in the place of ẏ, those of the driven joints for example: T with
///
///   ẏ = T v_A      v = G T v_A      τ_A = Tᵀ τ_y      H_A = Tᵀ H T
///
/// where A are some entries of v, and T in every cluster the inverse of their rows of G.
///
/// in    chosen   entries of v, as many in every cluster as it has degrees of freedom
/// out   m × m    columns in their order; after updateKinematics
/// Throws MechanismError if these are not as many, naming the joints of a cluster where they are
/// not; SimulationError where those of a cluster depend on each other at this pose.
MatrixX<double> fromChosen(const ClusterTree<double>& tree, const std::vector<int>& chosen,
                           Workspace<double>& work);

}  // namespace linkwork
