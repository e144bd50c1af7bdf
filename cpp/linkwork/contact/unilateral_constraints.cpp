#include "linkwork/contact/unilateral_constraints.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "linkwork/contact/part_colliders.hpp"
#include "linkwork/mechanism/wording.hpp"

namespace linkwork::contact {
namespace {

using When = ImpulseResponse::When;

/// How deep parts may stay in each other [m], or a joint beyond its range [m, rad].
constexpr double slop = 1e-7;

/// What a part may move in a step, over what it does at its speed, and in units of g h².
constexpr double reachOfSpeed = 1.5, reachOfGravity = 4;

/// What a joint may be accelerated by towards an end of its range, unforeseen [rad/s², m/s²].
constexpr double reachedAcceleration = 1000;

/// Axes of a contact by columns: its normal, and two tangents that depend on the normal alone.
Eigen::Matrix3d contactAxes(const Eigen::Vector3d& normal) {
  int least = 0;
  for (int i = 1; i < 3; ++i)
    if (std::abs(normal[i]) < std::abs(normal[least])) least = i;
  Eigen::Matrix3d axes;
  axes.col(0) = normal;
  axes.col(1) = normal.cross(Eigen::Vector3d::Unit(least)).normalized();
  axes.col(2) = normal.cross(axes.col(1));
  return axes;
}

}  // namespace

UnilateralConstraints::UnilateralConstraints(const Mechanism& mechanism,
                                             const ClusterTree<double>& tree,
                                             const ContactOptions& options)
    : rigid_(tree),
      gravity_(tree.gravity().norm()),
      scene_(sceneOf(mechanism, tree, rigid_)),
      extent_(rigid_.parts.size()),
      reach_(rigid_.parts.size()),
      allowed_(options.allow) {
  for (const collision::PartCollider& collider : scene_.colliders())
    if (collider.part != groundPart)
      extent_[at(collider.part)] = std::max(extent_[at(collider.part)], collider.solid.farthest());
  for (std::size_t i = 0; i < tree.bodies().size(); ++i) {
    const TreeBody<double>& body = tree.bodies()[i];
    if (const auto& range = mechanism.joints[at(body.mechanismJoint)].limits)
      limits_.push_back({static_cast<int>(i), body.position, *range});
  }
  limitReach_.resize(limits_.size());
}

bool UnilateralConstraints::areNone(const Mechanism& mechanism) {
  return mechanism.contact.colliders.empty() &&
         std::none_of(mechanism.joints.begin(), mechanism.joints.end(),
                      [](const Joint& joint) { return joint.limits.has_value(); });
}

void UnilateralConstraints::forget() {
  isFound_ = hasPushed_ = false;
  error_ = 0;
  now_.list.clear();
  contactReadings_.clear();
  limitReadings_.clear();
}

bool UnilateralConstraints::findNear(const ImpulseResponse& motion, double h) {
  error_ = 0;
  if (!isFound_) {
    updateReach(motion, h);
    find(motion, now_);
  }
  for (Constraint& constraint : now_.list) constraint.sum.setZero();
  return !now_.list.empty();
}

double UnilateralConstraints::solveStart(ImpulseResponse& motion, double h) {
  if (!isFound_) anticipate(motion);
  isFound_ = false;
  hasPushed_ = false;
  double work = bounce(motion, When::before, h);
  for (Constraint& constraint : now_.list) {
    constraint.counts = true;
    target_[at(constraint.row)] = -std::max(constraint.gap, 0.0) / h;
  }
  return work + hold(motion, start);
}

double UnilateralConstraints::solveEnd(ImpulseResponse& motion, double h) {
  std::swap(now_, before_);
  updateReach(motion, h);
  find(motion, now_);
  recall();
  anticipate(motion);
  isFound_ = true;
  hasPushed_ = false;
  double work = bounce(motion, When::now, h);
  for (Constraint& constraint : now_.list)
    constraint.counts =
        constraint.gap <= 0 || constraint.impulses[start] != Eigen::Vector3d::Zero();
  std::fill(target_.begin(), target_.end(), 0.0);
  work += hold(motion, end);
  read(h);
  return work;
}

bool UnilateralConstraints::correctPositions(ImpulseResponse& motion, double h) {
  find(motion, inside_);
  bool isInside = false;
  for (const Constraint& constraint : inside_.list) isInside = isInside || constraint.gap < -slop;
  if (!isInside) return false;

  // Normals alone: a row each.
  std::size_t rows = 0;
  b_.clear();
  blocks_.clear();
  for (const Constraint& constraint : inside_.list) {
    inside_.rows[rows++] = inside_.rows[at(constraint.row)];
    blocks_.push_back({static_cast<int>(b_.size()), false, 0});
    b_.push_back(constraint.gap + slop);
  }
  inside_.rows.resize(rows);
  lambda_.assign(rows, 0.0);
  const auto count = static_cast<Eigen::Index>(rows);
  motion.anticipate(inside_.rows, w_);
  isFound_ = false;  // w_ is another's now
  require(solver_.solve(w_.topLeftCorner(count, count), vector(b_), blocks_,
                        Eigen::Map<Eigen::VectorXd>(lambda_.data(), count)),
          1 / h);
  motion.displace(inside_.rows, lambda_.data());
  return true;
}

/// How far points of parts, and joints with a range, may move in a step.
void UnilateralConstraints::updateReach(const ImpulseResponse& motion, double h) {
  const std::vector<Vector6<double>>& velocities = motion.velocities();
  const double falling = reachOfGravity * h * h * gravity_ + slop;
  for (std::size_t p = 1; p < reach_.size(); ++p)
    reach_[p] = falling +
                reachOfSpeed * h *
                    (velocities[p].tail<3>().norm() + velocities[p].head<3>().norm() * extent_[p]);
  for (std::size_t i = 0; i < limits_.size(); ++i)
    limitReach_[i] =
        h * (reachOfSpeed * std::abs(motion.jointRate(limits_[i].body)) + h * reachedAcceleration);
}

void UnilateralConstraints::find(const ImpulseResponse& motion, RowSet& found) {
  scene_.find(motion.poses(), reach_, found.points);
  found.list.clear();
  found.rows.clear();
  for (std::size_t i = 0; i < found.points.size(); ++i) {
    const collision::ContactPoint& point = found.points[i];
    Constraint constraint;
    constraint.id = point.id;
    constraint.point = static_cast<int>(i);
    constraint.row = static_cast<int>(found.rows.size());
    constraint.gap = point.gap;
    constraint.friction = point.friction;
    constraint.restitution = point.restitution;
    found.list.push_back(constraint);
    const Eigen::Matrix3d axes = contactAxes(point.normal);
    for (int axis = 0; axis < 3; ++axis)
      found.rows.push_back({.parts = point.parts, .point = point.point, .axis = axes.col(axis)});
  }
  addLimits(motion.position(), found);
}

void UnilateralConstraints::addLimits(const Eigen::VectorXd& q, RowSet& found) const {
  for (std::size_t i = 0; i < limits_.size(); ++i) {
    const Limit& limit = limits_[i];
    const double gaps[] = {q[limit.position] - limit.range.lower,
                           limit.range.upper - q[limit.position]};
    for (std::size_t side = 0; side < 2; ++side) {
      if (!(gaps[side] < limitReach_[i])) continue;
      Constraint constraint;
      constraint.id = 2 * i + side;
      constraint.limit = static_cast<int>(i);
      constraint.row = static_cast<int>(found.rows.size());
      constraint.gap = gaps[side];
      constraint.restitution = limit.range.restitution;
      found.list.push_back(constraint);
      found.rows.push_back({.joint = limit.body, .sign = side == 0 ? 1.0 : -1.0});
    }
  }
}

/// W, and room for all numbers by rows.
void UnilateralConstraints::anticipate(ImpulseResponse& motion) {
  if (!now_.rows.empty()) motion.anticipate(now_.rows, w_);
  for (std::vector<double>* numbers :
       {&rates_, &target_, &lambda_, &b_, &stopping_, &bounced_, &response_})
    numbers->assign(now_.rows.size(), 0.0);
}

/// Impulses of what was there before the step as well. Both lists are in much the same order.
void UnilateralConstraints::recall() {
  std::size_t next = 0;
  const std::size_t count = before_.list.size();
  for (Constraint& constraint : now_.list)
    for (std::size_t tried = 0; tried < count; ++tried) {
      const Constraint& old = before_.list[(next + tried) % count];
      if (old.id != constraint.id || old.isContact() != constraint.isContact()) continue;
      constraint.impulses = old.impulses;
      constraint.sum = old.sum;
      next = (next + tried + 1) % count;
      break;
    }
}

/// Impulses that keep the rows that count at or above their targets; returns their work.
double UnilateralConstraints::hold(ImpulseResponse& motion, std::size_t side) {
  std::fill(lambda_.begin(), lambda_.end(), 0.0);
  for (std::size_t i = 0; i < now_.rows.size(); ++i) {
    response_[i] = motion.rate(now_.rows[i]);
    rates_[i] = motion.rate(now_.rows[i], When::before) + bounced_[i];
    b_[i] = response_[i] - target_[i];
    if (!motion.push().isForeseen) rates_[i] = (rates_[i] + response_[i]) / 2;
  }
  for (const Constraint& constraint : now_.list) {
    if (!constraint.counts) continue;
    double* const lambda = &lambda_[at(constraint.row)];
    // What the solve before found; where that was nothing, what this one found in the last step.
    const Eigen::Vector3d& other = constraint.impulses[1 - side];
    const Eigen::Vector3d& known = other.isZero(0) ? constraint.impulses[side] : other;
    if (constraint.isContact())
      Eigen::Map<Eigen::Vector3d>{lambda} =
          contactAxes(now_.points[at(constraint.point)].normal).transpose() * known;
    else
      *lambda = known[0];
  }
  solve(Friction::coulomb);
  response_.assign(lambda_.size(), 0.0);
  addResponse(lambda_, response_);
  const double work = vector(lambda_).dot(vector(rates_) + 0.5 * vector(response_));
  for (Constraint& constraint : now_.list) constraint.impulses[side] = impulseOn(constraint);
  respond(motion);
  return work;
}

/// λ of those that count, from b_ and from where λ is.
void UnilateralConstraints::solve(Friction friction) {
  blocks_.clear();
  for (const Constraint& constraint : now_.list) {
    if (!constraint.counts) continue;
    const bool isCone = constraint.isContact() && friction == Friction::coulomb;
    blocks_.push_back({constraint.row, isCone, isCone ? constraint.friction : 0});
  }
  const auto count = static_cast<Eigen::Index>(lambda_.size());
  require(solver_.solve(w_.topLeftCorner(count, count), vector(b_), blocks_,
                        Eigen::Map<Eigen::VectorXd>(lambda_.data(), count)));
}

/// `inVelocity` turns what was solved for into velocities.
void UnilateralConstraints::require(const CoulombOutcome& outcome, double inVelocity) {
  const double error = outcome.residual * inVelocity;
  if (!outcome.converged && !(error <= allowed_))
    throw SimulationError("the laws of contact are broken by " + detail::written(error) +
                          " m/s or rad/s by the best impulses found; contact.allow is " +
                          detail::written(allowed_));
  error_ = std::max(error_, error);
}

/// rates += W impulses
void UnilateralConstraints::addResponse(const std::vector<double>& impulses,
                                        std::vector<double>& rates) const {
  const auto count = static_cast<Eigen::Index>(impulses.size());
  for (Eigen::Index j = 0; j < count; ++j)
    if (impulses[static_cast<std::size_t>(j)] != 0)
      Eigen::Map<Eigen::VectorXd>(rates.data(), count) +=
          impulses[static_cast<std::size_t>(j)] * w_.col(j).head(count);
}

Eigen::Vector3d UnilateralConstraints::impulseOn(const Constraint& constraint) const {
  const double* const lambda = &lambda_[at(constraint.row)];
  if (!constraint.isContact()) return {*lambda, 0, 0};
  return contactAxes(now_.points[at(constraint.point)].normal) *
         Eigen::Map<const Eigen::Vector3d>(lambda);
}

/// The impulses λ on the motion.
void UnilateralConstraints::respond(ImpulseResponse& motion) {
  bool isIdle = true;
  for (const double impulse : lambda_) isIdle = isIdle && impulse == 0;
  if (isIdle) return;
  hasPushed_ = true;
  motion.respond(now_.rows, lambda_.data());
  for (Constraint& constraint : now_.list) constraint.sum += impulseOn(constraint);
}

/// What pushed in the step: points and joints at its end, and those that it left behind.
void UnilateralConstraints::read(double h) {
  contactReadings_.clear();
  limitReadings_.clear();
  const auto add = [&](const RowSet& set, const Constraint& constraint) {
    if (constraint.sum == Eigen::Vector3d::Zero()) return;
    if (constraint.isContact())
      contactReadings_.push_back({set.points[at(constraint.point)], constraint.sum / h});
    else
      limitReadings_.push_back({limits_[at(constraint.limit)].body,
                                set.rows[at(constraint.row)].sign * constraint.sum[0] / h});
  };
  for (const Constraint& constraint : now_.list) add(now_, constraint);
  for (const Constraint& old : before_.list) {
    const auto isSame = [&](const Constraint& constraint) {
      return constraint.isContact() == old.isContact() && constraint.id == old.id;
    };
    if (std::none_of(now_.list.begin(), now_.list.end(), isSame)) add(before_, old);
  }
}

}  // namespace linkwork::contact
