#include <algorithm>
#include <cmath>
#include <set>

#include "experiments.hpp"
#include "linkwork/baselines/tree_integrator.hpp"
#include "mechanisms.hpp"

namespace linkwork::bench {

namespace {

using baselines::Evaluation, baselines::Guess, baselines::RootSearch, baselines::TreeIntegrator,
    baselines::TreeIntegratorOptions;

struct Yardstick {
  Motion motion;
  std::shared_ptr<TreeIntegrator> integrator;
};

Yardstick baseline(const Subject& subject, const TreeIntegratorOptions& options) {
  const auto integrator = std::make_shared<TreeIntegrator>(subject.tree, options);
  Motion motion{subject.start,
                [integrator](MotionState& state) { integrator->step(shortStep, state); },
                [integrator] { return integrator->iterations(); }};
  integrator->start(motion.state);
  return {std::move(motion), integrator};
}

struct Way {
  const char* name;
  Evaluation evaluation;
  RootSearch search;
};

const std::vector<Way> ways{
    {"DRNEA, RIQN", Evaluation::recursion, RootSearch::riqn},
    {"DRNEA, exact Newton O(n)", Evaluation::recursion, RootSearch::recursiveNewton},
    {"DRNEA, Newton", Evaluation::recursion, RootSearch::newton},
    {"DRNEA, Broyden", Evaluation::recursion, RootSearch::broyden},
    {"SVI, RIQN", Evaluation::derivatives, RootSearch::riqn},
    {"SVI, exact Newton O(n)", Evaluation::derivatives, RootSearch::recursiveNewton},
    {"SVI, Newton", Evaluation::derivatives, RootSearch::newton},
    {"SVI, Broyden", Evaluation::derivatives, RootSearch::broyden}};

/// Where half a second of free motion leads.
void setInMotion(Subject& subject) {
  Motion motion = variational(subject, Coordinates::minimal, shortStep, tightTolerance);
  for (int i = 0; i < 500; ++i) motion.step(motion.state);
  subject.start = motion.state;
}

/// Mean and standard deviation of the iterations of a run.
Json spread(Motion& motion, long steps) {
  double sum = 0, squares = 0;
  int most = 0;
  for (long i = 0; i < steps; ++i) {
    motion.step(motion.state);
    sum += motion.iterations();
    squares += motion.iterations() * motion.iterations();
    most = std::max(most, motion.iterations());
  }
  const double mean = sum / static_cast<double>(steps);
  return {
      {"mean", mean},
      {"deviation", std::sqrt(std::max(0.0, squares / static_cast<double>(steps) - mean * mean))},
      {"most", most}};
}

}  // namespace

Json chainEnergy(const Effort& effort) {
  const long steps = effort.steps(20000);
  Json series = Json::array();
  Subject subject(serialChain(10));
  const auto add = [&](const char* name, Motion motion) {
    series.push_back(
        {{"name", name}, {"points", energyErrors(subject, motion, shortStep, steps, 400)}});
  };
  add("variational, minimal (RIQN)",
      baseline(subject, {.search = RootSearch::riqn, .tolerance = tightTolerance}).motion);
  add("variational, maximal", variational(subject, Coordinates::maximal, shortStep, 1e-9));
  add("semi-implicit Euler", semiImplicitEuler(subject, shortStep));
  return series;
}

Json costOfRootFinders(const Effort& effort) {
  constexpr double patience = 0.03;   // a way leaves once a step takes longer than this [s]
  constexpr double tolerance = 1e-8;  // what SVI can still reach with 200 links
  Json result = Json::array();
  std::set<std::string> tooSlow;
  for (const int links : {5, 10, 20, 50, 100, 200}) {
    Subject subject(serialChain(links));
    setInMotion(subject);
    Json methods = Json::array();
    const auto add = [&](const char* name, const std::function<Motion()>& make) {
      if (tooSlow.contains(name)) return;
      const StepTiming once = timeSteps(make, 5, 1);
      const double budget = 1e6 * (effort.isQuick ? 0.02 : 0.2);
      const long steps =
          std::clamp(static_cast<long>(budget / std::max(once.microseconds, 1.0)), 10L, 2000L);
      Json timing = timeSteps(make, steps, effort.repeats(3)).json();
      timing["name"] = name;
      if (once.microseconds > 1e6 * patience) tooSlow.insert(name);
      methods.push_back(timing);
    };
    for (const Way& way : ways)
      add(way.name, [&] {
        return baseline(subject, {way.evaluation, way.search, Guess::acceleration, tolerance})
            .motion;
      });
    add("linkwork, minimal",
        [&] { return variational(subject, Coordinates::minimal, shortStep, tolerance); });
    add("linkwork, maximal",
        [&] { return variational(subject, Coordinates::maximal, shortStep, tolerance); });
    result.push_back({{"links", links}, {"methods", methods}});
  }
  return result;
}

Json convergence(const Effort&) {
  // From rest, although the chain is fast by now: far from the root.
  Json series = Json::array();
  Subject subject(serialChain(10));
  setInMotion(subject);
  for (const Way& way : {ways[1], ways[0], ways[3]}) {
    Yardstick on = baseline(subject, {way.evaluation, way.search, Guess::rest, 1e-13});
    on.motion.step(on.motion.state);
    Json points = Json::array();
    double iteration = 1;
    for (const double correction : on.integrator->corrections())
      points.push_back({iteration++, correction});
    series.push_back({{"name", way.name}, {"points", points}});
  }
  return series;
}

Json iterationCounts(const Effort& effort) {
  const Subject subject(serialChain(10));
  Json result = Json::array();
  const long steps = effort.steps(10000);
  for (const auto& [name, search] :
       {std::pair{"Newton", RootSearch::recursiveNewton}, {"RIQN", RootSearch::riqn}})
    for (const auto& [from, guess] : {std::pair{"IG1: at rest", Guess::rest},
                                      {"IG2: last velocity", Guess::velocity},
                                      {"IG3: semi-implicit Euler", Guess::acceleration}}) {
      Yardstick on = baseline(subject, {Evaluation::recursion, search, guess, tightTolerance});
      Json counts = spread(on.motion, steps);
      counts["method"] = name;
      counts["guess"] = from;
      result.push_back(counts);
    }
  Motion motion = variational(subject, Coordinates::minimal, shortStep, tightTolerance);
  Json counts = spread(motion, steps);
  counts["method"] = "linkwork, minimal";
  counts["guess"] = "linear predictor";
  result.push_back(counts);
  return result;
}

}  // namespace linkwork::bench
