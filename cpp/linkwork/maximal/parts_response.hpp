#pragma once

#include "linkwork/contact/part_kinematics.hpp"
#include "linkwork/maximal/multiplier_response.hpp"

namespace linkwork::maximal {

/// What impulses change of a state in joint coordinates, by MultiplierDynamics: with nonholonomic
/// constraints, which minimal coordinates do not know.
class PartsResponse final : public contact::StateResponse {
 public:
  /// The tree outlives it.
  explicit PartsResponse(const ClusterTree<double>& tree);

  void place(const Eigen::VectorXd& q, const Eigen::VectorXd& v) override;
  void accelerate(const Eigen::VectorXd& a, Push push) override;
  void settle(const Eigen::VectorXd& v) override;
  const Eigen::VectorXd& velocity() override;

  const std::vector<PartPose>& poses() const override { return configuration_.parts; }
  const Eigen::VectorXd& position() const override { return q_; }
  const PartVector& velocities(When when) const override {
    return when == When::now ? now_ : before_;
  }
  double jointRate(int body, int component, When when) const override;
  Push push() const override { return push_; }
  void assembleDelassus(std::span<const contact::ForceRow> rows, Eigen::MatrixXd& w) override;
  contact::DampedResponse* damped(std::span<const contact::ForceRow> rows) override;
  void respond(std::span<const contact::ForceRow> rows, const double* impulses) override;
  double displace(std::span<const contact::ForceRow> rows, const double* impulses,
                  double most) override;

 private:
  void factor();

  MultiplierDynamics dynamics_;
  MultiplierResponse response_;
  PartConfiguration configuration_;
  contact::PartKinematics kinematics_;
  PartVector before_, now_;
  PartVector left_;  ///< before_ with the impulses
  PartVector change_;
  Eigen::VectorXd q_, v_;
  Push push_;
  bool isFactored_ = false;
};

}  // namespace linkwork::maximal
