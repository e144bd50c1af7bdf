#pragma once

#include "linkwork/integrators/methods.hpp"

namespace linkwork {

/// Discrete mechanics as an integrator: steps of the method as they are, or of a length that
/// follows the motion (step_density.hpp).
std::unique_ptr<Integrator> makeFixedSteps(std::unique_ptr<VariationalIntegrator> integrator,
                                           const IntegratorContext& context);
std::unique_ptr<Integrator> makeAdaptiveSteps(std::unique_ptr<VariationalIntegrator> integrator,
                                              const IntegratorContext& context);

}  // namespace linkwork
