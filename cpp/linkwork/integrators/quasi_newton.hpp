#pragma once

#include "linkwork/model/discrete_momenta.hpp"

// What the variational integrators and their SIMD-batched form share (ensemble/lane_momenta.hpp).

namespace linkwork {

/// Limits of corrections by M(q_k). The remainder of the equations is momentum lost, so the
/// corrections end at rounding.
struct MassMatrixLimits {
  /// Newton's method is cheaper than corrections that do not shrink by this factor.
  static constexpr double slowest = 0.5;
  /// Part of the tolerance that the next correction may have.
  static constexpr double left = 1e-4;
  /// Whether corrections end only below the tolerance, and there also if they are slow.
  static constexpr bool endsBelowTolerance = true;
};

/// Limits of corrections by the factors of a step's start. Their remainder is to be as small as
/// that of Newton's method.
struct StartFactorLimits {
  static constexpr double slowest = 0.1, left = 1e-5;
  static constexpr bool endsBelowTolerance = false;
};

/// Decides when quasi-Newton corrections end: as soon as the next correction, if it shrinks as the
/// last one did, is negligible.
template <typename Limits = MassMatrixLimits>
class QuasiNewtonConvergence {
 public:
  enum class Outcome { goOn, last, tooSlow };

  /// Judges a correction before it is applied. `last` is to be applied, as those before it.
  [[gnu::always_inline]] Outcome judge(double size, double tolerance) {
    const double shrinking = isFirst_ ? 1 : size / last_;
    const bool isSlow = !isFirst_ && !(shrinking < Limits::slowest);
    const bool isSmall = size <= tolerance;
    isFirst_ = false;
    last_ = size;
    if (isSlow) return isSmall && Limits::endsBelowTolerance ? Outcome::last : Outcome::tooSlow;
    const bool mayEnd = isSmall || !Limits::endsBelowTolerance;
    return mayEnd && shrinking * size <= Limits::left * tolerance ? Outcome::last : Outcome::goOn;
  }

 private:
  bool isFirst_ = true;
  double last_ = 0;
};

/// Corrects the unknowns of equations until they converge, by a derivative that stays the same.
///
/// @param iterations  incremented for each correction
/// @param find        computes a correction, its size and its tolerance; returns false if there is
///                    none
/// @param apply       applies it and evaluates the equations; returns false if that is impossible
/// @return            false if the corrections do not converge, or not quickly
template <typename Limits, typename Find, typename Apply>
bool correctByOneFactor(int mostIterations, int& iterations, Find find, Apply apply) {
  using Outcome = typename QuasiNewtonConvergence<Limits>::Outcome;
  QuasiNewtonConvergence<Limits> convergence;
  for (int iteration = 1; iteration <= mostIterations; ++iteration) {
    double size = 0, tolerance = 0;
    if (!find(size, tolerance)) return false;
    const Outcome outcome = convergence.judge(size, tolerance);
    if (outcome == Outcome::tooSlow) return false;
    ++iterations;
    if (!apply()) return false;
    if (outcome == Outcome::last) return true;
  }
  return false;
}

/// Calls `visit` with all that MinimalVariationalIntegrator stores of its last step, vectors and a
/// number: the momenta at the knot, the average velocity, the curvature error of the guess, and the
/// length of the step. The origins of loops follow them.
template <typename Momenta, typename Vector, typename Number, typename Visit>
void visitVariationalMemory(Momenta& momenta, Vector& lastU, Vector& curvature, Number& lastStep,
                            Visit&& visit) {
  for (auto& body : momenta.bodies) visit(body);
  visit(momenta.joints);
  visit(lastU);
  visit(curvature);
  visit(lastStep);
}

}  // namespace linkwork
