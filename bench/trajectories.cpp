// Hashes of motions, for bench/trajectories, which compares those of this compiler with those of
// WebAssembly (tests/determinism/trajectories.mjs has the same hash).
//
//   linkwork_trajectories COUNT... < lines of "MECHANISM METHOD INTEGRATOR"

#include <cstdint>
#include <cstring>
#include <iomanip>
#include <iostream>
#include <span>
#include <string>
#include <vector>

#include "linkwork/catalogue.hpp"
#include "linkwork/errors.hpp"
#include "linkwork/simulation.hpp"

namespace {

using linkwork::Simulation;

/// FNV-1a of 64 bits over the bytes of time, positions and velocities.
std::uint64_t hashOf(const Simulation& simulation) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  const auto add = [&](std::span<const double> numbers) {
    for (const std::byte byte : std::as_bytes(numbers))
      hash = (hash ^ std::to_integer<std::uint64_t>(byte)) * 0x100000001b3u;
  };
  const double time = simulation.time();
  add({&time, 1});
  add(simulation.q());
  add(simulation.v());
  return hash;
}

/// Takes a step unless one has failed.
bool moves(Simulation& simulation) {
  try {
    simulation.step();
    return true;
  } catch (const linkwork::SimulationError&) {
    return false;
  }
}

}  // namespace

int main(int argumentCount, char** arguments) {
  std::vector<int> counts;
  for (int i = 1; i < argumentCount; ++i) counts.push_back(std::stoi(arguments[i]));
  std::string mechanism, method, integrator;
  while (std::cin >> mechanism >> method >> integrator) {
    linkwork::SimulationOptions options;
    options.method = method;
    options.integrator = integrator;
    options.step = 1.0 / 1024;
    Simulation simulation(linkwork::catalogueMechanism(mechanism), options);
    std::cout << mechanism << ' ' << method << ' ' << integrator;
    int taken = 0;
    bool isMoving = true;
    for (const int count : counts) {
      for (; isMoving && taken < count; ++taken) isMoving = moves(simulation);
      std::cout << ' ' << std::hex << std::setfill('0') << std::setw(16) << hashOf(simulation)
                << std::dec;
    }
    std::cout << std::endl;
  }
}
