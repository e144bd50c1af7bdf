#include "linkwork/model/cluster_tree_conversion.hpp"

#include "linkwork/jet.hpp"

namespace linkwork {

template <typename Scalar>
template <std::same_as<double> From>
ClusterTree<Scalar>::ClusterTree(const ClusterTree<From>& tree)
    : ClusterTree(tree, CastNumbers<Scalar>()) {}

template ClusterTree<DerivativeJet>::ClusterTree(const ClusterTree<double>&);

}  // namespace linkwork
