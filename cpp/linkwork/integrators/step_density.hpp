#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace linkwork {

/// Steps of a length that follows the motion, and reversibly, so that an integrator that keeps
/// energy at a fixed step goes on keeping it:
///
///   h = ε/ρ,   ρ_{k+½} = ρ_{k−½} + ½ (ε_{k−½} + ε_{k+½}) v·v̇ / (w² + |v|²)  at node k
///
/// is the symmetric rule for  ρ' = d/dt ln √(w² + |v|²)  over ∫ρ dt, solved by ρ = √(w² + |v|²)/w.
/// Were h chosen from |v| at each node alone, steps would change at other places there than back,
/// and energy would drift. With w = largestAdvance/ε, slow motion has steps of ε and fast motion
/// goes on by largestAdvance in a step: |v| counts all joints, radians and meters alike. All ε are
/// the same but of a step that is to end early, for which ε = h ρ.
///
/// Limits: one forward dynamics a step; v may not jump (an impact asks for a new start); ρ is held
/// between ½ and 4096, where it is not reversible. Reversible is less than symplectic: where the
/// motion is regular and swings back the way it came the energy does not drift. Where a crank turns
/// round and round it drifts, the other way where it turns the other way: turning back would undo
/// it, but it does not turn back. Where motion is chaotic the mean walks at random, twice
/// as far in four times the steps and in no direction: by 0.13 J in 10⁶ steps of a double pendulum
/// of 1 m started at 2 rad, ε = 10 ms, where fixed steps of the same number leave it at 2e-4 J
/// (bench/README.md, long runs). FourthOrderComposition has no such walk. Source: Hairer &
/// Söderlind, "Explicit, time reversible, adaptive step size control", 2005.
class StepDensity {
 public:
  static constexpr double largestAdvance = 0.1;  ///< of q in a step [rad, m]

  /// Goes on from a step's ρ and ε.
  explicit StepDensity(double density = 0, double last = 0) : density_(density), last_(last) {}

  /// Begins at a node, given ε, |v|² and v·v̇.
  StepDensity(double longest, double speedSquared, double rate)
      : density_(std::sqrt(1 + speedSquared / square(floor(longest))) -
                 growth(longest, speedSquared, rate) * longest / 2),
        last_(longest) {}

  /// Length of the step that leaves a node [s], at most `most`.
  double next(double longest, double speedSquared, double rate,
              double most = std::numeric_limits<double>::infinity()) {
    const double slope = growth(longest, speedSquared, rate);
    const double whole = clamped(density_ + slope * (last_ + longest) / 2);
    if (longest / whole <= most) {
      density_ = whole;
      last_ = longest;
      return longest / density_;
    }
    // With ε = h ρ of a given h:  ρ = ρ_{k−½} + ½ (ε_{k−½} + h ρ) slope
    density_ = clamped((density_ + slope * last_ / 2) / (1 - slope * most / 2));
    last_ = most * density_;
    return most;
  }

  /// ρ and ε of the last step.
  double value() const { return density_; }
  double last() const { return last_; }

 private:
  static double square(double x) { return x * x; }
  static double floor(double longest) { return largestAdvance / longest; }
  static double clamped(double density) { return std::clamp(density, 0.5, 4096.0); }
  static double growth(double longest, double speedSquared, double rate) {
    return rate / (square(floor(longest)) + speedSquared);
  }

  double density_, last_;
};

}  // namespace linkwork
