#pragma once

#include <Eigen/LU>

#include "linkwork/integrators/derivatives/step_tangents.hpp"
#include "linkwork/integrators/step_map.hpp"

namespace linkwork {

/// Derivatives of steps whose end solves equations r(x, τ, y') = 0, with momenta p' there and the
/// velocity ẏ' = M⁻¹ p'(x, τ, y'):
///
///   δy' = −(∂r/∂y')⁻¹ (∂r/∂x δx + ∂r/∂τ δτ)        by implicit differentiation, m × m
///
/// All slopes come from the equations on jets, along y, ẏ, τ and y'. The maps of the steps of a
/// composition, and of the halves of a step, are multiplied.
class DiscreteStepMapper : public StepMapper {
 public:
  void find(double h, const MotionState& start, const MotionState& end, const HeldForces& forces,
            StepMap& map) override;

 protected:
  using Jets = VectorX<DerivativeJet>;

  explicit DiscreteStepMapper(const IntegratorContext& context);

  /// Takes the step from `start` to `end`, and calls `append` for each of its solutions.
  virtual void follow(double h, const MotionState& start, const MotionState& end) = 0;

  /// Writes r into `residual_`, and v' of the momenta at the end to the v of the end. Torques,
  /// kinematics and poses of both ends and `average_` are up to date.
  virtual void evaluate(double h, const ForceLaw& law) = 0;

  /// Multiplies the map by that of the next part, with u of its solution.
  void append(double h, const MotionState& start, const Eigen::VectorXd& u, const MotionState& end);

  const ClusterTree<double>& tree_;
  StepKnot start_, end_;
  const HeldForces* forces_ = nullptr;
  Jets average_;  ///< (q' ⊖ q)/h
  Jets residual_;

 private:
  int directions() const;
  void differentiate(double h, const MotionState& start, const Eigen::VectorXd& u,
                     const MotionState& end);
  void requireSameTurn(double h, const Eigen::VectorXd& u) const;
  void writeMap(StepMap& map);

  Jets moved_;
  Eigen::MatrixXd residuals_, rates_;  ///< slopes of r and ẏ', m × directions
  Eigen::MatrixXd tangent_, solved_;
  Eigen::PartialPivLU<Eigen::MatrixXd> factor_;
  StepMap part_, product_;
  StepMap* map_ = nullptr;
  bool isFirst_ = true;
};

}  // namespace linkwork
