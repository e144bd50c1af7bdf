// The cost of a step of every integrator over one of rk4, by length of a chain, and what motors add
// to a step of rk4: tables for bench/steps.

#include <iomanip>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "linkwork/catalogue.hpp"
#include "linkwork/integrators/methods.hpp"
#include "linkwork/simulation.hpp"
#include "linkwork/tracking.hpp"
#include "timing.hpp"

namespace linkwork::bench {
namespace {

/// Steps of 1 ms from the start for a tenth of a second, again and again.
class Steps {
 public:
  Steps(const Mechanism& mechanism, const SimulationOptions& options)
      : simulation_(mechanism, options), start_(simulation_.snapshot()) {}

  /// By motors from now on.
  void track(const Tracking& tracking) {
    simulation_.track(tracking);
    start_ = simulation_.snapshot();
  }

  void take() {
    simulation_.step();
    if (++taken_ % 100 == 0) simulation_.restore(start_);
  }

 private:
  Simulation simulation_;
  std::vector<double> start_;
  int taken_ = 0;
};

/// All integrators but first-order motion, whose bodies have no inertia, in turn: rk4 first.
std::vector<Timing> measure(int links) {
  const Mechanism mechanism = chain({.links = links, .length = 0.1});
  std::vector<std::unique_ptr<Steps>> chains;
  std::vector<Candidate> candidates;
  for (const SteppingMethod& method : steppingMethods)
    for (const MethodIntegrator& integrator : method.integrators) {
      if (integrator.name == "first-order") continue;
      chains.push_back(std::make_unique<Steps>(
          mechanism,
          SimulationOptions{std::string(method.name), std::string(integrator.name), 1e-3, {}}));
      candidates.push_back(
          {"`" + std::string(method.name) + "` / `" + std::string(integrator.name) + "`",
           [&steps = *chains.back()] { steps.take(); }});
    }
  return compare(candidates, 15, 2e-2);
}

/// Motors that hold every joint at zero but those of rotors and cranks, which follow.
Tracking holding(const Mechanism& mechanism) {
  Tracking tracking;
  const auto follows = [](const std::string& joint) {
    return joint.find("Rotor") != std::string::npos || joint.find("rotor") != std::string::npos ||
           joint.find("Crank") != std::string::npos;
  };
  for (const Joint& joint : mechanism.joints)
    if (joint.type == JointType::revolute && !follows(joint.name)) tracking.joints[joint.name] = {};
  return tracking;
}

void printMotors() {
  std::cout << "\n| a step of `rk4` with motors over one without | ratio |\n| --- | ---: |\n";
  for (const auto& [name, mechanism] : {std::pair{"Mini Cheetah", miniCheetah({})},
                                        {"MIT Humanoid", mitHumanoid({})},
                                        {"JVRC-1", jvrc1({})},
                                        {"Tello Humanoid", telloHumanoid({})},
                                        {"geared arm", gearedArm({})},
                                        {"chain of 12", chain({.links = 12})}}) {
    const SimulationOptions options{"articulated-body", "rk4", 1e-3, {}};
    Steps without(mechanism, options), with(mechanism, options);
    with.track(holding(mechanism));
    const std::vector<Timing> timings =
        compare({{"without", [&] { without.take(); }}, {"with", [&] { with.take(); }}}, 15, 2e-2);
    std::cout << "| " << name << " | " << timings[1].ratio << " |" << std::endl;
  }
}

void printLengths() {
  std::vector<std::vector<Timing>> byLength;
  std::cout << "| a step of 1 ms over one of rk4 |";
  for (const int links : {5, 20, 50, 200}) {
    std::cout << ' ' << (byLength.empty() ? "n = " : "") << links << " |";
    byLength.push_back(measure(links));
  }
  std::cout << "\n| --- | ---: | ---: | ---: | ---: |\n" << std::fixed << std::setprecision(2);
  for (std::size_t i = 0; i < byLength.front().size(); ++i) {
    std::cout << "| " << byLength.front()[i].name << " |";
    for (const std::vector<Timing>& timings : byLength)
      std::cout << ' ' << timings[i].ratio << " |";
    std::cout << '\n';
  }
}

}  // namespace
}  // namespace linkwork::bench

int main() {
  linkwork::bench::printLengths();
  linkwork::bench::printMotors();
}
