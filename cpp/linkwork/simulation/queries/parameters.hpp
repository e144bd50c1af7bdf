#pragma once

#include <string_view>

#include "linkwork/mechanism.hpp"

namespace linkwork {

/// A number of a mechanism by its name (Simulation::setParameter). Throws MechanismError, listing
/// the names, if there is none.
double& parameterNamed(Mechanism& mechanism, std::string_view name);

/// Whether poses depend on the number of that name.
bool isLength(std::string_view name);

}  // namespace linkwork
