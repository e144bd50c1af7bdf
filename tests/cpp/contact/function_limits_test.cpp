#include <catch2/catch.hpp>
#include <cmath>

#include "joints/function_scenes.hpp"
#include "linkwork/simulation.hpp"
#include "simulation/scenes.hpp"

/// Stops of function joints with one coordinate.
namespace linkwork::test {
namespace {

constexpr double gravityOfStops = 9.81, massOfBead = 1.2;

struct StoppedBead {
  std::string name;
  JointDescription function;
  double stop;    ///< limit of the coordinate, above the start
  double weight;  ///< component of the bead's weight along the coordinate [N, or N per unit of it]
  double slope;   ///< acceleration of the coordinate on its way down
};

/// Down a slope of 1 in √5, with the length or u (√5 m long) as coordinate. Down a screw of 0.1
/// m/rad on a cylinder of 0.3 m, with the angle as coordinate.
std::vector<StoppedBead> stoppedBeads() {
  CurveJoint own, byLength;
  own.points = {{0, 0, 0}, {1, 0, -0.5}, {2, 0, -1}};
  byLength = own;
  byLength.parameter = CurveParameter::arcLength;
  const double fall = gravityOfStops / std::sqrt(5.0), length = std::sqrt(5.0);
  const CustomJoint screw{{"a"},
                          {CustomJoint::Translation{{"0.3*cos(a)", "0.3*sin(a)", "-0.1*a"}}}};
  return {{"rail by length", byLength, 0.7, massOfBead * fall, fall},
          {"end of the rail by length", byLength, length, massOfBead * fall, fall},
          {"end of the rail", own, 1, massOfBead * fall * length, fall / length},
          {"rail", own, 0.3, massOfBead * fall * length, fall / length},
          {"screw", screw, 1.5, massOfBead * gravityOfStops * 0.1,
           gravityOfStops * 0.1 / (0.3 * 0.3 + 0.1 * 0.1)}};
}

Mechanism mechanismOf(const StoppedBead& bead, double restitution) {
  Mechanism mechanism = onFunction(bead.function, {0.05}, {0});
  mechanism.bodies.resize(1);
  mechanism.joints.resize(1);
  mechanism.initialState->q.erase("revolute");
  mechanism.initialState->v.erase("revolute");
  mechanism.bodies[0].centerOfMass.setZero();
  mechanism.joints[0].limits = JointLimits{.upper = bead.stop, .restitution = restitution};
  return mechanism;
}

}  // namespace

TEST_CASE("a bead rests on its stop with its weight along the curve", "[contact]") {
  for (const StoppedBead& bead : stoppedBeads())
    for (const Stepping& by : inertialSteppings()) {
      INFO(bead.name << ", " << by.method << ", " << by.integrator);
      Simulation simulation(mechanismOf(bead, 0), {by.method, by.integrator, 2e-3, {}});
      simulation.step(600);
      CHECK(simulation.q()[0] == Approx(bead.stop).margin(1.01e-7));
      REQUIRE(simulation.limitForces().size() == 1);
      CHECK(simulation.limitForces()[0].joint == "function");
      CHECK(simulation.limitForces()[0].force == Approx(-bead.weight).epsilon(1e-6));
      // The joint transmits the bead's weight only.
      CHECK(simulation.reactions()[5] == Approx(massOfBead * gravityOfStops).epsilon(1e-6));
    }
}

TEST_CASE("a bead's stop returns the part of the speed that its restitution specifies",
          "[contact]") {
  for (const StoppedBead& bead : stoppedBeads())
    for (const Stepping& by : inertialSteppings()) {
      INFO(bead.name << ", " << by.method << ", " << by.integrator);
      constexpr double h = 1e-3;
      Simulation simulation(mechanismOf(bead, 0.5), {by.method, by.integrator, h, {}});
      double before = 0;
      while (simulation.limitForces().empty() && simulation.time() < 3) {
        before = simulation.v()[0];
        simulation.step();
      }
      // The fall has constant acceleration. The time of the impact is known to two steps.
      CHECK(before == Approx(std::sqrt(2 * bead.slope * (bead.stop - 0.05))).epsilon(1e-2));
      CHECK(simulation.v()[0] == Approx(-0.5 * before).margin(3 * bead.slope * h));
    }
}

}  // namespace linkwork::test
