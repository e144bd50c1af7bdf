#pragma once

#include "linkwork/integrators/multiplier_motion.hpp"
#include "linkwork/integrators/part_runge_kutta.hpp"

namespace linkwork {

/// Steps of PartRungeKutta.
///
/// Source: Baraff 1996, section 2; Baumgarte, "Stabilization of constraints and integrals of
/// motion", Comput. Methods Appl. Mech. Eng. 1, 1972. Contact and joint limits are not in it.
class MaximalRungeKutta final : public Integrator {
 public:
  MaximalRungeKutta(const IntegratorContext& context, DriftControl control);

  void start(const MotionState& state) override;
  double step(double h, MotionState& state) override;

  bool leavesLoopsOpen() const override { return control_ == DriftControl::baumgarte; }

  /// With Baumgarte's method the parts' poses and velocities, gaps and all.
  std::size_t memorySize() const override;
  void remember(std::span<double> into) const override;
  void recall(const MotionState& state, std::span<const double> memory) override;

 private:
  void finish(MotionState& state);

  MultiplierMotion motion_;
  PartRungeKutta<MultiplierMotion> stages_;
  Workspace<double>& work_;
  DriftControl control_;
};

}  // namespace linkwork
