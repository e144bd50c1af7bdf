#pragma once

#include <string_view>

#include "linkwork/integrators/maximal_variational_integrator.hpp"
#include "linkwork/integrators/minimal_variational_integrator.hpp"

namespace linkwork {

/// How the variational methods solve a step.
struct VariationalOptions {
  MinimalVariationalOptions minimal;
  MaximalVariationalOptions maximal;
};

/// Options of an object with any of the keys `rootFinder`, `initialGuess`, `tolerance`,
/// `maxIterations`, `loops` ("along-cycle" or "dense-last") and `start` ("consistent" or
/// "published"). Throws MechanismError with path, what was found and what is valid.
VariationalOptions variationalOptionsFromJson(std::string_view text);

}  // namespace linkwork
