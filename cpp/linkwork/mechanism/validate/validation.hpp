#pragma once

#include <string>
#include <vector>

#include "linkwork/mechanism/mechanism.hpp"

namespace linkwork {

/// Checks everything about a mechanism that needs no kinematics: names, the tree, masses and
/// inertias, axes and frames, couplings, the initial state's names and sizes. Loops that do not
/// close and mass matrices singular for subtler reasons than a massless leaf are for the tree.
///
/// Returns the warnings, each `path: text`; throws MechanismError at the first fault.
std::vector<std::string> validate(const Mechanism& mechanism);

/// Checks that a state names joints and bodies of the mechanism, with finite numbers of the right
/// count and unit quaternions. `path` is put before the path of every error.
void validate(const NamedState& state, const Mechanism& mechanism, const std::string& path = {});

}  // namespace linkwork
