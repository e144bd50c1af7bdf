#include <catch2/catch.hpp>

#include "linkwork/catalogue.hpp"
#include "linkwork/simulation.hpp"
#include "simulation/flat.hpp"
#include "simulation/scenes.hpp"

/// A loop of type free has no constraints.
namespace linkwork::test {

TEST_CASE("a loop of type free does not change the motion", "[simulation]") {
  for (const Mechanism& bare : {chain({.links = 3}), fourBar()}) {
    Mechanism tied = bare;
    Loop loop;
    loop.type = JointType::free;
    loop.name = "nothing";
    loop.parent = worldName;
    loop.child = bare.bodies.back().name;
    tied.loops.insert(tied.loops.begin(), loop);
    for (const Stepping& by : inertialSteppings()) {
      INFO(bare.name << ", " << by.method << " " << by.integrator);
      const SimulationOptions options{by.method, by.integrator, 1e-3, {}};
      Simulation one(bare, options), other(tied, options);
      one.step(20);
      other.step(20);
      CHECK(listOf(one.q()) == listOf(other.q()));
      CHECK(listOf(one.v()) == listOf(other.v()));
      CHECK(vectorOf(other.reactions())
                .segment(6 * static_cast<Eigen::Index>(tied.joints.size()), 6)
                .isZero(0));
    }
  }
}

}  // namespace linkwork::test
