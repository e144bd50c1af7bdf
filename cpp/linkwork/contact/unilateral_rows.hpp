#pragma once

#include <array>
#include <cmath>
#include <span>
#include <vector>

#include "linkwork/collision/scene.hpp"
#include "linkwork/contact/impulse_response.hpp"

namespace linkwork::contact {

/// A point of contact, a joint near an end of its range, or the dry friction of one that may come
/// to rest.
struct UnilateralConstraint {
  std::uint64_t id = 0;    ///< among points, or among the others
  int point = -1;          ///< place among points; −1: none
  int limit = -1;          ///< place among limits; −1: none
  int jointFriction = -1;  ///< place among brakes; −1: none
  int row = 0;             ///< its first one
  double gap = 0;          ///< φ [m or rad]
  double friction = 0, restitution = 0;
  bool canMove = true;  ///< whether any impulse along its row changes anything
  bool counts = true;   ///< in a solve
  double thrown = 0;    ///< part of its speed that it bounces with in it
  /// Of the last solves at a step's start and end: in world axes, or the first entry.
  std::array<Eigen::Vector3d, 2> impulses{Eigen::Vector3d::Zero(), Eigen::Vector3d::Zero()};
  Eigen::Vector3d sum{0, 0, 0};  ///< over the step
  double spent = 0;              ///< of a brake, the time in the step that it has acted for [s]
  std::array<double, 2> bounds{0, HUGE_VAL};  ///< of the impulse along one row by itself

  bool isContact() const { return point >= 0; }
  bool isJointFriction() const { return jointFriction >= 0; }
  bool isSame(const UnilateralConstraint& other) const {
    return id == other.id && isContact() == other.isContact();
  }
  int rows() const { return isContact() ? 3 : 1; }
};

/// All constraints near a configuration, and their rows: of a contact its normal and two tangents.
struct UnilateralRowSet {
  std::vector<collision::ContactPoint> points;
  std::vector<UnilateralConstraint> list;
  std::vector<ForceRow> rows;
};

/// Whether impulses along a row change anything, by its entry in W and f (UnilateralRows): what
/// rounding leaves of nothing is less.
inline bool canMove(double own, double free) { return own > 1e-13 * free * free; }

/// Axes of a contact by columns: its normal, and two tangents that depend on the normal alone.
Eigen::Matrix3d contactAxes(const Eigen::Vector3d& normal);

/// Contacts and joint limits of a mechanism that are near a configuration, and brakes that may
/// hold.
class UnilateralRows {
 public:
  /// The range of a joint.
  struct Limit {
    int body;      ///< on the joint
    int position;  ///< entry in q
    JointLimits range;
    int tied;  ///< the cluster whose loops or couplings tie the joint to others; −1: none
  };
  /// Dry friction on a component of a joint's v.
  struct JointFriction {
    int body, component;
    int entry;            ///< in v
    double strength;      ///< [N·m or N]
    double response = 0;  ///< W of the joint where the tree begins [1/(kg·m²) or 1/kg]
  };

  /// The tree outlives it.
  UnilateralRows(const Mechanism& mechanism, const ClusterTree<double>& tree);

  /// Whether nothing can ever push.
  bool empty() const { return scene_.empty() && limits_.empty() && jointFrictions_.empty(); }
  const std::vector<Limit>& limits() const { return limits_; }
  const std::vector<JointFriction>& jointFrictions() const { return jointFrictions_; }
  /// Of a limit.
  const std::string& jointName(const UnilateralConstraint& constraint) const {
    return tree_.jointName(limits_[at(constraint.limit)].body);
  }

  /// How far points of parts, and joints with a range, may move in a step of h, and how fast a
  /// joint may be that comes to rest in it: what is nearer or slower is found.
  void updateReach(const ImpulseResponse& motion, double h);
  /// The same distance for all [m, rad], and the same speed.
  void setReach(double distance, double speed);

  /// At most how fast a point of a part's colliders moves [m/s].
  double speedOf(int part, const Vector6<double>& velocity) const {
    return velocity.tail<3>().norm() + velocity.head<3>().norm() * extent_[at(part)];
  }

  void find(const ImpulseResponse& motion, UnilateralRowSet& found);
  /// Adds a brake's row to what was found.
  void addJointFriction(std::size_t jointFriction, UnilateralRowSet& found) const;
  /// The brake of a constraint's id; none if that is no brake's: then brakes().size().
  std::size_t jointFrictionOf(std::uint64_t id) const;

  /// f of rows, where f² is what an impulse would change if no joint held the parts, about and not
  /// too much: 1/m + |r × n|²/J by parts, 1/J or 1/m on a joint. Rounding of W is measured by it.
  void findFreeResponses(std::span<const ForceRow> rows, const ImpulseResponse& motion,
                         std::vector<double>& found) const;

  /// The reaches, with which the same is found once more, but for brakes.
  std::size_t memorySize() const { return reach_.size() + limitReach_.size(); }
  void remember(std::span<double> into) const;
  void recall(std::span<const double> memory);

 private:
  double freeResponse(const ForceRow& row, const std::vector<PartPose>& poses) const;
  void findJointFrictions(const ClusterTree<double>& tree);
  void addLimits(const Eigen::VectorXd& q, UnilateralRowSet& found) const;
  void addJointFrictions(const ImpulseResponse& motion, UnilateralRowSet& found) const;

  const ClusterTree<double>& tree_;
  RigidParts rigid_;
  std::vector<double> inverseMass_;     ///< by part, 0 of the ground and where there is none [1/kg]
  std::vector<double> inverseInertia_;  ///< of the largest moment, the same [1/(kg·m²)]
  double gravity_;
  collision::Scene scene_;
  std::vector<Limit> limits_;
  std::vector<double> extent_;  ///< by part, from its center to its colliders' farthest points [m]
  std::vector<double> reach_;   ///< by part, how far a point of it may move in a step [m]
  std::vector<double> limitReach_;  ///< by limit, the same for the joint [m or rad]
  std::vector<JointFriction> jointFrictions_;
  std::vector<double>
      jointFrictionReach_;  ///< by brake, the speed from which it may stop [rad/s, m/s]
};

}  // namespace linkwork::contact
