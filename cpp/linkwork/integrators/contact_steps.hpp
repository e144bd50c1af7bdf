#pragma once

#include <memory>
#include <vector>

#include "linkwork/contact/unilateral_constraints.hpp"
#include "linkwork/integrators/methods.hpp"

namespace linkwork {

/// Adds contacts and joint limits to another integrator, at both ends of its smooth steps:
///
///   p        J v + θ h (J v̇ + J̇ v) + J M⁻¹Jᵀp ≥ −max(φ, 0)/h
///   v ← v + M⁻¹Jᵀp,  the step,  v ← v + M⁻¹J'ᵀp'
///
/// v̇ is the smooth acceleration. θ is the part of the impulse of forces that moves the mechanism
/// within the step: ½ for methods of order 2 and above, 1 for semi-implicit Euler. A body at rest
/// stays where it is, and a body that lands touches the surface. p' keeps that contact. Smooth
/// motion in contact has order 2, or 1 where the direction of sliding turns. That of semi-implicit
/// Euler has order 1.
///
/// Within such a step a body at rest moves at ±h g/2. Motors and dampers would see this velocity,
/// and stiff ones would make the body creep. If there are any, p acts as warm-start forces over the
/// step: they see a body at rest. The excess is removed at the end, by the trapezoidal rule for p:
///
///   the step under Jᵀp / θh as well,  v ← v + M⁻¹(J'ᵀp' − (1/θ − 1) Jᵀp)
///
/// If springs and dampers of joints are implicit, p always acts as forces: the inertias that it
/// meets include the implicit forces (Integrator::implicitTree).
///
/// The forces keep their directions in the world and their arms about centers of mass. This is
/// exact for sliding and rolling.
///
/// Variational integrators are treated in the same way. Impulses act on the momenta at time knots:
/// D₁L_d and D₂L_d of the adjacent steps differ by Jᵀp, with the metric M at the knot. The step
/// between knots stays symplectic. A bounce is a reflection in M, which preserves the energy of the
/// momenta at the knot. In the metric of the discrete equations, h² away from M, an elastic bounce
/// would preserve that energy to h² only. Source: knots and their momenta, Fetecau, Marsden, Ortiz
/// & West, "Nonsmooth Lagrangian mechanics and variational collision integrators", SIAM J. Appl.
/// Dyn. Syst. 2, 2003. There, the time of an impact is a knot of its own. Here it is not, and
/// therefore the order over impacts is 1.
class ContactSteps final : public Integrator {
 public:
  using MakeResponse = std::unique_ptr<contact::StateResponse> (*)(const IntegratorContext&);

  /// @param predicted  θ
  ContactSteps(std::unique_ptr<Integrator> smooth, const IntegratorContext& context,
               MakeResponse response, double predicted);

  void start(const MotionState& state) override;
  double step(double h, StepForces& forces, MotionState& state) override;
  void visitMemory(MemoryVisitor& visit) override;
  void resume(const MotionState& state) override;

  bool leavesLoopsOpen() const override { return smooth_->leavesLoopsOpen(); }
  double lateness() const override { return smooth_->lateness(); }
  double sprungPart(double h) const override { return smooth_->sprungPart(h); }
  bool resolvesForces() const override { return smooth_->resolvesForces(); }
  double stabilityBound() const override { return smooth_->stabilityBound(); }
  bool hasJumped() const override { return hasJumped_; }
  const contact::UnilateralConstraints* contacts() const override { return &constraints_; }

 private:
  void chooseResponse(double h, StepForces& forces);
  void begin(double h, StepForces& forces, MotionState& state);
  void end(double h, StepForces& forces, MotionState& state);
  void applyJump(MotionState& state);
  void applyWarmStart(WarmStartForce& force);
  void addRowForce(const contact::ForceRow& row, double impulse, WarmStartForce& warmStart);
  void addImpulse(const contact::ForceRow& row, double impulse);
  void addForce(int body, const Eigen::Vector3d& force, const Eigen::Vector3d& moment,
                WarmStartForce& to) const;
  double removeExcess(WarmStartForce& force);

  std::unique_ptr<Integrator> smooth_;
  const IntegratorContext context_;
  const ClusterTree<double>& tree_;
  Workspace<double>& work_;
  const MakeResponse makeResponse_;
  std::unique_ptr<contact::StateResponse> response_;
  double implicitTime_ = 0;  ///< for which response_ has implicit forces; 0: none
  double predicted_;         ///< θ
  double forceDuration_ =
      0;  ///< duration for which smooth forces change velocities in the step [s]
  contact::UnilateralConstraints constraints_;
  RigidParts rigid_;
  /// Rows with an impulse, one for each side, with points from the center of mass; their impulses.
  std::vector<contact::ForceRow> applied_;
  std::vector<double> impulses_;
  Eigen::VectorXd acceleration_;
  bool isPlaced_ = false, hasJumped_ = false;
};

}  // namespace linkwork
