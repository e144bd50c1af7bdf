#pragma once

#include "linkwork/contact/unilateral_constraints.hpp"
#include "linkwork/integrators/multiplier_motion.hpp"
#include "linkwork/maximal/multiplier_response.hpp"
#include "linkwork/maximal/part_motion.hpp"

namespace linkwork {

/// RATTLE on rigid parts with multipliers, with contact: order 2, time-reversible and symplectic
/// between impacts, so that energy does not drift. From (q_n, V_n), with momenta P = m v, L = I ω:
///
///   1  M_n (V_h − V_n) = (h/2) F_n + J_nᵀ λ + C_nᵀ p       J_n V_h = −(h/2) J̇_n V_n
///                                                          C_n V_h ≥ −max(φ_n, 0)/h  ⟂  p ≥ 0
///   2  x⁺ = x + h v_h, attitudes turned by h ω with L_h kept (maximal::steadySpin), and J_nᵀ λ
///      added to P, L until g(q⁺) = 0
///   3  M⁺ (V⁺ − V_h) = (h/2) F⁺ + J⁺ᵀ λ + C⁺ᵀ p            J⁺ V⁺ = 0
///                                                          C⁺ V⁺ ≥ −e C⁺ V⁻  ⟂  p ≥ 0
///
/// The λ of 1 is the one that 2 leaves but for its O(h²), so that p sees it. p obeys Coulomb's law;
/// a body that arrives lands on the surface in 2 and bounces in 3. F⁺ is at the velocities that 3
/// itself leads to from those of V_h, which keeps order 2 with dampers.
///
/// 1 anticipates what 2 of the step before found open, so that 2 has little left to close. One
/// factorisation a step, of H at q⁺, that serves 1 and 2 of the next one. Source: Baraff 1996
/// for the solves; Andersen, "Rattle", J. Comput. Phys. 52, 1983; the turning of parts, and contact
/// in it, are our own.
class RattleSteps final : public Integrator {
 public:
  explicit RattleSteps(const IntegratorContext& context);

  void start(const MotionState& state) override;
  double step(double h, MotionState& state) override {
    return unilateral_.attempt([&] { return advance(h, state); });
  }
  std::size_t memorySize() const override {
    return static_cast<std::size_t>(violation_.size()) + unilateral_.memorySize();
  }
  std::size_t expectedMemory(std::span<const double> memory) const override;
  void remember(std::span<double> into) const override;
  void recall(const MotionState& state, std::span<const double> memory) override;

  const contact::UnilateralConstraints* contacts() const override { return &unilateral_; }

 private:
  double advance(double h, MotionState& state);
  void arriveAt(const MotionState& state);
  void kick(double h);
  double touch(double h, const Eigen::VectorXd& q);
  void followVelocity(double h, const Eigen::VectorXd& q);
  void requireTurns(double h, const Eigen::VectorXd& q) const;
  void drift(double h, const Eigen::VectorXd& q);
  void moveParts(double h);
  void writeViolations(double h);
  void assembleDelassus(double h);
  void noteViolation(double h);
  void addToMomenta(const maximal::PartVector& change);
  [[noreturn]] void failed(double h, const std::string& problem) const;

  MultiplierMotion motion_;
  maximal::MultiplierResponse response_;
  contact::UnilateralConstraints unilateral_;
  Workspace<double>& work_;
  WarmStartForce& push_;
  std::vector<Eigen::Matrix3d> inverseInertias_;  ///< by part

  maximal::PartConfiguration here_, next_;
  maximal::PartVector velocities_, change_, before_, early_;
  std::vector<Eigen::Vector3d> momenta_, spins_;  ///< L and ω of the drift
  Eigen::VectorXd q_, v_;
  Eigen::VectorXd pushed_;  ///< what the pushes at the start of the step changed of v
  Eigen::VectorXd rates_;
  /// What a step would leave open without 2, over h³, by joint and auxiliary row [m/s³, rad/s³]: of
  /// the last step, and of this one.
  Eigen::VectorXd violation_, nextViolation_;
  bool isCurrent_ = false;  ///< whether here_, velocities_ and the factors are those of the state
};

}  // namespace linkwork
