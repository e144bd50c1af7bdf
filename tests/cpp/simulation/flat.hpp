#pragma once

#include <Eigen/Core>
#include <cmath>
#include <span>
#include <vector>

namespace linkwork::test {

/// Copies of the arrays of a simulation, which remain valid while it moves.
inline Eigen::VectorXd vectorOf(std::span<const double> numbers) {
  return Eigen::Map<const Eigen::VectorXd>(numbers.data(),
                                           static_cast<Eigen::Index>(numbers.size()));
}
inline std::vector<double> listOf(std::span<const double> numbers) {
  return {numbers.begin(), numbers.end()};
}

/// Returns the largest |a − b|. Infinite if the sizes differ or only one value is NaN.
inline double largestDifference(std::span<const double> a, std::span<const double> b) {
  if (a.size() != b.size()) return HUGE_VAL;
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double difference = std::abs(a[i] - b[i]);
    if (!(difference <= HUGE_VAL)) return HUGE_VAL;
    largest = std::max(largest, difference);
  }
  return largest;
}

}  // namespace linkwork::test
