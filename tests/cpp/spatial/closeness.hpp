#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "linkwork/spatial.hpp"

/// Distances for the laws of spatial/.
namespace linkwork::test::spatial {

/// Tolerance of a short chain of operations on numbers of order one: several hundred rounding
/// errors.
inline constexpr double rounding = 200 * epsilon;

/// Returns a matrix as numbers, column by column. Following code is compiled once for all shapes.
template <typename Derived>
std::vector<double> numbersOf(const Eigen::MatrixBase<Derived>& matrix) {
  const typename Derived::PlainObject plain = matrix;
  std::vector<double> numbers;
  for (Eigen::Index j = 0; j < plain.cols(); ++j)
    for (Eigen::Index i = 0; i < plain.rows(); ++i)
      numbers.push_back(static_cast<double>(plain(i, j)));
  return numbers;
}

inline double largestOf(const double* numbers, std::size_t count) {
  double largest = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (std::isnan(numbers[i])) return numbers[i];
    largest = std::max(largest, std::abs(numbers[i]));
  }
  return largest;
}

/// max |a − b| over max(1, max |b|): error of a matrix or group element whose scale is 1 or more.
inline double distance(std::vector<double> a, const std::vector<double>& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] -= b[i];
  return largestOf(a.data(), a.size()) / std::max(1.0, largestOf(b.data(), b.size()));
}
template <typename A, typename B>
double distance(const Eigen::MatrixBase<A>& a, const Eigen::MatrixBase<B>& b) {
  return distance(numbersOf(a), numbersOf(b));
}

/// max |a − b| over max |b|, for three numbers at a time: the error of a tiny rotation is not
/// relative to the translation. Zero blocks must be equal.
template <typename A, typename B>
double relativeError(const Eigen::MatrixBase<A>& a, const Eigen::MatrixBase<B>& b) {
  double worst = 0;
  std::vector<double> difference = numbersOf(a);
  const std::vector<double> right = numbersOf(b);
  for (std::size_t i = 0; i < right.size(); ++i) difference[i] -= right[i];
  for (std::size_t i = 0; i < right.size(); i += 3) {
    const double error = largestOf(&difference[i], 3);
    if (std::isnan(error)) return error;
    if (error > 0) worst = std::max(worst, error / largestOf(&right[i], 3));
  }
  return worst;
}

}  // namespace linkwork::test::spatial
