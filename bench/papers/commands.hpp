#pragma once

#include <string>
#include <string_view>

namespace linkwork::papers {

/// The commands that query one state, as functions of text: the mechanism file and the state file
/// in, the result as JSON out, with enough digits for an exact round trip of doubles.
///
/// They are those of simulation/queries/state_queries.hpp and
///
///   forward-dynamics  a: v̇ of every tree joint under the state's forces
///   check             methods: a by every method; largestDisagreement, relativeDisagreement:
///                     how far they differ
///
/// An empty `stateJson` means the mechanism's initialState, or all joints at zero. `method` is the
/// method of forward-dynamics: an exact one of `methods` (methods.hpp). Throws MechanismError if a
/// file is invalid, a command or method is unknown, or the method does not satisfy the mechanism's
/// nonholonomic constraints; `check` leaves out such methods. Throws SimulationError if the result
/// is not finite or the pose is singular.
std::string runCommand(std::string_view command, std::string_view mechanismJson,
                       std::string_view stateJson = "",
                       std::string_view method = "articulated-body");

}  // namespace linkwork::papers
