#include "motion.hpp"

#include <algorithm>
#include <cmath>

#include "linkwork/simulation.hpp"

namespace linkwork::bench {
namespace {

nlohmann::json positionOf(Simulation& simulation, const Mechanism& mechanism,
                          const std::string& name) {
  const auto body = std::find_if(mechanism.bodies.begin(), mechanism.bodies.end(),
                                 [&](const Body& any) { return any.name == name; });
  const double* place = simulation.poses().data() + 7 * (body - mechanism.bodies.begin());
  return {place[0], place[1], place[2]};
}

}  // namespace

nlohmann::json picture(const Motion& motion) {
  Simulation simulation(motion.mechanism, {.integrator = "rk4", .step = 1e-3});
  const auto energy = [&] { return simulation.kineticEnergy() + simulation.potentialEnergy(); };
  const auto place = [&](const std::string& name) {
    return positionOf(simulation, motion.mechanism, name);
  };
  const double start = energy();
  double error = 0, largest = 0;
  nlohmann::json path = nlohmann::json::array(), stills = nlohmann::json::array();
  const int count = static_cast<int>(std::lround(motion.seconds / 0.02));
  for (int i = 0; i <= count; ++i) {
    if (i > 0) simulation.step(20);
    error = std::max(error, std::abs(energy() - start));
    largest = std::max(largest, simulation.kineticEnergy());
    path.push_back(place(motion.slider));
    if (i * (motion.stillCount - 1) < static_cast<int>(stills.size()) * count) continue;
    nlohmann::json still{{"time", 0.02 * i}, {"points", nlohmann::json::array()}};
    for (const std::string& body : motion.bodies) still["points"].push_back(place(body));
    stills.push_back(std::move(still));
  }
  return {{"mechanism", motion.mechanism.name},
          {"seconds", motion.seconds},
          {"slider", motion.slider},
          {"energyError", error / largest},
          {"path", path},
          {"stills", stills}};
}

}  // namespace linkwork::bench
