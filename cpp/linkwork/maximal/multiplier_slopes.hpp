#pragma once

#include "linkwork/jet.hpp"
#include "linkwork/maximal/multiplier_dynamics.hpp"

namespace linkwork::maximal {

/// MultiplierDynamics::solve on jets, by implicit differentiation: slopes obey the same equations
/// as y, with what those of the given numbers leave open of them where y, the multipliers λ of rows
/// and the wrenches f of tree joints are held,
///
///   M δy − Jᵀδλ = δF − δM y + δJᵀλ            J δy = −(δc + δJ y)
///   rel(δy) + (δrel) y + δc − δS v̇ = S δv̇     Sᵀδf + ρ δv̇ = −δSᵀ f     ρ: reflected inertia
///
/// so that each takes a solve with the factors that the values have.
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
  PartVectorOf<Jet> push_, violation_, wrenches_;  ///< right sides, and f
  VectorX<Jet> rates_;
};

}  // namespace linkwork::maximal
