#pragma once

#include <span>
#include <vector>

#include "codegen/link.hpp"
#include "dynamics/fixture.hpp"

namespace linkwork::test {

/// A program of a mechanism, what it is given, and what the recursions make of that.
struct ProgramCase {
  symbolic::Program program;
  std::vector<std::vector<double>> inputs;
  Eigen::VectorXd expected;  ///< without the guard, which is to hold
  double tolerance;          ///< relative
};

/// Random velocities that the loops allow, and random torques.
void stir(Fixture& on, std::uint64_t seed);

ProgramCase forwardCase(const Fixture& on, const ProgramOptions& options = {});

/// Forward and inverse dynamics as loops; none where there is more than revolute joints and bodies
/// that float.
std::vector<ProgramCase> loopCases(const Fixture& on);

/// Inverse dynamics and mass matrix of the same mechanism.
std::vector<ProgramCase> otherCases(const Fixture& on);

/// Steps of every integrator, against its formula on the accelerations of the program of forward
/// dynamics: straight line, and as loops where there are any.
std::vector<ProgramCase> stepCases(const Fixture& on);

void checkOutputs(const ProgramCase& of, std::span<const double> outputs);

/// Links all of them at once, each under a name of its own, and runs each twice: the second run
/// finds what the first has left.
void checkLinked(const std::vector<ProgramCase>& cases);

}  // namespace linkwork::test
