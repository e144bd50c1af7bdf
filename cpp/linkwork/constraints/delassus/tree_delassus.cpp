#include "linkwork/constraints/delassus/tree_delassus.hpp"

#include <algorithm>

#include "linkwork/linalg/block_product.hpp"
#include "linkwork/linalg/factorizations.hpp"
#include "linkwork/linalg/index.hpp"

namespace linkwork::constraints {

EliminationPlan::EliminationPlan(const ClusterTree<double>& tree)
    : tree_(tree),
      couplings_(tree.bodies().size()),
      children_(tree.clusters().size()),
      isEliminated_(tree.bodies().size()),
      steps_(tree.clusters().size()) {}

void EliminationPlan::make(std::span<const std::pair<int, int>> pairs) {
  for (std::vector<Coupling>& list : couplings_) list.clear();
  blocks_ = static_cast<int>(tree_.bodies().size());
  multiplications_ = 0;
  for (const auto& [a, b] : pairs)
    if (a != b) couple(a, b);

  std::fill(isEliminated_.begin(), isEliminated_.end(), 0);
  std::fill(children_.begin(), children_.end(), 0);
  for (const Cluster<double>& cluster : tree_.clusters())
    if (cluster.parent != ground) ++children_[at(tree_.body(cluster.parent).cluster)];
  ready_.clear();
  for (std::size_t c = 0; c < children_.size(); ++c)
    if (children_[c] == 0) ready_.push_back(static_cast<int>(c));
  for (count_ = 0; !ready_.empty(); ++count_) {
    const std::size_t next = cheapest();
    const int cluster = ready_[next];
    ready_[next] = ready_.back();
    ready_.pop_back();
    eliminate(cluster, steps_[count_]);
  }
}

int EliminationPlan::block(int a, int b) const {
  if (a == b) return a;
  for (const Coupling& coupling : couplings_[at(a)])
    if (coupling.body == b) return coupling.block;
  return -1;
}

void EliminationPlan::couple(int a, int b) {
  if (block(a, b) >= 0) return;
  couplings_[at(a)].push_back({b, blocks_++});
  couplings_[at(b)].push_back({a, blocks_++});
}

/// The number of couplings of a cluster's bodies, including couplings within the cluster.
int EliminationPlan::degree(const Cluster<double>& cluster) const {
  int result = 0;
  for (int i = cluster.firstBody; i < cluster.firstBody + cluster.bodyCount; ++i)
    for (const Coupling& coupling : couplings_[at(i)])
      result += isEliminated_[at(coupling.body)] == 0;
  return result;
}

std::size_t EliminationPlan::cheapest() const {
  std::size_t best = 0;
  int least = -1;
  for (std::size_t i = 0; i < ready_.size() && least != 0; ++i) {
    const int own = degree(tree_.clusters()[at(ready_[i])]);
    if (least >= 0 && own >= least) continue;
    least = own;
    best = i;
  }
  return best;
}

void EliminationPlan::eliminate(int index, Step& step) {
  const Cluster<double>& cluster = tree_.clusters()[at(index)];
  const int end = cluster.firstBody + cluster.bodyCount;
  step.cluster = index;
  step.front.clear();
  if (cluster.parent != ground) step.front.push_back(cluster.parent);
  for (int i = cluster.firstBody; i < end; ++i) isEliminated_[at(i)] = 1;
  for (int i = cluster.firstBody; i < end; ++i)
    for (const Coupling& coupling : couplings_[at(i)])
      if (!isEliminated_[at(coupling.body)] &&
          std::find(step.front.begin(), step.front.end(), coupling.body) == step.front.end())
        step.front.push_back(coupling.body);
  for (std::size_t i = 0; i < step.front.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) couple(step.front[i], step.front[j]);
  findBlocks(cluster, step);
  const auto front = 6.0 * static_cast<double>(step.front.size()), own = 6.0 * cluster.bodyCount;
  multiplications_ += cluster.dofs * (front * (front + own) + own * (own + cluster.dofs) +
                                      cluster.dofs * (front + cluster.dofs));
  if (cluster.parent == ground) return;
  const int parent = tree_.body(cluster.parent).cluster;
  if (--children_[at(parent)] == 0) ready_.push_back(parent);
}

void EliminationPlan::findBlocks(const Cluster<double>& cluster, Step& step) const {
  for (std::vector<int>* list : {&step.inside, &step.outward, &step.inward, &step.across})
    list->clear();
  const int end = cluster.firstBody + cluster.bodyCount;
  for (int a = cluster.firstBody; a < end; ++a) {
    for (int b = cluster.firstBody; b < end; ++b) step.inside.push_back(block(a, b));
    for (const int b : step.front) {
      step.outward.push_back(block(a, b));
      step.inward.push_back(block(b, a));
    }
  }
  for (const int a : step.front)
    for (const int b : step.front) step.across.push_back(block(a, b));
}

namespace {

/// Cost of a multiplication in the recursion, where each one waits for the last, relative to one in
/// a column.
constexpr double waiting = 3;

}  // namespace

TreeDelassus::TreeDelassus(const ClusterTree<double>& tree, TreeColumns& columns)
    : tree_(tree),
      columns_(columns),
      placed_(columns.placed()),
      plan_(tree),
      inertias_(tree.bodies().size()),
      forces_(tree.bodies().size()),
      velocities_(tree.bodies().size()),
      factors_(tree.clusters().size()),
      rights_(tree.clusters().size()) {
  product_.resize(6 * at(tree.velocitySize()));
  transposed_.resize(product_.size());
  for (const TreeBody<double>& body : tree.bodies()) {
    if (body.armature == 0) continue;
    if (!armatures_.empty() && armatures_.back().cluster == body.cluster) continue;
    const int m = tree.clusterOf(body).dofs;
    armatures_.push_back({body.cluster, Eigen::MatrixXd(m, m)});
  }
}

void TreeDelassus::place(const Workspace<double>& work) {
  isAssembled_ = false;
  for (int i = 0; i < static_cast<int>(inertias_.size()); ++i)
    inertias_[at(i)] = tree_.body(i).inertia.toParent(placed_.pose(work, i)).matrix();
  for (Armature& armature : armatures_) {
    const Cluster<double>& cluster = tree_.clusters()[at(armature.cluster)];
    armature.inertia.setZero();
    addArmature(tree_, cluster, work, armature.inertia);
  }
}

Columns TreeDelassus::columns() {
  if (!isAssembled_) columns_.assemble(w_);
  isAssembled_ = true;
  return {w_.data(), w_.outerStride()};
}

double TreeDelassus::multiplicationsForColumns() const {
  return isAssembled_ ? 0 : columns_.multiplications() * static_cast<double>(placed_.rows().size());
}

bool TreeDelassus::isQuick() const {
  const auto rows = static_cast<double>(placed_.rows().size());
  return waiting * columns_.multiplications() < rows * rows;
}

void TreeDelassus::plan(std::span<const ConeBlock> blocks) {
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

bool TreeDelassus::solve(std::span<const ConeBlock> blocks, std::span<const Damper> dampers,
                         double* u) {
  std::copy(inertias_.begin(), inertias_.end(), blocks_.begin());
  std::fill(blocks_.begin() + static_cast<std::ptrdiff_t>(inertias_.size()), blocks_.end(),
            Matrix6<double>::Zero());
  std::fill(forces_.begin(), forces_.end(), Vector6<double>::Zero());
  std::fill(numbers_.begin(), numbers_.end(), 0.0);
  for (const Armature& armature : armatures_) {
    const Eigen::Index m = armature.inertia.rows();
    Eigen::Map<Eigen::MatrixXd>(numbers_.data() + factors_[at(armature.cluster)], m, m) =
        armature.inertia;
  }
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    if (dampers[i].damping.isZero(0) && dampers[i].impulse.isZero(0)) continue;
    const Row& row = placed_.rows()[at(blocks[i].row)];
    if (row.cluster >= 0)
      addOnJoint(row, dampers[i]);
    else if (blocks[i].hasMoments)
      addBetweenBodies<mostBlockRows>(blocks[i], dampers[i]);
    else
      addBetweenBodies<forceRows>(blocks[i], dampers[i]);
  }
  for (const EliminationPlan::Step& step : plan_.steps())
    if (!eliminate(step)) return false;
  for (auto step = plan_.steps().rbegin(); step != plan_.steps().rend(); ++step) accelerate(*step);
  for (const ConeBlock& block : blocks)
    for (int i = block.row; i < block.row + block.rows(); ++i) u[i] = rate(placed_.rows()[at(i)]);
  return true;
}

/// @tparam rows  at least those of the block
template <int rows>
void TreeDelassus::addBetweenBodies(const ConeBlock& block, const Damper& damper) {
  Eigen::Matrix<double, 6, rows> along = Eigen::Matrix<double, 6, rows>::Zero();  // Jᵀ
  for (int i = 0; i < block.rows(); ++i) along.col(i) = placed_.rows()[at(block.row + i)].along;
  const Eigen::Matrix<double, rows, rows> damping = damper.damping.topLeftCorner<rows, rows>();
  const Eigen::Matrix<double, rows, 1> impulse = damper.impulse.head<rows>();
  const Vector6<double> force = along * impulse;
  const Matrix6<double> inertia = along * (damping * along.transpose());
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

/// Adds a damper on a joint to H and to Sᵀf of its cluster.
void TreeDelassus::addOnJoint(const Row& row, const Damper& damper) {
  const auto m = tree_.clusters()[at(row.cluster)].dofs;
  const Eigen::Map<const Eigen::VectorXd> basis(placed_.basis(row), m);
  Eigen::Map<Eigen::MatrixXd>(numbers_.data() + factors_[at(row.cluster)], m, m) +=
      (damper.damping(0, 0) * basis).lazyProduct(basis.transpose());
  Eigen::Map<Eigen::VectorXd>(numbers_.data() + rights_[at(row.cluster)], m) +=
      damper.impulse[0] * basis;
}

bool TreeDelassus::eliminate(const EliminationPlan::Step& step) {
  const Cluster<double>& cluster = tree_.clusters()[at(step.cluster)];
  // Compile-time sizes for frequent joints.
  if (!cluster.constraint && cluster.dofs == 1) return eliminate<1>(step);
  if (!cluster.constraint && cluster.dofs == 3) return eliminate<3>(step);
  if (!cluster.constraint && cluster.dofs == 6) return eliminate<6>(step);
  return eliminate<Eigen::Dynamic>(step);
}

/// Eliminates a cluster from its front. Writes H⁻¹(Sᵀf, U).
template <int dofs>
bool TreeDelassus::eliminate(const EliminationPlan::Step& step) {
  using linalg::addProduct;
  using Subspace = Eigen::Matrix<double, 6, dofs>;
  using Right = Eigen::Map<Eigen::Matrix<double, dofs, 6>>;
  const Cluster<double>& cluster = tree_.clusters()[at(step.cluster)];
  const int m = cluster.dofs, front = static_cast<int>(step.front.size());
  const bool hasParent = cluster.parent != ground;
  double* const numbers = numbers_.data() + rights_[at(step.cluster)];
  Eigen::Map<Eigen::Matrix<double, dofs, dofs>> h(numbers_.data() + factors_[at(step.cluster)], m,
                                                  m);
  Eigen::Map<Eigen::Matrix<double, dofs, 1>> right(numbers, m);
  const auto upper = [&](int a) { return Right(numbers + m * (1 + 6 * a), m, 6); };
  const auto lower = [&](int a) { return Eigen::Map<Subspace>(left_.data() + 6 * m * a, 6, m); };
  Eigen::Map<Subspace> product(product_.data(), 6, m);
  Right solved(product_.data(), m, 6);
  const auto subspace = [&](int body) {
    return Eigen::Map<const Subspace>(placed_.subspace(cluster.firstBody + body), 6, m);
  };
  const auto across = [&](int a, int b) -> Matrix6<double>& {
    return blocks_[at(step.across[at(a * front + b)])];
  };
  std::fill_n(left_.begin(), 6 * m * front, 0.0);
  for (int i = 0; i < cluster.bodyCount; ++i) {
    const auto own = subspace(i);
    Right transposed(transposed_.data(), m, 6);
    transposed = own.transpose();
    const Vector6<double>& force = forces_[at(cluster.firstBody + i)];
    addProduct(transposed, force, right);
    if (hasParent) forces_[at(cluster.parent)] += force;
    for (int j = 0; j < cluster.bodyCount; ++j) {
      const int block = step.inside[at(i * cluster.bodyCount + j)];
      if (block < 0) continue;
      const Matrix6<double>& a = blocks_[at(block)];
      product.setZero();
      addProduct(a, subspace(j), product);
      addProduct(transposed, product, h);
      if (!hasParent) continue;
      addProduct(transposed, a, upper(0));
      lower(0) += product;
      across(0, 0) += a;
    }
    for (int f = 0; f < front; ++f) {
      const int out = step.outward[at(i * front + f)], in = step.inward[at(i * front + f)];
      if (out < 0) continue;
      addProduct(transposed, blocks_[at(out)], upper(f));
      addProduct(blocks_[at(in)], own, lower(f));
      if (!hasParent) continue;
      across(0, f) += blocks_[at(out)];
      across(f, 0) += blocks_[at(in)];
    }
  }
  if (m == 0) return true;
  if constexpr (dofs == Eigen::Dynamic) {
    if (!linalg::eliminate(h.data(), m, numbers, 0, 1 + 6 * front)) return false;
  } else {  // products of fixed size are faster
    Eigen::Matrix<double, dofs, dofs> inverse = Eigen::Matrix<double, dofs, dofs>::Identity();
    if (!linalg::factorLu<dofs>(h.data())) return false;
    linalg::solveLu<dofs>(h.data(), inverse.data(), dofs);
    right = inverse.lazyProduct(right).eval();
    for (int f = 0; f < front; ++f) {
      solved.setZero();
      addProduct(inverse, upper(f), solved);
      upper(f) = solved;
    }
  }
  for (int a = 0; a < front; ++a) {
    addProduct<-1>(lower(a), right, forces_[at(step.front[at(a)])]);
    for (int b = 0; b < front; ++b) addProduct<-1>(lower(a), upper(b), across(a, b));
  }
  return true;
}

/// Computes a cluster's velocities from those of its front: ẏ = H⁻¹(Sᵀf − Σ U V).
void TreeDelassus::accelerate(const EliminationPlan::Step& step) {
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

double TreeDelassus::rate(const Row& row) const {
  if (row.cluster >= 0) {
    const auto m = tree_.clusters()[at(row.cluster)].dofs;
    return Eigen::Map<const Eigen::VectorXd>(placed_.basis(row), m)
        .dot(Eigen::Map<const Eigen::VectorXd>(numbers_.data() + rights_[at(row.cluster)], m));
  }
  const auto [a, b] = row.bodies;
  return (b == ground ? 0 : row.along.dot(velocities_[at(b)])) -
         (a == ground ? 0 : row.along.dot(velocities_[at(a)]));
}

}  // namespace linkwork::constraints
