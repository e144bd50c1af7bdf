#pragma once

#include <limits>
#include <string>
#include <string_view>

/// The methods that move a mechanism, and how those of discrete mechanics solve a step.
namespace linkwork {

/// Every method of motion with its integrators and what each keeps, as JSON:
///
///   [{"name", "description", "integrators": [{"name", "description",
///     "loops", "nonholonomic", "generalJoints"}, …]}, …]
///
/// Defaults come first; what an integrator keeps is true or false.
std::string methodsJson();

/// How the root of a step's equations is sought.
enum class RootFinderKind {
  automatic,     ///< by riqn while its corrections shrink quickly, then by newton
  newton,        ///< Newton's method, exact, in O(n)
  frozenNewton,  ///< the same, its derivative formed once a step and where convergence is slow
  riqn           ///< the recursive impulse-based quasi-Newton method, in O(n)
};

/// The initial guess of the average velocity u over the step.
enum class InitialGuess {
  previous,  ///< that of the last step
  linear,    ///< v + (v − u_last) h/h_last: on the line through the last average and v now
  quadratic  ///< on a parabola, from the last two averages and velocities; on a line at the start
};

/// Of the method `variational`.
struct MinimalVariationalOptions {
  RootFinderKind rootFinder = RootFinderKind::automatic;
  InitialGuess guess = InitialGuess::quadratic;
  double tolerance = 1e-10;  ///< on the largest |δu|, in units of the largest |u| or 1 rad/s, 1 m/s
  int maxIterations = 30;
};

namespace maximal {

/// The place of loop joints and couplings in the elimination.
enum class LoopOrder {
  alongCycle,  ///< each right before the lowest part of its cycle: fills in along that cycle alone
  denseLast    ///< all together as one dense node at the end, as the paper does it
};

}  // namespace maximal

/// How the momenta at the first state are taken.
enum class VariationalStart {
  consistent,  ///< p = m v, J ω of that state and half a step's forces: order 2
  published    ///< v as the average over a step that led there, and all of its forces: order 1
};

/// Of the method `variational-maximal`.
struct MaximalVariationalOptions {
  /// A correction of velocities below which Newton's method stops, absolute for velocities up to 1
  /// and relative above [m/s, rad/s]. The rest is about rounding.
  double tolerance = 1e-9;
  int maxIterations = 30;
  maximal::LoopOrder loops = maximal::LoopOrder::alongCycle;
  VariationalStart start = VariationalStart::consistent;
};

/// How the variational methods solve a step.
struct VariationalOptions {
  MinimalVariationalOptions minimal;
  MaximalVariationalOptions maximal;
};

/// How contacts and joint limits are solved.
struct ContactOptions {
  /// The velocity by which a step may break the laws of contact, where no impulses are found that
  /// satisfy them, neither in the step nor in its parts [m/s, rad/s]. A step that breaks them by
  /// more is an error; Simulation::contactError returns the violation of the others.
  double allow = std::numeric_limits<double>::infinity();
};

/// Options of an object with any of the keys `rootFinder`, `initialGuess`, `tolerance`,
/// `maxIterations`, `loops` ("along-cycle" or "dense-last") and `start` ("consistent" or
/// "published"). Throws MechanismError with path, what was found and what is valid.
VariationalOptions variationalOptionsFromJson(std::string_view text);

}  // namespace linkwork
