#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

#include "linkwork/collision/scene.hpp"
#include "linkwork/constraints/delassus/impulse_response.hpp"
#include "linkwork/contact/length_row.hpp"
#include "linkwork/dynamics/drives.hpp"
#include "linkwork/model/joint_limits.hpp"
#include "linkwork/model/rigid_parts.hpp"

namespace linkwork::contact {

using constraints::StateResponse;

/// Returns a mechanism's colliders on its rigid parts. Parts that a joint or a loop connects never
/// collide.
collision::Scene sceneOf(const Mechanism& mechanism, const ClusterTree<double>& tree,
                         const RigidParts& rigid);

/// A contact point, a joint or a tendon near an end of its range, the Coulomb friction of a joint
/// that may come to rest, or a drive.
struct UnilateralConstraint {
  std::uint64_t id = 0;          ///< among points, or among the others
  int point = -1;                ///< index of the contact point; −1: none
  int limit = -1;                ///< index of the limit; −1: none
  int jointFriction = -1;        ///< index of the joint Coulomb friction; −1: none
  int drive = -1;                ///< index of the drive; −1: none
  bool limitsFromAbove = false;  ///< whether it is the upper end of a limit
  int row = 0;                   ///< its first row
  double gap = 0;                ///< φ [m or rad]
  double length = 0;             ///< of a drive [m or rad]
  double friction = 0, restitution = 0;
  double torsion = 0, rolling = 0;      ///< of a contact: μ_t and μ_r [m]
  bool canMove = true;                  ///< whether an impulse along its row changes its velocity
  bool canSpin = true, canRoll = true;  ///< the same of moments about the normal and the tangents
  bool isActive = true;                 ///< whether the current solve includes it
  double rebound = 0;  ///< speed after a bounce in the current solve, over the speed before
  /// Of the last solves at a step's start and end: force and moment of a contact in world axes, or
  /// in the first entry.
  std::array<Vector6<double>, 2> impulses{Vector6<double>::Zero(), Vector6<double>::Zero()};
  Vector6<double> sum = Vector6<double>::Zero();  ///< over the step
  double normalImpulse = 0;  ///< the same of a contact, along the normals of its solves
  double actingTime = 0;     ///< of forces with bounds: their time in the step up to now [s]
  std::array<double, 2> bounds{0, HUGE_VAL};  ///< of the impulse along a single row
  double compliance = 0;                      ///< of the same

  bool isContact() const { return point >= 0; }
  bool isJointFriction() const { return jointFriction >= 0; }
  bool isDrive() const { return drive >= 0; }
  /// Whether it keeps a gap, and is no force with bounds.
  bool keepsGap() const { return !isJointFriction() && !isDrive(); }
  bool isSame(const UnilateralConstraint& other) const {
    return id == other.id && isContact() == other.isContact();
  }
  /// Whether a contact has torsional or rolling friction.
  bool hasMoments() const { return torsion > 0 || rolling > 0; }
  /// Whether the last solves found a moment.
  bool hasMomentImpulse() const {
    return !impulses[0].tail<3>().isZero(0) || !impulses[1].tail<3>().isZero(0);
  }
};

/// All constraints near a configuration, and their rows. A contact has a normal and two tangents,
/// for forces and, if it has moments, for these too.
struct UnilateralRowSet {
  std::vector<collision::ContactPoint> points;
  std::vector<UnilateralConstraint> list;
  std::vector<ForceRow> rows;
  std::vector<ForceRow> sums;              ///< the rows of sums, in memory that does not move
  std::vector<std::array<int, 2>> sensed;  ///< colliders of which one is a sensor and that overlap
};

/// Whether impulses along a row change its velocity, by its diagonal entry of W and its f
/// (UnilateralRows::findFreeResponses). Smaller entries are rounding error.
inline bool canMove(double own, double free) { return own > 1e-13 * free * free; }

/// Finds the contacts and joint limits near a configuration, and the joints that Coulomb friction
/// may hold.
class UnilateralRows {
 public:
  /// Coulomb friction on a component of a joint's v.
  struct JointFriction {
    int body, component;
    int entry;            ///< in v
    double strength;      ///< [N·m or N]
    double response = 0;  ///< W of the joint at the initial position [1/(kg·m²), 1/kg]
  };

  /// Tree and drives must outlive this object.
  UnilateralRows(const Mechanism& mechanism, const ClusterTree<double>& tree, const Drives& drives);

  /// Whether the mechanism has no colliders, limits, joint Coulomb friction or drives.
  bool empty() const {
    return scene_.empty() && limits_.empty() && jointFrictions_.empty() && drives_.size() == 0;
  }
  const Drives& drives() const { return drives_; }
  const std::vector<char>& solved() const { return isSolved_; }  ///< drives that `find` finds
  const std::vector<JointLimit>& limits() const { return limits_; }
  std::size_t tendons() const { return tendons_.size(); }
  const std::vector<JointFriction>& jointFrictions() const { return jointFrictions_; }
  /// The name of a limit's joint or tendon, or of a drive's joint: `joint "knee"`.
  std::string nameOf(const JointLimit& limit) const;
  std::string nameOfJoint(int body) const;
  /// The measure of a limit.
  double measureOf(const JointLimit& limit, const ImpulseResponse& motion) const;

  /// Sets the distances that parts and joints may move in a step of h, and the speeds at which a
  /// joint may come to rest in it. `find` finds constraints within these distances and speeds, and
  /// drives that were too stiff for a step since `forgetDrives`.
  void updateReach(const ImpulseResponse& motion, double h);
  /// Marks the drives that are too stiff for a step of h (Drives::isSolved). Returns whether one
  /// was not marked before.
  bool markStiffDrives(double h, double forceTime);
  /// Writes the velocities along tangents at which moving surfaces stick to each other.
  static void writeSticking(const UnilateralRowSet& found, std::vector<double>& target);
  void forgetDrives() { std::fill(isSolved_.begin(), isSolved_.end(), 0); }
  /// Sets the same distance [m, rad] and the same speed [m/s, rad/s] for all.
  void setReach(double distance, double speed);

  /// Upper bound of the speed of points of a part's colliders [m/s].
  double speedOf(int part, const Vector6<double>& velocity) const {
    return velocity.tail<3>().norm() + velocity.head<3>().norm() * extent_[at(part)];
  }

  void find(const ImpulseResponse& motion, UnilateralRowSet& found);
  /// Adds a row of joint Coulomb friction to the set.
  void addJointFriction(std::size_t jointFriction, UnilateralRowSet& found) const;
  /// Adds a row of a drive to the set.
  void addDrive(int drive, const ImpulseResponse& motion, UnilateralRowSet& found) const;
  /// Adds the joint Coulomb friction or the drive with a constraint's id; nothing if the id is
  /// another constraint's.
  void addForce(std::uint64_t id, const ImpulseResponse& motion, UnilateralRowSet& found);

  /// Writes f of rows, where f² is a lower estimate of the diagonal of W for free parts:
  /// 1/m + |r × n|²/J for each part, 1/J of moments, 1/J or 1/m on a joint. It is the scale of
  /// rounding errors of W.
  void findFreeResponses(std::span<const ForceRow> rows, const ImpulseResponse& motion,
                         std::vector<double>& found) const;

  /// The distances of `updateReach`, with which `find` repeats its result except joint friction
  /// and drives.
  std::size_t memorySize() const { return reach_.size() + limitReach_.size(); }
  void remember(std::span<double> into) const;
  void recall(std::span<const double> memory);

 private:
  static void takeSensed(UnilateralRowSet& found);
  double freeResponse(const ForceRow& row, const std::vector<PartPose>& poses) const;
  void findJointFrictions(const ClusterTree<double>& tree);
  void findDrives(const ClusterTree<double>& tree);
  void addLimits(const ImpulseResponse& motion, UnilateralRowSet& found) const;
  ForceRow rowOf(const JointLimit& limit, double sign, const ImpulseResponse& motion,
                 std::vector<ForceRow>& sums) const;
  /// The length of an actuator that is not on a single joint.
  const LengthRow& lengthOf(int actuator) const;
  double measureOfDrive(int drive, const ImpulseResponse& motion) const;
  ForceRow rowOfDrive(int drive, const ImpulseResponse& motion, std::vector<ForceRow>& sums) const;
  void addJointFrictions(const ImpulseResponse& motion, UnilateralRowSet& found) const;

  const ClusterTree<double>& tree_;
  RigidParts rigid_;
  std::vector<double> inverseMass_;     ///< by part; 0 for the ground and massless parts [1/kg]
  std::vector<double> inverseInertia_;  ///< of the largest moment; 0 likewise [1/(kg·m²)]
  double gravity_;
  collision::Scene scene_;
  std::vector<LengthRow> tendons_;
  std::vector<std::string> tendonNames_;
  std::vector<JointLimit> limits_;
  std::vector<double> extent_;      ///< by part: from its center to its farthest collider point [m]
  std::vector<double> reach_;       ///< by part: how far its points may move in a step [m]
  std::vector<double> limitReach_;  ///< by limit: how far the joint may move [m, rad]
  std::vector<JointFriction> jointFrictions_;
  std::vector<double>
      jointFrictionReach_;  ///< by joint friction: speed up to which it may hold [rad/s, m/s]
  const Drives& drives_;
  std::vector<LengthRow> actuators_;  ///< on joints; empty of those on tendons
  std::size_t mostSums_ = 0;          ///< the most rows of sums in a set
  std::vector<ForceRow> sums_;
  std::vector<double> driveResponse_;  ///< W of drives at the initial position
  std::vector<char> isSolved_;         ///< by drive: whether `find` finds it
};

}  // namespace linkwork::contact
