#pragma once

#include "linkwork/simulation.hpp"

namespace linkwork::fuzz {

/// State, poses, energies and all other queries of a simulation: finite, or refused.
void requireFiniteReadings(Simulation& simulation);

/// The questions about accelerations and forces: finite, or refused.
void query(Simulation& simulation);

}  // namespace linkwork::fuzz
