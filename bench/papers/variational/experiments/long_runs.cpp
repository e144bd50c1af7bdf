#include <algorithm>
#include <cmath>

#include "experiments.hpp"
#include "linkwork/catalogue.hpp"
#include "mechanisms.hpp"

namespace linkwork::bench {

Json gapsOfLongRuns(const Effort& effort) {
  Json result = Json::array();
  const auto add = [&](const char* kind, const Mechanism& mechanism, long full) {
    Subject subject(mechanism);
    for (const Side& side : sides) {
      Json row{{"mechanism", kind}, {"name", side.name}};
      double largest = 0, gap = 0;
      long done = 0;
      const double before = subject.energy(subject.start);
      try {
        Motion motion = variational(subject, side.coordinates, shortStep, tightTolerance);
        for (const long steps = effort.steps(full); done < steps; ++done) {
          motion.step(motion.state);
          if (done % 10 != 0) continue;
          gap = std::max(gap, subject.gap(motion.state));
          largest = std::max(largest, std::abs(subject.energy(motion.state) - before));
        }
      } catch (const std::exception& error) {
        row["failure"] = error.what();
      }
      row["steps"] = done;
      row["gap"] = gap;
      row["energyError"] = largest;
      result.push_back(row);
    }
  };
  add("four-bar", fourBar(), 1000000);
  add("chain of 3 four-bars", fourBarChain({.units = 3}), 300000);
  add("rhombus", rhombusChain(1), 300000);
  add("Minitaur, hanging", hangingMinitaur(), 50000);
  return result;
}

namespace {

/// Long chains whose every joint turns from the start: how many steps are made, and in how many
/// iterations.
Json roughRuns(const Effort& effort) {
  Json result = Json::array();
  for (const int links : {100, 200, 500})
    for (const Side& side : sides) {
      Subject subject(serialChain(links));
      for (Eigen::Index i = 0; i < subject.start.v.size(); ++i)
        subject.start.v[i] = std::sin(1.7 * static_cast<double>(i));
      const double tolerance = side.coordinates == Coordinates::minimal ? 1e-12 : 1e-9;
      Json run{{"name", side.name}, {"links", links}};
      long done = 0, iterations = 0;
      int most = 0;
      try {
        Motion motion = variational(subject, side.coordinates, shortStep, tolerance);
        for (; done < effort.steps(5000); ++done) {
          motion.step(motion.state);
          iterations += motion.iterations();
          most = std::max(most, motion.iterations());
        }
      } catch (const SimulationError& error) {
        run["failure"] = error.what();
      }
      run["steps"] = done;
      run["most"] = most;
      run["iterations"] = static_cast<double>(iterations) / static_cast<double>(std::max(1L, done));
      result.push_back(run);
    }
  return result;
}

}  // namespace

Json growthOfProduction(const Effort& effort) {
  Json result = Json::array();
  for (const int links : {10, 20, 50, 100, 200, 350, 500}) {
    const Subject subject(serialChain(links));
    const long steps = effort.steps(std::max(1000L, 40000L / links));
    const Json methods = timeInTurn(
        {{"minimal", [&] { return variational(subject, Coordinates::minimal, shortStep, 1e-12); },
          steps},
         {"minimal, RIQN", [&] { return variationalByImpulses(subject, shortStep, 1e-12); }, steps},
         {"maximal", [&] { return variational(subject, Coordinates::maximal, shortStep, 1e-9); },
          steps}},
        effort.repeats(5));
    result.push_back({{"links", links}, {"steps", steps}, {"methods", methods}});
  }
  return {{"timings", result}, {"rough", roughRuns(effort)}};
}

}  // namespace linkwork::bench
