#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

namespace linkwork::test {

/// Copies of the arrays that a simulation shows, to be kept while it moves on.
inline Eigen::VectorXd vectorOf(std::span<const double> numbers) {
  return Eigen::Map<const Eigen::VectorXd>(numbers.data(),
                                           static_cast<Eigen::Index>(numbers.size()));
}
inline std::vector<double> listOf(std::span<const double> numbers) {
  return {numbers.begin(), numbers.end()};
}

}  // namespace linkwork::test
