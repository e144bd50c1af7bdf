#pragma once

#include "linkwork/contact/unilateral_constraints.hpp"
#include "linkwork/integrators/methods.hpp"
#include "linkwork/integrators/multiplier_motion.hpp"
#include "linkwork/maximal/multiplier_response.hpp"

namespace linkwork {

/// Motion in which forces determine velocities, not accelerations. A pulled body moves while the
/// pull acts, and stays where the pull ends.
///
///   M V = T F + Jᵀλ + Cᵀp,   J V = 0,   C V ≥ −max(φ, 0)/h ⟂ p ≥ 0        T = 1 s
///
/// F are the applied forces, without gravity, springs and the dampers of pulls. The work counted is
/// the change of energy. V is that of the implicit Euler method along itself, V / (1 + h ρ), where
/// ρ is the rate at which F decreases with the motion. A stiff pull therefore does not overshoot.
/// Source: Baraff 1996, section 1; the implicit step is our own.
class FirstOrderSteps final : public Integrator {
 public:
  explicit FirstOrderSteps(const IntegratorContext& context);

  /// The part of a step after which the forces are evaluated again, for ρ.
  static constexpr double little = 1e-3;

  bool hasInertia() const override { return false; }
  void start(const MotionState&) override { unilateral_.forget(); }
  double step(double h, StepForces& forces, MotionState& state) override;
  void visitMemory(MemoryVisitor& visit) override { visit.visitPart(unilateral_); }
  void resume(const MotionState&) override {}

  const contact::UnilateralConstraints* contacts() const override { return &unilateral_; }

 private:
  void findVelocities(double sinceStart, const Eigen::VectorXd& q, maximal::PartVector& velocities);
  void findRelaxedVelocities(double h, const Eigen::VectorXd& q);
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
