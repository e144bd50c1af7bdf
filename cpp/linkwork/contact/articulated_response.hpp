#pragma once

#include "linkwork/contact/impulse_response.hpp"
#include "linkwork/dynamics/workspace.hpp"

namespace linkwork::contact {

/// What impulses change of a mechanism in minimal coordinates, on clusters:
///
///   Δẏ = H⁻¹ Jᵀ p      W = J H⁻¹ Jᵀ = Σ zᵀ D⁻¹ z over the clusters that two rows both cross
///
/// z is what a unit impulse along a row leaves at a cluster on its way to the ground
/// (force_crossing.hpp), and H⁻¹Jᵀp one sweep of the articulated-body algorithm with the impulses
/// alone.
/// cost  O(n) a row and for `respond`, and the clusters that any two rows share; no allocation once
///       it has seen as many rows
/// Source: Chignoli et al., section VIII.
class ArticulatedResponse final : public StateResponse {
 public:
  /// The tree outlives it.
  explicit ArticulatedResponse(const ClusterTree<double>& tree);

  void place(const Eigen::VectorXd& q) override;
  void move(const Eigen::VectorXd& before, const Eigen::VectorXd& now, bool isForeseen) override;
  const Eigen::VectorXd& velocity() override { return now_.joints; }

  const std::vector<PartPose>& poses() const override { return poses_; }
  const Eigen::VectorXd& position() const override { return q_; }
  const std::vector<Vector6<double>>& velocities(When when) const override {
    return motion(when).parts;
  }
  double jointRate(int body, When when) const override;
  bool predicts() const override { return isForeseen_; }
  void anticipate(std::span<const PushRow> rows, Eigen::MatrixXd& w) override;
  void respond(std::span<const PushRow> rows, const double* impulses) override;
  void displace(std::span<const PushRow> rows, const double* impulses) override;

 private:
  struct Motion {
    Eigen::VectorXd joints;
    std::vector<Vector6<double>> parts;
  };
  /// A row on its way to the ground: its z at a cluster.
  struct Crossing {
    int row, place;
  };

  const Motion& motion(When when) const { return when == When::now ? now_ : before_; }
  void articulate();
  void spread(Motion& motion);
  Vector6<double> wrench(int body, const PushRow& row, double impulse) const;
  void carry(int body, Vector6<double> force, int row);
  void carryFromJoint(int joint, double sign, int row);
  double* crossingOf(const Cluster<double>& cluster, int row);
  void sweep(std::span<const PushRow> rows, const double* impulses);

  const ClusterTree<double>& tree_;
  RigidParts rigid_;
  Workspace<double> work_;
  Eigen::VectorXd q_, change_;
  Motion before_, now_;
  std::vector<PartPose> poses_;
  std::vector<Vector6<double>> twists_;  ///< by body, in its frame
  bool isForeseen_ = false, isArticulated_ = false;

  std::vector<std::vector<Crossing>> crossings_;  ///< by cluster
  std::vector<double> values_;
  Eigen::VectorXd z_;  ///< at one cluster
};

}  // namespace linkwork::contact
