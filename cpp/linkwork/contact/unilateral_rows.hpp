#pragma once

#include <array>
#include <vector>

#include "linkwork/collision/scene.hpp"
#include "linkwork/contact/impulse_response.hpp"

namespace linkwork::contact {

/// A point of contact, or a joint near an end of its range.
struct UnilateralConstraint {
  std::uint64_t id = 0;  ///< among points, or among ends
  int point = -1;        ///< place among points; −1: an end
  int limit = -1;        ///< place among limits; −1: a point
  int row = 0;           ///< its first one
  double gap = 0;        ///< φ [m or rad]
  double friction = 0, restitution = 0;
  bool counts = true;  ///< in a solve
  double thrown = 0;   ///< part of its speed that it bounces with in it
  /// Of the last solves at a step's start and end: in world axes, or the first entry.
  std::array<Eigen::Vector3d, 2> impulses{Eigen::Vector3d::Zero(), Eigen::Vector3d::Zero()};
  Eigen::Vector3d sum{0, 0, 0};  ///< over the step

  bool isContact() const { return point >= 0; }
  int rows() const { return isContact() ? 3 : 1; }
};

/// All constraints near a configuration, and their rows: of a contact its normal and two tangents.
struct UnilateralRowSet {
  std::vector<collision::ContactPoint> points;
  std::vector<UnilateralConstraint> list;
  std::vector<PushRow> rows;
};

/// Axes of a contact by columns: its normal, and two tangents that depend on the normal alone.
Eigen::Matrix3d contactAxes(const Eigen::Vector3d& normal);

/// Contacts and joint limits of a mechanism that are near a configuration.
class UnilateralRows {
 public:
  /// The range of a joint.
  struct Limit {
    int body;      ///< on the joint
    int position;  ///< entry in q
    JointLimits range;
  };

  UnilateralRows(const Mechanism& mechanism, const ClusterTree<double>& tree);

  /// Whether nothing can ever push.
  bool empty() const { return scene_.empty() && limits_.empty(); }
  const std::vector<Limit>& limits() const { return limits_; }

  /// How far points of parts, and joints with a range, may move in a step of h: what is nearer is
  /// found.
  void updateReach(const ImpulseResponse& motion, double h);
  /// The same distance for all [m, rad].
  void setReach(double distance);

  void find(const ImpulseResponse& motion, UnilateralRowSet& found);

 private:
  void addLimits(const Eigen::VectorXd& q, UnilateralRowSet& found) const;

  RigidParts rigid_;
  double gravity_;
  collision::Scene scene_;
  std::vector<Limit> limits_;
  std::vector<double> extent_;  ///< by part, from its centre to its colliders' farthest points [m]
  std::vector<double> reach_;   ///< by part, how far a point of it may move in a step [m]
  std::vector<double> limitReach_;  ///< by limit, the same for the joint [m or rad]
};

}  // namespace linkwork::contact
