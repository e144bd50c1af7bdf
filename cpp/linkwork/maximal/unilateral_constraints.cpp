#include "linkwork/maximal/unilateral_constraints.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "linkwork/maximal/contact_rows.hpp"
#include "linkwork/maximal/part_colliders.hpp"
#include "linkwork/maximal/part_motion.hpp"

namespace linkwork::maximal {
namespace {

/// How deep parts may stay in each other [m], or a joint beyond its range [m, rad].
constexpr double slop = 1e-7;

/// A bounce counts from a speed of so many times what gravity adds in a step.
constexpr double bouncingSpeed = 4;

/// What a part may move in a step, over what it does at its speed, and in units of g h².
constexpr double reachOfSpeed = 1.5, reachOfGravity = 4;

/// What a joint may be accelerated by towards an end of its range, unforeseen [rad/s², m/s²].
constexpr double reachedAcceleration = 1000;

}  // namespace

UnilateralConstraints::UnilateralConstraints(const Mechanism& mechanism,
                                             const ClusterTree<double>& tree,
                                             const ConstraintGraph& graph)
    : graph_(&graph),
      scene_(sceneOf(mechanism, tree, graph.rigid)),
      extent_(graph.rigid.parts.size()),
      reach_(graph.rigid.parts.size()),
      shift_(graph.rigid.parts.size(), Vector6<double>::Zero()) {
  for (const collision::PartCollider& collider : scene_.colliders())
    if (collider.part != groundPart)
      extent_[at(collider.part)] = std::max(extent_[at(collider.part)], collider.solid.farthest());
  for (std::size_t i = 0; i < graph.joints.size(); ++i) {
    if (graph.joints[i].isLoop()) continue;
    const TreeBody<double>& body = tree.body(graph.joints[i].body);
    const std::optional<JointLimits>& limits = mechanism.joints[at(body.mechanismJoint)].limits;
    if (limits)
      limits_.push_back({static_cast<int>(i), body.position, limits->lower, limits->upper});
  }
  limitReach_.resize(limits_.size());
}

void UnilateralConstraints::forget() {
  isFound_ = false;
  now_.list.clear();
  readings_.clear();
}

double UnilateralConstraints::solveVelocities(MultiplierDynamics& dynamics,
                                              const PartConfiguration& configuration,
                                              const Eigen::VectorXd& q, double h,
                                              const PartVector& before, PartVector& velocities) {
  updateReach(configuration, velocities, h);
  if (!isFound_) {
    find(configuration, q, now_);
    if (!now_.rows.empty()) dynamics.anticipate(now_.rows, w_);
  }
  isFound_ = false;
  target_.assign(now_.rows.size(), 0.0);
  for (UnilateralConstraint& constraint : now_.list) {
    constraint.approach = rateOf(now_.rows[at(constraint.row)], velocities);
    constraint.isKnown = constraint.counts = true;
    constraint.sum.setZero();
    target_[at(constraint.row)] = -std::max(constraint.gap, 0.0) / h;
  }
  solve(velocities);
  return apply(dynamics, before, velocities);
}

double UnilateralConstraints::solveImpacts(MultiplierDynamics& dynamics,
                                           const PartConfiguration& configuration,
                                           const Eigen::VectorXd& q, double h,
                                           const PartVector& before, PartVector& velocities) {
  std::swap(now_, before_);
  updateReach(configuration, velocities, h);
  find(configuration, q, now_);
  recall();
  if (!now_.rows.empty()) dynamics.anticipate(now_.rows, w_);
  isFound_ = true;

  const double leastSpeed = bouncingSpeed * h * graph_->tree->gravity().norm();
  bool bounces = false;
  target_.assign(now_.rows.size(), 0.0);
  for (UnilateralConstraint& constraint : now_.list) {
    constraint.counts = constraint.gap <= 0 || constraint.impulse != Eigen::Vector3d::Zero();
    if (!constraint.counts || !constraint.isContact()) continue;
    if (!constraint.isKnown)
      constraint.approach = rateOf(now_.rows[at(constraint.row)], velocities);
    const double restitution = now_.points[at(constraint.point)].restitution;
    if (restitution == 0 || !(constraint.approach < -leastSpeed)) continue;
    target_[at(constraint.row)] = -restitution * constraint.approach;
    bounces = true;
  }
  solve(velocities);
  if (bounces && !outcome_.converged) {
    std::fill(target_.begin(), target_.end(), 0.0);
    solve(velocities);
  }
  const double work = apply(dynamics, before, velocities);
  read(h);
  return work;
}

bool UnilateralConstraints::correctPositions(MultiplierDynamics& dynamics,
                                             PartConfiguration& configuration,
                                             const Eigen::VectorXd& q) {
  find(configuration, q, inside_);
  bool isInside = false;
  for (const UnilateralConstraint& constraint : inside_.list)
    isInside = isInside || constraint.gap < -slop;
  if (!isInside) return false;

  // Normals alone: a row each.
  std::size_t rows = 0;
  b_.clear();
  blocks_.clear();
  for (const UnilateralConstraint& constraint : inside_.list) {
    inside_.rows[rows++] = inside_.rows[at(constraint.row)];
    blocks_.push_back({static_cast<int>(b_.size()), false, 0});
    b_.push_back(constraint.gap + slop);
  }
  inside_.rows.resize(rows);
  lambda_.assign(rows, 0.0);
  const auto count = static_cast<Eigen::Index>(rows);
  dynamics.anticipate(inside_.rows, w_);
  isFound_ = false;  // w_ is another's now
  solver_.solve(w_.topLeftCorner(count, count), Eigen::Map<const Eigen::VectorXd>(b_.data(), count),
                blocks_, Eigen::Map<Eigen::VectorXd>(lambda_.data(), count));
  std::fill(shift_.begin(), shift_.end(), Vector6<double>::Zero());
  dynamics.respond(inside_.rows, lambda_.data(), shift_);
  for (std::size_t p = 1; p < shift_.size(); ++p)
    configuration.parts[p] =
        turned(configuration.parts[p], shift_[p].tail<3>(), shift_[p].head<3>());
  dynamics.placeJoints(configuration);
  return true;
}

/// How far points of parts, and joints with a range, may move in a step.
void UnilateralConstraints::updateReach(const PartConfiguration& configuration,
                                        const PartVector& velocities, double h) {
  const double falling = reachOfGravity * h * h * graph_->tree->gravity().norm() + slop;
  for (std::size_t p = 1; p < reach_.size(); ++p)
    reach_[p] = falling +
                reachOfSpeed * h *
                    (velocities[p].tail<3>().norm() + velocities[p].head<3>().norm() * extent_[p]);
  for (std::size_t i = 0; i < limits_.size(); ++i) {
    const std::size_t joint = at(limits_[i].joint);
    const double rate =
        rateOf(coordinateRow(graph_->joints[joint], configuration.joints[joint], 1), velocities);
    limitReach_[i] = h * (reachOfSpeed * std::abs(rate) + h * reachedAcceleration);
  }
}

void UnilateralConstraints::find(const PartConfiguration& configuration, const Eigen::VectorXd& q,
                                 RowSet& found) {
  scene_.find(configuration.parts, reach_, found.points);
  found.list.clear();
  found.rows.clear();
  for (std::size_t i = 0; i < found.points.size(); ++i) {
    const collision::ContactPoint& point = found.points[i];
    UnilateralConstraint constraint;
    constraint.id = point.id;
    constraint.point = static_cast<int>(i);
    constraint.row = static_cast<int>(found.rows.size());
    constraint.gap = point.gap;
    found.list.push_back(constraint);
    const Eigen::Matrix3d axes = contactAxes(point.normal);
    for (int axis = 0; axis < 3; ++axis)
      found.rows.push_back(contactRow(point, axes.col(axis), configuration.parts));
  }
  addLimits(configuration, q, found);
}

void UnilateralConstraints::addLimits(const PartConfiguration& configuration,
                                      const Eigen::VectorXd& q, RowSet& found) const {
  for (std::size_t i = 0; i < limits_.size(); ++i) {
    const Limit& limit = limits_[i];
    const double gaps[] = {q[limit.position] - limit.lower, limit.upper - q[limit.position]};
    for (std::size_t side = 0; side < 2; ++side) {
      if (!(gaps[side] < limitReach_[i])) continue;
      UnilateralConstraint constraint;
      constraint.id = 2 * i + side;
      constraint.row = static_cast<int>(found.rows.size());
      constraint.gap = gaps[side];
      found.list.push_back(constraint);
      found.rows.push_back(coordinateRow(graph_->joints[at(limit.joint)],
                                         configuration.joints[at(limit.joint)],
                                         side == 0 ? 1 : -1));
    }
  }
}

/// Impulses of what was there before the step as well. Both lists are in much the same order.
void UnilateralConstraints::recall() {
  std::size_t next = 0;
  const std::size_t count = before_.list.size();
  for (UnilateralConstraint& constraint : now_.list)
    for (std::size_t tried = 0; tried < count; ++tried) {
      const UnilateralConstraint& old = before_.list[(next + tried) % count];
      if (old.id != constraint.id || old.isContact() != constraint.isContact()) continue;
      constraint.isKnown = true;
      constraint.approach = old.approach;
      constraint.impulse = old.impulse;
      constraint.sum = old.sum;
      next = (next + tried + 1) % count;
      break;
    }
}

/// λ of those that count, from the impulses of the last solve on.
void UnilateralConstraints::solve(const PartVector& velocities) {
  const std::size_t rows = now_.rows.size();
  b_.assign(rows, 0.0);
  lambda_.assign(rows, 0.0);
  blocks_.clear();
  for (const UnilateralConstraint& constraint : now_.list) {
    if (!constraint.counts) continue;
    const std::size_t row = at(constraint.row);
    blocks_.push_back({constraint.row, constraint.isContact(),
                       constraint.isContact() ? now_.points[at(constraint.point)].friction : 0});
    for (std::size_t i = row; i < row + at(constraint.rows()); ++i)
      b_[i] = rateOf(now_.rows[i], velocities) - target_[i];
    if (!constraint.isContact()) {
      lambda_[row] = constraint.impulse[0];
    } else {
      const Eigen::Matrix3d axes = contactAxes(now_.points[at(constraint.point)].normal);
      Eigen::Map<Eigen::Vector3d>{lambda_.data() + row} = axes.transpose() * constraint.impulse;
    }
  }
  const auto count = static_cast<Eigen::Index>(rows);
  outcome_ = solver_.solve(w_.topLeftCorner(count, count),
                           Eigen::Map<const Eigen::VectorXd>(b_.data(), count), blocks_,
                           Eigen::Map<Eigen::VectorXd>(lambda_.data(), count));
}

/// The impulses on the velocities; returns their work, Σ λ (u⁻ + u⁺)/2 with u⁻ before all that acts
/// at once with them.
double UnilateralConstraints::apply(MultiplierDynamics& dynamics, const PartVector& before,
                                    PartVector& velocities) {
  for (UnilateralConstraint& constraint : now_.list) constraint.impulse.setZero();
  bool isIdle = true;
  for (const double impulse : lambda_) isIdle = isIdle && impulse == 0;
  if (isIdle) return 0;
  rates_.clear();
  for (const PartRow& row : now_.rows) rates_.push_back(rateOf(row, before));
  dynamics.respond(now_.rows, lambda_.data(), velocities);
  double work = 0;
  for (std::size_t i = 0; i < lambda_.size(); ++i)
    if (lambda_[i] != 0) work += lambda_[i] * (rates_[i] + rateOf(now_.rows[i], velocities)) / 2;
  for (UnilateralConstraint& constraint : now_.list) {
    const double* lambda = &lambda_[at(constraint.row)];
    if (constraint.isContact())
      constraint.impulse = contactAxes(now_.points[at(constraint.point)].normal) *
                           Eigen::Map<const Eigen::Vector3d>(lambda);
    else
      constraint.impulse[0] = lambda[0];
    constraint.sum += constraint.impulse;
  }
  return work;
}

/// What pushed in the step: points at its end, and those that it left behind.
void UnilateralConstraints::read(double h) {
  readings_.clear();
  for (const UnilateralConstraint& constraint : now_.list)
    if (constraint.isContact() && constraint.sum != Eigen::Vector3d::Zero())
      readings_.push_back({now_.points[at(constraint.point)], constraint.sum / h});
  for (const UnilateralConstraint& old : before_.list) {
    if (!old.isContact() || old.sum == Eigen::Vector3d::Zero()) continue;
    const auto isSame = [&](const UnilateralConstraint& constraint) {
      return constraint.isContact() && constraint.id == old.id;
    };
    if (std::none_of(now_.list.begin(), now_.list.end(), isSame))
      readings_.push_back({before_.points[at(old.point)], old.sum / h});
  }
}

}  // namespace linkwork::maximal
