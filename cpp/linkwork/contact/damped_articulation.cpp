#include "linkwork/contact/damped_articulation.hpp"

#include <algorithm>

#include "linkwork/linalg/index.hpp"
#include "linkwork/linalg/lu.hpp"

namespace linkwork::contact {
namespace {

/// What a multiplication takes that waits for the one before, body by body, over one of a column.
constexpr double waiting = 3;

}  // namespace

DampedArticulation::DampedArticulation(const ClusterTree<double>& tree, ArticulatedColumns& columns)
    : tree_(tree),
      columns_(columns),
      placed_(columns.placed()),
      plan_(tree),
      inertias_(tree.bodies().size()),
      forces_(tree.bodies().size()),
      velocities_(tree.bodies().size()),
      factors_(tree.clusters().size()),
      rights_(tree.clusters().size()) {
  pushed_.resize(6 * at(tree.velocitySize()));
}

void DampedArticulation::place(const Workspace<double>& work) {
  isWritten_ = false;
  for (int i = 0; i < static_cast<int>(inertias_.size()); ++i)
    inertias_[at(i)] = tree_.body(i).inertia.toParent(placed_.pose(work, i)).matrix();
}

Columns DampedArticulation::columns() {
  if (!isWritten_) columns_.write(w_);
  isWritten_ = true;
  return {w_.data(), w_.outerStride()};
}

bool DampedArticulation::isQuick() const {
  const auto rows = static_cast<double>(placed_.rows().size());
  return waiting * columns_.multiplications() < rows * rows;
}

void DampedArticulation::plan(std::span<const ConeBlock> blocks) {
  pairs_.clear();
  for (const ConeBlock& block : blocks)
    if (const auto [a, b] = placed_.rows()[at(block.row)].bodies; a != ground && b != ground)
      pairs_.emplace_back(a, b);
  plan_.make(pairs_);
  blocks_.resize(at(plan_.blocks()));
  std::size_t numbers = 0, left = 0;
  for (const EliminationPlan::Step& step : plan_.steps()) {
    const auto m = at(tree_.clusters()[at(step.cluster)].dofs);
    factors_[at(step.cluster)] = numbers;
    rights_[at(step.cluster)] = numbers + m * m;
    numbers += m * (m + 6 * step.front.size() + 1);
    left = std::max(left, 6 * m * step.front.size());
  }
  numbers_.resize(numbers);
  left_.resize(left);
}

bool DampedArticulation::solve(std::span<const ConeBlock> blocks, std::span<const Damper> dampers,
                               double* u) {
  std::copy(inertias_.begin(), inertias_.end(), blocks_.begin());
  std::fill(blocks_.begin() + static_cast<std::ptrdiff_t>(inertias_.size()), blocks_.end(),
            Matrix6<double>::Zero());
  std::fill(forces_.begin(), forces_.end(), Vector6<double>::Zero());
  std::fill(numbers_.begin(), numbers_.end(), 0.0);
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const Row& row = placed_.rows()[at(blocks[i].row)];
    row.cluster < 0 ? addBetweenBodies(blocks[i], dampers[i]) : addOnJoint(row, dampers[i]);
  }
  for (const EliminationPlan::Step& step : plan_.steps())
    if (!eliminate(step)) return false;
  for (auto step = plan_.steps().rbegin(); step != plan_.steps().rend(); ++step) move(*step);
  for (const ConeBlock& block : blocks)
    for (int i = block.row; i < block.row + block.rows(); ++i) u[i] = rate(placed_.rows()[at(i)]);
  return true;
}

void DampedArticulation::addBetweenBodies(const ConeBlock& block, const Damper& damper) {
  Eigen::Matrix<double, 6, 3> along = Eigen::Matrix<double, 6, 3>::Zero();  // Jᵀ
  for (int i = 0; i < block.rows(); ++i) along.col(i) = placed_.rows()[at(block.row + i)].along;
  const Vector6<double> force = along * damper.impulse;
  const Matrix6<double> inertia = along * (damper.damping * along.transpose());
  const auto [a, b] = placed_.rows()[at(block.row)].bodies;
  if (a == b) return;
  if (b != ground) {
    forces_[at(b)] += force;
    blocks_[at(b)] += inertia;
  }
  if (a != ground) {
    forces_[at(a)] -= force;
    blocks_[at(a)] += inertia;
  }
  if (a == ground || b == ground) return;
  blocks_[at(plan_.block(a, b))] -= inertia;
  blocks_[at(plan_.block(b, a))] -= inertia;
}

/// Adds to H and to Sᵀf of the joint's cluster.
void DampedArticulation::addOnJoint(const Row& row, const Damper& damper) {
  const auto m = tree_.clusters()[at(row.cluster)].dofs;
  const Eigen::Map<const Eigen::VectorXd> turn(placed_.turn(row), m);
  Eigen::Map<Eigen::MatrixXd>(numbers_.data() + factors_[at(row.cluster)], m, m) +=
      (damper.damping(0, 0) * turn).lazyProduct(turn.transpose());
  Eigen::Map<Eigen::VectorXd>(numbers_.data() + rights_[at(row.cluster)], m) +=
      damper.impulse[0] * turn;
}

bool DampedArticulation::eliminate(const EliminationPlan::Step& step) {
  const Cluster<double>& cluster = tree_.clusters()[at(step.cluster)];
  // Sizes of the joints that most mechanisms in contact have, known when compiled.
  if (!cluster.constraint && cluster.dofs == 1) return eliminate<1>(step);
  if (!cluster.constraint && cluster.dofs == 3) return eliminate<3>(step);
  if (!cluster.constraint && cluster.dofs == 6) return eliminate<6>(step);
  return eliminate<Eigen::Dynamic>(step);
}

/// A cluster hands on what is left of it; leaves H⁻¹(Sᵀf, U).
template <int dofs>
bool DampedArticulation::eliminate(const EliminationPlan::Step& step) {
  const Cluster<double>& cluster = tree_.clusters()[at(step.cluster)];
  const int m = cluster.dofs, front = static_cast<int>(step.front.size());
  const bool isCarried = cluster.parent != ground;
  Eigen::Map<Eigen::Matrix<double, dofs, dofs>> h(numbers_.data() + factors_[at(step.cluster)], m,
                                                  m);
  Eigen::Map<Eigen::Matrix<double, dofs, Eigen::Dynamic>> right(
      numbers_.data() + rights_[at(step.cluster)], m, 1 + 6 * front);
  Eigen::Map<Eigen::Matrix<double, Eigen::Dynamic, dofs>> left(left_.data(), 6 * front, m);
  Eigen::Map<Eigen::Matrix<double, 6, dofs>> pushed(pushed_.data(), 6, m);
  const auto subspace = [&](int body) {
    return Eigen::Map<const Eigen::Matrix<double, 6, dofs>>(
        placed_.subspace(cluster.firstBody + body), 6, m);
  };
  const auto across = [&](int a, int b) -> Matrix6<double>& {
    return blocks_[at(step.across[at(a * front + b)])];
  };
  left.setZero();
  for (int i = 0; i < cluster.bodyCount; ++i) {
    const auto own = subspace(i);
    const Vector6<double>& force = forces_[at(cluster.firstBody + i)];
    right.col(0) += own.transpose().lazyProduct(force);
    if (isCarried) forces_[at(cluster.parent)] += force;
    for (int j = 0; j < cluster.bodyCount; ++j) {
      const int block = step.inside[at(i * cluster.bodyCount + j)];
      if (block < 0) continue;
      const Matrix6<double>& a = blocks_[at(block)];
      pushed = a.lazyProduct(subspace(j));
      h += own.transpose().lazyProduct(pushed);
      if (!isCarried) continue;
      right.template middleCols<6>(1) += own.transpose().lazyProduct(a);
      left.template topRows<6>() += pushed;
      across(0, 0) += a;
    }
    for (int f = 0; f < front; ++f) {
      const int out = step.outward[at(i * front + f)], in = step.inward[at(i * front + f)];
      if (out < 0) continue;
      right.template middleCols<6>(1 + 6 * f) += own.transpose().lazyProduct(blocks_[at(out)]);
      left.template middleRows<6>(6 * f) += blocks_[at(in)].lazyProduct(own);
      if (!isCarried) continue;
      across(0, f) += blocks_[at(out)];
      across(f, 0) += blocks_[at(in)];
    }
  }
  if (m == 0) return true;
  if (!cluster.constraint && m == 1) h(0, 0) += tree_.body(cluster.firstBody).reflectedInertia;
  if (!linalg::eliminate(h.data(), m, right.data(), 0, 1 + 6 * front)) return false;
  for (int a = 0; a < front; ++a) {
    const auto rows = left.template middleRows<6>(6 * a);
    forces_[at(step.front[at(a)])] -= rows.lazyProduct(right.col(0));
    for (int b = 0; b < front; ++b)
      across(a, b) -= rows.lazyProduct(right.template middleCols<6>(1 + 6 * b));
  }
  return true;
}

/// From the velocities of its front to those of a cluster: ẏ = H⁻¹(Sᵀf − Σ U V).
void DampedArticulation::move(const EliminationPlan::Step& step) {
  const Cluster<double>& cluster = tree_.clusters()[at(step.cluster)];
  const int m = cluster.dofs, front = static_cast<int>(step.front.size());
  Eigen::Map<Eigen::MatrixXd> right(numbers_.data() + rights_[at(step.cluster)], m, 1 + 6 * front);
  for (int f = 0; f < front; ++f)
    right.col(0) -= right.middleCols<6>(1 + 6 * f).lazyProduct(velocities_[at(step.front[at(f)])]);
  for (int i = cluster.firstBody; i < cluster.firstBody + cluster.bodyCount; ++i) {
    Vector6<double>& velocity = velocities_[at(i)];
    velocity =
        Eigen::Map<const Matrix6X<double>>(placed_.subspace(i), 6, m).lazyProduct(right.col(0));
    if (cluster.parent != ground) velocity += velocities_[at(cluster.parent)];
  }
}

double DampedArticulation::rate(const Row& row) const {
  if (row.cluster >= 0) {
    const auto m = tree_.clusters()[at(row.cluster)].dofs;
    return Eigen::Map<const Eigen::VectorXd>(placed_.turn(row), m)
        .dot(Eigen::Map<const Eigen::VectorXd>(numbers_.data() + rights_[at(row.cluster)], m));
  }
  const auto [a, b] = row.bodies;
  return (b == ground ? 0 : row.along.dot(velocities_[at(b)])) -
         (a == ground ? 0 : row.along.dot(velocities_[at(a)]));
}

}  // namespace linkwork::contact
