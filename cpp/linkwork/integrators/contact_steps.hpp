#pragma once

#include <functional>

#include "linkwork/contact/unilateral_constraints.hpp"
#include "linkwork/integrators/methods.hpp"

namespace linkwork {

/// Contacts and joint limits at both ends of a step that knows nothing of them, of any integrator:
///
///   p        J v + θ h (J v̇ + J̇ v) + J M⁻¹Jᵀp ≥ −max(φ, 0)/h
///   step     under the forces Jᵀp / θh as well
///   v ← v + M⁻¹(J'ᵀp' − (1/θ − 1) Jᵀp)
///
/// with the smooth acceleration v̇, θ being the part of a step's push that moves the mechanism
/// within it: ½ for methods of order 2 and above, 1 for semi-implicit Euler. So what rests stays
/// where it is, motors and dampers see that it does, and what lands touches. What the push was
/// given too much is taken back at the end, where p' holds what touches there: together they are
/// the trapezoidal rule for the push. Smooth motion in contact has order 2, semi-implicit
/// Euler's 1.
///
/// The forces are wrenches that stand in the world, at the points where they were found. What
/// bounces changes its velocity before the step.
class ContactSteps {
 public:
  /// What brings a smooth integrator to a state whose velocities have jumped.
  using Restart = std::function<void(const MotionState&)>;

  ContactSteps(const IntegratorContext& context, std::unique_ptr<contact::StateResponse> response,
               double foreseen, Restart restart);

  /// The state has jumped.
  void forget();

  /// Around a smooth step of h: what pushes in it is between them in IntegratorContext::push.
  /// `begin` and `end` change velocities; `end` also moves parts out of each other.
  void begin(double h, MotionState& state);
  void end(double h, MotionState& state);

  const contact::UnilateralConstraints& constraints() const { return constraints_; }
  /// The step between them has failed.
  void cancel() { push_.acts = false; }
  /// Whether velocities jumped in the last step.
  bool hasPushed() const { return hasPushed_; }

 private:
  void jump(MotionState& state);
  void pushSteadily(double h);
  double takeBack();

  const ClusterTree<double>& tree_;
  const EquationsOfMotion& motion_;
  Workspace<double>& work_;
  std::unique_ptr<contact::StateResponse> response_;
  double foreseen_;  ///< θ
  Restart restart_;
  contact::UnilateralConstraints constraints_;
  SteadyPush& push_;
  RigidParts rigid_;
  std::vector<double> taken_;
  Eigen::VectorXd acceleration_;
  bool isPlaced_ = false, hasPushed_ = false;
};

/// An integrator with contacts and limits at the ends of its steps.
std::unique_ptr<Integrator> withContact(std::unique_ptr<Integrator> smooth,
                                        const IntegratorContext& context,
                                        std::unique_ptr<contact::StateResponse> response,
                                        double foreseen);
std::unique_ptr<VariationalIntegrator> withContact(
    std::unique_ptr<VariationalIntegrator> smooth, const IntegratorContext& context,
    std::unique_ptr<contact::StateResponse> response);

}  // namespace linkwork
