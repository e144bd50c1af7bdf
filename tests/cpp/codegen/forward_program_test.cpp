#include <catch2/catch.hpp>

#include "codegen/program_cases.hpp"
#include "dynamics/random_mechanism.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/symbolic/runtime/tape.hpp"

// Runs the instruction tape of whole mechanisms and compares it with the recursive algorithms.
// Emitted code is tested in emitted_program_test.cpp.

namespace linkwork::test {
namespace {

void runFromTape(const ProgramCase& given) {
  const symbolic::Program& program = given.program;
  const symbolic::Tape tape(program.expressions());
  std::vector<const double*> inputs;
  for (const std::vector<double>& array : given.inputs) inputs.push_back(array.data());
  std::vector<double> outputs(static_cast<std::size_t>(program.outputs));
  Eigen::VectorXd workspace(tape.registers());
  tape.run<double>(inputs.data(), outputs.data(), workspace.data());
  checkOutputs(given, outputs);
}

void checkForward(const Fixture& on, const ProgramOptions& options = {}) {
  runFromTape(forwardCase(on, options));
}

void checkOthers(const Fixture& on) {
  for (const ProgramCase& each : otherCases(on)) runFromTape(each);
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

TEST_CASE("programs agree on chains of every joint type", "[codegen]") {
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

TEST_CASE("programs agree on chains of function joints", "[codegen]") {
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
      std::pair(JointDescription(EulerBallJoint{}), std::vector{0.3, 0.4, -0.2, 0.0}),
      std::pair(JointDescription(EulerBallJoint{}), std::vector{0.3, 0.4, -0.2, 1.0}));
  Mechanism mechanism = chain({.links = 4, .joint = JointType::spherical});
  mechanism.initialState = NamedState{};
  for (Joint& joint : mechanism.joints) {
    joint.type = JointType::general;
    joint.function = function;
    joint.stiffness = 0.3;
    joint.damping = 0.1;
    joint.friction = 0.05;
    mechanism.initialState->q[joint.name] = start;
  }
  Fixture on(mechanism);
  stir(on, 3);
  checkForward(on);
  checkOthers(on);
}

}  // namespace linkwork::test
