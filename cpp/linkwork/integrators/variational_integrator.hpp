#pragma once

#include <cstddef>
#include <functional>
#include <span>

#include "linkwork/dynamics/forces.hpp"
#include "linkwork/model/motion_state.hpp"

namespace linkwork::contact {
class UnilateralConstraints;
}

namespace linkwork {

/// What acts from outside at a moment, `sinceStart` of the step [s]: writes the forces on joints
/// and wrenches on bodies at (q, v). An empty function: nothing acts.
using ForcesAtNode = std::function<void(double sinceStart, const Eigen::VectorXd& q,
                                        const Eigen::VectorXd& v, AppliedForces<double>& forces)>;

/// A map of states (q_k, p_k) to (q_{k+1}, p_{k+1}) that comes from a discrete Lagrangian
///
///   L_d(q_k, q_{k+1}) ≈ ∫ T dt − (h/2) (V(q_k) + V(q_{k+1}))
///   p_k = −D₁ L_d − (h/2) Q_k,    p_{k+1} = D₂ L_d + (h/2) Q_{k+1}
///
/// and so keeps the momenta of its symmetries and, up to an oscillation of order h², the energy.
/// Each half of a step's impulse of forces is given at one of its ends (Lagrange–d'Alembert), so
/// that steps of any length, negative ones too, follow each other.
/// Source: Marsden & West, "Discrete mechanics and variational integrators", 2001.
class VariationalIntegrator {
 public:
  virtual ~VariationalIntegrator() = default;

  /// Begins at a state on the loops: p = M(q) v, the discrete Legendre transform.
  virtual void start(const MotionState& state) = 0;

  /// One step of h [s] from where the last one led, which `state` must be; afterwards v = M(q)⁻¹ p.
  /// Throws SimulationError if the equations are not solved, or the step is too long for them; then
  /// the integrator and `state` are as before.
  virtual void step(double h, const ForcesAtNode& forces, MotionState& state) = 0;

  /// Leaves out joints' dry friction of these strengths, laid out like v, from now on: others see
  /// to it (null: nothing).
  virtual void relieve(const Eigen::VectorXd* strengths) = 0;

  /// What makes the motion go on exactly as it would have, besides the state: momenta to the last
  /// bit and the guess for the next step.
  virtual std::size_t memorySize() const = 0;
  virtual std::size_t expectedMemory(std::span<const double>) const { return memorySize(); }
  virtual void remember(std::span<double> into) const = 0;
  virtual void recall(const MotionState& state, std::span<const double> memory) = 0;

  /// Iterations of the root finder in the last step.
  virtual int iterations() const = 0;

  /// Contacts and limits, if it keeps any; else null.
  virtual const contact::UnilateralConstraints* contacts() const { return nullptr; }
  /// Whether velocities jumped in the last step.
  virtual bool hasJumped() const { return false; }
};

}  // namespace linkwork
