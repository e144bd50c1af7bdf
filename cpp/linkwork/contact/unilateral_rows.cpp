#include "linkwork/contact/unilateral_rows.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "linkwork/constraints/delassus/tree_response.hpp"
#include "linkwork/errors.hpp"
#include "linkwork/joints/resistance.hpp"
#include "linkwork/mechanism/wording.hpp"
#include "linkwork/model/clustering.hpp"

namespace linkwork::contact {
namespace {

collision::PartCollider placed(const Collider& collider, int body, const ClusterTree<double>& tree,
                               const RigidParts& rigid) {
  Transform<double> onPart{collider.frame.rotation.normalized().toRotationMatrix(),
                           collider.frame.position};
  if (body != ground) onPart = rigid.frame(body) * tree.body(body).userFrame * onPart;
  collision::Solid solid = collision::solidOf(collider, onPart.translation, onPart.rotation);
  solid.load = tree.gravity();
  return {.part = rigid.part(body),
          .body = body,
          .solid = std::move(solid),
          .friction = collider.friction,
          .restitution = collider.restitution,
          .torsion = collider.torsionalFriction,
          .rolling = collider.rollingFriction,
          .surfaceVelocity = collider.surfaceVelocity,
          .group = collider.group,
          .mask = collider.mask,
          .isSensor = collider.isSensor};
}

std::vector<collision::PairRule> rulesOf(const ContactModel& contact) {
  std::map<std::string_view, std::vector<std::uint32_t>> named;
  for (std::uint32_t i = 0; i < contact.colliders.size(); ++i)
    named[contact.colliders[i].name].push_back(i);
  std::vector<collision::PairRule> rules;
  for (const ContactPair& pair : contact.pairs)
    for (const std::uint32_t i : named[pair.colliders[0]])
      for (const std::uint32_t j : named[pair.colliders[1]])
        if (i != j)
          rules.push_back({{std::min(i, j), std::max(i, j)},
                           pair.touches,
                           pair.friction,
                           pair.restitution,
                           pair.torsionalFriction,
                           pair.rollingFriction});
  return rules;
}

}  // namespace

collision::Scene sceneOf(const Mechanism& mechanism, const ClusterTree<double>& tree,
                         const RigidParts& rigid) {
  std::vector<collision::PartCollider> colliders;
  for (const Collider& collider : mechanism.contact.colliders) {
    const int named = bodyNamed(mechanism, collider.body);
    colliders.push_back(
        placed(collider, named == ground ? ground : tree.treeBody(named), tree, rigid));
  }
  std::vector<std::pair<int, int>> joined;
  const auto join = [&](int a, int b) { joined.emplace_back(rigid.part(a), rigid.part(b)); };
  for (std::size_t i = 0; i < tree.bodies().size(); ++i)
    join(static_cast<int>(i), tree.bodies()[i].parent);
  for (const Cluster<double>& cluster : tree.clusters()) {
    if (!cluster.constraint) continue;
    for (const LoopClosure<double>& loop : cluster.constraint->loops) {
      join(loop.parent, loop.child);
      // A massless body moves its fixed child on its joint (mechanism/loop_functions.hpp).
      if (loop.joint == JointType::fixed && loop.parent != ground &&
          tree.body(loop.parent).inertia.mass == 0)
        join(tree.body(loop.parent).parent, loop.child);
    }
  }
  return {std::move(colliders), std::move(joined), rulesOf(mechanism.contact),
          mechanism.contact.selfCollision};
}

namespace {

/// Distance up to which parts count as in contact, for reach [m].
constexpr double near = 1e-7;

/// Reach of a part in a step: a factor of its speed times h, and a factor of g h².
constexpr double reachOfSpeed = 1.5, reachOfGravity = 4;

/// Unpredicted acceleration of a joint towards an end of its range [rad/s², m/s²].
constexpr double reachedAcceleration = 1000;

/// Joint Coulomb friction may hold a joint below this speed, relative to the speed scale of its
/// smooth law, and relative to the speed that it can change in a step at the initial position.
constexpr double holdingSpeed = 10, reachOfFriction = 4;

/// The most rows that are solved together. Their dense matrix then takes half a GiB.
constexpr std::size_t mostRows = 8192;

/// The axes of a contact, as columns: the normal, and two tangents that depend on it alone.
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

UnilateralRows::UnilateralRows(const Mechanism& mechanism, const ClusterTree<double>& tree,
                               const Drives& drives)
    : tree_(tree),
      rigid_(tree),
      gravity_(tree.gravity().norm()),
      scene_(sceneOf(mechanism, tree, rigid_)),
      limits_(limitsOf(mechanism, tree)),
      extent_(rigid_.parts.size()),
      reach_(rigid_.parts.size()),
      drives_(drives),
      driveResponse_(at(drives.size())),
      isSolved_(at(drives.size())) {
  for (const RigidPart& part : rigid_.parts) {
    const double moment = part.inertia.diagonal().sum() / 2;  // at least the largest moment
    inverseMass_.push_back(part.mass > 0 ? 1 / part.mass : 0);
    inverseInertia_.push_back(moment > 0 ? 1 / moment : 0);
  }
  for (const collision::PartCollider& collider : scene_.colliders())
    if (collider.part != groundPart)
      extent_[at(collider.part)] = std::max(extent_[at(collider.part)], collider.solid.farthest());
  limitReach_.resize(limits_.size());
  for (const Tendon& tendon : mechanism.tendons) {
    tendons_.emplace_back(tendon, mechanism, tree, rigid_);
    tendonNames_.push_back(tendon.name);
  }
  for (int i = 0; i < drives.motors(); ++i) actuators_.emplace_back(drives.terms(i));
  for (const JointLimit& limit : limits_)
    if (limit.tendon >= 0) mostSums_ += 2 * tendons_[at(limit.tendon)].size();
  for (int i = 0; i < drives.motors(); ++i) mostSums_ += lengthOf(i).size();
  sums_.reserve(mostSums_);
  findJointFrictions(tree);
  findDrives(tree);
}

void UnilateralRows::updateReach(const ImpulseResponse& motion, double h) {
  const std::vector<Vector6<double>>& velocities = motion.velocities();
  const double falling = reachOfGravity * h * h * gravity_ + near;
  for (std::size_t p = 1; p < reach_.size(); ++p)
    reach_[p] = falling + reachOfSpeed * h * speedOf(static_cast<int>(p), velocities[p]);
  for (std::size_t i = 0; i < limits_.size(); ++i) {
    sums_.clear();
    const double rate = motion.rate(rowOf(limits_[i], 1, motion, sums_));
    limitReach_[i] = h * (reachOfSpeed * std::abs(rate) + h * reachedAcceleration);
  }
  for (std::size_t i = 0; i < jointFrictions_.size(); ++i)
    jointFrictionReach_[i] = holdingSpeed * frictionSpeed + reachOfFriction * h *
                                                                jointFrictions_[i].strength *
                                                                jointFrictions_[i].response;
}

bool UnilateralRows::markStiffDrives(double h, double forceTime) {
  bool isNew = false;
  for (int i = 0; i < drives_.size(); ++i) {
    if (isSolved_[at(i)] || !drives_.isSolved(i, h, forceTime, driveResponse_[at(i)])) continue;
    isSolved_[at(i)] = 1;
    isNew = true;
  }
  return isNew;
}

void UnilateralRows::setReach(double distance, double speed) {
  std::fill(reach_.begin(), reach_.end(), distance);
  std::fill(limitReach_.begin(), limitReach_.end(), distance);
  std::fill(jointFrictionReach_.begin(), jointFrictionReach_.end(), speed);
  for (int i = 0; i < drives_.size(); ++i) isSolved_[at(i)] = drives_.isConstraint(i);
}

void UnilateralRows::findJointFrictions(const ClusterTree<double>& tree) {
  for (std::size_t i = 0; i < tree.bodies().size(); ++i)
    if (const TreeBody<double>& body = tree.bodies()[i]; body.friction != 0 && !body.resistsTwist())
      for (int k = 0; k < body.velocities; ++k)
        jointFrictions_.push_back({static_cast<int>(i), k, body.velocity + k, body.friction});
  jointFrictionReach_.resize(jointFrictions_.size());
  if (jointFrictions_.empty()) return;
  constraints::TreeResponse motion(tree);
  motion.place(tree.initialPosition(), Eigen::VectorXd::Zero(tree.velocitySize()));
  Eigen::MatrixXd w;
  for (JointFriction& jointFriction : jointFrictions_) {
    const ForceRow row = ForceRow::ofJoint(jointFriction.body, jointFriction.component);
    motion.assembleDelassus({&row, 1}, w);
    jointFriction.response = w(0, 0);
  }
}

void UnilateralRows::findDrives(const ClusterTree<double>& tree) {
  bool any = false;
  for (int i = 0; i < drives_.size(); ++i) any = any || drives_.canBeSolved(i);
  if (!any || !tree.massFault().empty()) return;
  constraints::TreeResponse motion(tree);
  motion.place(tree.initialPosition(), Eigen::VectorXd::Zero(tree.velocitySize()));
  Eigen::MatrixXd w;
  for (int i = 0; i < drives_.size(); ++i) {
    if (!drives_.canBeSolved(i)) continue;
    sums_.clear();
    const ForceRow row = rowOfDrive(i, motion, sums_);
    motion.assembleDelassus({&row, 1}, w);
    driveResponse_[at(i)] = w(0, 0);
  }
}

/// Moves points of sensors out of the points where forces act.
void UnilateralRows::takeSensed(UnilateralRowSet& found) {
  found.sensed.clear();
  std::erase_if(found.points, [&](const collision::ContactPoint& point) {
    const bool isNew = found.sensed.empty() || found.sensed.back() != point.colliders;
    if (point.isSensed && point.gap <= 0 && isNew) found.sensed.push_back(point.colliders);
    return point.isSensed;
  });
}

void UnilateralRows::find(const ImpulseResponse& motion, UnilateralRowSet& found) {
  scene_.find(motion.poses(), reach_, found.points);
  takeSensed(found);
  found.list.clear();
  found.rows.clear();
  found.sums.clear();
  found.sums.reserve(mostSums_);
  for (std::size_t i = 0; i < found.points.size(); ++i) {
    const collision::ContactPoint& point = found.points[i];
    UnilateralConstraint constraint;
    constraint.id = point.id;
    constraint.point = static_cast<int>(i);
    constraint.row = static_cast<int>(found.rows.size());
    constraint.gap = point.gap;
    constraint.friction = point.friction;
    constraint.torsion = point.torsion;
    constraint.rolling = point.rolling;
    constraint.restitution = point.restitution;
    found.list.push_back(constraint);
    const Eigen::Matrix3d axes = contactAxes(point.normal);
    for (const bool isMoment : {false, true})
      for (int axis = 0; axis < 3 && (!isMoment || constraint.hasMoments()); ++axis)
        found.rows.push_back({.parts = point.parts,
                              .point = point.point,
                              .axis = axes.col(axis),
                              .isMoment = isMoment});
  }
  addLimits(motion, found);
  addJointFrictions(motion, found);
  for (int i = 0; i < drives_.size(); ++i)
    if (isSolved_[at(i)]) addDrive(i, motion, found);
  if (found.rows.size() > mostRows)
    throw SimulationError("contacts, joint limits, dry friction and drives act along " +
                          std::to_string(found.rows.size()) + " directions at once; at most " +
                          std::to_string(mostRows) + " can be solved together");
}

void UnilateralRows::writeSticking(const UnilateralRowSet& found, std::vector<double>& target) {
  for (const UnilateralConstraint& constraint : found.list) {
    if (!constraint.isContact()) continue;
    const Eigen::Vector3d& velocity = found.points[at(constraint.point)].surfaceVelocity;
    if (velocity.isZero(0)) continue;
    for (int row = constraint.row + 1; row < constraint.row + 3; ++row)
      target[at(row)] = -velocity.dot(found.rows[at(row)].axis);
  }
}

void UnilateralRows::addLimits(const ImpulseResponse& motion, UnilateralRowSet& found) const {
  for (std::size_t i = 0; i < limits_.size(); ++i) {
    const JointLimit& limit = limits_[i];
    const double measured = measureOf(limit, motion);
    const double gaps[] = {measured - limit.range.lower, limit.range.upper - measured};
    for (std::size_t side = 0; side < 2; ++side) {
      if (!(gaps[side] < limitReach_[i])) continue;
      UnilateralConstraint constraint;
      constraint.id = 2 * i + side;
      constraint.limit = static_cast<int>(i);
      constraint.limitsFromAbove = side == 1;
      constraint.row = static_cast<int>(found.rows.size());
      constraint.gap = gaps[side];
      // Between equal ends there is no way to bounce.
      constraint.restitution = limit.range.lower < limit.range.upper ? limit.range.restitution : 0;
      found.list.push_back(constraint);
      found.rows.push_back(rowOf(limit, side == 0 ? 1 : -1, motion, found.sums));
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
  found.rows.push_back(ForceRow::ofJoint(jointFrictions_[jointFriction].body,
                                         jointFrictions_[jointFriction].component));
}

void UnilateralRows::addDrive(int drive, const ImpulseResponse& motion,
                              UnilateralRowSet& found) const {
  UnilateralConstraint constraint;
  constraint.id = 2 * limits_.size() + jointFrictions_.size() + at(drive);
  constraint.drive = drive;
  constraint.row = static_cast<int>(found.rows.size());
  constraint.length = measureOfDrive(drive, motion);
  found.list.push_back(constraint);
  found.rows.push_back(rowOfDrive(drive, motion, found.sums));
}

const LengthRow& UnilateralRows::lengthOf(int actuator) const {
  const int tendon = drives_.tendon(actuator);
  return tendon >= 0 ? tendons_[at(tendon)] : actuators_[at(actuator)];
}

double UnilateralRows::measureOfDrive(int drive, const ImpulseResponse& motion) const {
  if (const DriveTerm* const term = drives_.single(drive))
    return term->coefficient * motion.position()[term->position];
  return lengthOf(drive).length(motion);
}

ForceRow UnilateralRows::rowOfDrive(int drive, const ImpulseResponse& motion,
                                    std::vector<ForceRow>& sums) const {
  if (const DriveTerm* const term = drives_.single(drive))
    return ForceRow::ofJoint(term->body, 0, term->coefficient);
  return lengthOf(drive).row(motion, 1, sums);
}

double UnilateralRows::measureOf(const JointLimit& limit, const ImpulseResponse& motion) const {
  return limit.tendon >= 0 ? tendons_[at(limit.tendon)].length(motion)
                           : measure(limit, motion.position()).value;
}

/// The row of sign · the rate of a limit's measure.
ForceRow UnilateralRows::rowOf(const JointLimit& limit, double sign, const ImpulseResponse& motion,
                               std::vector<ForceRow>& sums) const {
  if (limit.tendon >= 0) return tendons_[at(limit.tendon)].row(motion, sign, sums);
  ForceRow row;
  row.joint = limit.body;
  row.along = sign * measure(limit, motion.position()).along;
  return row;
}

std::string UnilateralRows::nameOf(const JointLimit& limit) const {
  return limit.tendon >= 0 ? "tendon " + detail::quoted(tendonNames_[at(limit.tendon)])
                           : nameOfJoint(limit.body);
}

std::string UnilateralRows::nameOfJoint(int body) const {
  return "joint " + detail::quoted(tree_.jointName(body));
}

void UnilateralRows::findFreeResponses(std::span<const ForceRow> rows,
                                       const ImpulseResponse& motion,
                                       std::vector<double>& found) const {
  found.clear();
  for (const ForceRow& row : rows) found.push_back(std::sqrt(freeResponse(row, motion.poses())));
}

double UnilateralRows::freeResponse(const ForceRow& row, const std::vector<PartPose>& poses) const {
  if (row.isSum()) {
    double sum = 0;
    for (const ForceRow& term : row.simple()) sum += freeResponse(term, poses);
    return sum;
  }
  if (row.isOfJoint()) {
    const int part = rigid_.part(row.joint);
    bool slides = false;
    row.forEachComponent(
        [&](int k, double) { slides = slides || isAlongLine(tree_.body(row.joint).joint, k); });
    const std::vector<double>& inverse = slides ? inverseMass_ : inverseInertia_;
    return inverse[at(part)] + inverse[at(rigid_.parts[at(part)].parent)];
  }
  double sum = 0;
  for (const int part : row.parts) {
    if (part == groundPart) continue;
    if (row.isMoment) {
      sum += inverseInertia_[at(part)];
      continue;
    }
    const Eigen::Vector3d arm = row.point - poses[at(part)].position;
    sum += inverseMass_[at(part)] + arm.cross(row.axis).squaredNorm() * inverseInertia_[at(part)];
  }
  return sum;
}

void UnilateralRows::addForce(std::uint64_t id, const ImpulseResponse& motion,
                              UnilateralRowSet& found) {
  const std::uint64_t firstFriction = 2 * limits_.size(),
                      firstDrive = firstFriction + jointFrictions_.size();
  if (id < firstFriction) return;
  if (id < firstDrive)
    addJointFriction(id - firstFriction, found);
  else if (id - firstDrive < at(drives_.size()) &&
           drives_.canBeSolved(static_cast<int>(id - firstDrive))) {
    addDrive(static_cast<int>(id - firstDrive), motion, found);
    isSolved_[id - firstDrive] = 1;
  }
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
  forgetDrives();
}

}  // namespace linkwork::contact
