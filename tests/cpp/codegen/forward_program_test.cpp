#include <catch2/catch.hpp>

#include "dynamics/fixture.hpp"
#include "dynamics/random_mechanism.hpp"
#include "dynamics/tolerance.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/dynamics/configuration.hpp"
#include "linkwork/program.hpp"
#include "linkwork/symbolic/tape.hpp"

// Programs of whole mechanisms, run from the tape, against the recursions that stand. Emitted code
// is tested beside (emitted_program_test.cpp).

namespace linkwork::test {
namespace {

const double stepOfProgram = 0.01;

/// The program's outputs but the guard, which must hold. Kept parameters come last.
Eigen::VectorXd runProgram(const symbolic::Program& program, std::vector<const double*> inputs) {
  const symbolic::Tape tape(program.outputs);
  inputs.push_back(program.inputs.back().values.data());
  Eigen::VectorXd outputs(program.outputs.size()), scratch(tape.registers());
  tape.run<double>(inputs.data(), outputs.data(), scratch.data());
  CHECK(outputs[outputs.size() - 1] >= 0);
  return outputs.head(outputs.size() - 1);
}

/// Random velocities that the loops allow, and random torques.
void stir(Fixture& on, std::uint64_t seed) {
  Random random(seed);
  Eigen::VectorXd free(on.tree.degreesOfFreedom());
  for (double& entry : free) entry = uniform(random, -1, 1);
  spanFromIndependent<double>(on.tree, free, on.work, on.v);
  for (double& entry : on.forces.torque) entry = uniform(random, -1, 1);
  on.update();
}

void checkForward(const Fixture& on, const ProgramOptions& options = {}) {
  const symbolic::Program program = forwardDynamicsProgram(on.tree, options);
  const double* torque = on.forces.torque.data();
  CHECK(difference(runProgram(program, {on.q.data(), on.v.data(), torque}), on.forward()) <
        solveTolerance(on));
}

/// Inverse dynamics, mass matrix and step of the same mechanism.
void checkOthers(Fixture& on) {
  const Eigen::VectorXd a = on.forward();
  const Eigen::VectorXd step = runProgram(
      stepProgram(on.tree), {on.q.data(), on.v.data(), on.forces.torque.data(), &stepOfProgram});
  Eigen::VectorXd q(on.q.size());
  const Eigen::VectorXd v = on.v + stepOfProgram * a;
  retract<double>(on.tree, on.q, stepOfProgram * v, q);
  CHECK(difference(step.head(q.size()), q) < solveTolerance(on));
  CHECK(difference(step.tail(v.size()), v) < solveTolerance(on));

  on.forces.torque.setZero();
  const Eigen::VectorXd torque =
      runProgram(inverseDynamicsProgram(on.tree), {on.q.data(), on.v.data(), a.data()});
  // Sums of some hundred terms, through G, which near singular poses has rounding of its own.
  const double rounding = capped(1e5 * epsilon * amplification(on) * amplification(on));
  CHECK(difference(torque, on.inverse(a)) < rounding);

  const Eigen::VectorXd flat = runProgram(massMatrixProgram(on.tree), {on.q.data()});
  const Eigen::MatrixXd mass = on.mass();
  CHECK(difference(flat, Eigen::Map<const Eigen::VectorXd>(mass.data(), mass.size())) < rounding);
}

}  // namespace

TEST_CASE("programs agree on the catalogue", "[codegen]") {
  for (const std::string_view name : catalogueNames()) {
    CAPTURE(name);
    Fixture on(catalogueMechanism(name));
    stir(on, 1);
    checkForward(on);
    checkOthers(on);
  }
}

TEST_CASE("programs agree on chains of every joint", "[codegen]") {
  const JointType type = GENERATE(JointType::revolute, JointType::prismatic, JointType::helical,
                                  JointType::cylindrical, JointType::universal, JointType::planar,
                                  JointType::spherical);
  CAPTURE(name(type));
  ChainOptions options;
  options.links = 4;
  options.joint = type;
  options.axes = {{0, 1, 0}, {1, 0, 0}, {0.3, -0.2, 1}};
  options.damping = 0.1;
  Fixture on(chain(options));
  stir(on, 2);
  checkForward(on);
  checkForward(on, {.keepParameters = true});
  checkOthers(on);
}

TEST_CASE("programs agree on random mechanisms", "[codegen]") {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    CAPTURE(seed);
    RandomMechanism random = randomMechanism(seed);
    random.state.wrenches.clear();
    Fixture on(random.mechanism, random.state);
    checkForward(on);
    if (seed % 4 == 0) checkForward(on, {.keepParameters = true});
    if (seed % 4 == 0) checkOthers(on);
  }
}

TEST_CASE("programs agree on chains of joints that are functions", "[codegen]") {
  SurfaceContactJoint rings;
  for (ContactSurface& ring : rings.surfaces) {
    ring.type = ContactSurfaceType::torus;
    ring.majorRadius = 0.1;
    ring.minorRadius = 0.02;
  }
  rings.spin = false;
  rings.angle = 1.57;
  const auto [function, start] = GENERATE_COPY(
      std::pair(JointDescription(rings), std::vector{3.1, 3.2, 0.1, 3.0}),
      std::pair(JointDescription(EulerBallJoint{}), std::vector{0.3, 0.4, -0.2, 0.0}));
  Mechanism mechanism = chain({.links = 4, .joint = JointType::spherical});
  mechanism.initialState = NamedState{};
  for (Joint& joint : mechanism.joints) {
    joint.type = JointType::general;
    joint.function = function;
    mechanism.initialState->q[joint.name] = start;
  }
  Fixture on(mechanism);
  stir(on, 3);
  checkForward(on);
  checkOthers(on);
}

}  // namespace linkwork::test
