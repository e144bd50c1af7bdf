#include "linkwork/contact/queries/contact_accelerations.hpp"

#include <algorithm>
#include <cmath>

#include "linkwork/dynamics/configuration.hpp"

namespace linkwork::contact {
namespace {

/// Gap that counts as closed [m, rad], and speed that counts as rest [m/s, rad/s]: larger than
/// those of resting parts after a step.
constexpr double touching = 1e-6, still = 1e-6;

/// Displacement for differences along the motion [m, rad]; twice that for the outer points.
constexpr double displacement = 1e-3;

/// Accepted residual relative to the largest acceleration, and the tolerance of the solver.
constexpr double goodResidual = 1e-9, finestResidual = 1e-12;

}  // namespace

ContactAccelerations::ContactAccelerations(const Mechanism& mechanism,
                                           const ClusterTree<double>& tree, const Drives& drives)
    : tree_(tree),
      rigid_(tree),
      near_(mechanism, tree, drives),
      motion_(tree),
      accelerated_(tree.velocitySize()),
      solver_({.tolerance = finestResidual}),
      applied_(tree) {}

void ContactAccelerations::addContacts(const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                       const Accelerate& accelerate, Eigen::VectorXd& a) {
  if (!findActing(q, v)) return;
  const auto count = static_cast<Eigen::Index>(acting_.rows.size());
  b_.setZero(count);
  forces_.setZero(count);
  w_.setZero(count, count);
  addTurning(q, v);
  addRates(q, a, b_.data());
  for (const UnilateralConstraint& constraint : acting_.list)
    if (constraint.isDrive()) b_[constraint.row] -= near_.drives().acceleration(constraint.drive);
  for (Eigen::Index i = 0; i < count; ++i) {
    clearForces();
    addForce(at(i), 1);
    accelerate(applied_, accelerated_);
    accelerated_ -= a;
    addRates(q, accelerated_, w_.col(i).data());
  }
  leaveOutHeld(a);
  solve();
  clearForces();
  for (Eigen::Index i = 0; i < count; ++i) addForce(at(i), forces_[i]);
  accelerate(applied_, a);
}

/// Finds the rows that are closed and do not separate. Returns whether there are any.
bool ContactAccelerations::findActing(const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
  motion_.place(q, v);
  near_.setReach(touching, still);
  near_.find(motion_, acting_);
  std::vector<ForceRow> rows;
  std::vector<UnilateralConstraint> list;
  blocks_.clear();
  drags_.clear();
  for (UnilateralConstraint constraint : acting_.list) {
    const auto rate = [&](int k) { return motion_.rate(acting_.rows[at(constraint.row + k)]); };
    if (constraint.keepsGap() && (constraint.gap > touching || rate(0) > still)) continue;
    const int first = static_cast<int>(rows.size());
    const auto begin = acting_.rows.begin() + constraint.row;
    ConeBlock block{first};
    Drag drag;
    // Returns the coefficient of rows at rest; what moves adds to the drag.
    const auto atRest = [&](double coefficient, int row, int count,
                            const Eigen::Vector3d& surface) {
      if (coefficient == 0) return 0.0;
      Eigen::Vector2d slip = Eigen::Vector2d::Zero();
      for (int k = 0; k < count; ++k) slip[k] = rate(row + k) + surface.dot(begin[row + k].axis);
      if (slip.norm() <= still) return coefficient;
      const Eigen::Vector2d force = -coefficient * slip.normalized();
      for (int k = 0; k < count; ++k) drag.add(begin[row + k], force[k]);
      return 0.0;
    };
    if (constraint.isContact()) {
      block.friction =
          atRest(constraint.friction, 1, 2, acting_.points[at(constraint.point)].surfaceVelocity);
      block.torsion = atRest(constraint.torsion, 3, 1, Eigen::Vector3d::Zero());
      block.rolling = atRest(constraint.rolling, 4, 2, Eigen::Vector3d::Zero());
      block.hasMoments = block.torsion > 0 || block.rolling > 0;
      block.isContact = block.friction > 0 || block.hasMoments;
    }
    rows.insert(rows.end(), begin, begin + block.rows());
    drags_.resize(rows.size());
    drags_[at(first)] = drag;
    blocks_.push_back(block);
    if (constraint.isJointFriction()) {
      blocks_.back().most = near_.jointFrictions()[at(constraint.jointFriction)].strength;
      blocks_.back().least = -blocks_.back().most;
    }
    if (constraint.isDrive()) setForces(constraint.drive, rate(0), q, blocks_.back());
    constraint.row = first;
    list.push_back(constraint);
  }
  acting_.rows = std::move(rows);
  acting_.list = std::move(list);
  return !acting_.list.empty();
}

/// Sets the forces of a drive that is a constraint.
void ContactAccelerations::setForces(int drive, double rate, const Eigen::VectorXd& q,
                                     ConeBlock& block) const {
  block.least = -HUGE_VAL;
  const Drives& drives = near_.drives();
  if (drives.isMotion(drive)) return;
  const constraints::ImpulseResponse& motion = motion_;
  const auto rateOf = [&](const DriveTerm& term) { return motion.jointRate(term.body, 0); };
  const Range range = drives.freeRangeOf(drive, q, rateOf, near_.solved());
  const Range forces = drives.forcesAt(drive, rate, range, still);
  block.least = forces.lower;
  block.most = forces.upper;
  if (block.least == block.most && std::isinf(block.most))
    throw SimulationError("the motor of " + near_.nameOfJoint(drives.single(drive)->body) +
                          " is not at its velocity, and only an impulse brings it there without "
                          "maxForce; take a step first, or set maxForce");
}

/// b += J̇ v
void ContactAccelerations::addTurning(const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
  const double speed = v.size() == 0 ? 0 : v.lpNorm<Eigen::Infinity>();
  if (speed == 0) return;
  near_.setReach(0.1, 0);  // includes all that is near after the displacement
  Eigen::VectorXd there(q.size());
  for (const auto& [place, weight] :
       {std::pair(-2.0, 1.0), {-1.0, -8.0}, {1.0, 8.0}, {2.0, -1.0}}) {
    const double time = place * displacement / speed;
    retract<double>(tree_, q, time * v, there);
    motion_.place(there, v);
    near_.find(motion_, displaced_);
    for (std::size_t i = 0; i < acting_.list.size(); ++i) {
      const UnilateralConstraint& constraint = acting_.list[i];
      if (!constraint.isContact() && !constraint.keepsGap()) continue;
      const auto same =
          std::find_if(displaced_.list.begin(), displaced_.list.end(),
                       [&](const UnilateralConstraint& other) { return other.isSame(constraint); });
      if (same == displaced_.list.end()) continue;
      const double by = weight * speed / (12 * displacement);
      if (!constraint.isContact()) {
        b_[constraint.row] += by * motion_.rate(displaced_.rows[at(same->row)]);
        continue;
      }
      const auto row = [&](int k) -> const ForceRow& { return displaced_.rows[at(same->row + k)]; };
      const Eigen::Vector3d surface = displaced_.points[at(same->point)].surfaceVelocity;
      Eigen::Vector3d velocity = surface - surface.dot(row(0).axis) * row(0).axis;
      for (int k = 0; k < 3; ++k) velocity += motion_.rate(row(k)) * row(k).axis;
      // The normal turns with the surface. Tangents matter only if the contact sticks.
      b_[constraint.row] += by * motion_.rate(row(0));
      const bool sticks = blocks_[i].isContact;
      for (int k = 1; k < 3 && sticks; ++k)
        b_[constraint.row + k] += by * velocity.dot(acting_.rows[at(constraint.row + k)].axis);
      if (!blocks_[i].hasMoments) continue;
      b_[constraint.row + 3] += by * motion_.rate(row(3));
      const Eigen::Vector3d rolling =
          motion_.rate(row(4)) * row(4).axis + motion_.rate(row(5)) * row(5).axis;
      for (int k = 4; k < 6; ++k)
        b_[constraint.row + k] += by * rolling.dot(acting_.rows[at(constraint.row + k)].axis);
    }
  }
}

/// rates += J a
void ContactAccelerations::addRates(const Eigen::VectorXd& q, const Eigen::VectorXd& a,
                                    double* rates) {
  motion_.place(q, a);
  for (std::size_t i = 0; i < acting_.rows.size(); ++i) rates[i] += motion_.rate(acting_.rows[i]);
}

void ContactAccelerations::clearForces() {
  applied_.torque.setZero();
  for (Vector6<double>& wrench : applied_.wrenches) wrench.setZero();
  applied_.hasWrenches = false;
}

/// Adds a force along a row, and the friction that belongs to it.
void ContactAccelerations::addForce(std::size_t row, double force) {
  addRowForce(acting_.rows[row], force);
  const Drag& drag = drags_[row];
  for (std::size_t k = 0; k < drag.size; ++k) addRowForce(drag.rows[k], drag.forces[k] * force);
}

void ContactAccelerations::addRowForce(const ForceRow& row, double force) {
  if (row.isSum()) {
    for (const ForceRow& term : row.simple()) addRowForce(term, force);
    return;
  }
  if (row.isOfJoint()) {
    const int velocity = tree_.body(row.joint).velocity;
    row.forEachComponent(
        [&](int k, double factor) { applied_.torque[velocity + k] += factor * force; });
    return;
  }
  applied_.hasWrenches = true;
  for (std::size_t side = 0; side < 2; ++side) {
    if (row.parts[side] == groundPart) continue;
    const Eigen::Vector3d along = (side == 1 ? force : -force) * row.axis;
    Vector6<double>& wrench = applied_.wrenches[at(rigid_.parts[at(row.parts[side])].body)];
    wrench.head<3>() += row.isMoment ? along : row.point.cross(along).eval();
    if (!row.isMoment) wrench.tail<3>() += along;
  }
}

/// Removes rows along which nothing can move. Their entries of W are rounding errors of the
/// accelerations whose differences are its columns.
void ContactAccelerations::leaveOutHeld(const Eigen::VectorXd& a) {
  near_.findFreeResponses(acting_.rows, motion_, free_);
  const double rounding = leftByRounding * a.lpNorm<Eigen::Infinity>();
  const auto isHeld = [&](int row) {
    const double own = std::abs(w_(row, row));  // negative for Painlevé's rod
    return own <= rounding || !canMove(own, free_[at(row)]);
  };
  std::erase_if(blocks_, [&](const ConeBlock& block) { return isHeld(block.row); });
  for (ConeBlock& block : blocks_) {
    if (!block.hasMoments) continue;
    if (isHeld(block.row + 3)) block.torsion = 0;
    if (isHeld(block.row + 4) && isHeld(block.row + 5)) block.rolling = 0;
  }
}

/// A contact that slides and has no moments has one row. Its column of W includes the friction,
/// which makes W asymmetric. A normal force may then press the parts together instead of separating
/// them: no λ_n ≥ 0 makes u_n ≥ 0.
void ContactAccelerations::solve() {
  const double negligible = leftByRounding * tree_.gravity().norm();
  const CoulombOutcome outcome = solver_.solve(w_, b_, blocks_, forces_, {0, negligible, free_});
  const double enough = std::max(goodResidual * b_.lpNorm<Eigen::Infinity>(), outcome.rounding);
  bool parts = outcome.residual <= enough;
  for (const ConeBlock& block : blocks_)
    if (drags_[at(block.row)].size > 0)
      parts = parts && w_.row(block.row).dot(forces_) + b_[block.row] >= -enough;
  if (parts) return;
  throw SimulationError(
      "no forces satisfy the laws of contact at this state: friction throws what slides into what "
      "it slides on, and only an impulse stops it (Painlevé's paradox)");
}

}  // namespace linkwork::contact
