#pragma once

#include "linkwork/contact/unilateral_constraints.hpp"
#include "linkwork/integrators/multiplier_motion.hpp"
#include "linkwork/maximal/multiplier_response.hpp"

namespace linkwork {

/// A world in which forces give velocities, not accelerations: what is dragged moves while it is
/// pulled and stays where it is let go.
///
///   M V = T F + Jᵀλ + Cᵀp,   J V = 0,   C V ≥ −max(φ, 0)/h ⟂ p ≥ 0        T = 1 s
///
/// F is what acts from outside; gravity and springs are left out, and so are dampers of pulls. The
/// work counted is what the energy, which nobody minds here, gains. V is taken as by the implicit
/// Euler method along itself, V / (1 + h ρ), with ρ the rate at which F falls with the motion: a
/// stiff pull arrives and does not overshoot.
/// Source: Baraff 1996, section 1; the implicit step is our own.
class FirstOrderSteps final : public Integrator {
 public:
  explicit FirstOrderSteps(const IntegratorContext& context);

  /// How far along a step the forces are asked for again, to see how they fall.
  static constexpr double little = 1e-3;

  bool hasInertia() const override { return false; }
  void start(const MotionState&) override { unilateral_.forget(); }
  double step(double h, MotionState& state) override {
    return unilateral_.attempt([&] { return advance(h, state); });
  }
  std::size_t memorySize() const override { return unilateral_.memorySize(); }
  std::size_t expectedMemory(std::span<const double> memory) const override {
    return unilateral_.expectedMemory(memory);
  }
  void remember(std::span<double> into) const override { unilateral_.remember(into); }
  void recall(const MotionState& state, std::span<const double> memory) override {
    start(state);
    unilateral_.recall(memory);
  }

  const contact::UnilateralConstraints* contacts() const override { return &unilateral_; }

 private:
  double advance(double h, MotionState& state);
  void push(double sinceStart, const Eigen::VectorXd& q, maximal::PartVector& velocities);
  double energy(const MotionState& state);

  MultiplierMotion motion_;
  maximal::MultiplierResponse response_;
  contact::UnilateralConstraints unilateral_;
  Workspace<double>& work_;
  maximal::PartConfiguration here_;
  maximal::PartVector velocities_, velocitiesAhead_, momenta_;
  Eigen::VectorXd atRest_, q_, v_, delta_;
};

}  // namespace linkwork
