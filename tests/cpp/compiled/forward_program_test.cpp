#include <catch2/catch.hpp>

#include "linkwork/compiled/mechanism_programs.hpp"
#include "linkwork/mechanism/catalogue.hpp"
#include "linkwork/symbolic/tape.hpp"
#include "tree/fixture.hpp"
#include "tree/random_mechanism.hpp"
#include "tree/tolerance.hpp"

// Programs of whole mechanisms, run from the tape, against the recursions that stand. Emitted code
// is tested beside (emitted_program_test.cpp).

namespace linkwork::test {
namespace {

Eigen::VectorXd runProgram(const symbolic::Program& program, const Fixture& on) {
  const symbolic::Tape tape(program.outputs);
  const double* inputs[] = {on.q.data(), on.v.data(), on.forces.torque.data()};
  Eigen::VectorXd outputs(program.outputs.size()), scratch(tape.registers());
  tape.run<double>(inputs, outputs.data(), scratch.data());
  return outputs;
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

void checkForward(const Fixture& on) {
  const symbolic::Program program = forwardDynamicsProgram(on.tree);
  const Eigen::VectorXd outputs = runProgram(program, on);
  CHECK(outputs[on.v.size()] > 0);  // the guard
  CHECK(difference(outputs.head(on.v.size()), on.forward()) < solveTolerance(on));
}

}  // namespace

TEST_CASE("compiled forward dynamics agrees on the catalogue", "[compiled]") {
  for (const std::string_view name : catalogueNames()) {
    CAPTURE(name);
    Fixture on(catalogueMechanism(name));
    stir(on, 1);
    checkForward(on);
  }
}

TEST_CASE("compiled forward dynamics agrees on chains of every joint", "[compiled]") {
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
}

TEST_CASE("compiled forward dynamics agrees on random mechanisms", "[compiled]") {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    CAPTURE(seed);
    RandomMechanism random = randomMechanism(seed);
    random.state.wrenches.clear();
    checkForward(Fixture(random.mechanism, random.state));
  }
}

}  // namespace linkwork::test
