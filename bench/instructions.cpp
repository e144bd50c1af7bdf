// Instructions of single calls, for bench/instructions, which counts those of `measured` under
// callgrind: unlike times they are the same again on the same binary, whatever else runs.
//
//   linkwork_instructions CALL MECHANISM COUNT
//
// MECHANISM is a name of the catalogue, or one of `mechanisms`.

#include <cstdlib>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "linkwork/catalogue.hpp"
#include "linkwork/simulation.hpp"

namespace {

using linkwork::Mechanism;
using linkwork::Simulation;

const std::map<std::string, std::function<Mechanism()>> mechanisms{
    {"chain-20", [] { return linkwork::chain({.links = 20, .length = 0.1}); }},
    {"four-bar", [] { return linkwork::fourBar(); }},
    {"mit-humanoid", [] { return linkwork::mitHumanoid(); }},
    {"tello", [] { return linkwork::telloHumanoid(); }}};

/// By one of the names above, or of the catalogue with its default options.
Mechanism mechanismOf(const std::string& name) {
  const auto own = mechanisms.find(name);
  return own == mechanisms.end() ? linkwork::catalogueMechanism(name) : own->second();
}

std::string lastBody(const Simulation& simulation) {
  return simulation.mechanism().bodies.back().name;
}

/// What `measured` repeats.
std::function<void()> callOf(const std::string& call, Simulation& simulation) {
  if (call == "forward-dynamics") return [&] { simulation.forwardDynamics(); };
  if (call == "forward-dynamics-wrench") {
    simulation.setWrench(lastBody(simulation), std::vector<double>{0.1, 0.2, 0.3, 1, 2, 3});
    return [&] { simulation.forwardDynamics(); };
  }
  if (call == "forward-dynamics-point-force") {
    simulation.applyPointForce(lastBody(simulation), {0.1, 0, 0}, {1, 2, 3});
    return [&] { simulation.forwardDynamics(); };
  }
  if (call == "forward-dynamics-pull") {
    simulation.pull(lastBody(simulation), {0.1, 0, 0}, {1, 1, 1}, 100, 1);
    return [&] { simulation.forwardDynamics(); };
  }
  if (call == "inverse-dynamics")
    return [&, zero = std::vector<double>(simulation.v().size())] {
      simulation.inverseDynamics(zero);
    };
  if (call == "inverse-dynamics-wrench") {
    simulation.setWrench(lastBody(simulation), std::vector<double>{0.1, 0.2, 0.3, 1, 2, 3});
    return [&, zero = std::vector<double>(simulation.v().size())] {
      simulation.inverseDynamics(zero);
    };
  }
  if (call == "inverse-operational-space-inertia")
    return [&, rows = std::make_shared<linkwork::EndEffectorRows>(
                   simulation.endEffectors({{.body = lastBody(simulation)}}))] {
      simulation.inverseOperationalSpaceInertia(*rows);
    };
  const auto slash = call.find('/');  // METHOD/INTEGRATOR: a step
  if (slash == std::string::npos) {
    std::cerr << "no call is named \"" << call << "\"\n";
    std::exit(2);
  }
  simulation.setMethod(call.substr(0, slash));
  simulation.setIntegrator(call.substr(slash + 1));
  return [&] { simulation.step(); };
}

[[gnu::noinline]] void measured(const std::function<void()>& call, int count) {
  for (int i = 0; i < count; ++i) call();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::cerr << "usage: linkwork_instructions CALL MECHANISM COUNT\n";
    return 2;
  }
  Simulation simulation(mechanismOf(argv[2]), {.step = 1e-4});
  const auto call = callOf(argv[1], simulation);
  call();  // what the first one allocates is not counted
  measured(call, std::atoi(argv[3]));
  return 0;
}
