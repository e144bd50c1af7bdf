#pragma once

#include <functional>

#include "linkwork/contact/unilateral_constraints.hpp"
#include "linkwork/integrators/methods.hpp"

namespace linkwork {

/// Contacts and joint limits at both ends of a step that knows nothing of them, of any integrator:
///
///   p        J v + θ h (J v̇ + J̇ v) + J M⁻¹Jᵀp ≥ −max(φ, 0)/h
///   v ← v + M⁻¹Jᵀp,  the step,  v ← v + M⁻¹J'ᵀp'
///
/// with the smooth acceleration v̇, θ being the part of a step's push that moves the mechanism
/// within it: ½ for methods of order 2 and above, 1 for semi-implicit Euler. So what rests is where
/// it was after the step and what lands touches; p' holds what touches there. Smooth motion in
/// contact has order 2, or 1 where the direction of sliding turns; semi-implicit Euler's has 1.
///
/// Within such a step what rests moves at ±h g/2. Motors and dampers would see that, and stiff ones
/// make it creep. Where there are any, p acts as forces over the step, which see what rests as
/// resting, and what that gives too much is taken back at the end, the trapezoidal rule for p:
///
///   the step under Jᵀp / θh as well,  v ← v + M⁻¹(J'ᵀp' − (1/θ − 1) Jᵀp)
///
/// The forces keep their directions in the world and their arms about centers of mass, which is
/// exact where something slides or rolls.
///
/// Variational integrators are treated alike: impulses act on the momenta at nodes, D₁L_d and D₂L_d
/// of the steps beside them differing by Jᵀp, with M at the node as their metric. A step between
/// nodes is then the symplectic one, unchanged, and a bounce is a reflection in M, which keeps the
/// energy that momenta at the node have. With the derivative of the discrete equations as metric,
/// h² away from M, an elastic bounce would keep that energy to h² only; solving for impulses and
/// step together would put the bounce anywhere in it. Source: nodes and their momenta, Fetecau,
/// Marsden, Ortiz & West, "Nonsmooth Lagrangian mechanics and variational collision integrators",
/// SIAM J. Appl. Dyn. Syst. 2, 2003, where the time of an impact is a node of its own; that it is
/// not one here is what makes the order 1 over impacts.
class ContactSteps {
 public:
  /// What brings a smooth integrator to a state whose velocities have jumped.
  using Restart = std::function<void(const MotionState&)>;

  ContactSteps(const IntegratorContext& context, std::unique_ptr<contact::StateResponse> response,
               double predicted, Restart restart);

  /// The state has jumped.
  void forget();
  /// It has, to where constraints() remembered this.
  void recall(std::span<const double> memory);

  /// Around a smooth step of h: what pushes in it is between them in IntegratorContext::push.
  /// `begin` and `end` change velocities; `end` also moves parts out of each other. `late` is how
  /// far velocities are behind positions, 0 where a step sets out.
  void begin(double h, double late, MotionState& state);
  void end(double h, MotionState& state);

  contact::UnilateralConstraints& constraints() { return constraints_; }
  const contact::UnilateralConstraints& constraints() const { return constraints_; }
  /// The step between them has failed.
  void cancel() {
    push_.acts = push_.relieves = false;
    isPlaced_ = false;
  }
  /// Dry friction that the step is to leave out; null: none.
  const Eigen::VectorXd* relieved() const { return push_.relieves ? &push_.relieved : nullptr; }
  /// Whether velocities jumped in the last step.
  bool hasPushed() const { return hasPushed_; }

 private:
  void jump(MotionState& state);
  void pushSteadily();
  void addPushed(const contact::ForceRow& row, double impulse);
  void pushBody(int body, const Eigen::Vector3d& force, const Eigen::Vector3d& moment);
  double takeBack();

  const ClusterTree<double>& tree_;
  const EquationsOfMotion& motion_;
  Workspace<double>& work_;
  std::unique_ptr<contact::StateResponse> response_;
  double predicted_;     ///< θ
  double pushTime_ = 0;  ///< how long smooth forces act within the step, on velocities [s]
  Restart restart_;
  contact::UnilateralConstraints constraints_;
  WarmStartForce& push_;
  RigidParts rigid_;
  /// What pushed, each side by itself and points from the center of mass, and its impulses.
  std::vector<contact::ForceRow> pushed_;
  std::vector<double> impulses_;
  Eigen::VectorXd acceleration_;
  bool isPlaced_ = false, hasPushed_ = false;
};

/// An integrator with contacts and limits at the ends of its steps.
std::unique_ptr<Integrator> withContact(std::unique_ptr<Integrator> smooth,
                                        const IntegratorContext& context,
                                        std::unique_ptr<contact::StateResponse> response,
                                        double predicted);
std::unique_ptr<VariationalIntegrator> withContact(
    std::unique_ptr<VariationalIntegrator> smooth, const IntegratorContext& context,
    std::unique_ptr<contact::StateResponse> response);

}  // namespace linkwork
