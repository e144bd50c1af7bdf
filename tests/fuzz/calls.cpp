// {"mechanism": NAME, "options": {…}, "method": …, "integrator": …, "step": h, "calls": [[NAME,
// ARGUMENT…], …]}: a program of calls of one simulation. ["open", {…}] begins another, to which the
// snapshots taken so far can be handed too.
#include <array>
#include <cmath>
#include <optional>
#include <string>

#include "input.hpp"
#include "laws.hpp"
#include "linkwork/assemble.hpp"
#include "linkwork/program.hpp"
#include "linkwork/simulation.hpp"
#include "readings.hpp"

namespace linkwork::fuzz {
namespace {

using detail::JsonValue;

struct Session {
  std::optional<Simulation> simulation;
  std::vector<std::vector<double>> snapshots;
};

struct Arguments {
  const JsonValue& call;

  const JsonValue& at(std::size_t index) const { return item(call, index + 1); }
  const std::string& text(std::size_t index) const { return at(index).string; }
  double number(std::size_t index) const { return at(index).number; }
  std::vector<double> numbers(std::size_t index) const { return numbersOf(at(index)); }
  Eigen::Vector3d vector(std::size_t index) const {
    std::vector<double> numbers = numbersOf(at(index));
    numbers.resize(3);
    return {numbers[0], numbers[1], numbers[2]};
  }
};

void open(Session& session, const JsonValue& input) {
  const JsonValue& step = member(input, "step");
  Simulation opened(namedMechanism(input), {.method = member(input, "method").string,
                                            .integrator = member(input, "integrator").string,
                                            .step = step.number});
  session.simulation = std::move(opened);  // where that succeeded
}

/// Few steps: it is the order of calls that matters here.
void advance(Simulation& simulation, double seconds) {
  if (seconds < 20 * simulation.stepSize() || !std::isfinite(seconds)) simulation.advance(seconds);
}

void restore(Session& session, const Arguments& given) {
  const auto index = static_cast<std::size_t>(std::abs(std::fmod(given.number(0), 64)));
  const bool isNumbers = !given.at(0).items.empty();
  if (!isNumbers && index >= session.snapshots.size()) return;
  session.simulation->restore(isNumbers ? given.numbers(0) : session.snapshots[index]);
}

void collide(Simulation& simulation, const Arguments& given) {
  EndEffectorRows rows = simulation.endEffectors({{.body = given.text(0)}});
  const Eigen::MatrixXd& inertia = simulation.inverseOperationalSpaceInertia(rows);
  requireFinite({inertia.data(), static_cast<std::size_t>(inertia.size())}, "Λ⁻¹ is finite");
  simulation.collide(rows, given.number(1));
}

struct Call {
  std::string_view name;
  void (*make)(Session&, Simulation&, const Arguments&);
};

using S = Session;
using Given = const Arguments&;

const std::array calls{
    Call{"open", [](S& session, Simulation&, Given given) { open(session, given.at(0)); }},
    Call{"step", [](S&, Simulation& on, Given) { on.step(); }},
    Call{"advance", [](S&, Simulation& on, Given given) { advance(on, given.number(0)); }},
    Call{"setStepSize", [](S&, Simulation& on, Given given) { on.setStepSize(given.number(0)); }},
    Call{"setMethod", [](S&, Simulation& on, Given given) { on.setMethod(given.text(0)); }},
    Call{"setIntegrator", [](S&, Simulation& on, Given given) { on.setIntegrator(given.text(0)); }},
    Call{"setTorque",
         [](S&, Simulation& on, Given given) { on.setTorque(given.text(0), given.numbers(1)); }},
    Call{"setWrench",
         [](S&, Simulation& on, Given given) { on.setWrench(given.text(0), given.numbers(1)); }},
    Call{"applyPointForce",
         [](S&, Simulation& on, Given given) {
           on.applyPointForce(given.text(0), given.vector(1), given.vector(2));
         }},
    Call{"clearForces", [](S&, Simulation& on, Given) { on.clearForces(); }},
    Call{"pull",
         [](S&, Simulation& on, Given given) {
           on.pull(given.text(0), given.vector(1), given.vector(2), given.number(3),
                   given.number(4));
         }},
    Call{"release", [](S&, Simulation& on, Given) { on.release(); }},
    Call{"track",
         [](S&, Simulation& on, Given given) { on.track(trackingFromJson(textOf(given.at(0)))); }},
    Call{"stopTracking", [](S&, Simulation& on, Given) { on.stopTracking(); }},
    Call{"trackingTorque",
         [](S&, Simulation& on, Given) {
           requireFinite(on.trackingTorque(), "forces of motors are finite");
         }},
    Call{"setState",
         [](S&, Simulation& on, Given given) { on.setState(given.numbers(0), given.numbers(1)); }},
    Call{"reset", [](S&, Simulation& on, Given) { on.reset(); }},
    Call{"snapshot",
         [](S& session, Simulation& on, Given) { session.snapshots.push_back(on.snapshot()); }},
    Call{"restore", [](S& session, Simulation&, Given given) { restore(session, given); }},
    Call{"inverseDynamics",
         [](S&, Simulation& on, Given given) {
           requireFinite(on.inverseDynamics(given.numbers(0)), "torques are finite");
         }},
    Call{"query", [](S&, Simulation& on, Given) { query(on); }},
    Call{"testForce",
         [](S&, Simulation& on, Given given) {
           requireFinite(
               on.applyTestForce(given.text(0), given.vector(1), given.vector(2)).acceleration,
               "responses are finite");
         }},
    Call{"collide", [](S&, Simulation& on, Given given) { collide(on, given); }},
    Call{"assemble", [](S&, Simulation& on, Given) { assemble(on.mechanism()); }},
    Call{"compile",
         [](S&, Simulation& on, Given) {
           symbolic::emitWasm(forwardDynamicsProgram(on.tree()));
           symbolic::emitCpp(inverseDynamicsProgram(on.tree()));
         }},
};

/// Time, work and state, and how it goes on. Of what integrators remember a step that fails may
/// leave anything.
struct Moment {
  explicit Moment(const Simulation& simulation, bool withMemory)
      : numbers(simulation.snapshot()),
        step(simulation.stepSize()),
        method(simulation.method()),
        integrator(simulation.integrator()) {
    if (!withMemory) numbers.resize(2 + simulation.q().size() + simulation.v().size());
  }
  bool operator==(const Moment&) const = default;

  std::vector<double> numbers;
  double step;
  std::string method, integrator;
};

void make(Session& session, const JsonValue& call) {
  const std::string& name = item(call, 0).string;
  for (const Call& each : calls) {
    if (each.name != name) continue;
    const bool isStep = name == "step";
    const Moment before(*session.simulation, !isStep);
    const bool isDone =
        isAccepted([&] { each.make(session, *session.simulation, Arguments{call}); });
    require(isDone || name == "advance" || Moment(*session.simulation, !isStep) == before,
            "what is refused changes nothing: " + name);
    requireFiniteReadings(*session.simulation);
  }
}

void run(const JsonValue& input) {
  Session session;
  open(session, input);
  const std::vector<JsonValue>& program = member(input, "calls").items;
  for (std::size_t i = 0; i < std::min<std::size_t>(60, program.size()); ++i)
    make(session, program[i]);
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
