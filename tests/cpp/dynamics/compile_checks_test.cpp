#include <catch2/catch.hpp>

#include "linkwork/assemble.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/dynamics/compile.hpp"
#include "linkwork/errors.hpp"

/// Errors of mechanisms that only their numbers reveal.
namespace linkwork::test {

using Catch::Matchers::Contains;

TEST_CASE("states off the loops are errors that name the loop and its violation", "[dynamics]") {
  Mechanism open = fourBar();
  open.initialState->q.begin()->second[0] += 0.1;
  CHECK_THROWS_WITH(compile(open), Contains("loops[0]") && Contains("does not close"));

  Mechanism violation = fourBar();
  violation.initialState->v.begin()->second[0] += 0.1;
  CHECK_THROWS_WITH(compile(violation), Contains("loops[0]") && Contains("velocities"));

  Mechanism slipping = gearedArm();
  slipping.initialState->v[slipping.couplings[0].terms[0].joint] = {1};
  CHECK_THROWS_WITH(compile(slipping), Contains("couplings[0]") && Contains("velocities"));

  Mechanism slipped = gearedArm();
  slipped.couplings[0].offset += 1e-3;
  CHECK_THROWS_WITH(compile(slipped), Contains("couplings[0]") && Contains("does not hold"));
}

TEST_CASE("a pose where a loop loses rank is an error", "[dynamics]") {
  // A flat parallelogram may continue as a parallelogram or as a kite.
  FourBarOptions options;
  options.ground = options.coupler = 0.5;
  options.crank = options.rocker = 0.2;
  options.startAngle = 0.5;
  Mechanism flat = fourBar(options);
  for (auto& [joint, q] : flat.initialState->q) q[0] = 0;
  flat.initialState->v.clear();
  CHECK_THROWS_WITH(compile(flat), Contains("singular") || Contains("does not close"));
}

TEST_CASE("joints that move no mass are errors that name the joint", "[dynamics]") {
  Mechanism mechanism = chain();
  for (Body& body : mechanism.bodies) {
    body.mass = 0;
    body.inertia = {};
  }
  CHECK_THROWS_WITH(compile(mechanism), Contains("joint"));
  Mechanism needle = chain({.links = 1});
  needle.joints[0].axis = {0, 0, 1};  // a thin rod about its own axis
  needle.bodies[0].centerOfMass = {0, 0, -0.1};
  needle.bodies[0].inertia = {0.1, 0.1, 0, 0, 0, 0};
  CHECK_THROWS_WITH(compile(needle), Contains("joints[0]"));
}

TEST_CASE("a loop that cannot close is an error that names it and its violation", "[dynamics]") {
  Mechanism tooFar = fourBar();
  tooFar.loops[0].parentFrame.position.x() += 100;
  CHECK_THROWS_WITH(assemble(tooFar), Contains("loops[0]: found no position") && Contains("gap") ||
                                          Contains("the nearest leaves"));
  Mechanism geared = gearedArm();
  const std::vector<CouplingTerm>& terms = geared.couplings[0].terms;
  const JointValues torn{{terms[0].joint, {1}}, {terms[1].joint, {1}}};
  CHECK_THROWS_WITH(assemble(geared, torn), Contains("couplings[0]: found no position") &&
                                                Contains("with the joints that are set held"));
}

}  // namespace linkwork::test
