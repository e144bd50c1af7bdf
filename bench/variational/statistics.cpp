#include "statistics.hpp"

#include <algorithm>
#include <cmath>

namespace linkwork::bench {

double meanOf(const Values& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

double deviation(const Values& values) {
  const double mean = meanOf(values);
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return std::sqrt(squares / static_cast<double>(values.size()));
}

double median(Values values) {
  const auto middle = values.begin() + std::ssize(values) / 2;
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

Values blockMeans(const Values& values, std::size_t blocks) {
  const std::size_t length = values.size() / blocks;
  Values means(blocks, 0.0);
  for (std::size_t b = 0; b < blocks; ++b)
    for (std::size_t i = 0; i < length; ++i)
      means[b] += values[b * length + i] / static_cast<double>(length);
  return means;
}

Line fit(const Values& values, double interval) {
  constexpr std::size_t blocks = 20;
  const Values means = blockMeans(values, blocks);
  const double mean = meanOf(means);
  double xx = 0, xy = 0, rest = 0;
  const auto at = [](std::size_t b) { return static_cast<double>(b) - 0.5 * (blocks - 1); };
  for (std::size_t b = 0; b < blocks; ++b) {
    xx += at(b) * at(b);
    xy += at(b) * (means[b] - mean);
  }
  const double slope = xy / xx;
  for (std::size_t b = 0; b < blocks; ++b) {
    const double left = means[b] - mean - slope * at(b);
    rest += left * left;
  }
  const double unit = interval * static_cast<double>(values.size() / blocks);
  return {slope / unit, std::sqrt(rest / (blocks - 2) / xx) / unit};
}

double correlation(const Values& one, const Values& other) {
  constexpr std::size_t blocks = 100;
  const Values x = blockMeans(one, blocks), y = blockMeans(other, blocks);
  const double meanX = meanOf(x), meanY = meanOf(y);
  double sum = 0;
  for (std::size_t b = 0; b < blocks; ++b) sum += (x[b] - meanX) * (y[b] - meanY);
  return sum / (blocks * deviation(x) * deviation(y));
}

}  // namespace linkwork::bench
