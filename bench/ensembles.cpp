// The cost of a SIMD-batched copy's step, over that of a simulation: a table for bench/ensembles.
//
//   linkwork_ensembles

#include <algorithm>
#include <chrono>
#include <iomanip>
#include <iostream>
#include <memory>
#include <numeric>

#include "linkwork/catalogue.hpp"
#include "linkwork/ensemble.hpp"
#include "linkwork/ensemble/lane_runner.hpp"
#include "linkwork/ensemble/lane_steps.hpp"
#include "linkwork/ensemble/lane_widths.hpp"
#include "linkwork/integrators/minimal_variational_integrator.hpp"
#include "linkwork/linalg/index.hpp"
#include "linkwork/simulation/arguments.hpp"
#include "timing.hpp"

namespace linkwork::bench {
namespace {

struct Subject {
  std::string_view title, name, options;
};

constexpr std::array subjects{
    Subject{"chain x y z, 20", "chain",
            R"({"links": 20, "axes": [[1, 0, 0], [0, 1, 0], [0, 0, 1]]})"},
    Subject{"geared chain, 12", "gearedChain", R"({"links": 12})"},
    Subject{"belt chain, 12", "beltChain", R"({"links": 12})"},
    Subject{"Mini Cheetah", "miniCheetah", ""},
    Subject{"MIT Humanoid", "mitHumanoid", ""},
    Subject{"Tello Humanoid", "telloHumanoid", ""},
    Subject{"four-bar", "fourBar", ""},
    Subject{"geared leg", "gearedLeg", ""}};

constexpr int copies = 64, steps = 50, rounds = 15;

/// Without contact, so robots fall: dynamics alone.
Mechanism mechanismOf(const Subject& subject) {
  Mechanism mechanism = catalogueMechanism(subject.name, subject.options);
  mechanism.contact = {};
  for (Joint& joint : mechanism.joints) {
    joint.limits.reset();
    joint.friction = 0;
  }
  return mechanism;
}

SimulationOptions optionsOf(std::string_view integrator) {
  return {.method = integrator == "second-order" ? "variational" : "articulated-body",
          .integrator = std::string(integrator),
          .step = 1e-5};
}

double clockSeconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Seconds on the clock that an ensemble takes with so many threads, at best of some runs.
double clockOf(const Mechanism& mechanism, std::string_view integrator, int threads) {
  Ensemble ensemble(
      mechanism, {.count = 16 * copies, .simulation = optionsOf(integrator), .threads = threads});
  ensemble.step(steps);
  double best = HUGE_VAL;
  for (int round = 0; round < rounds; ++round) {
    const double start = clockSeconds();
    ensemble.step(steps);
    best = std::min(best, clockSeconds() - start);
  }
  return best;
}

/// Copies of where a simulation is.
CopyArrays alike(const Simulation& single, int count) {
  CopyArrays rows;
  for (int copy = 0; copy < count; ++copy) {
    rows.q.insert(rows.q.end(), single.q().begin(), single.q().end());
    rows.v.insert(rows.v.end(), single.v().begin(), single.v().end());
  }
  const auto size = static_cast<std::size_t>(count);
  rows.torque.resize(rows.v.size());
  rows.work.resize(size);
  rows.steps.resize(size);
  rows.isStopped.resize(size);
  rows.positions = single.q().size();
  rows.velocities = single.v().size();
  if (single.integrator() == "semi-implicit-euler") {
    rows.remembered = 1;  // the length of the last step
    rows.memory.resize(size);
  } else if (single.method() == "variational") {
    MinimalVariationalIntegrator discrete(single.tree());
    discrete.start({detail::asVector(single.q()), detail::asVector(single.v())});
    rows.remembered = discrete.memorySize();
    rows.memory.resize(size * rows.remembered);
    for (int copy = 0; copy < count; ++copy) discrete.remember(rows.memoryOf(copy));
  }
  return rows;
}

void print(const Subject& subject, std::string_view integrator) {
  const Mechanism mechanism = mechanismOf(subject);
  Simulation single(mechanism, optionsOf(integrator));
  std::vector<Candidate> candidates{{"", [&] { single.step(steps); }}};
  // By number of lanes; the arrays of an ensemble, whose copies all start alike.
  std::vector<std::unique_ptr<LaneRunner>> runners;
  std::vector<CopyArrays> arrays;
  const bool hasLanes = Ensemble(mechanism, {.simulation = optionsOf(integrator)}).width() > 1;
  std::array<int, floatLaneWidth> pack;
  std::iota(pack.begin(), pack.end(), 0);
  const SingleStep never = [](int, MotionState&) { return false; };
  const SimulationOptions how = optionsOf(integrator);
  for (int width = 2; hasLanes && width <= laneWidth(); width *= 2)
    runners.push_back(makeLaneRunner(single.tree(), how, width));
  const Ensemble floats(mechanism, {.simulation = how, .precision = Precision::floats});
  if (floats.precision() == Precision::floats)
    runners.push_back(makeFloatLaneRunner(single.tree(), how));
  for (const auto& runner : runners) arrays.push_back(alike(single, runner->width()));
  for (std::size_t i = 0; i < runners.size(); ++i)
    candidates.push_back({"", [&, i] {
                            const auto width = static_cast<std::size_t>(runners[i]->width());
                            runners[i]->run(std::span(pack).first(width), nullptr, 1e-5,
                                            {.hold = steps}, arrays[i], never);
                          }});
  const std::vector<Timing> timings = compare(candidates, rounds, 0.02);
  std::cout << "| " << subject.title << ", " << integrator << " | " << std::fixed
            << std::setprecision(2) << timings[0].microseconds / steps << " |";
  for (const int width : {2, 4, 8, floatLaneWidth}) {
    const auto found = std::find_if(runners.begin(), runners.end(), [width](const auto& runner) {
      return runner->width() == width;
    });
    if (found == runners.end())
      std::cout << " – |";
    else
      std::cout << ' ' << width / timings[at(found - runners.begin() + 1)].ratio << " |";
  }
  std::cout << ' ' << clockOf(mechanism, integrator, 1) / clockOf(mechanism, integrator, 2) << " |"
            << std::endl;
}

}  // namespace
}  // namespace linkwork::bench

int main() {
  using namespace linkwork::bench;
  std::cout << "| a step of one alone [µs], copies over it | alone | 2 lanes | 4 lanes | 8 lanes | "
               "16 floats "
               "| two threads |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: |\n";
  for (const auto& subject : subjects)
    for (const char* integrator : {"rk4", "semi-implicit-euler", "second-order"})
      print(subject, integrator);
}
