#include <catch2/catch.hpp>

#include "codegen/program_cases.hpp"
#include "dynamics/revolute_tree.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/dynamics/compile.hpp"
#include "linkwork/errors.hpp"
#include "symbolic/wasm_machine.hpp"

// Loops of code over similar revolute joints: they agree with the recursive algorithms for any
// number of iterations, branches and lanes. The code does not grow with the number of joints.
// Random mechanisms are tested in emitted_program_test.cpp.

namespace linkwork::test {
namespace {

const std::vector<Eigen::Vector3d> inTurn{{0, 1, 0}, {1, 0, 0}, {0, 0, 1}};
const std::vector<Eigen::Vector3d> askew{{0.3, -0.2, 1}, {1, 0.5, 0.2}, {0.1, 1, -0.7}};

Mechanism linksAbout(int links, const std::vector<Eigen::Vector3d>& axes) {
  ChainOptions options;
  options.links = links;
  options.length = 0.1;
  options.axes = axes;
  return chain(options);
}

/// Adds springs, dampers and friction, each of another strength.
Mechanism withPassiveForces(Mechanism mechanism) {
  double strength = 0.137;
  for (Joint& joint : mechanism.joints) {
    if (joint.type != JointType::revolute) continue;
    joint.stiffness = joint.damping = joint.friction = strength;
    joint.rest = -strength;
    strength += 0.01;
  }
  return mechanism;
}

/// Two arms with two fingers each on a floating body: pairs of branches on pairs of branches.
Mechanism twoHands() {
  const auto body = [](const std::string& name) {
    return Body{name, 0.5, {0.1, 0.02, 0}, {0.01, 0.02, 0.03, 0.001, 0, 0}};
  };
  const auto revolute = [](const std::string& name, const std::string& parent, double across) {
    Joint joint;
    joint.name = name + " joint";
    joint.type = JointType::revolute;
    joint.parent = parent;
    joint.child = name;
    joint.axis = {0.2, 0.3, 1};
    joint.parentFrame.position = {0.2, across, 0.1};
    return joint;
  };
  Mechanism mechanism;
  mechanism.name = "two hands";
  mechanism.bodies = {body("trunk")};
  mechanism.joints = {revolute("trunk", "world", 0)};
  mechanism.joints.back().type = JointType::free;
  mechanism.joints.back().axis = {0, 0, 1};
  for (const std::string& side : {std::string("left"), std::string("right")}) {
    mechanism.bodies.push_back(body(side + " arm"));
    mechanism.joints.push_back(revolute(side + " arm", "trunk", side == "left" ? 0.3 : 0.4));
    for (const std::string& finger : {std::string(" thumb"), std::string(" finger")}) {
      mechanism.bodies.push_back(body(side + finger));
      mechanism.joints.push_back(revolute(side + finger, side + " arm", 0.2));
    }
  }
  return mechanism;
}

void checkAsWasm(const Mechanism& mechanism, int lanes) {
  Fixture on(mechanism);
  stir(on, 3);
  const std::vector<ProgramCase> cases = loopCases(on);
  REQUIRE(cases.size() == 2);
  for (const ProgramCase& each : cases) {
    checkOutputs(each, runAsWasm(each.program, each.inputs));
    int most = 0;
    for (const auto& kernel : each.program.kernels) most = std::max(most, kernel.lanes);
    CHECK(most == lanes);
  }
}

}  // namespace

TEST_CASE("loops agree with the recursive algorithms", "[codegen]") {
  for (const int links : {1, 2, 3, 7, 20})
    for (const auto& axes : {std::vector<Eigen::Vector3d>{{0, 1, 0}}, inTurn, askew}) {
      CAPTURE(links, axes.size());
      checkAsWasm(linksAbout(links, axes), 1);
      checkAsWasm(withPassiveForces(linksAbout(links, axes)), 1);
    }
  checkAsWasm(gearedChain({.links = 9}), 1);
  checkAsWasm(withPassiveForces(gearedChain({.links = 9})), 1);
  checkAsWasm(branchingTree(), 1);
}

TEST_CASE("similar branches run on two SIMD lanes", "[codegen]") {
  checkAsWasm(miniCheetah(), 2);
  checkAsWasm(withPassiveForces(miniCheetah()), 2);  // passive forces differ in their numbers only
  checkAsWasm(twoHands(), 2);
  checkAsWasm(withPassiveForces(twoHands()), 2);
}

namespace {

Fixture randomTree(std::uint64_t seed) {
  Fixture on(revoluteTree(seed, {.joints = 10,
                                 .axes = static_cast<Axes>(seed % 6),
                                 .isFloating = seed % 5 == 1,
                                 .isGeared = seed % 4 == 2,
                                 .areAxisymmetric = true,
                                 .back = 1 + static_cast<int>(seed % 3)}));
  shake(on, seed);
  return on;
}

/// Checks all mechanisms as C++, in one translation unit.
void checkAsCpp(const std::vector<Fixture>& subjects) {
  std::vector<ProgramCase> cases;
  for (const Fixture& on : subjects)
    for (ProgramCase& each : loopCases(on)) {
      each.program.name += std::to_string(cases.size());
      cases.push_back(std::move(each));
    }
  checkLinked(cases);
}

}  // namespace

TEST_CASE("loops agree with the recursive algorithms on random trees of revolute joints",
          "[codegen][slow]") {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    CAPTURE(seed);
    const Fixture on = randomTree(seed);
    std::vector<ProgramCase> cases = loopCases(on);
    REQUIRE(!cases.empty());
    for (ProgramCase& each : stepCases(on)) cases.push_back(std::move(each));
    for (const ProgramCase& each : cases) checkOutputs(each, runAsWasm(each.program, each.inputs));
  }
}

TEST_CASE("loops as C++ agree with the recursive algorithms", "[codegen]") {
  std::vector<Fixture> subjects;
  for (const Mechanism& mechanism :
       {withPassiveForces(linksAbout(20, inTurn)), linksAbout(9, askew), miniCheetah(), twoHands(),
        gearedChain({.links = 4})}) {
    subjects.emplace_back(mechanism);
    stir(subjects.back(), 4);
  }
  checkAsCpp(subjects);
}

TEST_CASE("loops as C++ agree on random trees of revolute joints", "[codegen][slow]") {
  std::vector<Fixture> subjects;  // few, because the compiler takes most of the time
  for (std::uint64_t seed = 0; seed < 12; ++seed) subjects.push_back(randomTree(seed));
  checkAsCpp(subjects);
}

TEST_CASE("the code does not grow with the number of revolute joints", "[codegen]") {
  for (const auto& axes : {std::vector<Eigen::Vector3d>{{0, 1, 0}}, inTurn, askew}) {
    const auto sizeOf = [&](int links) {
      return emitWasm(forwardDynamicsLoops(compile(linksAbout(links, axes)))).bytes.size();
    };
    // Longer by a multiple of the repeated axes, with the same ends of the chain. Addresses take
    // one more byte.
    CHECK(static_cast<double>(sizeOf(3 * 400)) < 1.05 * static_cast<double>(sizeOf(3 * 40)));
  }
}

TEST_CASE("different numbers are in memory, and equal numbers are stored once", "[codegen]") {
  const auto numbersOf = [](const Mechanism& mechanism) {
    return forwardDynamicsLoops(compile(mechanism)).inputs.back().size;
  };
  // The links differ in their start angles only.
  CHECK(numbersOf(linksAbout(300, inTurn)) - numbersOf(linksAbout(30, inTurn)) <= 270);
  CHECK(numbersOf(withPassiveForces(linksAbout(300, inTurn))) > 4 * 300);
}

TEST_CASE("codegen chooses the form with the fewest operations", "[codegen]") {
  const auto isLoops = [](const Mechanism& mechanism) {
    return !fastestForwardDynamics(compile(mechanism)).isStraight();
  };
  CHECK_FALSE(isLoops(linksAbout(5, inTurn)));
  CHECK_FALSE(isLoops(fourBar()));
  CHECK(isLoops(linksAbout(60, inTurn)));
  CHECK(isLoops(linksAbout(2000, {{0, 1, 0}})));
  CHECK(isLoops(miniCheetah()));
  CHECK_THROWS_AS(fastestInverseDynamics(compile(fourBar())), MechanismError);
}

TEST_CASE("loops support revolute joints and floating bodies only", "[codegen]") {
  CHECK_THROWS_AS(forwardDynamicsLoops(compile(fourBar())), MechanismError);
  CHECK_THROWS_AS(forwardDynamicsLoops(compile(cartPendulum())), MechanismError);
}

}  // namespace linkwork::test
