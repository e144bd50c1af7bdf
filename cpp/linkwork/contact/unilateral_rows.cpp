#include "linkwork/contact/unilateral_rows.hpp"

#include <algorithm>
#include <cmath>

#include "linkwork/contact/part_colliders.hpp"

namespace linkwork::contact {
namespace {

/// What two parts in contact may be off each other, for reach [m].
constexpr double near = 1e-7;

/// What a part may move in a step, over what it does at its speed, and in units of g h².
constexpr double reachOfSpeed = 1.5, reachOfGravity = 4;

/// What a joint may be accelerated by towards an end of its range, unforeseen [rad/s², m/s²].
constexpr double reachedAcceleration = 1000;

}  // namespace

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

UnilateralRows::UnilateralRows(const Mechanism& mechanism, const ClusterTree<double>& tree)
    : rigid_(tree),
      gravity_(tree.gravity().norm()),
      scene_(sceneOf(mechanism, tree, rigid_)),
      extent_(rigid_.parts.size()),
      reach_(rigid_.parts.size()) {
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

void UnilateralRows::updateReach(const ImpulseResponse& motion, double h) {
  const std::vector<Vector6<double>>& velocities = motion.velocities();
  const double falling = reachOfGravity * h * h * gravity_ + near;
  for (std::size_t p = 1; p < reach_.size(); ++p)
    reach_[p] = falling +
                reachOfSpeed * h *
                    (velocities[p].tail<3>().norm() + velocities[p].head<3>().norm() * extent_[p]);
  for (std::size_t i = 0; i < limits_.size(); ++i)
    limitReach_[i] =
        h * (reachOfSpeed * std::abs(motion.jointRate(limits_[i].body)) + h * reachedAcceleration);
}

void UnilateralRows::setReach(double distance) {
  std::fill(reach_.begin(), reach_.end(), distance);
  std::fill(limitReach_.begin(), limitReach_.end(), distance);
}

void UnilateralRows::find(const ImpulseResponse& motion, UnilateralRowSet& found) {
  scene_.find(motion.poses(), reach_, found.points);
  found.list.clear();
  found.rows.clear();
  for (std::size_t i = 0; i < found.points.size(); ++i) {
    const collision::ContactPoint& point = found.points[i];
    UnilateralConstraint constraint;
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

void UnilateralRows::addLimits(const Eigen::VectorXd& q, UnilateralRowSet& found) const {
  for (std::size_t i = 0; i < limits_.size(); ++i) {
    const Limit& limit = limits_[i];
    const double gaps[] = {q[limit.position] - limit.range.lower,
                           limit.range.upper - q[limit.position]};
    for (std::size_t side = 0; side < 2; ++side) {
      if (!(gaps[side] < limitReach_[i])) continue;
      UnilateralConstraint constraint;
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

}  // namespace linkwork::contact
