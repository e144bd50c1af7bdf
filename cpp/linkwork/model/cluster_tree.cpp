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
void ClusterTree<Scalar>::layOutDofs() {
  degreesOfFreedom_ = motionColumns_ = factorSize_ = 0;
  for (Cluster<Scalar>& cluster : clusters_) {
    cluster.dofs = cluster.spanning() - (cluster.constraint ? cluster.constraint->rank : 0);
    cluster.firstDof = degreesOfFreedom_;
    cluster.columns = motionColumns_;
    cluster.factor = factorSize_;
    degreesOfFreedom_ += cluster.dofs;
    factorSize_ += cluster.dofs * cluster.dofs;
    if (cluster.constraint) motionColumns_ += cluster.bodyCount * cluster.dofs;
  }
  for (TreeBody<Scalar>& body : bodies_) body.hasChildInCluster = false;
  for (const TreeBody<Scalar>& body : bodies_)
    if (body.parent != ground && this->body(body.parent).cluster == body.cluster)
      bodies_[static_cast<std::size_t>(body.parent)].hasChildInCluster = true;
}

template <typename Scalar>
template <std::same_as<double> From>
ClusterTree<Scalar>::ClusterTree(const ClusterTree<From>& tree)
    : ClusterTree(tree, CastNumbers<Scalar>()) {}

template class ClusterTree<double>;
template ClusterTree<DerivativeJet>::ClusterTree(const ClusterTree<double>&);
template void ClusterTree<DerivativeJet>::requireSizes(Eigen::Index, Eigen::Index) const;

}  // namespace linkwork
