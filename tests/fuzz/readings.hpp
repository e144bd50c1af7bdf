#pragma once

#include "linkwork/simulation.hpp"

namespace linkwork::fuzz {

/// State, poses, energies and what else a simulation tells at any time: finite, or refused.
void requireFiniteReadings(Simulation& simulation);

/// The questions about accelerations and forces: finite, or refused.
void ask(Simulation& simulation);

}  // namespace linkwork::fuzz
