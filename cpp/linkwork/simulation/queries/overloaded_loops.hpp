#pragma once

#include <span>
#include <vector>

#include "linkwork/simulation.hpp"

namespace linkwork {

/// Whether a loop of the mechanism may break.
bool canBreak(const Mechanism& mechanism);

/// The loops whose reactions exceed what they bear (Loop::breaks).
///
/// @param wrenches  of joints, then of loops, as Simulation::reactions returns them
/// @param time      of the reactions [s]
std::vector<BrokenLoop> overloadedLoops(const Mechanism& mechanism,
                                        std::span<const double> wrenches, double time);

}  // namespace linkwork
