#pragma once

#include "linkwork/integrators/multiplier_motion.hpp"
#include "linkwork/maximal/part_motion.hpp"

namespace linkwork {

/// How a differential equation on parts is kept on its constraints.
enum class DriftControl {
  projection,  ///< after each step δx = −M⁻¹Jᵀ(JM⁻¹Jᵀ)⁻¹ g, then the same for V: exact
  baumgarte  ///< J̇V + J V̇ = −2α J V − α² g: gaps decay like e^(−αt), new ones come with each step
};

/// The classical Runge–Kutta method, order 4, on the poses and velocities of all parts, with
///
///   M V̇ = F − (0; ω×Iω) + Jᵀλ,   J V̇ + c = 0,   ẋ = v,   q̇ = ½ ω q
///
/// Source: Baraff 1996, section 2; Baumgarte, "Stabilization of constraints and integrals of
/// motion", Comput. Methods Appl. Mech. Eng. 1, 1972. Contact and joint limits are not in it.
class MaximalRungeKutta final : public Integrator {
 public:
  MaximalRungeKutta(const IntegratorContext& context, DriftControl control);

  void start(const MotionState& state) override;
  double step(double h, MotionState& state) override;

  /// With Baumgarte's method the parts' poses and velocities, gaps and all.
  std::size_t memorySize() const override;
  void remember(std::span<double> into) const override;
  void recall(const MotionState& state, std::span<const double> memory) override;

 private:
  void accelerate(double sinceStart, double h);
  void moveTo(double h, const maximal::PartVector& rate);
  void project();
  void finish(MotionState& state);

  MultiplierMotion motion_;
  Workspace<double>& work_;
  DriftControl control_;
  maximal::PartConfiguration start_, stage_;
  maximal::PartVector startVelocities_, velocities_, accelerations_, velocitySum_, rateSum_;
  std::vector<Eigen::Vector4d> turnSum_;  ///< Σ of weighted q̇ by part
  maximal::PartVector jointGaps_;
  Eigen::VectorXd auxiliaryGaps_, q_, v_;
};

}  // namespace linkwork
