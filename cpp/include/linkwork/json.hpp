#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "linkwork/errors.hpp"
#include "linkwork/mechanism.hpp"

/// The mechanism file and the state file. Errors are MechanismErrors that name the JSON path, what
/// was found, what was expected and the valid names; text that is not JSON gives line and column.
namespace linkwork {

/// Reads and validates a mechanism file. Axes and rotations come out with unit length. Numbers
/// must be finite, keys known and given once. Throws MechanismError.
Mechanism mechanismFromJson(std::string_view text);

/// The mechanism file of a mechanism; reading it back gives an equal value, bit for bit.
/// Defaults are left out. `indent`: spaces a level, or -1 for one line.
std::string toJson(const Mechanism& mechanism, int indent = -1);

/// Reads a state file for this mechanism: names and sizes must fit it, quaternions must be unit to
/// 1e-6 (they come out normalized). Whether loops and couplings hold is for the tree to say.
/// Throws MechanismError.
NamedState stateFromJson(std::string_view text, const Mechanism& mechanism);

/// Reads a collider of a mechanism file. `name` starts the paths of errors. Throws MechanismError
/// if keys are unknown or missing; Simulation::overlaps checks numbers.
Collider colliderFromJson(std::string_view text, const std::string& name);

/// The state file of a state; reading it back gives an equal value, bit for bit.
std::string toJson(const NamedState& state, int indent = -1);

/// Checks everything about a mechanism that needs no kinematics: names, the tree, masses and
/// inertias, axes and frames, couplings, the initial state's names and sizes. Loops that do not
/// close and mass matrices singular for subtler reasons than a massless leaf are for the tree.
///
/// Returns the warnings, each `path: text`; throws MechanismError at the first fault. A joint that
/// moves a massless leaf is a warning: dynamics throw.
std::vector<std::string> validate(const Mechanism& mechanism);

/// Checks that a state names joints (or loops that are functions) and bodies of the mechanism, with
/// finite numbers of the right count and unit quaternions. `path` is put before the path of every
/// error.
void validate(const NamedState& state, const Mechanism& mechanism, const std::string& path = {});

}  // namespace linkwork
