#pragma once

#include "linkwork/dynamics/articulation.hpp"

/// Propagates forces toward the ground across clusters.
///
/// With Sᵀ Iᴬ S = L D Lᵀ, W = U L⁻ᵀ D⁻¹ and z = L⁻¹ Sᵀ χ, a force χ on a cluster's body i becomes
///
///   χ_p = X_i χ − W z          on the parent body (all joints free: the force propagator)
///   zᵀ D⁻¹ z                   its contribution to the inverse inertia
///
/// W is in the output body's axes; a single body subtracts it in its own before X.
namespace linkwork {

/// SIMD-batched forces on one body, by rows.
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

/// Propagates forces on a body across its cluster. Writes z = L⁻¹ Sᵀ f to `crossing`, dofs × width,
/// and calls `onRow` with each row of z and its 1/D. If the cluster's parent is the ground, the
/// remaining force is not computed.
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
