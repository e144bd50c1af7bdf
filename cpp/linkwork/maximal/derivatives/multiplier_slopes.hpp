#pragma once

#include "linkwork/jet.hpp"
#include "linkwork/maximal/multiplier_dynamics.hpp"

namespace linkwork::maximal {

/// MultiplierDynamics::solve for jets, by implicit differentiation. The derivatives δy satisfy the
/// same equations as y, whose right sides are the derivatives of the equations at constant y,
/// multipliers λ of rows and wrenches f of tree joints,
///
///   M δy − Jᵀδλ = δF − δM y + δJᵀλ            J δy = −(δc + δJ y)
///   rel(δy) + (δrel) y + δc − δS v̇ = S δv̇     Sᵀδf + ρ δv̇ = −δSᵀ f     ρ: armature
///
/// Each derivative takes one solve with the factors of the values.
class MultiplierSlopes {
 public:
  using Jet = DerivativeJet;

  explicit MultiplierSlopes(MultiplierDynamics& dynamics) : dynamics_(dynamics) {}

  void factor(const PartConfigurationOf<Jet>& at);

  void solve(const PartVectorOf<Jet>& forces, const PartVectorOf<Jet>& c,
             const VectorX<Jet>& auxiliary, PartVectorOf<Jet>& y);

 private:
  void solveValues(const PartVectorOf<Jet>& forces, const PartVectorOf<Jet>& c,
                   const VectorX<Jet>& auxiliary);
  void keepFreeMotion(std::size_t joint);

  MultiplierDynamics& dynamics_;
  PartConfigurationOf<Jet> at_;  ///< of the last `factor`
  PartConfiguration values_;     ///< there
  PartVector forces_, c_, y_, reactions_;
  Eigen::VectorXd auxiliary_, multipliers_;
  PartVectorOf<Jet> remainder_, violation_, wrenches_;  ///< right sides, and f
  VectorX<Jet> rates_;
};

}  // namespace linkwork::maximal
