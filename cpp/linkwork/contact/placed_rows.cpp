#include "linkwork/contact/placed_rows.hpp"

namespace linkwork::contact {

PlacedRows::PlacedRows(const ClusterTree<double>& tree, const RigidParts& parts)
    : tree_(tree), parts_(parts), firstColumns_(tree.bodies().size()) {
  int columns = 0;
  for (const Cluster<double>& cluster : tree.clusters())
    for (int i = 0; i < cluster.bodyCount; ++i, columns += cluster.dofs)
      firstColumns_[at(cluster.firstBody + i)] = columns;
  subspaces_.resize(6, columns);
}

Transform<double> PlacedRows::pose(const Workspace<double>& work, int body) const {
  Transform<double> result = work.of(body).pose;
  result.translation -= about_;
  return result;
}

void PlacedRows::place(Workspace<double>& work, std::span<const ForceRow> rows) {
  about_ = work.bodies.front().pose.translation;
  for (int i = 0; i < static_cast<int>(firstColumns_.size()); ++i) {
    const TreeBody<double>& body = tree_.body(i);
    const Cluster<double>& cluster = tree_.clusterOf(body);
    const Transform<double> here = pose(work, i);
    for (int k = 0; k < cluster.dofs; ++k)
      subspaces_.col(firstColumns_[at(i)] + k) =
          here.twistToParent(cluster.constraint ? work.motionSubspaces.col(tree_.firstColumn(i) + k)
                                                : work.jointSubspaces.col(body.velocity + k));
  }
  rows_.clear();
  turns_.clear();
  for (const ForceRow& row : rows) {
    Row& placed = rows_.emplace_back();
    if (row.isOfJoint()) {
      addTurn(work, row, placed);
      continue;
    }
    for (std::size_t side = 0; side < 2; ++side)
      if (row.parts[side] != groundPart)
        placed.bodies[side] = parts_.parts[at(row.parts[side])].body;
    placed.along << (row.point - about_).cross(row.axis), row.axis;
  }
}

void PlacedRows::addTurn(Workspace<double>& work, const ForceRow& from, Row& row) {
  const TreeBody<double>& body = tree_.body(from.joint);
  const Cluster<double>& cluster = tree_.clusterOf(body);
  row.cluster = body.cluster;
  row.turn = turns_.size();
  for (int k = 0; k < cluster.dofs; ++k)
    turns_.push_back(from.sign *
                     (cluster.constraint
                          ? work.of(tree_, cluster).basis(body.local + from.component, k)
                          : (k == from.component ? 1 : 0)));
}

}  // namespace linkwork::contact
