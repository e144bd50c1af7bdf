#pragma once

#include "linkwork/contact/unilateral_constraints.hpp"
#include "linkwork/integrators/methods.hpp"
#include "linkwork/integrators/multiplier_motion.hpp"
#include "linkwork/maximal/multiplier_response.hpp"
#include "linkwork/maximal/part_motion.hpp"

namespace linkwork {

/// RATTLE on rigid parts with multipliers and contact. Order 2, time-reversible and symplectic
/// between impacts: energy does not drift. From (q_n, V_n), with momenta P = m v, L = I ω:
///
///   1  M_n (V_h − V_n) = (h/2) F_n + J_nᵀ λ + C_nᵀ p       J_n V_h = −(h/2) J̇_n V_n
///                                                          C_n V_h ≥ −max(φ_n, 0)/h  ⟂  p ≥ 0
///   2  x⁺ = x + h v_h, attitudes turned by h ω with L_h constant (maximal::steadySpin), and J_nᵀ λ
///      added to P, L until g(q⁺) = 0
///   3  M⁺ (V⁺ − V_h) = (h/2) F⁺ + J⁺ᵀ λ + C⁺ᵀ p            J⁺ V⁺ = 0
///                                                          C⁺ V⁺ ≥ −e C⁺ V⁻  ⟂  p ≥ 0
///
/// The λ of 1 includes that of 2 up to O(h²). The impulses p therefore account for it. They satisfy
/// Coulomb's law. A body that arrives touches the surface in 2 and bounces in 3. F⁺ is at the
/// velocities that 3 itself produces from V_h. This keeps order 2 with dampers.
///
/// The momentum of an armature a is a v at the ends and a Δq/h in between: 2 ends only if impulses
/// on its joint have made it so.
///
/// 1 predicts the constraint violations of 2 by those of the step before. Few corrections remain in
/// 2. A step needs one factorization, that of H at q⁺, which 1 and 2 of the next step use as well.
/// Source: Baraff 1996 for the solves; Andersen, "Rattle", J. Comput. Phys. 52, 1983; the rotation
/// of parts, and contact in it, are our own.
class RattleSteps final : public Integrator {
 public:
  /// @param damping  implicit, by entry of v: the tree is that of ImplicitJoints::treeOfKicks;
  ///                 empty if all forces are explicit
  explicit RattleSteps(const IntegratorContext& context, Eigen::VectorXd damping = {});

  void start(const MotionState& state) override;
  double step(double h, StepForces& forces, MotionState& state) override;
  void visitMemory(MemoryVisitor& visit) override {
    visit(violation_);
    visit.visitPart(unilateral_);
  }
  void resume(const MotionState& state) override { arriveAt(state); }

  const contact::UnilateralConstraints* contacts() const override { return &unilateral_; }

 private:
  void arriveAt(const MotionState& state);
  void holdDampers(const Eigen::VectorXd& v);
  void kick(double h);
  double power(const Eigen::VectorXd& q, const maximal::PartVector& velocities) const;
  double solveContacts(double h, const Eigen::VectorXd& q);
  void followVelocity(double h, MotionState& state);
  void requireTurns(double h, const Eigen::VectorXd& q) const;
  void drift(double h, const Eigen::VectorXd& q);
  void moveParts(double h);
  void writeViolations(double h);
  void predictViolations(double h);
  void noteViolation(double h);
  void addToMomenta(const maximal::PartVector& change);
  void followArmature();
  void addArmatureViolations(double h, const Eigen::VectorXd& q);
  [[noreturn]] void failed(double h, const std::string& problem) const;

  MultiplierMotion motion_;
  maximal::MultiplierResponse response_;
  contact::UnilateralConstraints unilateral_;
  Workspace<double>& work_;
  std::vector<Eigen::Matrix3d> inverseInertias_;  ///< by part

  maximal::PartConfiguration here_, next_;
  maximal::PartVector velocities_, change_, before_, early_;
  std::vector<Eigen::Vector3d> momenta_, spins_;  ///< L and ω of the drift
  Eigen::VectorXd q_, v_;
  Eigen::VectorXd contactChange_;  ///< of v, by contact at the start of the step
  Eigen::VectorXd rates_, jointRates_;
  /// Velocities of joints whose armature momentum the step has reached: Δq/h after the drift.
  Eigen::VectorXd armatureVelocities_;
  const bool hasArmature_;
  const Eigen::VectorXd damping_;  ///< implicit
  /// Constraint violations without 2, over h³, by joint and auxiliary row [m/s³, rad/s³]: in the
  /// last step, and in this one.
  Eigen::VectorXd violation_, nextViolation_;
  bool isCurrent_ = false;  ///< whether here_, velocities_, factors belong to the state
};

}  // namespace linkwork
