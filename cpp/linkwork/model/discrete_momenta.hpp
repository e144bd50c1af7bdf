#pragma once

#include <vector>

#include "linkwork/model/cluster_tree.hpp"

namespace linkwork {

/// Momenta of a mechanism, by body and joint:
///
///   p = Nᵀ (Σ_i J_iᵀ π_i + j)
///
/// Kept like this, and not as p, the sums over bodies cancel only where they must: in the residual.
template <typename Scalar>
struct DiscreteMomenta {
  explicit DiscreteMomenta(const ClusterTree<Scalar>& tree)
      : DiscreteMomenta(tree.bodies().size(), tree.velocitySize()) {}
  DiscreteMomenta(std::size_t count, int velocities)
      : bodies(count, Vector6<Scalar>::Zero()), joints(VectorX<Scalar>::Zero(velocities)) {}

  std::vector<Vector6<Scalar>> bodies;  ///< π, in the bodies' frames [N·m·s; N·s]
  VectorX<Scalar> joints;               ///< j, dual to v
};

}  // namespace linkwork
