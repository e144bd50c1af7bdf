#pragma once

#include "linkwork/contact/impulse_response.hpp"
#include "linkwork/contact/part_kinematics.hpp"

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

  void place(const Eigen::VectorXd& q, const Eigen::VectorXd& v) override;
  void accelerate(const Eigen::VectorXd& a, Push push) override;
  void settle(const Eigen::VectorXd& v) override;
  const Eigen::VectorXd& velocity() override { return v_; }

  const std::vector<PartPose>& poses() const override { return parts_.poses(); }
  const Eigen::VectorXd& position() const override { return q_; }
  const std::vector<Vector6<double>>& velocities(When when) const override {
    return when == When::now ? now_ : before_;
  }
  double jointRate(int body, int component, When when) const override;
  Push push() const override { return push_; }
  void anticipate(std::span<const PushRow> rows, Eigen::MatrixXd& w) override;
  void respond(std::span<const PushRow> rows, const double* impulses) override;
  void displace(std::span<const PushRow> rows, const double* impulses) override;

 private:
  /// A row on its way to the ground: its z at a cluster.
  struct Crossing {
    int row, place;
  };

  void articulate();
  Vector6<double> wrench(int body, const PushRow& row, double impulse) const;
  void carry(int body, Vector6<double> force, int row);
  void carryFromJoint(const PushRow& from, int row);
  double* crossingOf(const Cluster<double>& cluster, int row);
  void clearImpulses();
  void addImpulses(std::span<const PushRow> rows, const double* impulses);
  void sweep();
  void keepMomenta(const std::vector<Vector6<double>>& velocities,
                   const std::vector<PartPose>& poses);

  const ClusterTree<double>& tree_;
  PartKinematics parts_;
  Workspace<double>& work_;
  Eigen::VectorXd q_, v_, change_;
  Eigen::VectorXd beforeRates_, nowRates_;  ///< of joints
  std::vector<Vector6<double>> before_, now_, partChange_;
  std::vector<PartPose> left_;  ///< where a displacement began
  Push push_;
  bool isArticulated_ = false;

  std::vector<std::vector<Crossing>> crossings_;  ///< by cluster
  std::vector<double> values_;
  Eigen::VectorXd z_;  ///< at one cluster
};

}  // namespace linkwork::contact
