#include <algorithm>
#include <cmath>

#include "experiments.hpp"
#include "linkwork/catalogue.hpp"
#include "mechanisms.hpp"

namespace linkwork::bench {

namespace {

struct Line {
  double slope, error;  ///< error: one standard deviation of the slope
};

/// A straight line through values at 0, 1, 2, … by least squares. Neighbouring values of an
/// oscillation are not independent: the fit is one of means over long blocks, which are.
Line fit(const std::vector<double>& values) {
  constexpr std::size_t blocks = 20;
  const std::size_t length = values.size() / blocks;
  std::vector<double> means(blocks, 0.0);
  for (std::size_t b = 0; b < blocks; ++b)
    for (std::size_t i = 0; i < length; ++i)
      means[b] += values[b * length + i] / static_cast<double>(length);
  double meanX = 0, meanY = 0, xx = 0, xy = 0, rest = 0;
  for (std::size_t b = 0; b < blocks; ++b) {
    meanX += static_cast<double>(b) / blocks;
    meanY += means[b] / blocks;
  }
  for (std::size_t b = 0; b < blocks; ++b) {
    const double x = static_cast<double>(b) - meanX;
    xx += x * x;
    xy += x * (means[b] - meanY);
  }
  const double slope = xy / xx;
  for (std::size_t b = 0; b < blocks; ++b) {
    const double left = means[b] - meanY - slope * (static_cast<double>(b) - meanX);
    rest += left * left;
  }
  const double unit = static_cast<double>(length);
  return {slope / unit, std::sqrt(rest / (blocks - 2) / xx) / unit};
}

double deviation(const std::vector<double>& values) {
  double mean = 0, squares = 0;
  for (const double value : values) mean += value / static_cast<double>(values.size());
  for (const double value : values) squares += (value - mean) * (value - mean);
  return std::sqrt(squares / static_cast<double>(values.size()));
}

/// Energy errors of a run, `every` steps one.
std::vector<double> errorsOf(Subject& subject, Motion& motion, long steps, long every) {
  std::vector<double> errors;
  const double before = subject.energy(motion.state);
  for (long i = 1; i <= steps; ++i) {
    motion.step(motion.state);
    if (i % every == 0) errors.push_back(subject.energy(motion.state) - before);
  }
  return errors;
}

}  // namespace

Json energySlope(const Effort& effort) {
  Subject subject(serialChain(10));
  // From rest the chain swings in a plane for minutes, then in space, and takes minutes more until
  // its energy is spread over all its links; the error E − E₀, of order h², grows with that. What
  // is to be seen is whether it grows without such a reason: the runs begin after ten minutes.
  for (Eigen::Index i = 0; i < subject.start.v.size(); ++i)
    subject.start.v[i] = 2 * std::sin(1.7 * static_cast<double>(i));
  Motion mixing = variational(subject, Coordinates::minimal, 2 * shortStep, 1e-8);
  for (long i = 0; i < effort.steps(300000); ++i) mixing.step(mixing.state);
  subject.start = mixing.state;
  Json runs = Json::array(), swings = Json::array();
  for (const Side& side : sides) {
    const long steps = effort.steps(1000000);
    Motion motion = variational(subject, side.coordinates, shortStep, tightTolerance);
    constexpr long every = 20;
    const std::vector<double> errors = errorsOf(subject, motion, steps, every);
    const Line line = fit(errors);
    Json points = Json::array();
    for (std::size_t i = 0; i < errors.size(); i += std::max<std::size_t>(1, errors.size() / 500))
      points.push_back({static_cast<double>(i) * every * shortStep, errors[i]});
    runs.push_back({{"name", side.name},
                    {"steps", steps},
                    {"slope", line.slope / (every * shortStep)},
                    {"slopeError", line.error / (every * shortStep)},
                    {"deviation", deviation(errors)},
                    {"points", points}});
    // The same time in steps of other lengths, from rest, where motions stay alike.
    Subject resting(serialChain(10));
    for (const double step : {2.5e-4, 5e-4, 1e-3, 2e-3}) {
      Motion other = variational(resting, side.coordinates, step, tightTolerance);
      const long count = effort.steps(std::lround(20 / step));
      swings.push_back({{"name", side.name},
                        {"step", step},
                        {"deviation", deviation(errorsOf(resting, other, count, 1))}});
    }
  }
  return {{"runs", runs}, {"swings", swings}};
}

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
    Json methods = Json::array();
    const long steps = effort.steps(std::max(1000L, 40000L / links));
    const auto add = [&](const char* name, const std::function<Motion()>& make) {
      Json timing = timeSteps(make, steps, effort.repeats(5)).json();
      timing["name"] = name;
      methods.push_back(timing);
    };
    add("minimal", [&] { return variational(subject, Coordinates::minimal, shortStep, 1e-12); });
    add("minimal, RIQN", [&] { return variationalByImpulses(subject, shortStep, 1e-12); });
    add("maximal", [&] { return variational(subject, Coordinates::maximal, shortStep, 1e-9); });
    result.push_back({{"links", links}, {"steps", steps}, {"methods", methods}});
  }
  return {{"timings", result}, {"rough", roughRuns(effort)}};
}

}  // namespace linkwork::bench
