#pragma once

#include <string>
#include <string_view>

namespace linkwork::papers {

/// The commands that ask about one state, as functions of text: the mechanism file and the state
/// file in, the answer as JSON out, its doubles with as many digits as bring them back exactly.
///
/// They are those of simulation/queries/state_queries.hpp and
///
///   forward-dynamics  a: v̇ of every tree joint under the state's forces
///   check             methods: a by every method; largestDisagreement, relativeDisagreement:
///                     how far they differ
///
/// An empty `stateJson` stands for the mechanism's initialState, or all joints at zero. `method`
/// says how forward-dynamics works: an exact one of `methods` (methods.hpp). Throws MechanismError
/// for a faulty file, an unknown command or method, or one that does not obey the mechanism's
/// nonholonomic constraints, which `check` then leaves out; SimulationError where the answer is not
/// finite or the pose is singular.
std::string runCommand(std::string_view command, std::string_view mechanismJson,
                       std::string_view stateJson = "",
                       std::string_view method = "articulated-body");

}  // namespace linkwork::papers
