#pragma once

#include <Eigen/LU>

#include "linkwork/integrators/step_map.hpp"
#include "linkwork/integrators/step_node.hpp"

namespace linkwork {

/// Steps of which the end solves equations r(x, τ, y') = 0, and that then leave momenta of which
/// the velocity is ẏ' = M⁻¹ p'(x, τ, y'):
///
///   δy' = −(∂r/∂y')⁻¹ (∂r/∂x δx + ∂r/∂τ δτ)        by implicit differentiation, m × m
///
/// with all slopes by the equations on jets, along y, ẏ, τ and y'. Of the steps in a composition,
/// and of halves of a step, maps multiply.
class DiscreteStepMapper : public StepMapper {
 public:
  void find(double h, const MotionState& start, const MotionState& end,
            const Eigen::VectorXd& torque, const ForceLaw& law, StepMap& map) override;

 protected:
  using Jets = VectorX<DerivativeJet>;

  explicit DiscreteStepMapper(const IntegratorContext& context);

  /// Goes from `start` to `end`, and tells `append` of every solution on the way.
  virtual void follow(double h, const MotionState& start, const MotionState& end) = 0;

  /// Writes r into `residual_`, and lets the end's v be v' of the momenta that the step leaves;
  /// both ends know their torques, kinematics and poses, and `average_` leads from one to the
  /// other.
  virtual void evaluate(double h, const ForceLaw& law) = 0;

  /// The map of another part after those before; `u` as its solver found it.
  void append(double h, const MotionState& start, const Eigen::VectorXd& u, const MotionState& end);

  const ClusterTree<double>& tree_;
  StepNode start_, end_;
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
  const Eigen::VectorXd* torque_ = nullptr;
  const ForceLaw* law_ = nullptr;
  bool isFirst_ = true;
};

}  // namespace linkwork
