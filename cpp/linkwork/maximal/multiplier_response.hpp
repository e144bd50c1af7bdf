#pragma once

#include "linkwork/constraints/delassus/tree_delassus.hpp"
#include "linkwork/constraints/delassus/tree_response.hpp"
#include "linkwork/maximal/multiplier_dynamics.hpp"

namespace linkwork::maximal {

/// The row u = along · v of a joint.
PartRow velocityRow(const JointConstraint& constraint, const JointPose& pose,
                    const Vector6<double>& along);

/// The effect of impulses on a mechanism in maximal coordinates, with the factors of
/// MultiplierDynamics.
class MultiplierResponse final : public constraints::ImpulseResponse {
 public:
  explicit MultiplierResponse(MultiplierDynamics& dynamics);

  /// Sets the motion to read and to change. `dynamics` must be factored at its configuration. All
  /// arguments must outlive their use.
  MultiplierResponse& of(PartConfiguration& configuration, const Eigen::VectorXd& q,
                         const PartVector& before, PartVector& now, SmoothForce smooth = {});

  const std::vector<PartPose>& poses() const override { return configuration_->parts; }
  const Eigen::VectorXd& position() const override { return *q_; }
  const PartVector& velocities(When when) const override {
    return when == When::now ? *now_ : *before_;
  }
  double jointRate(int body, int component, When when) const override;
  SmoothForce smoothForce() const override { return smooth_; }
  void assembleSimple(std::span<const constraints::ForceRow> rows, Eigen::MatrixXd& w) override;
  constraints::DampedDelassus* dampedSimple(std::span<const constraints::ForceRow> rows) override;
  void respondSimple(std::span<const constraints::ForceRow> rows, const double* impulses) override;
  double displaceSimple(std::span<const constraints::ForceRow> rows, const double* impulses,
                        double most) override;

 private:
  PartRow ofJoint(int body, const Vector6<double>& along) const;
  void write(std::span<const constraints::ForceRow> rows);

  MultiplierDynamics& dynamics_;
  bool isTree_;  ///< no loops, no nonholonomic constraints
  constraints::PartKinematics kinematics_;
  constraints::TreeColumns columns_;
  constraints::TreeDelassus damped_;
  Eigen::VectorXd still_;  ///< v = 0
  PartConfiguration* configuration_ = nullptr;
  const Eigen::VectorXd* q_ = nullptr;
  const PartVector* before_ = nullptr;
  PartVector* now_ = nullptr;
  SmoothForce smooth_;
  std::vector<PartRow> rows_;
  PartVector shift_;
};

/// The effect of impulses on a state in joint coordinates, by MultiplierDynamics. It supports
/// nonholonomic constraints, which minimal coordinates do not have.
class MultiplierStateResponse final : public constraints::StateResponse {
 public:
  /// The tree must outlive this object.
  explicit MultiplierStateResponse(const ClusterTree<double>& tree);

  void place(const Eigen::VectorXd& q, const Eigen::VectorXd& v) override;
  void accelerate(const Eigen::VectorXd& a, SmoothForce smooth) override;
  void settle(const Eigen::VectorXd& v) override;
  const Eigen::VectorXd& velocity() override;

  const std::vector<PartPose>& poses() const override { return configuration_.parts; }
  const Eigen::VectorXd& position() const override { return q_; }
  const PartVector& velocities(When when) const override {
    return when == When::now ? now_ : before_;
  }
  double jointRate(int body, int component, When when) const override;
  SmoothForce smoothForce() const override { return smooth_; }
  void assembleSimple(std::span<const constraints::ForceRow> rows, Eigen::MatrixXd& w) override;
  constraints::DampedDelassus* dampedSimple(std::span<const constraints::ForceRow> rows) override;
  void respondSimple(std::span<const constraints::ForceRow> rows, const double* impulses) override;
  double displaceSimple(std::span<const constraints::ForceRow> rows, const double* impulses,
                        double most) override;

 private:
  void factor();

  MultiplierDynamics dynamics_;
  MultiplierResponse response_;
  PartConfiguration configuration_;
  constraints::PartKinematics kinematics_;
  PartVector before_, now_;
  PartVector left_;  ///< before_ with the impulses
  PartVector change_;
  Eigen::VectorXd q_, v_;
  SmoothForce smooth_;
  bool isFactored_ = false;
};

}  // namespace linkwork::maximal
