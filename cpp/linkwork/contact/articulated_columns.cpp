#include "linkwork/contact/articulated_columns.hpp"

#include <algorithm>

namespace linkwork::contact {

Vector6<double> unitWrench(const Transform<double>& pose, const PushRow& row) {
  const Eigen::Vector3d force = pose.rotation.transpose() * row.axis;
  const Eigen::Vector3d point = pose.rotation.transpose() * (row.point - pose.translation);
  Vector6<double> result;
  result << point.cross(force), force;
  return result;
}

ArticulatedColumns::ArticulatedColumns(const ClusterTree<double>& tree, const RigidParts& parts)
    : tree_(tree),
      parts_(parts),
      isCrossed_(tree.clusters().size()),
      reduced_(tree.degreesOfFreedom(), width),
      motions_(tree.bodies().size()) {
  int dofs = 0;
  for (const Cluster<double>& cluster : tree.clusters()) dofs = std::max(dofs, cluster.dofs);
  z_.resize(dofs);
}

void ArticulatedColumns::write(Workspace<double>& work, std::span<const PushRow> rows,
                               Eigen::MatrixXd& w) {
  setPushes(work, rows);
  const int count = static_cast<int>(rows.size());
  if (w.rows() < count) w.resize(count, count);
  for (int first = 0; first < count; first += width) {
    const int columns = std::min(width, count - first);
    reduced_.setZero();
    for (int c = 0; c < columns; ++c) {
      const UnitPush& push = pushes_[at(first + c)];
      if (rows[at(first + c)].isOfJoint())
        carryFromJoint(work, rows[at(first + c)], c);
      else
        for (std::size_t side = 0; side < 2; ++side)
          carry(work, push.bodies[side], push.wrenches[side], c);
    }
    for (const int cluster : crossed_) move(work, tree_.clusters()[at(cluster)]);
    for (int row = first; row < count; ++row) {
      const auto rates = along(work, rows[at(row)], pushes_[at(row)]);
      w.row(row).segment(first, columns) = rates.head(columns);
      w.col(row).segment(first, columns) = rates.head(columns).transpose();
    }
  }
}

void ArticulatedColumns::setPushes(const Workspace<double>& work, std::span<const PushRow> rows) {
  pushes_.clear();
  std::fill(isCrossed_.begin(), isCrossed_.end(), 0);
  for (const PushRow& row : rows) {
    UnitPush& push = pushes_.emplace_back();
    if (row.isOfJoint()) {
      push.bodies[1] = row.joint;
    } else {
      for (std::size_t side = 0; side < 2; ++side) {
        if (row.parts[side] == groundPart) continue;
        push.bodies[side] = parts_.parts[at(row.parts[side])].body;
        push.wrenches[side] = unitWrench(work.of(push.bodies[side]).pose, row);
        if (side == 0) push.wrenches[side] *= -1;
      }
    }
    for (int body : push.bodies)
      for (; body != ground && !isCrossed_[at(tree_.body(body).cluster)];
           body = tree_.clusterOf(tree_.body(body)).parent)
        isCrossed_[at(tree_.body(body).cluster)] = 1;
  }
  crossed_.clear();
  for (std::size_t c = 0; c < isCrossed_.size(); ++c)
    if (isCrossed_[c]) crossed_.push_back(static_cast<int>(c));
}

void ArticulatedColumns::carry(Workspace<double>& work, int body, Vector6<double> force,
                               int column) {
  while (body != ground) {
    const Cluster<double>& cluster = tree_.clusterOf(tree_.body(body));
    int entry = cluster.firstDof;
    crossCluster<double, 1>(tree_, cluster, body, work, force, z_, [&](auto&& z, double inverse) {
      reduced_(entry++, column) += inverse * z[0];
    });
    body = cluster.parent;
  }
}

/// A unit force on a joint's coordinate: L z = Gᵀe, −W z on the body that carries it.
void ArticulatedColumns::carryFromJoint(Workspace<double>& work, const PushRow& from, int column) {
  const TreeBody<double>& body = tree_.body(from.joint);
  const Cluster<double>& cluster = tree_.clusterOf(body);
  const auto factor = factorOf(cluster, work);
  Vector6<double> left = Vector6<double>::Zero();
  for (int k = 0; k < cluster.dofs; ++k) {
    z_[k] = from.sign * (cluster.constraint
                             ? work.of(tree_, cluster).basis(body.local + from.component, k)
                             : (k == from.component ? 1 : 0));
    for (int l = 0; l < k; ++l) z_[k] -= factor(k, l) * z_[l];
    left -= z_[k] * work.gains.col(cluster.firstDof + k);
    reduced_(cluster.firstDof + k, column) += factor(k, k) * z_[k];
  }
  if (cluster.parent == ground) return;
  if (!cluster.constraint) left = work.of(from.joint).toParent.wrenchToParent(left);
  carry(work, cluster.parent, left, column);
}

/// From ΔV of the body that carries a cluster to ẏ and ΔV of its bodies. A body's own coordinates
/// come last first, each with what it is about to move; L is in the order of those before.
void ArticulatedColumns::move(Workspace<double>& work, const Cluster<double>& cluster) {
  const Motions parent =
      cluster.parent == ground ? Motions::Zero().eval() : motions_[at(cluster.parent)];
  const int m = cluster.dofs, first = cluster.firstDof;
  if (!cluster.constraint) {
    Motions& motion = motions_[at(cluster.firstBody)];
    motion = motionsToChild<double, width>(work.of(cluster.firstBody).toParent, parent);
    for (int k = m - 1; k >= 0; --k) {
      reduced_.row(first + k) -= work.gains.col(first + k).transpose().lazyProduct(motion);
      motion += work.jointSubspaces.col(tree_.body(cluster.firstBody).velocity + k)
                    .lazyProduct(reduced_.row(first + k));
    }
    return;
  }
  const auto factor = factorOf(cluster, work);
  for (int k = m - 1; k >= 0; --k) {
    reduced_.row(first + k) -= work.gains.col(first + k).transpose().lazyProduct(parent);
    for (int l = k + 1; l < m; ++l)
      reduced_.row(first + k) -= factor(l, k) * reduced_.row(first + l);
  }
  for (int i = cluster.firstBody; i < cluster.firstBody + cluster.bodyCount; ++i) {
    motions_[at(i)] = motionsToChild<double, width>(toOutput(tree_, i, work), parent);
    for (int k = 0; k < m; ++k)
      motions_[at(i)] +=
          work.motionSubspaces.col(tree_.firstColumn(i) + k).lazyProduct(reduced_.row(first + k));
  }
}

/// What the columns' forces change of the velocity along a row.
Eigen::Matrix<double, 1, ArticulatedColumns::width> ArticulatedColumns::along(
    const Workspace<double>& work, const PushRow& row, const UnitPush& push) const {
  Eigen::Matrix<double, 1, width> result = Eigen::Matrix<double, 1, width>::Zero();
  if (row.isOfJoint()) {
    const TreeBody<double>& body = tree_.body(row.joint);
    const Cluster<double>& cluster = tree_.clusterOf(body);
    if (!cluster.constraint) return row.sign * reduced_.row(cluster.firstDof + row.component);
    for (int k = 0; k < cluster.dofs; ++k)
      result += row.sign * work.of(cluster).basis(body.local + row.component, k) *
                reduced_.row(cluster.firstDof + k);
    return result;
  }
  for (std::size_t side = 0; side < 2; ++side)
    if (push.bodies[side] != ground)
      result += push.wrenches[side].transpose().lazyProduct(motions_[at(push.bodies[side])]);
  return result;
}

}  // namespace linkwork::contact
