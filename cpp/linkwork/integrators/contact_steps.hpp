#pragma once

#include <functional>

#include "linkwork/contact/unilateral_constraints.hpp"
#include "linkwork/integrators/methods.hpp"

namespace linkwork {

/// Contacts and joint limits at both ends of a step that knows nothing of them, of any integrator:
///
///   v ← v + M⁻¹Jᵀp      then the step      then  v ← v + M⁻¹Jᵀp'
///
/// p leaves J v + θ h (J v̇ + J̇ v) ≥ −max(φ, 0)/h, with the smooth acceleration v̇, θ being the part
/// of a step's push that moves the mechanism within it: ½ for methods of order 2 and above, 1 for
/// semi-implicit Euler. So what rests is where it was after the step and what lands touches; p'
/// then takes what is left of its velocity. Smooth motion in contact has order 2, semi-implicit
/// Euler's 1.
///
/// Limits: within a step of order 2 what rests moves at ±h g/2. Dampers that would stop that within
/// a step turn it into creep: a humanoid on motors of 1000 N·m·s/rad goes by 5 mm/s at 2 ms.
/// RATTLE, whose forces and contacts act at once, stays (rattle_steps.hpp).
class ContactSteps {
 public:
  /// What brings a smooth integrator to a state whose velocities have jumped.
  using Restart = std::function<void(const MotionState&)>;

  ContactSteps(const IntegratorContext& context, std::unique_ptr<contact::StateResponse> response,
               double foreseen, Restart restart);

  /// The state has jumped.
  void forget();

  /// Around a smooth step of h. `begin` and `end` change velocities; `end` also moves parts out of
  /// each other.
  void begin(double h, MotionState& state);
  void end(double h, MotionState& state);

  const contact::UnilateralConstraints& constraints() const { return constraints_; }
  /// Whether velocities jumped in the last step.
  bool hasPushed() const { return hasPushed_; }

 private:
  void jump(MotionState& state);

  const ClusterTree<double>& tree_;
  const EquationsOfMotion& motion_;
  Workspace<double>& work_;
  std::unique_ptr<contact::StateResponse> response_;
  double foreseen_;  ///< θ
  Restart restart_;
  contact::UnilateralConstraints constraints_;
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
