#pragma once

#include "linkwork/dynamics/articulation.hpp"

/// Forces on their way to the ground, across the clusters that they meet.
///
/// With Sᵀ Iᴬ S = L D Lᵀ, W = U L⁻ᵀ D⁻¹ and z = L⁻¹ Sᵀ χ, a force χ on a cluster's body i leaves
///
///   χ_p = X_i χ − W z          on the body that carries it (all joints free: the force propagator)
///   zᵀ D⁻¹ z                   in the inverse inertia that the force meets
///
/// W in the output body's axes; a single body subtracts it in its own before X.
namespace linkwork {

/// Forces on one body side by side, by rows: what is done to one is done to all.
template <typename Scalar, int width>
using Forces = Eigen::Matrix<Scalar, 6, width, width == 1 ? Eigen::ColMajor : Eigen::RowMajor>;

template <typename Scalar, int width>
Forces<Scalar, width> forcesToParent(const Transform<Scalar>& pose,
                                     const Forces<Scalar, width>& forces) {
  Forces<Scalar, width> result;
  const Matrix3<Scalar>& r = pose.rotation;
  const Vector3<Scalar>& p = pose.translation;
  for (int i = 0; i < 3; ++i) {
    result.row(i) = r(i, 0) * forces.row(0) + r(i, 1) * forces.row(1) + r(i, 2) * forces.row(2);
    result.row(3 + i) = r(i, 0) * forces.row(3) + r(i, 1) * forces.row(4) + r(i, 2) * forces.row(5);
  }
  result.row(0) += p.y() * result.row(5) - p.z() * result.row(4);
  result.row(1) += p.z() * result.row(3) - p.x() * result.row(5);
  result.row(2) += p.x() * result.row(4) - p.y() * result.row(3);
  return result;
}

/// Motions of the parent side by side, as the child frame sees them.
template <typename Scalar, int width>
Forces<Scalar, width> motionsToChild(const Transform<Scalar>& pose,
                                     const Forces<Scalar, width>& motions) {
  Forces<Scalar, width> result, moved = motions;
  const Matrix3<Scalar>& r = pose.rotation;
  const Vector3<Scalar>& p = pose.translation;
  moved.row(3) -= p.y() * motions.row(2) - p.z() * motions.row(1);
  moved.row(4) -= p.z() * motions.row(0) - p.x() * motions.row(2);
  moved.row(5) -= p.x() * motions.row(1) - p.y() * motions.row(0);
  for (int i = 0; i < 3; ++i) {
    result.row(i) = r(0, i) * moved.row(0) + r(1, i) * moved.row(1) + r(2, i) * moved.row(2);
    result.row(3 + i) = r(0, i) * moved.row(3) + r(1, i) * moved.row(4) + r(2, i) * moved.row(5);
  }
  return result;
}

/// Carries forces on a body across its cluster; leaves z = L⁻¹ Sᵀ f in `crossing`, dofs × width,
/// and calls `onRow` with each row of z and its 1/D. What is left is not worked out where the
/// ground carries the cluster: nobody asks.
template <typename Scalar, int width, typename Crossing, typename OnRow>
void crossCluster(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster, int body,
                  Workspace<Scalar>& work, Forces<Scalar, width>& forces, Crossing&& crossing,
                  OnRow&& onRow) {
  const bool isSingle = !cluster.constraint;
  const Scalar* subspace = isSingle ? work.jointSubspaces.data() + 6 * tree.body(body).velocity
                                    : work.motionSubspaces.data() + 6 * tree.firstColumn(body);
  const auto factor = factorOf(cluster, work);
  const bool endsHere = cluster.parent == ground;
  const Transform<Scalar>& placement = toOutput(tree, body, work);
  Forces<Scalar, width> left =
      isSingle || endsHere ? forces : forcesToParent<Scalar, width>(placement, forces);
  for (int k = 0; k < cluster.dofs; ++k) {
    const Eigen::Map<const Vector6<Scalar>> s(subspace + 6 * k);
    Eigen::Matrix<Scalar, 1, width> z = s.transpose().lazyProduct(forces);
    for (int l = 0; l < k; ++l) z -= factor(k, l) * crossing.row(l);
    crossing.row(k) = z;
    onRow(z, factor(k, k));
    if (!endsHere) left.noalias() -= work.gains.col(cluster.firstDof + k).lazyProduct(z);
  }
  forces = isSingle && !endsHere ? forcesToParent<Scalar, width>(placement, left) : left;
}

}  // namespace linkwork
