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

namespace {

double product(const Values& a, const Values& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

/// y less its projection on x.
Values without(Values y, const Values& x) {
  const double part = product(y, x) / product(x, x);
  for (std::size_t i = 0; i < y.size(); ++i) y[i] -= part * x[i];
  return y;
}

/// Values less their mean.
Values centered(const Values& values) { return without(values, Values(values.size(), 1.0)); }

constexpr std::size_t fitBlocks = 20;

/// Block numbers, centered.
Values times() {
  Values result(fitBlocks);
  for (std::size_t b = 0; b < fitBlocks; ++b) result[b] = static_cast<double>(b);
  return centered(result);
}

/// y over t, both centered, of blocks of `unit` seconds.
Line lineThrough(const Values& y, const Values& t, double unit, std::size_t parameters) {
  const Values rest = without(y, t);
  const auto freedoms = static_cast<double>(y.size() - parameters);
  return {product(y, t) / product(t, t) / unit,
          std::sqrt(product(rest, rest) / freedoms / product(t, t)) / unit};
}

double blockLength(const Values& values, double interval) {
  return interval * static_cast<double>(values.size() / fitBlocks);
}

}  // namespace

Line fit(const Values& values, double interval) {
  return lineThrough(centered(blockMeans(values, fitBlocks)), times(),
                     blockLength(values, interval), 2);
}

Line fitWithRegressor(const Values& values, const Values& regressor, double interval) {
  const Values x = centered(blockMeans(regressor, fitBlocks));
  return lineThrough(without(centered(blockMeans(values, fitBlocks)), x), without(times(), x),
                     blockLength(values, interval), 3);
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
