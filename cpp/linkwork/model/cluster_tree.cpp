#include "linkwork/model/cluster_tree.hpp"

#include <type_traits>

#include "linkwork/jet.hpp"
#include "linkwork/joints/any_joint.hpp"
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
  int constrained = 0;
  for (Cluster<Scalar>& cluster : clusters_) {
    cluster.dofs = cluster.spanning() - (cluster.constraint ? cluster.constraint->rank : 0);
    cluster.firstDof = degreesOfFreedom_;
    cluster.columns = motionColumns_;
    cluster.factor = factorSize_;
    degreesOfFreedom_ += cluster.dofs;
    factorSize_ += cluster.dofs * cluster.dofs;
    cluster.workspace = cluster.constraint ? ++constrained : 0;
    if (cluster.constraint) motionColumns_ += cluster.bodyCount * cluster.dofs;
  }
  for (TreeBody<Scalar>& body : bodies_) body.hasChildInCluster = false;
  for (const TreeBody<Scalar>& body : bodies_)
    if (body.parent != ground && this->body(body.parent).cluster == body.cluster)
      bodies_[static_cast<std::size_t>(body.parent)].hasChildInCluster = true;
  listJoints();
}

namespace {

/// Whether the coordinates of a joint are plain numbers.
template <typename Scalar>
bool isVectorJoint(const TreeBody<Scalar>& body) {
  if (body.function) return false;
  return withJoint(body.joint, body.pitch, []<typename Joint>(const Joint&) {
    return std::is_base_of_v<VectorJoint<Scalar, Joint::velocitySize>, Joint>;
  });
}

}  // namespace

template <typename Scalar>
void ClusterTree<Scalar>::listJoints() {
  passiveJoints_.clear();
  vectorRuns_.clear();
  curvedJoints_.clear();
  for (int i = 0; i < static_cast<int>(bodies_.size()); ++i) {
    const TreeBody<Scalar>& body = this->body(i);
    const bool isVector = isVectorJoint(body);
    if (body.hasPassiveForces)
      passiveJoints_.push_back({i, body.position, body.velocity, isVector ? body.velocities : 0,
                                body.damping, body.stiffness, body.rest, body.friction});
    if (!isVector) {
      curvedJoints_.push_back(i);
      continue;
    }
    const bool follows = !vectorRuns_.empty() &&
                         vectorRuns_.back().position + vectorRuns_.back().count == body.position &&
                         vectorRuns_.back().velocity + vectorRuns_.back().count == body.velocity;
    if (!follows) vectorRuns_.push_back({body.position, body.velocity, 0});
    vectorRuns_.back().count += body.velocities;
  }
}

template <typename Scalar>
template <std::same_as<double> From>
ClusterTree<Scalar>::ClusterTree(const ClusterTree<From>& tree)
    : ClusterTree(tree, CastNumbers<Scalar>()) {}

template class ClusterTree<double>;
template ClusterTree<DerivativeJet>::ClusterTree(const ClusterTree<double>&);
template void ClusterTree<DerivativeJet>::requireSizes(Eigen::Index, Eigen::Index) const;

}  // namespace linkwork
