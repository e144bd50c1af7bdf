#include <algorithm>
#include <cmath>

#include "experiments.hpp"
#include "mechanisms.hpp"
#include "statistics.hpp"

namespace linkwork::bench {

namespace {

struct Record {
  Values errors;   ///< E − E₀ [J]
  Values turning;  ///< Σ v² of the joints [rad²/s²]
};

/// A run, every so many steps.
Record record(Subject& subject, Motion& motion, long steps, long every) {
  Record result;
  const double before = subject.energy(motion.state);
  for (long i = 1; i <= steps; ++i) {
    motion.step(motion.state);
    if (i % every != 0) continue;
    result.errors.push_back(subject.energy(motion.state) - before);
    result.turning.push_back(motion.state.v.squaredNorm());
  }
  return result;
}

Json pointsOf(const Values& errors, double interval) {
  Json points = Json::array();
  for (std::size_t i = 0; i < errors.size(); i += std::max<std::size_t>(1, errors.size() / 500))
    points.push_back({static_cast<double>(i) * interval, errors[i]});
  return points;
}

constexpr double duration = 1000;  ///< of a long run [s]: 10⁶ steps of 1 ms
constexpr double sampling = 0.02;  ///< from one value of its energy to the next [s]

/// The energy of a run of `duration` from the subject's start.
Json longRun(Subject& subject, const Side& side, double step, const Effort& effort) {
  const long steps = effort.steps(std::lround(duration / step));
  Motion motion = variational(subject, side.coordinates, step, tightTolerance);
  const Record run = record(subject, motion, steps, std::lround(sampling / step));
  const Line line = fit(run.errors, sampling);
  const Values last(run.errors.begin() + std::ssize(run.errors) / 2, run.errors.end());
  const Line later = fit(last, sampling),
             withTurning = fitWithRegressor(run.errors, run.turning, sampling);
  return {{"name", side.name},
          {"step", step},
          {"steps", steps},
          {"slope", line.slope},
          {"slopeError", line.error},
          {"laterSlope", later.slope},
          {"laterSlopeError", later.error},
          {"laterMean", meanOf(last)},
          {"remainingSlope", withTurning.slope},
          {"remainingSlopeError", withTurning.error},
          {"deviation", deviation(run.errors)},
          {"withTurning", correlation(run.errors, run.turning)},
          {"points", pointsOf(run.errors, sampling)}};
}

/// The chain's start for runs whose energy is spread already: ten minutes after every joint turns.
MotionState mixedState(const Effort& effort) {
  Subject subject(serialChain(10));
  for (Eigen::Index i = 0; i < subject.start.v.size(); ++i)
    subject.start.v[i] = 2 * std::sin(1.7 * static_cast<double>(i));
  Motion mixing = variational(subject, Coordinates::minimal, 2 * shortStep, 1e-8);
  for (long i = 0; i < effort.steps(300000); ++i) mixing.step(mixing.state);
  return mixing.state;
}

}  // namespace

Json energySlope(const Effort& effort) {
  Subject resting(serialChain(10)), mixed(serialChain(10));
  mixed.start = mixedState(effort);
  Json runs = Json::array(), swings = Json::array();
  for (const Side& side : sides)
    for (const double step : {shortStep, shortStep / 2})
      for (const auto& [from, subject] : {std::pair{"rest", &resting}, {"mixed", &mixed}}) {
        Json run = longRun(*subject, side, step, effort);
        run["from"] = from;
        runs.push_back(run);
      }
  // Seconds, for which motions from rest are equal for all steps.
  for (const Side& side : sides)
    for (const double step : {2.5e-4, 5e-4, 1e-3, 2e-3}) {
      Motion motion = variational(resting, side.coordinates, step, tightTolerance);
      const long count = effort.steps(std::lround(20 / step));
      swings.push_back({{"name", side.name},
                        {"step", step},
                        {"deviation", deviation(record(resting, motion, count, 1).errors)}});
    }
  return {{"runs", runs}, {"swings", swings}};
}

}  // namespace linkwork::bench
