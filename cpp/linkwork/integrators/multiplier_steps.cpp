#include "linkwork/integrators/multiplier_steps.hpp"

#include "linkwork/integrators/first_order_steps.hpp"
#include "linkwork/integrators/maximal_runge_kutta.hpp"
#include "linkwork/integrators/rattle_steps.hpp"

namespace linkwork {

std::unique_ptr<Integrator> makeMultiplierSteps(std::string_view name, const IntegratorContext& dynamics) {
  if (name == "rattle") return std::make_unique<RattleSteps>(dynamics);
  if (name == "first-order") return std::make_unique<FirstOrderSteps>(dynamics);
  return std::make_unique<MaximalRungeKutta>(
      dynamics, name == "rk4" ? DriftControl::projection : DriftControl::baumgarte);
}

}  // namespace linkwork
