#include "linkwork/maximal/multiplier_dynamics.hpp"

#include <cmath>

#include "linkwork/mechanism/errors.hpp"
#include "linkwork/tree/cholesky.hpp"

namespace linkwork::maximal {

MultiplierDynamics::MultiplierDynamics(const ClusterTree<double>& tree)
    : graph_(tree),
      parts_(graph_),
      jointForces_(Eigen::VectorXd::Zero(tree.velocitySize())),
      pushes_(at(partCount()), Vector6<double>::Zero()),
      lastForces_(pushes_),
      lastMotion_(pushes_),
      reactions_(pushes_) {
  for (std::size_t j = 0; j < graph_.joints.size(); ++j) {
    const JointTie& joint = graph_.joints[j];
    if (!joint.isLoop() || joint.frames.parent == joint.frames.child) continue;
    for (int i = 0; i < joint.rows; ++i)
      addClosing(NodeKind::joint, j, i, {joint.frames.child, joint.frames.parent});
  }
  for (std::size_t i = 0; i < graph_.couplings.size(); ++i)
    if (!graph_.couplings[i].parts.empty())
      addClosing(NodeKind::coupling, i, 0, graph_.couplings[i].parts);
  for (std::size_t i = 0; i < graph_.slips.size(); ++i)
    for (int row = 0; row < graph_.slips[i].rows(); ++row)
      addClosing(NodeKind::slip, i, row, {graph_.slips[i].part});

  const int rows = closingRows();
  closingForces_.resize(closingParts_.size());
  closingColumns_.resize(at(rows));
  closingGram_.resize(rows, rows);
  closingFactor_.resize(rows, rows);
  closingSolver_ = SemidefiniteSolver<double>(rows);
  rates_.setZero(rows);
  multipliers_.setZero(rows);
  responseMultipliers_.setZero(rows);
}

void MultiplierDynamics::addClosing(NodeKind kind, std::size_t item, int index,
                                    const std::vector<int>& parts) {
  ClosingRow row;
  row.kind = kind;
  row.item = static_cast<int>(item);
  row.index = index;
  row.first = static_cast<int>(closingParts_.size());
  row.count = static_cast<int>(parts.size());
  closings_.push_back(row);
  closingParts_.insert(closingParts_.end(), parts.begin(), parts.end());
}

void MultiplierDynamics::factor(const Placement& placement) {
  parts_.factor(placement);
  const int rows = closingRows();
  for (int i = 0; i < rows; ++i) {
    ClosingRow& row = closings_[at(i)];
    Vector6<double>* const forces = &closingForces_[at(row.first)];
    writeForces(placement, row, forces);
    if (row.kind == NodeKind::joint) row.arm = placement.joints[at(row.item)].arm;
    ResponseColumn& column = closingColumns_[at(i)];
    parts_.halfSolve({&closingParts_[at(row.first)], at(row.count)}, forces, column);
    for (int k = 0; k <= i; ++k)
      closingGram_(i, k) = closingGram_(k, i) = column.dot(closingColumns_[at(k)]);
    if (!std::isfinite(closingGram_(i, i)))
      throw SimulationError("multipliers: closing row " + std::to_string(i) +
                            " has no direction at this pose");
  }
  closingFactor_ = closingGram_;
  isDependent_ = !factorClosings();
  if (isDependent_) closingSolver_.factor(closingGram_);
}

/// W = L Lᵀ in place; false where a row depends on those before it.
bool MultiplierDynamics::factorClosings() {
  const Eigen::Index rows = closingFactor_.rows();
  double* const l = closingFactor_.data();  // symmetric before, so that rows are columns
  for (Eigen::Index j = 0; j < rows; ++j) {
    double* const row = l + j * rows;
    const double diagonal = row[j];
    for (Eigen::Index k = 0; k < j; ++k) {
      const double* const other = l + k * rows;
      double sum = row[k];
      for (Eigen::Index i = 0; i < k; ++i) sum -= row[i] * other[i];
      row[k] = sum / other[k];
    }
    double pivot = diagonal;
    for (Eigen::Index k = 0; k < j; ++k) pivot -= row[k] * row[k];
    if (!(pivot > SemidefiniteSolver<double>::rankTolerance * diagonal)) return false;
    row[j] = std::sqrt(pivot);
  }
  return true;
}

/// x ← L⁻¹x.
void MultiplierDynamics::solveClosingLower(double* x) const {
  const Eigen::Index rows = closingFactor_.rows();
  for (Eigen::Index i = 0; i < rows; ++i) {
    const double* const row = closingFactor_.data() + i * rows;
    double sum = x[i];
    for (Eigen::Index k = 0; k < i; ++k) sum -= row[k] * x[k];
    x[i] = sum / row[i];
  }
}

/// x ← W⁻¹x.
void MultiplierDynamics::solveClosings(Eigen::VectorXd& x) {
  if (isDependent_) {
    rates_ = x;
    closingSolver_.solve(closingGram_, rates_, x);
    return;
  }
  solveClosingLower(x.data());
  const Eigen::Index rows = closingFactor_.rows();
  for (Eigen::Index i = rows; i-- > 0;) {
    const double* const row = closingFactor_.data() + i * rows;
    x[i] /= row[i];
    for (Eigen::Index k = 0; k < i; ++k) x[k] -= row[k] * x[i];
  }
}

void MultiplierDynamics::solveFor(const PartVector& forces, const PartVector* c,
                                  const Eigen::VectorXd* closing, PartVector& y,
                                  Eigen::VectorXd& multipliers) {
  parts_.gather(forces, c);
  parts_.spread(c, y);
  if (closings_.empty()) return;
  for (int i = 0; i < closingRows(); ++i) {
    const ClosingRow& row = closings_[at(i)];
    double rate = closing ? (*closing)[i] : 0;
    for (int k = row.first; k < row.first + row.count; ++k)
      rate += closingForces_[at(k)].dot(y[at(closingParts_[at(k)])]);
    multipliers[i] = -rate;
  }
  solveClosings(multipliers);
  for (int i = 0; i < closingRows(); ++i) parts_.add(multipliers[i], closingColumns_[at(i)]);
  parts_.spread(c, y);
}

void MultiplierDynamics::solve(const PartVector& forces, const PartVector& c,
                               const Eigen::VectorXd& closing, PartVector& y) {
  solveFor(forces, &c, &closing, y, multipliers_);
  lastForces_ = forces;
  lastMotion_ = y;
  hasReactions_ = false;
}

void MultiplierDynamics::respond(std::span<const PartRow> rows, const double* multipliers,
                                 PartVector& y) {
  for (Vector6<double>& push : pushes_) push.setZero();
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t k = 0; k < 2; ++k)
      pushes_[at(rows[i].parts[k])] += multipliers[i] * rows[i].forces[k];
  solveFor(pushes_, nullptr, nullptr, response_, responseMultipliers_);
  for (std::size_t p = 1; p < y.size(); ++p) y[p] += response_[p];
}

void MultiplierDynamics::anticipate(std::span<const PartRow> rows, Eigen::MatrixXd& w) {
  const auto count = static_cast<Eigen::Index>(rows.size());
  w.resize(count, count);
  if (columns_.size() < rows.size()) columns_.resize(rows.size());
  for (Eigen::Index i = 0; i < count; ++i) {
    const PartRow& row = rows[static_cast<std::size_t>(i)];
    ResponseColumn& column = columns_[static_cast<std::size_t>(i)];
    parts_.halfSolve(row.parts, row.forces.data(), column);
    for (Eigen::Index k = 0; k <= i; ++k)
      w(i, k) = w(k, i) = column.dot(columns_[static_cast<std::size_t>(k)]);
  }
  if (closings_.empty()) return;

  // W_cc − W_ce W_ee⁻¹ W_ec, as Yᵀ Y with Y = L⁻¹ W_ec where W_ee = L Lᵀ.
  if (coupled_.cols() < count) coupled_.resize(closingRows(), count);
  for (Eigen::Index i = 0; i < count; ++i)
    for (int e = 0; e < closingRows(); ++e)
      coupled_(e, i) = closingColumns_[at(e)].dot(columns_[static_cast<std::size_t>(i)]);
  if (eliminated_.cols() < count) eliminated_.resize(closingRows(), count);
  eliminated_.leftCols(count) = coupled_.leftCols(count);
  for (Eigen::Index i = 0; i < count; ++i) {
    if (isDependent_) {
      rates_ = coupled_.col(i);
      closingSolver_.solve(closingGram_, rates_, eliminated_.col(i));
    } else {
      solveClosingLower(&eliminated_(0, i));
    }
  }
  const Eigen::MatrixXd& other = isDependent_ ? coupled_ : eliminated_;
  for (Eigen::Index i = 0; i < count; ++i)
    for (Eigen::Index k = 0; k <= i; ++k) w(k, i) = w(i, k) -= other.col(i).dot(eliminated_.col(k));
}

/// What the joints exert is what is left of Newton's and Euler's equations of all that they carry.
void MultiplierDynamics::findReactions() {
  for (std::size_t p = 1; p < reactions_.size(); ++p)
    reactions_[p] = parts_.momentum(static_cast<int>(p), lastMotion_[p]) - lastForces_[p];
  for (int i = 0; i < closingRows(); ++i) {
    const ClosingRow& row = closings_[at(i)];
    for (int k = row.first; k < row.first + row.count; ++k)
      reactions_[at(closingParts_[at(k)])] -= multipliers_[i] * closingForces_[at(k)];
  }
  for (std::size_t p = reactions_.size(); p-- > 1;) {
    const int parent = graph_.rigid.parts[p].parent;
    reactions_[p] = parts_.aboutJoint(static_cast<int>(p), reactions_[p]);
    if (parent != groundPart)
      reactions_[at(parent)] += parts_.onParent(static_cast<int>(p), reactions_[p]);
  }
  hasReactions_ = true;
}

Vector6<double> MultiplierDynamics::reaction(int joint) {
  const JointTie& tie = graph_.joints[at(joint)];
  if (!tie.isLoop()) {
    if (!hasReactions_) findReactions();
    return reactions_[at(tie.frames.child)];
  }
  Vector6<double> sum = Vector6<double>::Zero();
  for (int i = 0; i < closingRows(); ++i) {
    const ClosingRow& row = closings_[at(i)];
    if (row.kind != NodeKind::joint || row.item != joint) continue;
    const Vector6<double> force = multipliers_[i] * closingForces_[at(row.first)];
    sum += force;  // about the child's centre of mass
    sum.tail<3>() -= row.arm.cross(force.head<3>());
  }
  return sum;
}

}  // namespace linkwork::maximal
