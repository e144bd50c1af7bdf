#include "linkwork/catalogue.hpp"

#include <catch2/catch.hpp>
#include <numbers>

#include "catalogue/initial_motion.hpp"
#include "linkwork/errors.hpp"
#include "linkwork/json.hpp"

namespace linkwork::test::catalogue {

using Catch::Matchers::StartsWith;

TEST_CASE("four-bars close, and make full turns exactly if Grashof's condition holds",
          "[catalogue]") {
  Random random;
  int turning = 0;
  for (int i = 0; i < 200; ++i) {
    FourBarOptions options;
    options.ground = random.between(0.1, 1);
    options.crank = random.between(0.1, 1);
    options.coupler = random.between(0.1, 1);
    options.rocker = random.between(0.1, 1);
    options.couplerPoint = {random.between(-1, 1), random.between(-1, 1)};
    int assembled = 0;
    for (int k = 0; k < 72; ++k) {
      options.startAngle = (k - 36) * std::numbers::pi / 36;
      options.startSpeed = random.between(-20, 20);
      try {
        const Mechanism mechanism = fourBar(options);
        ++assembled;
        // Near the ends of its range, a linkage that makes no full turn is ill-conditioned: its
        // velocities and their rounding errors grow without bound.
        const double fastest = std::max({1.0, std::abs(mechanism.initialState->v.at("coupler")[0]),
                                         std::abs(mechanism.initialState->v.at("rocker")[0])});
        CHECK(closureError(mechanism) < 1e-13 * fastest);
        if (k % 12 == 0) checkCommonLaws(mechanism, 9.81, 0);
      } catch (const MechanismError& error) {
        CHECK_THAT(error.what(), StartsWith("options.startAngle: the linkage does not assemble"));
      }
    }
    const double shortest =
        std::min({options.ground, options.crank, options.coupler, options.rocker});
    const bool mayTurn = shortest == options.crank || shortest == options.ground;
    const bool turnsFully = isGrashof(options) && mayTurn;
    CHECK((assembled == 72) == turnsFully);
    turning += turnsFully;
  }
  CHECK(turning > 20);
  CHECK(isGrashof(FourBarOptions{}));
}

TEST_CASE("the mass of a four-bar is its bars' length times its density", "[catalogue]") {
  FourBarOptions options;
  options.coupler = 0.5;
  options.couplerPoint = {0, 0.375};  // a right angle: sides 0.5, 0.375, 0.625
  CHECK(totalMass(fourBar(options)) ==
        Approx(options.density * (options.crank + options.rocker + 0.5 + 0.375 + 0.625)));
  options.couplerPoint = {0.5, 0};  // on the rocker's pin: the bar counts twice
  CHECK(validate(fourBar(options)).empty());
}

TEST_CASE("six-bars close over a whole turn, for every crank", "[catalogue]") {
  Random random;
  for (const SixBarKind kind : {SixBarKind::watt, SixBarKind::stephenson})
    for (int i = 0; i < 200; ++i) {
      SixBarOptions options;
      options.kind = kind;
      options.crank = i < 100 ? 0.2 : random.between(0.05, 0.2);
      options.startAngle = (i % 100 - 50) * std::numbers::pi / 50;
      options.startSpeed = random.between(-20, 20);
      const Mechanism mechanism = sixBar(options);
      checkCommonLaws(mechanism, 9.81, 0);
      CHECK(closureError(mechanism) < 1e-13);
      CHECK(mechanism.loops.size() == 2);
    }
}

TEST_CASE("chains of four-bars close with both kinds of joint", "[catalogue]") {
  Random random;
  for (int i = 0; i < 60; ++i) {
    FourBarChainOptions options;
    options.units = i == 0 ? 1000 : random.whole(1, 12);
    options.length = random.between(0.05, 1);
    options.width = options.length * random.between(0.8, 1.2);
    options.rocker = i % 3 ? random.between(1, 1.5) : 1;
    options.closure = i % 2 ? JointType::spherical : JointType::revolute;
    options.startAngle = random.between(-0.6, 0.6);
    const Mechanism mechanism = fourBarChain(options);
    checkCommonLaws(mechanism, 9.81, 0);
    CHECK(closureError(mechanism) < 1e-13 * options.units);
    CHECK(mechanism.bodies.size() == 3 * static_cast<std::size_t>(options.units));
  }
}

TEST_CASE("the Minitaur's legs close on every base", "[catalogue]") {
  for (const RobotBase base : {RobotBase::floating, RobotBase::hanging, RobotBase::fixed}) {
    const Mechanism robot = minitaur({base});
    CHECK(validate(robot).empty());
    CHECK(closureError(robot) < 1e-15);
    CHECK(robot.loops.size() == 4);
    CHECK(totalMass(robot) == Approx(5.04));
  }
}

TEST_CASE("slider-cranks close over a whole turn", "[catalogue]") {
  Random random;
  for (int i = 0; i < 200; ++i) {
    SliderCrankOptions options;
    options.crank = random.between(0.05, 0.5);
    options.offset = random.between(-0.3, 0.3);
    options.rod = (options.crank + std::abs(options.offset)) * random.between(1.05, 3);
    options.startAngle = random.between(-std::numbers::pi, std::numbers::pi);
    options.startSpeed = random.between(-20, 20);
    options.damping = 0.2;
    const Mechanism mechanism = sliderCrank(options);
    checkCommonLaws(mechanism, 9.81, 0.2);
    CHECK(closureError(mechanism) < 1e-12);
    CHECK(totalMass(mechanism) ==
          Approx(options.density * (options.crank + options.rod) + options.sliderMass));
  }
}

TEST_CASE("geared arms have a rotor at every joint, which turns by the gear ratio", "[catalogue]") {
  Random random;
  for (int i = 0; i < 50; ++i) {
    GearedArmOptions options;
    options.joints = i == 0 ? 500 : random.whole(1, 12);
    options.ratio = random.between(1, 1000);
    options.startAngle = random.between(-3, 3);
    const Mechanism mechanism = gearedArm(options);
    checkCommonLaws(mechanism, 9.81, 0);
    CHECK(closureError(mechanism) == 0);  // bitwise the product in the coupling
    CHECK(mechanism.bodies.size() == 2 * static_cast<std::size_t>(options.joints));
    CHECK(mechanism.couplings.size() == static_cast<std::size_t>(options.joints));
    CHECK(totalMass(mechanism) == Approx(options.joints * (options.mass + options.rotorMass)));
  }
}

TEST_CASE(
    "driven chains have a rotor for every link, on the previous link or on the transmission's base",
    "[catalogue]") {
  Random random;
  for (int i = 0; i < 50; ++i) {
    BeltChainOptions options;
    options.links = i == 0 ? 1000 : random.whole(1, 12);
    options.linksPerBelt = random.whole(2, 3);
    options.ratio = random.between(1, 1000);
    options.beltRatio = random.between(0.1, 3);
    options.startAngle = random.between(-3, 3);
    const Mechanism belts = beltChain(options);
    const Mechanism gears = gearedChain({.links = options.links,
                                         .ratio = options.ratio,
                                         .axes = {{1, 0, 0}, {0, 0, 1}},
                                         .startAngle = options.startAngle});
    for (const Mechanism& mechanism : {belts, gears}) {
      checkCommonLaws(mechanism, 9.81, 0);
      CHECK(closureError(mechanism) == 0);  // rotors start bitwise at the sum in their coupling
      CHECK(mechanism.bodies.size() == 2 * static_cast<std::size_t>(options.links));
      CHECK(totalMass(mechanism) == Approx(options.links * (options.mass + options.rotorMass)));
    }
    for (const Joint& joint : belts.joints) {
      if (joint.child.substr(0, 5) != "rotor") continue;
      const int base =
          (std::stoi(joint.child.substr(5)) - 1) / options.linksPerBelt * options.linksPerBelt;
      CHECK(joint.parent == (base == 0 ? "world" : "link" + std::to_string(base)));
    }
  }
}

TEST_CASE("geared legs close over the whole range of the ankle", "[catalogue]") {
  double lastCrank = -10;
  for (int i = 0; i <= 24; ++i) {
    GearedLegOptions options;
    options.ankleAngle = 0.6 * (i - 12) / 12;
    options.kneeAngle = 0.06 * i;
    options.size = 0.5 + 0.1 * i;
    options.damping = 0.1;
    const Mechanism mechanism = gearedLeg(options);
    checkCommonLaws(mechanism, 9.81, 0.1);
    CHECK(closureError(mechanism) < 1e-12);
    CHECK(totalMass(mechanism) == Approx(11.75 * std::pow(options.size, 3)));
    // The ankle turns with the crank. The pose stays away from the dead center of crank and rod.
    const double crank = mechanism.initialState->q.at("crank")[0];
    CHECK(crank > lastCrank);
    CHECK(std::abs(std::cos(mechanism.initialState->q.at("rod")[0])) > 0.5);
    lastCrank = crank;
  }
}

TEST_CASE("the geared leg has 7 links, 5 rotors and 1 loop", "[catalogue]") {
  const Mechanism leg = gearedLeg();
  CHECK(leg.bodies.size() == 12);
  CHECK(leg.couplings.size() == 5);
  CHECK(leg.loops.size() == 1);
}

TEST_CASE("differential legs close over the whole range of their joints", "[catalogue]") {
  Random random;
  for (int i = 0; i < 300; ++i) {
    int corner = i;  // the corners of the range first, then random poses
    const auto within = [&](double low, double high) {
      const bool isHigh = corner % 2 == 1;
      corner /= 2;
      return i < 32 ? (isHigh ? high : low) : random.between(low, high);
    };
    DifferentialLegOptions options;
    options.ratio = random.between(1, 100);
    options.hipYaw = within(-1, 1);
    options.hipRoll = within(-0.3, 0.3);
    options.hipPitch = within(-0.8, 0.8);
    options.knee = within(-1.5, 1.5);
    options.ankle = within(-1, 0.6);
    const Mechanism leg = differentialLeg(options);
    checkCommonLaws(leg, 9.81, 0);
    CHECK(closureError(leg) < 1e-13 * options.ratio);
    CHECK(leg.bodies.size() == 13);
    CHECK(totalMass(leg) == Approx(4.0743));
  }
}

}  // namespace linkwork::test::catalogue
