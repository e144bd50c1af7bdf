#pragma once

#include <string>
#include <string_view>

namespace linkwork {

/// The commands that ask about one state, as functions of text: the mechanism file and the state
/// file in, the answer as JSON out, its doubles with as many digits as bring them back exactly.
///
///   info              name, bodies, joints, degreesOfFreedom, clusters, warnings
///   kinematics        position, rotation and twist of every body: its frame in the world, and
///                     [ω; v] of that frame in body axes
///   energy            kinetic, potential
///   forward-dynamics  a: v̇ of every tree joint under the state's forces
///   inverse-dynamics  tau: forces on an independent set of joints that produce the state's a
///   mass-matrix       joints, massMatrix, bias: H ÿ + bias = τ in the coordinates listed
///   check             a by every method, and how far the methods differ
///
/// An empty `stateJson` stands for the mechanism's initialState, or all joints at zero. `method`
/// says how forward-dynamics works: "articulated-body", or one of those that are there to check it,
/// cubic in the degrees of freedom: "composite-body" (mass matrix and Cholesky factors),
/// "projection", "lagrange-dense" and "lagrange-sparse" (tree/baselines); or in maximal
/// coordinates, "multipliers", which alone obeys nonholonomic constraints; `check` leaves the
/// others out where there are any. Throws MechanismError for a faulty file, an unknown command or
/// method, or one that does not obey the constraints, SimulationError where the answer is not
/// finite or the pose is singular.
std::string runCommand(std::string_view command, std::string_view mechanismJson,
                       std::string_view stateJson = "",
                       std::string_view method = "articulated-body");

}  // namespace linkwork
