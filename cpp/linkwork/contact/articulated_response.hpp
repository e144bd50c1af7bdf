#pragma once

#include "linkwork/contact/articulated_columns.hpp"
#include "linkwork/contact/damped_articulation.hpp"
#include "linkwork/contact/part_kinematics.hpp"

namespace linkwork::contact {

/// What impulses change of a mechanism in minimal coordinates, on clusters:
///
///   Δẏ = H⁻¹ Jᵀ p      W = J H⁻¹ Jᵀ
///
/// by sweeps of the articulated-body algorithm with the impulses alone, for W from and to the rows
/// (articulated_columns.hpp).
/// cost  O(n) a row and for `respond`; no allocation once it has seen as many rows
/// Source: Chignoli et al., sections VII and VIII.
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
  void assembleDelassus(std::span<const ForceRow> rows, Eigen::MatrixXd& w) override;
  DampedResponse* damped(std::span<const ForceRow> rows) override;
  void respond(std::span<const ForceRow> rows, const double* impulses) override;
  double displace(std::span<const ForceRow> rows, const double* impulses, double most) override;

 private:
  void eliminate();
  void clearImpulses();
  void addImpulses(std::span<const ForceRow> rows, const double* impulses);
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
  ArticulatedColumns columns_;
  DampedArticulation damped_;
};

}  // namespace linkwork::contact
