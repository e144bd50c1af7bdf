#pragma once

#include <vector>

/// What long runs are summed up in.
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
/// Neighbouring values of an oscillation are not independent: the fit is one of means over twenty
/// long blocks, which are where the motion mixes in less than a block.
Line fit(const Values& values, double interval);

/// The same where what goes with another value is taken away first: s of the least squares fit
/// values = c + s t + β beside.
Line fitWithRegressor(const Values& values, const Values& regressor, double interval);

/// Pearson's coefficient of the means over a hundred blocks.
double correlation(const Values& one, const Values& other);

}  // namespace linkwork::bench
