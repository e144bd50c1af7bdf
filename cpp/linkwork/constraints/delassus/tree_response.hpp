#pragma once

#include "linkwork/constraints/delassus/tree_delassus.hpp"
#include "linkwork/dynamics/workspace.hpp"
#include "linkwork/model/rigid_parts.hpp"

namespace linkwork::constraints {

/// Motion of rigid parts, (ω; v of the center of mass) in world axes, from the motion of joints.
class PartKinematics {
 public:
  /// The tree must outlive this object.
  explicit PartKinematics(const ClusterTree<double>& tree);

  /// Places the parts at a state on the loops. Cost: O(n).
  void place(const Eigen::VectorXd& q, const Eigen::VectorXd& v);

  const std::vector<PartPose>& poses() const { return poses_; }

  /// Velocities of parts for joint velocities v, and accelerations for v̇ at the placed state.
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

/// The effect of impulses on a mechanism in minimal coordinates:
///
///   Δẏ = H⁻¹ Jᵀ p      W = J H⁻¹ Jᵀ
///
/// Δẏ by the articulated-body algorithm with the impulses as the only forces, W by TreeColumns.
/// Cost: O(n) for `respond` and for each row of W. Allocates only for more rows than before.
/// Source: Chignoli et al., sections VII and VIII.
class TreeResponse final : public StateResponse {
 public:
  /// The tree must outlive this object.
  explicit TreeResponse(const ClusterTree<double>& tree);

  void place(const Eigen::VectorXd& q, const Eigen::VectorXd& v) override;
  void accelerate(const Eigen::VectorXd& a, SmoothForce smooth) override;
  void settle(const Eigen::VectorXd& v) override;
  const Eigen::VectorXd& velocity() override { return v_; }

  const std::vector<PartPose>& poses() const override { return parts_.poses(); }
  const Eigen::VectorXd& position() const override { return q_; }
  const std::vector<Vector6<double>>& velocities(When when) const override {
    return when == When::now ? now_ : before_;
  }
  double jointRate(int body, int component, When when) const override;
  SmoothForce smoothForce() const override { return smooth_; }
  void assembleSimple(std::span<const ForceRow> rows, Eigen::MatrixXd& w) override;
  DampedDelassus* dampedSimple(std::span<const ForceRow> rows) override;
  void respondSimple(std::span<const ForceRow> rows, const double* impulses) override;
  double displaceSimple(std::span<const ForceRow> rows, const double* impulses,
                        double most) override;

 private:
  void eliminate();
  void addImpulses(std::span<const ForceRow> rows, const double* impulses);
  void computeChange();
  void keepMomenta(const std::vector<Vector6<double>>& velocities,
                   const std::vector<PartPose>& poses);

  const ClusterTree<double>& tree_;
  PartKinematics parts_;
  Workspace<double>& work_;
  Eigen::VectorXd q_, v_, change_;
  Eigen::VectorXd beforeRates_, nowRates_;  ///< of joints
  std::vector<Vector6<double>> before_, now_, partChange_;
  std::vector<PartPose> left_;  ///< poses before a displacement
  std::vector<int> clusters_;   ///< all, parents first
  SmoothForce smooth_;
  bool isEliminated_ = false;
  TreeColumns columns_;
  TreeDelassus damped_;
};

}  // namespace linkwork::constraints
