#pragma once

#include "linkwork/contact/damped_articulation.hpp"
#include "linkwork/contact/part_kinematics.hpp"
#include "linkwork/maximal/multiplier_dynamics.hpp"

namespace linkwork::maximal {

/// A factor times a component of a joint's v: the row's rate.
PartRow velocityRow(const JointConstraint& constraint, const JointPose& pose, int component,
                    double factor);

/// What impulses change of a mechanism in maximal coordinates, by the factors of
/// MultiplierDynamics.
class MultiplierResponse final : public contact::ImpulseResponse {
 public:
  explicit MultiplierResponse(MultiplierDynamics& dynamics);

  /// The motion to look at and to change, which `dynamics` is factored at. All outlive their use.
  MultiplierResponse& of(PartConfiguration& configuration, const Eigen::VectorXd& q,
                         const PartVector& before, PartVector& now, Push push = {});

  const std::vector<PartPose>& poses() const override { return configuration_->parts; }
  const Eigen::VectorXd& position() const override { return *q_; }
  const PartVector& velocities(When when) const override {
    return when == When::now ? *now_ : *before_;
  }
  double jointRate(int body, int component, When when) const override;
  Push push() const override { return push_; }
  void assembleDelassus(std::span<const contact::ForceRow> rows, Eigen::MatrixXd& w) override;
  contact::DampedResponse* damped(std::span<const contact::ForceRow> rows) override;
  void respond(std::span<const contact::ForceRow> rows, const double* impulses) override;
  double displace(std::span<const contact::ForceRow> rows, const double* impulses,
                  double most) override;

 private:
  PartRow ofJoint(int body, int component, double sign) const;
  void write(std::span<const contact::ForceRow> rows);

  MultiplierDynamics& dynamics_;
  bool isTree_;  ///< no loops, nothing nonholonomic
  contact::PartKinematics kinematics_;
  contact::ArticulatedColumns columns_;
  contact::DampedArticulation damped_;
  Eigen::VectorXd still_;  ///< v = 0
  PartConfiguration* configuration_ = nullptr;
  const Eigen::VectorXd* q_ = nullptr;
  const PartVector* before_ = nullptr;
  PartVector* now_ = nullptr;
  Push push_;
  std::vector<PartRow> rows_;
  PartVector shift_;
};

}  // namespace linkwork::maximal
