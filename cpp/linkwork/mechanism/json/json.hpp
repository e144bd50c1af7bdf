#pragma once

#include <string>
#include <string_view>

#include "linkwork/mechanism/mechanism.hpp"

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
/// 1e-6 (they come out normalised). Whether loops and couplings hold is for the tree to say.
/// Throws MechanismError.
NamedState stateFromJson(std::string_view text, const Mechanism& mechanism);

/// The state file of a state; reading it back gives an equal value, bit for bit.
std::string toJson(const NamedState& state, int indent = -1);

}  // namespace linkwork
