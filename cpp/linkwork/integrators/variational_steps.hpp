#pragma once

#include "linkwork/integrators/methods.hpp"

namespace linkwork {

/// Discrete mechanics as an integrator: the method's own steps, five of them composed to order 4
/// (composition.hpp), or its own, of a length that follows the motion (step_density.hpp).
std::unique_ptr<Integrator> makeSecondOrderSteps(std::unique_ptr<VariationalIntegrator> integrator,
                                                 const IntegratorContext& context);
std::unique_ptr<Integrator> makeFourthOrderSteps(std::unique_ptr<VariationalIntegrator> integrator,
                                                 const IntegratorContext& context);
std::unique_ptr<Integrator> makeAdaptiveSteps(std::unique_ptr<VariationalIntegrator> integrator,
                                              const IntegratorContext& context);

}  // namespace linkwork
