#include "linkwork/dynamics/operational_space.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "linkwork/dynamics/force_crossing.hpp"
#include "linkwork/dynamics/plan_inertias.hpp"

// With what a force leaves behind at each cluster that it crosses (force_crossing.hpp), along a way
// on which nothing else arrives, from node i to node p,
//
//   Λ⁻¹_ii = Σ zᵀ D⁻¹ z + χᵀ Λ⁻¹_pp χ      Λ⁻¹_ij = χᵀ Λ⁻¹_pj      for j no further out than i
//
// and for two that cross the same cluster last, from different bodies of it, Λ⁻¹_ij gains
// z_iᵀ D⁻¹ z_j.

namespace linkwork {
namespace {

/// Calls `visit.operator()<width>()` with 3 or 6.
template <typename Visitor>
void withWidth(int width, Visitor&& visit) {
  if (width == 3)
    visit.template operator()<3>();
  else
    visit.template operator()<6>();
}

/// Unit forces along a node's directions, on its body; all six where ways meet.
template <typename Scalar, int width>
Forces<Scalar, width> forcesAt(const ClusterTree<Scalar>& tree, const Workspace<Scalar>& work,
                               const OperationalSpace<Scalar>& space, std::size_t node) {
  if (node >= space.endEffectors.size()) return Forces<Scalar, width>::Identity();
  const EndEffector<Scalar>& endEffector = space.endEffectors[node];
  Forces<Scalar, width> forces = Forces<Scalar, width>::Zero();
  forces.leftCols(endEffector.rows()) = endEffector.directions;
  return forcesToParent<Scalar, width>(frameOn(tree, endEffector, work), forces);
}

/// From a node to where its way ends: its propagator, and the part of its own inertia below.
template <typename Scalar, int width>
void carry(const ClusterTree<Scalar>& tree, Workspace<Scalar>& work,
           OperationalSpace<Scalar>& space, std::size_t index) {
  const ForceNode& node = space.paths.nodes[index];
  Forces<Scalar, width> forces = forcesAt<Scalar, width>(tree, work, space, index);
  Eigen::Matrix<Scalar, width, width> inertia = Eigen::Matrix<Scalar, width, width>::Zero();
  for (int body = node.body; body != node.parentBody;) {
    const Cluster<Scalar>& cluster = tree.clusterOf(tree.body(body));
    auto crossing = space.crossings.template middleCols<width>(node.column);
    crossCluster<Scalar, width>(tree, cluster, body, work, forces, crossing,
                                [&](const auto& z, const Scalar& inverse) {
                                  inertia.noalias() += z.transpose().lazyProduct(z * inverse);
                                });
    body = cluster.parent;
  }
  space.propagators.template middleCols<width>(node.column) = forces;
  space.inertia.template block<width, width>(node.column, node.column) = inertia;
}

/// Λ⁻¹ between a node and one no further from the ground, by way of the node's parent.
template <typename Scalar, int width, int otherWidth>
void join(const ClusterTree<Scalar>& tree, Workspace<Scalar>& work, OperationalSpace<Scalar>& space,
          const ForceNode& node, const ForceNode& other) {
  Eigen::Matrix<Scalar, width, otherWidth> inertia;
  inertia.setZero();
  const bool isSame = &node == &other;
  if (isSame)
    inertia = space.inertia.template block<width, otherWidth>(node.column, node.column);
  else if (node.lastCluster == other.lastCluster && node.lastCluster >= 0) {
    const Cluster<Scalar>& cluster = tree.clusters()[static_cast<std::size_t>(node.lastCluster)];
    const auto factor = factorOf(cluster, work);
    for (int k = 0; k < cluster.dofs; ++k)
      inertia.noalias() +=
          space.crossings.row(k)
              .template segment<width>(node.column)
              .transpose()
              .lazyProduct(space.crossings.row(k).template segment<otherWidth>(other.column) *
                           factor(k, k));
  }
  if (node.parent >= 0 && node.root == other.root) {
    const ForceNode& parent = space.paths.nodes[static_cast<std::size_t>(node.parent)];
    inertia.noalias() +=
        space.propagators.template middleCols<width>(node.column)
            .transpose()
            .lazyProduct(space.inertia.template block<6, otherWidth>(parent.column, other.column));
  }
  space.inertia.template block<width, otherWidth>(node.column, other.column) = inertia;
  if (!isSame)
    space.inertia.template block<otherWidth, width>(other.column, node.column) =
        inertia.transpose();
}

/// Copies the rows of the end-effectors out of those of all nodes, exactly symmetric.
template <typename Scalar>
void copyRows(const OperationalSpace<Scalar>& space, MatrixRef<Scalar> inverse) {
  int row = 0;
  for (std::size_t i = 0; i < space.endEffectors.size(); ++i)
    for (int k = 0; k < space.endEffectors[i].rows(); ++k, ++row) {
      int column = 0;
      for (std::size_t j = 0; j <= i; ++j)
        for (int l = 0; l < space.endEffectors[j].rows() && column <= row; ++l, ++column)
          inverse(row, column) = inverse(column, row) =
              space.inertia(space.paths.nodes[i].column + k, space.paths.nodes[j].column + l);
    }
}

template <typename Scalar>
bool prepareFast(const ClusterTree<Scalar>& tree, const ConstVectorRef<Scalar>& q,
                 const OperationalSpace<Scalar>& space, Workspace<Scalar>& work) {
  if constexpr (std::is_same_v<Scalar, double>) return planInertias(tree, q, space, work);
  return false;
}

}  // namespace

template <typename Scalar>
OperationalSpace<Scalar>::OperationalSpace(const ClusterTree<Scalar>& tree,
                                           std::vector<EndEffector<Scalar>> list)
    : endEffectors(std::move(list)), paths(tree, endEffectors) {
  for (const EndEffector<Scalar>& endEffector : endEffectors) rows += endEffector.rows();
  int dofs = 0;
  for (const int cluster : paths.clusters)
    dofs = std::max(dofs, tree.clusters()[static_cast<std::size_t>(cluster)].dofs);
  propagators.resize(6, paths.columns);
  crossings.resize(dofs, paths.columns);
  inertia.resize(paths.columns, paths.columns);
}

template <typename Scalar>
void OperationalSpace<Scalar>::requireRows(Eigen::Index found) const {
  if (found == rows) return;
  throw std::invalid_argument("found " + std::to_string(found) + " numbers; expected " +
                              std::to_string(rows) +
                              ", one for each direction of the end-effectors");
}

template <typename Scalar>
void eliminateInertias(const ClusterTree<Scalar>& tree, Workspace<Scalar>& work) {
  resetInertias(tree, work);
  for (auto cluster = tree.clusters().rbegin(); cluster != tree.clusters().rend(); ++cluster)
    if (!eliminateInertia(tree, *cluster, work)) throw masslessJoint(tree, cluster->firstBody);
}

template <typename Scalar>
void inverseOperationalSpaceInertia(const ClusterTree<Scalar>& tree, Workspace<Scalar>& work,
                                    OperationalSpace<Scalar>& space, MatrixRef<Scalar> inverse) {
  space.requireRows(inverse.rows());
  space.requireRows(inverse.cols());
  updateFrames(tree, space, work);
  const std::vector<ForceNode>& nodes = space.paths.nodes;
  for (std::size_t i = 0; i < nodes.size(); ++i)
    withWidth(nodes[i].width, [&]<int width>() { carry<Scalar, width>(tree, work, space, i); });

  // From the root: each node with all that are no further from the ground, itself last.
  const std::vector<int>& fromRoot = space.paths.fromRoot;
  for (std::size_t i = 0; i < fromRoot.size(); ++i)
    for (std::size_t j = 0; j <= i; ++j) {
      const ForceNode& node = nodes[static_cast<std::size_t>(fromRoot[i])];
      const ForceNode& other = nodes[static_cast<std::size_t>(fromRoot[j])];
      withWidth(node.width, [&]<int width>() {
        withWidth(other.width, [&]<int otherWidth>() {
          join<Scalar, width, otherWidth>(tree, work, space, node, other);
        });
      });
    }
  copyRows(space, inverse);
}

template <typename Scalar>
void inverseOperationalSpaceInertia(const ClusterTree<Scalar>& tree,
                                    const ConstVectorRef<Scalar>& q, Workspace<Scalar>& work,
                                    OperationalSpace<Scalar>& space, MatrixRef<Scalar> inverse) {
  if (!prepareFast(tree, q, space, work)) {
    work.spanningAccelerations.setZero();
    updateKinematics<Scalar>(tree, q, work.spanningAccelerations, work);
    eliminateInertias(tree, work);
  }
  inverseOperationalSpaceInertia<Scalar>(tree, work, space, inverse);
}

template struct OperationalSpace<double>;
template void inverseOperationalSpaceInertia(const ClusterTree<double>&,
                                             const ConstVectorRef<double>&, Workspace<double>&,
                                             OperationalSpace<double>&, MatrixRef<double>);
template void inverseOperationalSpaceInertia(const ClusterTree<double>&, Workspace<double>&,
                                             OperationalSpace<double>&, MatrixRef<double>);
template void eliminateInertias(const ClusterTree<double>&, Workspace<double>&);

}  // namespace linkwork
