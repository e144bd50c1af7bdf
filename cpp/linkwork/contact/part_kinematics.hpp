#pragma once

#include "linkwork/dynamics/workspace.hpp"
#include "linkwork/model/rigid_parts.hpp"

namespace linkwork::contact {

/// Motion of rigid parts, (ω; v of the center of mass) in world axes, from that of joints.
class PartKinematics {
 public:
  /// The tree outlives it.
  explicit PartKinematics(const ClusterTree<double>& tree);

  /// At a state, on the loops. cost  O(n)
  void place(const Eigen::VectorXd& q, const Eigen::VectorXd& v);

  const std::vector<PartPose>& poses() const { return poses_; }

  /// Velocities of parts for joint velocities, and accelerations for v̇ at the velocities placed.
  void velocities(const Eigen::VectorXd& v, std::vector<Vector6<double>>& parts);
  void accelerations(const Eigen::VectorXd& a, std::vector<Vector6<double>>& parts);

  const ClusterTree<double>& tree() const { return tree_; }
  const RigidParts& rigid() const { return rigid_; }
  Workspace<double>& work() { return work_; }
  const Workspace<double>& work() const { return work_; }

 private:
  const ClusterTree<double>& tree_;
  RigidParts rigid_;
  Workspace<double> work_;
  Eigen::VectorXd v_;
  std::vector<PartPose> poses_;
  std::vector<Vector6<double>> motions_;  ///< by body, in its frame
};

}  // namespace linkwork::contact
