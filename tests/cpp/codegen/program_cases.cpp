#include "codegen/program_cases.hpp"

#include <catch2/catch.hpp>

#include "dynamics/random_mechanism.hpp"
#include "dynamics/tolerance.hpp"
#include "linkwork/dynamics/explicit_steps.hpp"
#include "linkwork/dynamics/forces.hpp"
#include "linkwork/errors.hpp"
#include "linkwork/symbolic/runtime/tape.hpp"
#include "simulation/flat.hpp"

namespace linkwork::test {
namespace {

/// Kept parameters are the last inputs.
ProgramCase caseOf(symbolic::Program program, const std::vector<Eigen::VectorXd>& inputs,
                   const Eigen::VectorXd& expected, double tolerance) {
  ProgramCase made{std::move(program), {}, expected, tolerance};
  for (const Eigen::VectorXd& array : inputs) made.inputs.emplace_back(array.begin(), array.end());
  if (made.inputs.size() < made.program.inputs.size())
    made.inputs.push_back(made.program.inputs.back().values);
  return made;
}

/// Tolerance of sums of several hundred terms. Near singular poses, G adds rounding of its own.
double sumTolerance(const Fixture& on) {
  return capped(1e5 * epsilon * amplification(on) * amplification(on));
}

/// Returns q, v and mean power after a step by the integrator's formula.
Eigen::VectorXd stepped(const Fixture& on, const std::string& integrator, double h) {
  const symbolic::Program program = forwardDynamicsProgram(on.tree);
  const symbolic::Tape tape(program.expressions());
  Eigen::VectorXd workspace(tape.registers()), found(on.v.size() + 1);
  double power = 0;
  const auto motion = [&](double, double weight, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                          Eigen::VectorXd& a) {
    const double* const inputs[] = {q.data(), v.data(), on.forces.torque.data()};
    tape.run<double>(inputs, found.data(), workspace.data());
    a = found.head(v.size());
    power += weight * (on.forces.torque.dot(v) + dissipation<double>(on.tree, q, v));
  };
  StageVectors<double> room(on.tree);
  Eigen::VectorXd q = on.q, v = on.v, after(q.size() + v.size() + 1);
  if (integrator == "rk4")
    stepRungeKutta4(on.tree, h, motion, room, q, v);
  else
    stepSemiImplicitEuler(on.tree, on.tree.turningRoots(), h, h, motion, Eigen::VectorXd(on.v),
                          room, q, v);
  after << q, v, power;
  return after;
}

/// Returns the input of inverse dynamics here: the motion without forces.
Fixture unloaded(const Fixture& on) {
  Fixture result = on;
  result.forces.torque.setZero();
  return result;
}

}  // namespace

void stir(Fixture& on, std::uint64_t seed) {
  Random random(seed);
  Eigen::VectorXd free(on.tree.degreesOfFreedom());
  for (double& entry : free) entry = uniform(random, -1, 1);
  spanFromIndependent<double>(on.tree, free, on.work, on.v);
  for (double& entry : on.forces.torque) entry = uniform(random, -1, 1);
  on.update();
}

ProgramCase forwardCase(const Fixture& on, const ProgramOptions& options) {
  return caseOf(forwardDynamicsProgram(on.tree, options), {on.q, on.v, on.forces.torque},
                on.forward(), solveTolerance(on));
}

std::vector<ProgramCase> loopCases(const Fixture& on) {
  const Eigen::VectorXd a = on.forward();
  std::vector<ProgramCase> result;
  try {
    result.push_back(caseOf(forwardDynamicsLoops(on.tree), {on.q, on.v, on.forces.torque}, a,
                            solveTolerance(on)));
    result.push_back(caseOf(inverseDynamicsLoops(on.tree), {on.q, on.v, a}, unloaded(on).inverse(a),
                            sumTolerance(on)));
  } catch (const MechanismError&) {  // returns the programs made before the error
  }
  for (ProgramCase& each : result) each.program.name += "Loops";
  return result;
}

std::vector<ProgramCase> otherCases(const Fixture& on) {
  const Eigen::VectorXd a = on.forward();
  const Eigen::MatrixXd mass = on.mass();
  const double rounding = sumTolerance(on);
  return {
      caseOf(inverseDynamicsProgram(on.tree), {on.q, on.v, a}, unloaded(on).inverse(a), rounding),
      caseOf(massMatrixProgram(on.tree), {on.q},
             Eigen::Map<const Eigen::VectorXd>(mass.data(), mass.size()), rounding)};
}

std::vector<ProgramCase> stepCases(const Fixture& on) {
  const double h = 1e-3;
  const Eigen::VectorXd length = Eigen::VectorXd::Constant(1, h);
  std::vector<ProgramCase> result;
  for (const std::string integrator : {"rk4", "semi-implicit-euler"}) {
    const auto add = [&](symbolic::Program program, const std::string& form) {
      // Each stage adds its rounding to that of the stages before.
      result.push_back(caseOf(std::move(program), {on.q, on.v, on.forces.torque, length, on.v},
                              stepped(on, integrator, h), solveTolerance(on, 10)));
      result.back().program.name += form + integrator.substr(0, 3);
    };
    add(stepProgram(on.tree, integrator), "");
    try {
      add(stepLoops(on.tree, integrator), "Loops");
    } catch (const MechanismError&) {  // returns the programs made before the error
    }
  }
  return result;
}

void checkOutputs(const ProgramCase& of, std::span<const double> outputs) {
  INFO(of.program.name);
  REQUIRE(outputs.size() == static_cast<std::size_t>(of.expected.size()) + 1);
  CHECK(outputs.back() >= 0);  // the guard
  CHECK(difference(vectorOf(outputs.first(outputs.size() - 1)), of.expected) < of.tolerance);
}

void checkLinked(const std::vector<ProgramCase>& cases) {
  std::vector<symbolic::Program> programs;
  for (const ProgramCase& each : cases) programs.push_back(each.program);
  std::vector<LinkedProgram> linked = link(programs);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    CAPTURE(i);
    std::vector<const double*> inputs;
    for (const std::vector<double>& array : cases[i].inputs) inputs.push_back(array.data());
    for (int repeat = 0; repeat < 2; ++repeat) {
      linked[i].function(inputs.data(), linked[i].outputs.data(), linked[i].workspace.data());
      checkOutputs(cases[i], linked[i].outputs);
    }
  }
}

}  // namespace linkwork::test
