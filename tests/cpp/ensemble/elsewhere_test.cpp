#include "ensemble/copies.hpp"
#include "linkwork/catalogue.hpp"

// Copies with different lengths, and states from outside the ensemble.

namespace linkwork::test {

TEST_CASE("copies with different lengths have the matching motion and poses", "[ensemble]") {
  const Mechanism mechanism = chain({.links = 4});
  EnsembleOptions options = optionsOf("rk4", 5);
  const std::string joint = mechanism.joints[2].name;
  options.vary = {joint + ".parentFrame.position.x", joint + ".childFrame.position.z"};
  Ensemble ensemble(mechanism, options);
  std::vector<double> values;
  for (int copy = 0; copy < ensemble.count(); ++copy) {
    values.push_back(mechanism.joints[2].parentFrame.position[0] + 0.1 * copy);
    values.push_back(mechanism.joints[2].childFrame.position[2] - 0.05 * copy);
  }
  ensemble.setParameters(values);
  ensemble.step(20);
  for (int copy = 0; copy < ensemble.count(); ++copy) {
    Mechanism own = mechanism;
    own.joints[2].parentFrame.position[0] = values[2 * static_cast<std::size_t>(copy)];
    own.joints[2].childFrame.position[2] = values[2 * static_cast<std::size_t>(copy) + 1];
    Simulation simulation(own, options.simulation);
    simulation.step(20);
    checkAlike(rowOf(ensemble.q(), copy, ensemble.positionSize()), simulation.q());
    checkAlike(rowOf(ensemble.poses(), copy, 7 * mechanism.bodies.size()), simulation.poses());
  }
}

TEST_CASE("lengths that violate loops are refused, and change nothing", "[ensemble]") {
  const Mechanism mechanism = fourBar();
  EnsembleOptions options = optionsOf("rk4", 2);
  options.vary = {mechanism.joints.back().name + ".parentFrame.position.x"};
  Ensemble ensemble(mechanism, options);
  const std::vector<double> before = listOf(ensemble.parameters());
  CHECK_THROWS_WITH(ensemble.setParameters(std::vector{before[0], before[0] + 0.1}),
                    Catch::Contains("does not close"));
  CHECK(listOf(ensemble.parameters()) == before);
  ensemble.step();
}

TEST_CASE("showStates shows given states unchanged", "[ensemble]") {
  const Mechanism mechanism = fourBar();
  Ensemble ensemble(mechanism, optionsOf("rk4", 2));
  std::vector<double> q = listOf(ensemble.q());
  const std::vector<double> v = listOf(ensemble.v());
  q[0] += 1e-4;  // violates the loop by as much, relative to a length of about 1 m
  ensemble.showStates(q, v);
  CHECK(listOf(ensemble.q()) == q);
  CHECK(ensemble.loopErrors()[0] > 1e-5);
  CHECK(ensemble.loopErrors()[1] < 1e-14);
}

TEST_CASE("an ensemble whose copies move by steps alone has a shader for them", "[ensemble]") {
  const StepShader shader = Ensemble(chain({.links = 3}), optionsOf("rk4", 2)).shader();
  CHECK(shader.text.find("fn main(") != std::string::npos);
  CHECK(shader.pairs < shader.memory);
  const auto shaderOf = [](const Mechanism& mechanism, EnsembleOptions options) {
    return Ensemble(mechanism, options).shader();
  };
  EnsembleOptions varied = optionsOf("rk4", 2);
  varied.vary = {"gravity.z"};
  CHECK_THROWS_WITH(shaderOf(chain(), varied), Catch::Contains("vary"));
  CHECK_THROWS_WITH(shaderOf(boxStack(), optionsOf("rk4", 2)), Catch::Contains("contact"));
  CHECK_THROWS_WITH(shaderOf(fourBar(), optionsOf("semi-implicit-euler", 2)),
                    Catch::Contains("'rk4' alone moves loops"));
  CHECK_THROWS_WITH(shaderOf(telloHumanoid(), optionsOf("rk4", 2)),
                    Catch::Contains("operations; compilers of shaders"));
}

}  // namespace linkwork::test
