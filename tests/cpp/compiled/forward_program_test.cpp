#include <catch2/catch.hpp>

#include "linkwork/compiled/mechanism_programs.hpp"
#include "linkwork/mechanism/catalogue.hpp"
#include "linkwork/symbolic/tape.hpp"
#include "tree/fixture.hpp"
#include "tree/random_mechanism.hpp"
#include "tree/tolerance.hpp"

namespace linkwork::test {
namespace {

Eigen::VectorXd runProgram(const symbolic::Program& program, const Fixture& on) {
  const symbolic::Tape tape(program.outputs);
  const double* inputs[] = {on.q.data(), on.v.data(), on.forces.torque.data()};
  Eigen::VectorXd outputs(program.outputs.size()), scratch(tape.registers());
  tape.run<double>(inputs, outputs.data(), scratch.data());
  return outputs;
}

}  // namespace

TEST_CASE("compiled forward dynamics of a chain is that of the recursion", "[compiled]") {
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
  std::mt19937 random(1);
  std::uniform_real_distribution<double> any(-1, 1);
  for (double& entry : on.v) entry = any(random);
  for (double& entry : on.forces.torque) entry = any(random);
  const symbolic::Program program = forwardDynamicsProgram(on.tree);
  const Eigen::VectorXd outputs = runProgram(program, on);
  CHECK(difference(outputs.head(on.v.size()), on.forward()) < 1e-11);
}

}  // namespace linkwork::test
