#include "linkwork/maximal/multiplier_dynamics.hpp"

#include <algorithm>
#include <cmath>

#include "linkwork/errors.hpp"
#include "linkwork/linalg/factorizations.hpp"
#include "linkwork/maximal/joint_motion_space.hpp"

namespace linkwork::maximal {
namespace {

/// A row depends on the others if at most this part of its diagonal remains.
constexpr double leftOver = SemidefiniteSolver<double>::rankTolerance;

}  // namespace

MultiplierDynamics::MultiplierDynamics(const ClusterTree<double>& tree)
    : graph_(tree),
      parts_(graph_),
      jointForces_(Eigen::VectorXd::Zero(tree.velocitySize())),
      forces_(at(partCount()), Vector6<double>::Zero()) {
  for (std::size_t j = 0; j < graph_.joints.size(); ++j) {
    const JointConstraint& joint = graph_.joints[j];
    if (!joint.isLoop() || joint.frames.parent == joint.frames.child) continue;
    for (int i = 0; i < joint.rows; ++i)
      addRow(NodeKind::joint, j, i, {joint.frames.child, joint.frames.parent});
  }
  for (std::size_t i = 0; i < graph_.couplings.size(); ++i)
    if (!graph_.couplings[i].parts.empty())
      addRow(NodeKind::coupling, i, 0, graph_.couplings[i].parts);
  for (std::size_t i = 0; i < graph_.nonholonomic.size(); ++i)
    for (int row = 0; row < graph_.nonholonomic[i].rows(); ++row)
      addRow(NodeKind::slip, i, row, {graph_.nonholonomic[i].part});

  auxiliaryRows_ = allRows();
  PartConfiguration start;
  place(tree.initialPosition(), start);
  supportMassless(start);

  rowForces_.resize(rowParts_.size());
  rowColumns_.resize(rows_.size());
  gram_.resize(allRows(), allRows());
  gramFactor_.resize(allRows(), allRows());
  dependentSolver_ = SemidefiniteSolver<double>(allRows());
  rates_.setZero(allRows());
  multipliers_.setZero(allRows());
  missing_.setZero(allRows());
  auxiliaryMultipliers_.setZero(auxiliaryRows_);

  // The diagonal of W at a pose where the rows are independent.
  projectRows(start);
  rowSizes_ = gram_.diagonal();
  for (int i = auxiliaryRows_; i < allRows(); ++i) rowSizes_[i] = rows_[at(i)].softness;
}

/// Adds inertia to joints in loops that move no mass by themselves, or almost none.
void MultiplierDynamics::supportMassless(const PartConfiguration& configuration) {
  constexpr double hardlyAny = 1e-9;
  parts_.factor(configuration, hardlyAny, [&](int part) {
    const TreeBody<double>& body = tree().body(graph_.rigid.parts[at(part)].body);
    if (tree().clusterOf(body).constraint) supportJoint(part, configuration);
  });
}

/// Adds to a joint an inertia of the order of that of its cluster, or of the whole mechanism if the
/// cluster has none.
void MultiplierDynamics::supportJoint(int part, const PartConfiguration& configuration) {
  struct Inertia {
    double moment = 0, mass = 0;
  } ofCluster, ofAll;
  const std::vector<RigidPart>& rigid = graph_.rigid.parts;
  const TreeBody<double>& body = tree().body(rigid[at(part)].body);
  const auto joint = at(graph_.jointOf[at(rigid[at(part)].body)]);
  const JointPose& pose = configuration.joints[joint];
  const Eigen::Vector3d origin = configuration.parts[at(part)].position + pose.childOffset;
  for (std::size_t p = 1; p < rigid.size(); ++p) {
    const double mass = rigid[p].mass,
                 squared = (configuration.parts[p].position - origin).squaredNorm();
    const double moment = rigid[p].inertia.trace() + mass * squared;
    ofAll.moment += moment, ofAll.mass += mass;
    if (tree().body(rigid[p].body).cluster != body.cluster) continue;
    ofCluster.moment += moment, ofCluster.mass += mass;
  }
  const Inertia& around = ofCluster.mass > 0 || ofCluster.moment > 0 ? ofCluster : ofAll;
  const MotionColumns motions = motionsOf(graph_.joints[joint], pose);
  std::vector<double> inertia;
  for (int k = 0; k < body.velocities; ++k) {
    inertia.push_back(motions.col(k).head<3>().squaredNorm() * around.moment +
                      motions.col(k).tail<3>().squaredNorm() * around.mass);
    addRow(NodeKind::part, joint, k, {part, rigid[at(part)].parent});
    rows_.back().softness = 1 / inertia.back();
  }
  parts_.addInertia(part, inertia);
}

void MultiplierDynamics::addRow(NodeKind kind, std::size_t item, int index,
                                const std::vector<int>& parts) {
  AuxiliaryRow row;
  row.kind = kind;
  row.item = static_cast<int>(item);
  row.index = index;
  row.first = static_cast<int>(rowParts_.size());
  row.count = static_cast<int>(parts.size());
  rows_.push_back(row);
  rowParts_.insert(rowParts_.end(), parts.begin(), parts.end());
}

void MultiplierDynamics::factor(const PartConfiguration& configuration) {
  projectRows(configuration);
  isDependent_ = !factorRows();
  if (!isDependent_) return;
  if (allRows() > auxiliaryRows_)
    throw SimulationError(
        "multipliers: singular pose of a loop of which a part without mass is a link");
  for (int i = 0; i < auxiliaryRows_; ++i)
    if (!(gram_(i, i) > leftOver * rowSizes_[i])) {  // cannot move
      gram_.row(i).setZero();
      gram_.col(i).setZero();
    }
  dependentSolver_.factor(gram_);
}

/// Computes the tree's factors, U and W of the auxiliary rows.
void MultiplierDynamics::projectRows(const PartConfiguration& configuration) {
  parts_.factor(configuration);
  for (int i = 0; i < allRows(); ++i) {
    AuxiliaryRow& row = rows_[at(i)];
    Vector6<double>* const forces = &rowForces_[at(row.first)];
    writeForces(configuration, row, forces);
    if (row.kind != NodeKind::slip && row.kind != NodeKind::coupling)
      row.childOffset = configuration.joints[at(row.item)].childOffset;
    parts_.forwardSubstitute({&rowParts_[at(row.first)], at(row.count)}, forces,
                             rowColumns_[at(i)]);
  }
  multiplyRows();
}

/// W = UᵀU − softness, part by part. The rows that cross each part are constant.
void MultiplierDynamics::multiplyRows() {
  if (crossings_.empty()) {
    crossings_.resize(at(partCount()));
    for (int row = 0; row < allRows(); ++row) {
      const ResponseColumn& column = rowColumns_[at(row)];
      for (std::size_t i = 0; i < column.parts.size(); ++i)
        crossings_[at(column.parts[i])].push_back({row, column.places[i]});
    }
  }
  gram_.setZero();
  for (std::size_t p = 1; p < crossings_.size(); ++p) {
    const int size = parts_.velocities(static_cast<int>(p));
    for (const Crossing& one : crossings_[p]) {
      const double* const x = &rowColumns_[at(one.row)].values[at(one.place)];
      for (const Crossing& other : crossings_[p]) {
        const double* const y = &rowColumns_[at(other.row)].values[at(other.place)];
        double& entry = gram_(other.row, one.row);
        for (int k = 0; k < size; ++k) entry += x[k] * y[k];
        if (other.row == one.row) break;
      }
    }
  }
  for (int i = 0; i < allRows(); ++i) {
    if (!std::isfinite(gram_(i, i)))
      throw SimulationError(
          "multipliers: a constraint that closes a loop, or holds a disc or a blade, has no "
          "direction at this pose");
    gram_(i, i) -= rows_[at(i)].softness;
    for (int k = 0; k < i; ++k) gram_(i, k) = gram_(k, i);
  }
}

/// Factors W − softness = L D Lᵀ. D is positive for auxiliary rows and negative for rows of
/// massless joints. Returns false if a row depends on previous ones.
bool MultiplierDynamics::factorRows() {
  gramFactor_ = gram_;
  const auto isPivot = [&](int k, double pivot) {
    return (k < auxiliaryRows_ ? pivot : -pivot) > leftOver * rowSizes_[k];
  };
  return linalg::factorLdlt(gramFactor_, isPivot, allRows());
}

/// x ← (W − softness)⁻¹x.
void MultiplierDynamics::solveRows(Eigen::VectorXd& x) {
  if (isDependent_) {
    rates_ = x;
    dependentSolver_.solve(gram_, rates_, x);
  } else {
    linalg::solveLdlt(gramFactor_, x, allRows());
  }
}

/// Writes −(J y + c − softness μ) of all rows. Returns the magnitude of the terms of these sums.
double MultiplierDynamics::remainder(const PartVector* c, const Eigen::VectorXd* auxiliary,
                                     const PartVector& y, Eigen::VectorXd& rows) const {
  double size = 0;
  for (int i = 0; i < allRows(); ++i) {
    const AuxiliaryRow& row = rows_[at(i)];
    const Vector6<double>* const force = &rowForces_[at(row.first)];
    double rate = 0;
    if (row.kind == NodeKind::part) {  // v̇ = w · (rel + c), w the force about the joint
      if (c)
        rate = force->dot((*c)[at(row.item)]) -
               row.childOffset.cross(force->tail<3>()).dot((*c)[at(row.item)].head<3>());
      rate -= row.softness * multipliers_[i];
    } else if (auxiliary) {
      rate = (*auxiliary)[i];
    }
    size = std::max(size, std::abs(rate));
    for (int k = 0; k < row.count; ++k) {
      const double part = force[k].dot(y[at(rowParts_[at(row.first + k)])]);
      size = std::max(size, std::abs(part));
      rate += part;
    }
    rows[i] = -rate;
  }
  return size;
}

/// Solves for y, then corrects the violations of the auxiliary rows; a second correction follows if
/// the rows are nearly dependent.
void MultiplierDynamics::solveFor(const PartVector& forces, const PartVector* c,
                                  const Eigen::VectorXd* auxiliary, PartVector& y) {
  constexpr double rounding = 1e-13;
  parts_.gather(forces, c);
  parts_.spread(c, y);
  if (rows_.empty()) return;
  multipliers_.setZero();
  for (int pass = 0; pass < 2; ++pass) {
    const double size = remainder(c, auxiliary, y, missing_);
    if (pass > 0 && missing_.lpNorm<Eigen::Infinity>() <= rounding * size) break;
    solveRows(missing_);
    multipliers_ += missing_;
    for (int i = 0; i < allRows(); ++i) parts_.add(missing_[i], rowColumns_[at(i)]);
    parts_.spread(c, y);
  }
}

void MultiplierDynamics::solve(const PartVector& forces, const PartVector& c,
                               const Eigen::VectorXd& auxiliary, PartVector& y) {
  solveFor(forces, &c, &auxiliary, y);
  auxiliaryMultipliers_ = multipliers_.head(auxiliaryRows_);
}

void MultiplierDynamics::respond(std::span<const PartRow> rows, const double* multipliers,
                                 PartVector& y) {
  for (Vector6<double>& force : forces_) force.setZero();
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t k = 0; k < 2; ++k)
      forces_[at(rows[i].parts[k])] += multipliers[i] * rows[i].forces[k];
  solveFor(forces_, nullptr, nullptr, response_);
  for (std::size_t p = 1; p < y.size(); ++p) y[p] += response_[p];
}

void MultiplierDynamics::assembleDelassus(std::span<const PartRow> rows, Eigen::MatrixXd& w) {
  const auto count = static_cast<Eigen::Index>(rows.size());
  if (w.rows() < count) w.resize(count, count);
  if (columns_.size() < rows.size()) columns_.resize(rows.size());
  for (Eigen::Index i = 0; i < count; ++i) {
    const PartRow& row = rows[static_cast<std::size_t>(i)];
    ResponseColumn& column = columns_[static_cast<std::size_t>(i)];
    parts_.forwardSubstitute(row.parts, row.forces.data(), column);
    parts_.respond(column, response_);
    for (Eigen::Index k = i; k < count; ++k)
      w(i, k) = w(k, i) = rows[static_cast<std::size_t>(k)].rate(response_);
  }
  if (rows_.empty()) return;

  // W_cc − W_ce W_ee⁻¹ W_ec, as Yᵀ D⁻¹ Y with Y = L⁻¹ W_ec where W_ee = L D Lᵀ.
  if (coupled_.cols() < count) coupled_.resize(allRows(), count);
  if (eliminated_.cols() < count) eliminated_.resize(allRows(), count);
  for (Eigen::Index i = 0; i < count; ++i) {
    for (int e = 0; e < allRows(); ++e)
      coupled_(e, i) = rowColumns_[at(e)].dot(columns_[static_cast<std::size_t>(i)]);
    eliminated_.col(i) = coupled_.col(i);
    if (isDependent_) {
      rates_ = coupled_.col(i);
      dependentSolver_.solve(gram_, rates_, eliminated_.col(i));
    } else {
      linalg::solveUnitLower(gramFactor_, &eliminated_(0, i), allRows());
      for (int e = 0; e < allRows(); ++e) coupled_(e, i) = gramFactor_(e, e) * eliminated_(e, i);
    }
  }
  for (Eigen::Index i = 0; i < count; ++i)
    for (Eigen::Index k = 0; k <= i; ++k)
      w(k, i) = w(i, k) -= coupled_.col(i).dot(eliminated_.col(k));
}

/// The wrench of a joint is the remainder of the Newton–Euler equations of its subtree.
void MultiplierDynamics::reactions(const PartVector& forces, const PartVector& y,
                                   PartVector& byJoint) {
  for (std::size_t p = 1; p < forces_.size(); ++p)
    forces_[p] = parts_.momentum(static_cast<int>(p), y[p]) - forces[p];
  for (int i = 0; i < auxiliaryRows_; ++i) {
    const AuxiliaryRow& row = rows_[at(i)];
    for (int k = row.first; k < row.first + row.count; ++k)
      forces_[at(rowParts_[at(k)])] -= auxiliaryMultipliers_[i] * rowForces_[at(k)];
  }
  for (std::size_t p = 1; p < forces_.size(); ++p)
    forces_[p] = parts_.aboutJoint(static_cast<int>(p), forces_[p]);
  for (std::size_t p = forces_.size(); p-- > 1;)
    if (const int parent = graph_.rigid.parts[p].parent; parent != groundPart)
      forces_[at(parent)] += parts_.onParent(static_cast<int>(p), forces_[p]);

  byJoint.resize(graph_.joints.size());
  for (std::size_t j = 0; j < byJoint.size(); ++j) {
    const JointConstraint& constraint = graph_.joints[j];
    byJoint[j] =
        constraint.isLoop() ? reaction(static_cast<int>(j)) : forces_[at(constraint.frames.child)];
  }
}

Vector6<double> MultiplierDynamics::reaction(int joint) const {
  Vector6<double> sum = Vector6<double>::Zero();
  for (int i = 0; i < auxiliaryRows_; ++i) {
    const AuxiliaryRow& row = rows_[at(i)];
    if (row.kind != NodeKind::joint || row.item != joint) continue;
    const Vector6<double> force = auxiliaryMultipliers_[i] * rowForces_[at(row.first)];
    sum += force;  // about the child's center of mass
    sum.head<3>() -= row.childOffset.cross(force.tail<3>());
  }
  return sum;
}

}  // namespace linkwork::maximal
