// A mechanism file: it is refused, or all queries of it return.
#include <functional>
#include <string>

#include "laws.hpp"
#include "linkwork/assemble.hpp"
#include "linkwork/integrators/methods.hpp"
#include "linkwork/json.hpp"
#include "linkwork/simulation.hpp"
#include "papers/commands.hpp"
#include "readings.hpp"

namespace linkwork::fuzz {
namespace {

void runCommands(const std::string& text) {
  for (const char* const name : {"info", "kinematics", "energy", "inverse-dynamics", "mass-matrix",
                                 "coriolis-matrix", "forward-dynamics", "check"})
    isAccepted([&] { papers::runCommand(name, text); });
}

void simulate(const Mechanism& mechanism, const SimulationOptions& options) {
  isAccepted([&] {
    Simulation simulation(mechanism, options);
    requireFiniteReadings(simulation);
    for (int i = 0; i < 3; ++i) {
      if (!isAccepted([&] { simulation.step(); })) break;
      requireFiniteReadings(simulation);
    }
    query(simulation);
  });
}

void run(const std::string& text) {
  const Mechanism mechanism = mechanismFromJson(text);
  require(mechanismFromJson(toJson(mechanism)) == mechanism, "what is written is read back");
  runCommands(text);
  isAccepted([&] { assemble(mechanism); });
  // Every method, each with the integrator that the text happens to choose: all would take long.
  const std::size_t hash = std::hash<std::string>()(text);
  for (const SteppingMethod& method : steppingMethods) {
    const auto& integrator = method.integrators[hash % method.integrators.size()];
    simulate(mechanism, {.method = std::string(method.name),
                         .integrator = std::string(integrator.name),
                         .step = 1e-2});
  }
}

}  // namespace
}  // namespace linkwork::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  linkwork::fuzz::runInTime([&] { linkwork::fuzz::run(text); });
  return 0;
}
