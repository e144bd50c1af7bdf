#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "experiments.hpp"
#include "mechanisms.hpp"
#include "papers/variational/tree_integrator.hpp"
#include "statistics.hpp"

namespace linkwork::bench {

namespace {

using papers::Discretisation, papers::Evaluation, papers::Guess, papers::Measure,
    papers::RootSearch, papers::TreeIntegrator, papers::TreeIntegratorOptions;

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
  Discretisation discretisation = Discretisation::displacements;

  TreeIntegratorOptions options(Guess guess, double tolerance) const {
    return {.evaluation = evaluation,
            .search = search,
            .guess = guess,
            .tolerance = tolerance,
            .discretisation = discretisation};
  }
};

/// Residuals by recursion and by derivatives of the same discrete Lagrangian, ours, and of the
/// midpoint's, which the scalable variational integrator has.
const std::vector<Way> ways{
    {"DRNEA, RIQN", Evaluation::recursion, RootSearch::riqn},
    {"DRNEA, exact Newton O(n)", Evaluation::recursion, RootSearch::recursiveNewton},
    {"DRNEA, Newton", Evaluation::recursion, RootSearch::newton},
    {"DRNEA, Broyden", Evaluation::recursion, RootSearch::broyden},
    {"SVI, RIQN", Evaluation::derivatives, RootSearch::riqn},
    {"SVI, exact Newton O(n)", Evaluation::derivatives, RootSearch::recursiveNewton},
    {"SVI, Newton", Evaluation::derivatives, RootSearch::newton},
    {"SVI, Broyden", Evaluation::derivatives, RootSearch::broyden},
    {"midpoint SVI, RIQN", Evaluation::derivatives, RootSearch::riqn, Discretisation::midpoint},
    {"midpoint SVI, Newton", Evaluation::derivatives, RootSearch::newton, Discretisation::midpoint},
    {"midpoint SVI, Broyden", Evaluation::derivatives, RootSearch::broyden,
     Discretisation::midpoint},
    {"midpoint O(n), RIQN", Evaluation::recursion, RootSearch::riqn, Discretisation::midpoint}};

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
  constexpr double tolerance = 1e-8;                    // what SVI can still reach with 200 links
  const double patience = effort.isQuick ? 0.02 : 0.2;  // for one run [s]
  Json result = Json::array();
  for (const int links : {5, 10, 20, 50, 100, 200}) {
    Subject subject(serialChain(links));
    setInMotion(subject);
    std::vector<Contestant> contestants;
    const auto add = [&](const char* name, const std::function<Motion()>& make) {
      contestants.push_back({name, make, affordableSteps(make, 2000, patience)});
    };
    for (const Way& way : ways)
      add(way.name, [&subject, &way] {
        return baseline(subject, way.options(Guess::acceleration, tolerance)).motion;
      });
    for (const Side& side : sides)
      add(side.coordinates == Coordinates::minimal ? "linkwork, minimal" : "linkwork, maximal",
          [&subject, coordinates = side.coordinates] {
            return variational(subject, coordinates, shortStep, tolerance);
          });
    result.push_back({{"links", links}, {"methods", timeInTurn(contestants, effort.repeats(5))}});
  }
  return result;
}

namespace {

/// A state of joints between −π/2 and π/2 [rad, rad/s].
MotionState randomState(const Subject& subject, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> within(-0.5 * std::numbers::pi, 0.5 * std::numbers::pi);
  MotionState state = subject.start;
  for (double& angle : state.q) angle = within(random);
  for (double& speed : state.v) speed = within(random);
  return state;
}

/// One row of several: the medians of those that were completed, and how many were not.
Json summary(const std::vector<Json>& timings) {
  Values microseconds, iterations;
  for (const Json& timing : timings) {
    if (timing.contains("failure")) continue;
    microseconds.push_back(timing["microseconds"]);
    iterations.push_back(timing["iterations"]);
  }
  return {{"name", timings.front()["name"]},
          {"microseconds", median(microseconds)},
          {"iterations", median(iterations)},
          {"failed", timings.size() - microseconds.size()}};
}

}  // namespace

Json authorsConditions(const Effort& effort) {
  const std::vector<Way> compared{
      {"DRNEA, RIQN", Evaluation::recursion, RootSearch::riqn},
      {"DRNEA, exact Newton O(n)", Evaluation::recursion, RootSearch::recursiveNewton},
      {"DRNEA, Newton", Evaluation::recursion, RootSearch::newton},
      {"midpoint SVI, RIQN", Evaluation::derivatives, RootSearch::riqn, Discretisation::midpoint},
      {"midpoint SVI, Newton", Evaluation::derivatives, RootSearch::newton,
       Discretisation::midpoint}};
  constexpr unsigned starts = 9;
  Json result = Json::array();
  for (const int links : {5, 10, 20, 50, 100}) {
    Subject subject(boxChain(links));
    std::vector<std::vector<Json>> timings(compared.size());
    for (unsigned seed = 1; seed <= starts; ++seed) {
      subject.start = randomState(subject, seed);
      std::vector<Contestant> contestants;
      for (const Way& way : compared) {
        TreeIntegratorOptions options = way.options(Guess::acceleration, 1e-9 * links);
        options.measure = Measure::residual;
        contestants.push_back({way.name,
                               [&subject, options] { return baseline(subject, options).motion; },
                               effort.steps(1000)});
      }
      const Json round = timeInTurn(contestants, 1);
      for (std::size_t i = 0; i < compared.size(); ++i) timings[i].push_back(round[i]);
    }
    Json methods = Json::array();
    for (const std::vector<Json>& rows : timings) methods.push_back(summary(rows));
    result.push_back({{"links", links}, {"starts", starts}, {"methods", methods}});
  }
  return result;
}

Json convergence(const Effort&) {
  // From rest, although the chain is fast by now: far from the root.
  Json series = Json::array();
  Subject subject(serialChain(10));
  setInMotion(subject);
  for (const Way& way : {ways[1], ways[0], ways[3]}) {
    Yardstick on = baseline(subject, way.options(Guess::rest, 1e-13));
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
