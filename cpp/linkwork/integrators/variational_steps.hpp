#pragma once

#include "linkwork/integrators/stepping_methods.hpp"

namespace linkwork {

/// Discrete mechanics as an integrator: `method` is "variational" or "variational-maximal", `name`
/// one of
///
///   second-order  the method's own step
///   fourth-order  five of them (composition.hpp)
///   adaptive      its own step, of a length that follows the motion (step_density.hpp)
std::unique_ptr<Integrator> makeVariationalSteps(std::string_view method, std::string_view name,
                                                 const IntegratorContext& dynamics,
                                                 const VariationalOptions& options);

}  // namespace linkwork
