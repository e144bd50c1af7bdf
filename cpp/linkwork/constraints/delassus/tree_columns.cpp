#include "linkwork/constraints/delassus/tree_columns.hpp"

#include <algorithm>

namespace linkwork::constraints {

TreeRows::TreeRows(const ClusterTree<double>& tree, const RigidParts& parts)
    : tree_(tree), parts_(parts), firstColumns_(tree.bodies().size()) {
  int columns = 0;
  for (const Cluster<double>& cluster : tree.clusters())
    for (int i = 0; i < cluster.bodyCount; ++i, columns += cluster.dofs)
      firstColumns_[at(cluster.firstBody + i)] = columns;
  subspaces_.resize(6, columns);
}

Transform<double> TreeRows::pose(const Workspace<double>& work, int body) const {
  Transform<double> result = work.of(body).pose;
  result.translation -= about_;
  return result;
}

void TreeRows::place(Workspace<double>& work, std::span<const ForceRow> rows) {
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
  bases_.clear();
  for (const ForceRow& row : rows) {
    Row& placed = rows_.emplace_back();
    if (row.isOfJoint()) {
      addBasis(work, row, placed);
      continue;
    }
    for (std::size_t side = 0; side < 2; ++side)
      if (row.parts[side] != groundPart)
        placed.bodies[side] = parts_.parts[at(row.parts[side])].body;
    if (row.isMoment)
      placed.along << row.axis, Eigen::Vector3d::Zero();
    else
      placed.along << (row.point - about_).cross(row.axis), row.axis;
  }
}

void TreeRows::addBasis(Workspace<double>& work, const ForceRow& from, Row& row) {
  const TreeBody<double>& body = tree_.body(from.joint);
  const Cluster<double>& cluster = tree_.clusterOf(body);
  row.cluster = body.cluster;
  row.firstBasis = bases_.size();
  bases_.resize(row.firstBasis + at(cluster.dofs));
  from.forEachComponent([&](int component, double factor) {
    if (!cluster.constraint) {
      bases_[row.firstBasis + at(component)] = factor;
      return;
    }
    const auto& basis = work.of(tree_, cluster).basis;
    for (int k = 0; k < cluster.dofs; ++k)
      bases_[row.firstBasis + at(k)] += factor * basis(body.local + component, k);
  });
}

TreeColumns::TreeColumns(const ClusterTree<double>& tree, const RigidParts& parts)
    : tree_(tree),
      placed_(tree, parts),
      gains_(6, tree.degreesOfFreedom()),
      mobilities_(tree.bodies().size()),
      isCrossed_(tree.clusters().size()) {
  columns_.bodies.resize(tree.bodies().size());
  columns_.reduced.resize(tree.degreesOfFreedom(), together);
  one_.bodies.resize(tree.bodies().size());
  one_.reduced.resize(tree.degreesOfFreedom(), 1);
  int dofs = 0;
  for (const Cluster<double>& cluster : tree.clusters()) dofs = std::max(dofs, cluster.dofs);
  scaled_.resize(6, dofs);
}

void TreeColumns::place(Workspace<double>& work, std::span<const ForceRow> rows) {
  placed_.place(work, rows);
  factors_ = work.factors;
  findCrossed();
  multiplications_ = 12 * static_cast<double>(rows.size());
  for (const int c : crossed_) {
    const Cluster<double>& cluster = tree_.clusters()[at(c)];
    multiplications_ += 12 * cluster.dofs * (1 + cluster.bodyCount);
    if (cluster.parent == ground) continue;
    const Transform<double> pose =
        placed_.pose(work, cluster.constraint ? cluster.parent : cluster.firstBody);
    for (int k = cluster.firstDof; k < cluster.firstDof + cluster.dofs; ++k)
      gains_.col(k) = pose.wrenchToParent(work.gains.col(k));
  }
  findMobilities();
}

void TreeColumns::findCrossed() {
  std::fill(isCrossed_.begin(), isCrossed_.end(), 0);
  const auto cross = [&](int c) {
    while (!isCrossed_[at(c)]) {
      isCrossed_[at(c)] = 1;
      const int parent = tree_.clusters()[at(c)].parent;
      if (parent == ground) return;
      c = tree_.body(parent).cluster;
    }
  };
  for (const TreeRows::Row& row : placed_.rows()) {
    if (row.cluster >= 0) cross(row.cluster);
    for (const int body : row.bodies)
      if (body != ground) cross(tree_.body(body).cluster);
  }
  crossed_.clear();
  for (std::size_t c = 0; c < isCrossed_.size(); ++c)
    if (isCrossed_[c]) crossed_.push_back(static_cast<int>(c));
}

void TreeColumns::assemble(Eigen::MatrixXd& w) {
  const auto count = static_cast<int>(placed_.rows().size());
  if (w.rows() < count) w.resize(count, count);
  for (int first = 0; first < count; first += together) {
    const int columns = std::min(together, count - first);
    clear(columns_);
    for (int c = 0; c < columns; ++c) addForce(columns_, at(first + c), c, 1);
    respond(columns_);
    for (int row = first; row < count; ++row) {
      const auto rate = rates(columns_, at(row));
      for (int c = 0; c < columns; ++c) w(row, first + c) = w(first + c, row) = rate[c];
    }
  }
}

void TreeColumns::multiply(const double* lambda, double* u) {
  clear(one_);
  for (std::size_t row = 0; row < placed_.rows().size(); ++row)
    if (lambda[row] != 0) addForce(one_, row, 0, lambda[row]);
  respond(one_);
  for (std::size_t row = 0; row < placed_.rows().size(); ++row) u[row] = rates(one_, row)[0];
}

/// The paths of two bodies to the ground join at a common body. Its Ω covers the clusters below it.
double TreeColumns::trace(int first, int rows) {
  const TreeRows::Row& row = placed_.rows()[at(first)];
  const auto clusterOf = [&](int body) { return body == ground ? -1 : tree_.body(body).cluster; };
  const auto meet = [&](auto cross) {
    auto [a, b] = row.bodies;
    if (row.cluster >= 0) {
      const Cluster<double>& cluster = tree_.clusters()[at(row.cluster)];
      cross(cluster);
      a = b = cluster.parent;
    }
    if (a == ground) a = b;
    if (b == ground) b = a;
    while (a != b) {
      const int c = std::max(clusterOf(a), clusterOf(b));
      const Cluster<double>& cluster = tree_.clusters()[at(c)];
      cross(cluster);
      if (clusterOf(a) == c) a = cluster.parent;
      if (clusterOf(b) == c) b = cluster.parent;
    }
    return a;
  };
  const int end = meet([&](const Cluster<double>& cluster) { clear(columns_, cluster); });
  if (end != ground) clear(columns_, tree_.clusterOf(tree_.body(end)));
  for (int i = 0; i < rows; ++i) addForce(columns_, at(first + i), i, 1);
  double sum = 0;
  meet([&](const Cluster<double>& cluster) {
    eliminate(columns_, cluster);
    for (int k = 0; k < cluster.dofs; ++k)
      sum += columns_.reduced.row(cluster.firstDof + k).squaredNorm() / factorOf(cluster)(k, k);
  });
  if (end == ground) return sum;
  const Forces<double, together>& force = columns_.bodies[at(end)];
  return sum + force.cwiseProduct(mobilities_[at(end)].lazyProduct(force)).sum();
}

/// Forward pass with T = S L⁻ᵀ and A = 1 − T Wᵀ: V = A V_p + T D⁻¹ Tᵀ f, f_p = Aᵀ f.
void TreeColumns::findMobilities() {
  for (const int c : crossed_) {
    const Cluster<double>& cluster = tree_.clusters()[at(c)];
    const auto factor = factorOf(cluster);
    for (int i = cluster.firstBody; i < cluster.firstBody + cluster.bodyCount; ++i) {
      Matrix6<double> across = Matrix6<double>::Identity(), own = Matrix6<double>::Zero();
      for (int k = 0; k < cluster.dofs; ++k) {
        Vector6<double> t = Eigen::Map<const Vector6<double>>(placed_.subspace(i) + 6 * k);
        for (int l = 0; l < k; ++l) t -= factor(k, l) * scaled_.col(l);
        scaled_.col(k) = t;
        own += (factor(k, k) * t).lazyProduct(t.transpose());
        if (cluster.parent != ground)
          across -= t.lazyProduct(gains_.col(cluster.firstDof + k).transpose());
      }
      if (cluster.parent != ground)
        own += across.lazyProduct(mobilities_[at(cluster.parent)])
                   .eval()
                   .lazyProduct(across.transpose());
      mobilities_[at(i)] = own;
    }
  }
}

template <int width>
void TreeColumns::clear(Motions<width>& columns) const {
  for (const int c : crossed_) clear(columns, tree_.clusters()[at(c)]);
}

template <int width>
void TreeColumns::clear(Motions<width>& columns, const Cluster<double>& cluster) const {
  columns.reduced.middleRows(cluster.firstDof, cluster.dofs).setZero();
  for (int i = cluster.firstBody; i < cluster.firstBody + cluster.bodyCount; ++i)
    columns.bodies[at(i)].setZero();
}

template <int width>
void TreeColumns::addForce(Motions<width>& columns, std::size_t index, int column,
                           double by) const {
  const TreeRows::Row& row = placed_.rows()[index];
  if (row.cluster >= 0) {
    const Cluster<double>& cluster = tree_.clusters()[at(row.cluster)];
    for (int k = 0; k < cluster.dofs; ++k)
      columns.reduced(cluster.firstDof + k, column) += by * placed_.basis(row)[k];
    return;
  }
  const auto [a, b] = row.bodies;
  if (a != ground) columns.bodies[at(a)].col(column) -= by * row.along;
  if (b != ground) columns.bodies[at(b)].col(column) += by * row.along;
}

template <int width>
void TreeColumns::respond(Motions<width>& columns) const {
  for (auto c = crossed_.rbegin(); c != crossed_.rend(); ++c)
    eliminate(columns, tree_.clusters()[at(*c)]);
  for (const int c : crossed_) accelerate(columns, tree_.clusters()[at(c)]);
}

template <int width>
void TreeColumns::eliminate(Motions<width>& columns, const Cluster<double>& cluster) const {
  const int m = cluster.dofs, first = cluster.firstDof;
  const auto factor = factorOf(cluster);
  Forces<double, width> left = columns.bodies[at(cluster.firstBody)];
  for (int i = 1; i < cluster.bodyCount; ++i) left += columns.bodies[at(cluster.firstBody + i)];
  for (int k = 0; k < m; ++k) {
    Eigen::Matrix<double, 1, width> z = columns.reduced.row(first + k);
    for (int i = cluster.firstBody; i < cluster.firstBody + cluster.bodyCount; ++i) {
      const double* s = placed_.subspace(i) + 6 * k;
      for (int e = 0; e < 6; ++e) z += s[e] * columns.bodies[at(i)].row(e);
    }
    for (int l = 0; l < k; ++l) z -= factor(k, l) * columns.reduced.row(first + l);
    columns.reduced.row(first + k) = z;
    if (cluster.parent == ground) continue;
    for (int e = 0; e < 6; ++e) left.row(e) -= gains_(e, first + k) * z;
  }
  for (int k = 0; k < m; ++k) columns.reduced.row(first + k) *= factor(k, k);
  if (cluster.parent != ground) columns.bodies[at(cluster.parent)] += left;
}

template <int width>
void TreeColumns::accelerate(Motions<width>& columns, const Cluster<double>& cluster) const {
  const int m = cluster.dofs, first = cluster.firstDof;
  const auto factor = factorOf(cluster);
  Forces<double, width> support = Forces<double, width>::Zero();
  if (cluster.parent != ground) support = columns.bodies[at(cluster.parent)];
  for (int k = m - 1; k >= 0; --k) {
    Eigen::Matrix<double, 1, width> rate = columns.reduced.row(first + k);
    if (cluster.parent != ground)
      for (int e = 0; e < 6; ++e) rate -= gains_(e, first + k) * support.row(e);
    for (int l = k + 1; l < m; ++l) rate -= factor(l, k) * columns.reduced.row(first + l);
    columns.reduced.row(first + k) = rate;
  }
  for (int i = cluster.firstBody; i < cluster.firstBody + cluster.bodyCount; ++i) {
    Forces<double, width> motion = support;
    for (int k = 0; k < m; ++k) {
      const double* s = placed_.subspace(i) + 6 * k;
      for (int e = 0; e < 6; ++e) motion.row(e) += s[e] * columns.reduced.row(first + k);
    }
    columns.bodies[at(i)] = motion;
  }
}

/// Changes of the velocity along a row by the forces of the columns.
template <int width>
Eigen::Matrix<double, 1, width> TreeColumns::rates(const Motions<width>& columns,
                                                   std::size_t index) const {
  const TreeRows::Row& row = placed_.rows()[index];
  Eigen::Matrix<double, 1, width> result = Eigen::Matrix<double, 1, width>::Zero();
  if (row.cluster >= 0) {
    const Cluster<double>& cluster = tree_.clusters()[at(row.cluster)];
    for (int k = 0; k < cluster.dofs; ++k)
      result += placed_.basis(row)[k] * columns.reduced.row(cluster.firstDof + k);
    return result;
  }
  const auto [a, b] = row.bodies;
  for (int e = 0; e < 6; ++e) {
    if (b != ground) result += row.along[e] * columns.bodies[at(b)].row(e);
    if (a != ground) result -= row.along[e] * columns.bodies[at(a)].row(e);
  }
  return result;
}

}  // namespace linkwork::constraints
