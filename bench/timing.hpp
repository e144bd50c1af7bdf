#pragma once

#include <algorithm>
#include <ctime>
#include <functional>
#include <string>
#include <vector>

namespace linkwork::bench {

/// Something to time, under the name it has in tables and figures.
struct Candidate {
  std::string name;
  std::function<void()> call;
};

struct Timing {
  std::string name;
  double microseconds;  ///< median over the rounds
  double ratio;         ///< to the first candidate: median of the rounds' own ratios
};

/// Processor time of this process [s], which a busy machine disturbs less than time on the clock.
inline double processorSeconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

inline double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// Seconds of one call, measured over `count`.
inline double secondsOf(const Candidate& candidate, long count) {
  const double start = processorSeconds();
  for (long i = 0; i < count; ++i) candidate.call();
  return (processorSeconds() - start) / static_cast<double>(count);
}

/// Times candidates in turn, round after round: a slow phase of the machine slows all of them.
/// Each gets about `roundSeconds` a round, a slow one a single call.
inline std::vector<Timing> compare(const std::vector<Candidate>& candidates, int rounds,
                                   double roundSeconds) {
  std::vector<long> counts;
  for (const Candidate& candidate : candidates) {
    const double once = secondsOf(candidate, 1);  // warms up, too
    const double again = once > roundSeconds ? once : secondsOf(candidate, 3);
    counts.push_back(std::max(1L, static_cast<long>(roundSeconds / std::max(again, 1e-8))));
  }
  std::vector<std::vector<double>> seconds(candidates.size()), ratios(candidates.size());
  for (int round = 0; round < rounds; ++round)
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      seconds[i].push_back(secondsOf(candidates[i], counts[i]));
      ratios[i].push_back(seconds[i].back() / seconds[0].back());
    }
  std::vector<Timing> timings;
  for (std::size_t i = 0; i < candidates.size(); ++i)
    timings.push_back({candidates[i].name, 1e6 * median(seconds[i]), median(ratios[i])});
  return timings;
}

}  // namespace linkwork::bench
