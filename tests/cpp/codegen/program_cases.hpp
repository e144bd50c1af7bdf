#pragma once

#include <span>
#include <vector>

#include "codegen/link.hpp"
#include "dynamics/fixture.hpp"

namespace linkwork::test {

/// A program of a mechanism, its inputs, and the result of the recursive algorithms for them.
struct ProgramCase {
  symbolic::Program program;
  std::vector<std::vector<double>> inputs;
  Eigen::VectorXd expected;  ///< without the guard, which must be ≥ 0
  double tolerance;          ///< relative
};

/// Sets random velocities that satisfy the loops, and random torques.
void stir(Fixture& on, std::uint64_t seed);

ProgramCase forwardCase(const Fixture& on, const ProgramOptions& options = {});

/// Returns forward and inverse dynamics as loops. Empty unless all joints are revolute or belong to
/// floating bodies.
std::vector<ProgramCase> loopCases(const Fixture& on);

/// Returns inverse dynamics and the mass matrix of the same mechanism.
std::vector<ProgramCase> otherCases(const Fixture& on);

/// Returns steps of every integrator, as straight-line code and, if possible, as loops. The
/// expected values apply the integrator's formula to the accelerations of the forward-dynamics
/// program.
std::vector<ProgramCase> stepCases(const Fixture& on);

void checkOutputs(const ProgramCase& of, std::span<const double> outputs);

/// Links all programs at once under unique names, and runs each twice. The second run starts with
/// the workspace of the first.
void checkLinked(const std::vector<ProgramCase>& cases);

}  // namespace linkwork::test
