#include "linkwork/model/cluster_tree.hpp"

#include "linkwork/jet.hpp"
#include "linkwork/model/cluster_tree_conversion.hpp"

namespace linkwork {

template <typename Scalar>
void ClusterTree<Scalar>::requireSizes(Eigen::Index q, Eigen::Index v) const {
  if (q == positionSize_ && v == velocitySize_) return;
  throw std::invalid_argument("expected vectors of " + std::to_string(positionSize_) +
                              " positions and " + std::to_string(velocitySize_) +
                              " velocities or forces, found " + std::to_string(q) + " and " +
                              std::to_string(v));
}

template <typename Scalar>
template <std::same_as<double> From>
ClusterTree<Scalar>::ClusterTree(const ClusterTree<From>& tree)
    : ClusterTree(tree, CastNumbers<Scalar>()) {}

template class ClusterTree<double>;
template ClusterTree<DerivativeJet>::ClusterTree(const ClusterTree<double>&);
template void ClusterTree<DerivativeJet>::requireSizes(Eigen::Index, Eigen::Index) const;

}  // namespace linkwork
