#pragma once

#include <vector>

/// Statistics of long runs.
namespace linkwork::bench {

/// Values of a run at equal distances of time.
using Values = std::vector<double>;

double meanOf(const Values& values);
double deviation(const Values& values);  ///< standard
double median(Values values);
Values blockMeans(const Values& values, std::size_t blocks);

struct Line {
  double slope, error;  ///< error: one standard deviation of the slope
};

/// A straight line through values, `interval` [s] from one to the next, by least squares.
/// Neighboring values of an oscillation are not independent: fits the means over twenty blocks,
/// which are long if the motion mixes in less than a block.
Line fit(const Values& values, double interval);

/// The same with a second regressor: s of the least-squares fit values = c + s t + β regressor.
Line fitWithRegressor(const Values& values, const Values& regressor, double interval);

/// Pearson's coefficient of the means over a hundred blocks.
double correlation(const Values& one, const Values& other);

}  // namespace linkwork::bench
