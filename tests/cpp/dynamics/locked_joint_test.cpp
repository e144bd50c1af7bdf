#include <catch2/catch.hpp>
#include <cmath>
#include <string_view>

#include "linkwork/simulation.hpp"

/// A coupling of one joint locks it.
namespace linkwork::test {
namespace {

/// Two links. The elbow is locked at an angle by a coupling, or fixed there.
Mechanism arm(bool isFixed) {
  constexpr double angle = 0.7;
  Mechanism mechanism;
  mechanism.name = "arm";
  for (const char* name : {"upper", "lower"}) {
    Body& body = mechanism.bodies.emplace_back();
    body.name = name;
    body.mass = 1;
    body.centerOfMass = {0, 0, -0.2};
    body.inertia = {0.02, 0.02, 0.01, 0, 0, 0};
    Joint& joint = mechanism.joints.emplace_back();
    joint.type = JointType::revolute;
    joint.axis = {0, 1, 0};
    joint.child = name;
  }
  mechanism.joints[0].name = "shoulder";
  mechanism.joints[0].parent = "world";
  Joint& elbow = mechanism.joints[1];
  elbow.name = "elbow";
  elbow.parent = "upper";
  elbow.parentFrame.position = {0, 0, -0.4};
  mechanism.initialState = NamedState{};
  mechanism.initialState->q["shoulder"] = {1};
  if (isFixed) {
    elbow.type = JointType::fixed;
    elbow.axis = {0, 0, 1};
    elbow.parentFrame.rotation = Eigen::AngleAxisd(angle, Eigen::Vector3d::UnitY());
    return mechanism;
  }
  mechanism.initialState->q["elbow"] = {angle};
  Coupling& lock = mechanism.couplings.emplace_back();
  lock.name = "lock";
  lock.terms = {{"elbow", 2}};
  lock.offset = 2 * angle;
  return mechanism;
}

}  // namespace

TEST_CASE("a coupling of one joint locks it, in every method", "[couplings]") {
  const auto [method, integrator] = GENERATE(
      std::pair("articulated-body", "rk4"), std::pair("articulated-body", "semi-implicit-euler"),
      std::pair("variational", "second-order"), std::pair("variational-maximal", "second-order"),
      std::pair("multipliers", "rattle"), std::pair("multipliers", "rk4"));
  CAPTURE(method, integrator);
  // RATTLE turns the links apart from each other, to the square of the step.
  const double tolerance = std::string_view(integrator) == "rattle" ? 1e-5 : 1e-9;
  const SimulationOptions options{.method = method, .integrator = integrator, .step = 1e-3};
  Simulation locked(arm(false), options), fixed(arm(true), options);
  locked.advance(1);
  fixed.advance(1);
  CHECK(locked.q()[0] == Approx(fixed.q()[0]).epsilon(tolerance));
  CHECK(locked.v()[0] == Approx(fixed.v()[0]).epsilon(tolerance));
  CHECK(locked.q()[1] == Approx(0.7).epsilon(1e-12));
  CHECK(std::abs(locked.v()[1]) < 1e-12);
  CHECK(locked.kineticEnergy() == Approx(fixed.kineticEnergy()).epsilon(tolerance));
}

}  // namespace linkwork::test
