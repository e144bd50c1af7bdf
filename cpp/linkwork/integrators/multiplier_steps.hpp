#pragma once

#include "linkwork/integrators/stepping_methods.hpp"

namespace linkwork {

/// Lagrange multipliers on bodies with six coordinates each (multiplier_dynamics.hpp) as an
/// integrator, `name` one of
///
///   rattle       rattle_steps.hpp: order 2, energy stays; contact and joint limits
///   rk4          maximal_runge_kutta.hpp: order 4, projected onto the constraints after each step
///   baumgarte    the same with drift fed back into the accelerations instead
///   first-order  first_order_steps.hpp: f = m v, to drag a mechanism about; contact and limits
std::unique_ptr<Integrator> makeMultiplierSteps(std::string_view name, const IntegratorContext& dynamics);

}  // namespace linkwork
