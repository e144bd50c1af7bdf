// {"mechanism": NAME, "options": {…}, "state": {…}, "q": […], "v": […], "snapshot": […]}: a state
// by name, one as flat numbers and a snapshot of a mechanism of the catalogue. In the flat ones
// null is NaN, true is infinity.
#include <string>

#include "input.hpp"
#include "laws.hpp"
#include "linkwork/json.hpp"
#include "linkwork/simulation.hpp"
#include "papers/commands.hpp"
#include "readings.hpp"

namespace linkwork::fuzz {
namespace {

using detail::JsonValue;

/// A refused state changes nothing; from an accepted one, simulation continues.
template <typename Act>
void change(Simulation& simulation, Act&& act) {
  const std::vector<double> before = simulation.snapshot();
  if (!isAccepted(act)) require(simulation.snapshot() == before, "what is refused changes nothing");
  requireFiniteReadings(simulation);
  if (isAccepted([&] { simulation.step(); })) requireFiniteReadings(simulation);
}

void run(const JsonValue& input) {
  const Mechanism mechanism = namedMechanism(input);
  const std::string state = textOf(member(input, "state"));
  isAccepted([&] {
    const NamedState named = stateFromJson(state, mechanism);
    require(stateFromJson(toJson(named), mechanism) == named, "what is written is read back");
    const std::string text = toJson(mechanism);
    for (const char* const name :
         {"kinematics", "energy", "inverse-dynamics", "mass-matrix", "coriolis-matrix", "check"})
      isAccepted([&] { papers::runCommand(name, text, state); });
    Simulation simulation(mechanism, {}, named);
    requireFiniteReadings(simulation);
    query(simulation);
  });
  Simulation simulation(mechanism);
  const std::vector<double> q = numbersOf(member(input, "q")), v = numbersOf(member(input, "v")),
                            snapshot = numbersOf(member(input, "snapshot"));
  change(simulation, [&] { simulation.setState(q, v); });
  change(simulation, [&] { simulation.restore(snapshot); });
}

}  // namespace
}  // namespace linkwork::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace linkwork;
  fuzz::runInTime([&] {
    fuzz::run(detail::parseJson({reinterpret_cast<const char*>(data), size}));
  });
  return 0;
}
