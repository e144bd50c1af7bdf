#include "linkwork/contact/unilateral_rows.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "linkwork/contact/articulated_response.hpp"
#include "linkwork/contact/part_colliders.hpp"
#include "linkwork/errors.hpp"
#include "linkwork/joints/resistance.hpp"

namespace linkwork::contact {
namespace {

/// What two parts in contact may be off each other, for reach [m].
constexpr double near = 1e-7;

/// What a part may move in a step, over what it does at its speed, and in units of g h².
constexpr double reachOfSpeed = 1.5, reachOfGravity = 4;

/// What a joint may be accelerated by towards an end of its range, unforeseen [rad/s², m/s²].
constexpr double reachedAcceleration = 1000;

/// A brake holds from this speed on, over that where its smooth law bends, and over what it could
/// change in a step where the tree begins.
constexpr double brakingSpeed = 10, reachOfBraking = 4;

/// Directions that are solved together: their matrix is dense, then of half a GiB.
constexpr std::size_t mostRows = 8192;

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
    : tree_(tree),
      rigid_(tree),
      gravity_(tree.gravity().norm()),
      scene_(sceneOf(mechanism, tree, rigid_)),
      extent_(rigid_.parts.size()),
      reach_(rigid_.parts.size()) {
  for (const RigidPart& part : rigid_.parts) {
    const double moment = part.inertia.diagonal().sum() / 2;  // at least the largest one
    inverseMass_.push_back(part.mass > 0 ? 1 / part.mass : 0);
    inverseInertia_.push_back(moment > 0 ? 1 / moment : 0);
  }
  for (const collision::PartCollider& collider : scene_.colliders())
    if (collider.part != groundPart)
      extent_[at(collider.part)] = std::max(extent_[at(collider.part)], collider.solid.farthest());
  for (std::size_t i = 0; i < tree.bodies().size(); ++i) {
    const TreeBody<double>& body = tree.bodies()[i];
    if (const auto& range = mechanism.joints[at(body.mechanismJoint)].limits)
      limits_.push_back({static_cast<int>(i), body.position, *range,
                         tree.clusterOf(body).constraint ? body.cluster : -1});
  }
  limitReach_.resize(limits_.size());
  findJointFrictions(tree);
}

void UnilateralRows::updateReach(const ImpulseResponse& motion, double h) {
  const std::vector<Vector6<double>>& velocities = motion.velocities();
  const double falling = reachOfGravity * h * h * gravity_ + near;
  for (std::size_t p = 1; p < reach_.size(); ++p)
    reach_[p] = falling + reachOfSpeed * h * speedOf(static_cast<int>(p), velocities[p]);
  for (std::size_t i = 0; i < limits_.size(); ++i)
    limitReach_[i] = h * (reachOfSpeed * std::abs(motion.jointRate(limits_[i].body, 0)) +
                          h * reachedAcceleration);
  for (std::size_t i = 0; i < jointFrictions_.size(); ++i)
    jointFrictionReach_[i] = brakingSpeed * frictionSpeed + reachOfBraking * h *
                                                                jointFrictions_[i].strength *
                                                                jointFrictions_[i].response;
}

void UnilateralRows::setReach(double distance, double speed) {
  std::fill(reach_.begin(), reach_.end(), distance);
  std::fill(limitReach_.begin(), limitReach_.end(), distance);
  std::fill(jointFrictionReach_.begin(), jointFrictionReach_.end(), speed);
}

void UnilateralRows::findJointFrictions(const ClusterTree<double>& tree) {
  for (std::size_t i = 0; i < tree.bodies().size(); ++i)
    if (const TreeBody<double>& body = tree.bodies()[i]; body.friction != 0 && !body.resistsTwist())
      for (int k = 0; k < body.velocities; ++k)
        jointFrictions_.push_back({static_cast<int>(i), k, body.velocity + k, body.friction});
  jointFrictionReach_.resize(jointFrictions_.size());
  if (jointFrictions_.empty()) return;
  ArticulatedResponse motion(tree);
  motion.place(tree.initialPosition(), Eigen::VectorXd::Zero(tree.velocitySize()));
  Eigen::MatrixXd w;
  for (JointFriction& jointFriction : jointFrictions_) {
    const ForceRow row{.joint = jointFriction.body, .component = jointFriction.component};
    motion.assembleDelassus({&row, 1}, w);
    jointFriction.response = w(0, 0);
  }
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
  addJointFrictions(motion, found);
  if (found.rows.size() > mostRows)
    throw SimulationError("contacts, joint limits and dry friction act along " +
                          std::to_string(found.rows.size()) + " directions at once; at most " +
                          std::to_string(mostRows) + " can be solved together");
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

void UnilateralRows::addJointFrictions(const ImpulseResponse& motion,
                                       UnilateralRowSet& found) const {
  for (std::size_t i = 0; i < jointFrictions_.size(); ++i)
    if (std::abs(motion.jointRate(jointFrictions_[i].body, jointFrictions_[i].component)) <=
        jointFrictionReach_[i])
      addJointFriction(i, found);
}

void UnilateralRows::addJointFriction(std::size_t jointFriction, UnilateralRowSet& found) const {
  UnilateralConstraint constraint;
  constraint.id = 2 * limits_.size() + jointFriction;
  constraint.jointFriction = static_cast<int>(jointFriction);
  constraint.row = static_cast<int>(found.rows.size());
  found.list.push_back(constraint);
  found.rows.push_back({.joint = jointFrictions_[jointFriction].body,
                        .component = jointFrictions_[jointFriction].component});
}

void UnilateralRows::findFreeResponses(std::span<const ForceRow> rows,
                                       const ImpulseResponse& motion,
                                       std::vector<double>& found) const {
  found.clear();
  for (const ForceRow& row : rows) found.push_back(std::sqrt(freeResponse(row, motion.poses())));
}

double UnilateralRows::freeResponse(const ForceRow& row, const std::vector<PartPose>& poses) const {
  if (row.isOfJoint()) {
    const int part = rigid_.part(row.joint);
    const bool slides = isAlongLine(tree_.body(row.joint).joint, row.component);
    const std::vector<double>& inverse = slides ? inverseMass_ : inverseInertia_;
    return inverse[at(part)] + inverse[at(rigid_.parts[at(part)].parent)];
  }
  double sum = 0;
  for (const int part : row.parts) {
    if (part == groundPart) continue;
    const Eigen::Vector3d arm = row.point - poses[at(part)].position;
    sum += inverseMass_[at(part)] + arm.cross(row.axis).squaredNorm() * inverseInertia_[at(part)];
  }
  return sum;
}

std::size_t UnilateralRows::jointFrictionOf(std::uint64_t id) const {
  const std::uint64_t first = 2 * limits_.size();
  return id < first || id - first >= jointFrictions_.size() ? jointFrictions_.size() : id - first;
}

void UnilateralRows::remember(std::span<double> into) const {
  std::copy(reach_.begin(), reach_.end(), into.begin());
  std::copy(limitReach_.begin(), limitReach_.end(),
            into.begin() + static_cast<std::ptrdiff_t>(reach_.size()));
}

void UnilateralRows::recall(std::span<const double> memory) {
  std::copy_n(memory.begin(), reach_.size(), reach_.begin());
  std::copy_n(memory.begin() + static_cast<std::ptrdiff_t>(reach_.size()), limitReach_.size(),
              limitReach_.begin());
  std::fill(jointFrictionReach_.begin(), jointFrictionReach_.end(), -1);
}

}  // namespace linkwork::contact
