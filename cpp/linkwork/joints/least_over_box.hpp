#pragma once

#include <Eigen/Core>
#include <cmath>
#include <functional>

namespace linkwork {

/// About the least value of a function over the box [0, size]: of a grid of this many points a
/// side, then by compass search (steps along the axes, halved where none is better, or after as
/// many rounds as the grid has points a side: a narrow valley is not followed to its end) from the
/// least. For checks at construction, of functions whose valleys are wider than the grid. Not a
/// number where the function is none.
template <int dimension>
double leastOverBox(const Eigen::Matrix<double, dimension, 1>& size, int pointsASide,
                    const std::function<double(const Eigen::Matrix<double, dimension, 1>&)>& f) {
  using Point = Eigen::Matrix<double, dimension, 1>;
  const Point spacing = size / (pointsASide - 1);
  Point best = Point::Zero();
  double least = f(best);
  const auto visit = [&](const Point& point) {
    const Point inside = point.cwiseMax(Point::Zero()).cwiseMin(size);
    const double value = f(inside);
    if (std::isnan(value)) least = value;
    if (!(value < least)) return false;
    least = value;
    best = inside;
    return true;
  };

  Eigen::Matrix<int, dimension, 1> index = Eigen::Matrix<int, dimension, 1>::Zero();
  for (int axis = 0; axis < dimension;) {
    visit(index.template cast<double>().cwiseProduct(spacing));
    for (axis = 0; axis < dimension && ++index[axis] == pointsASide; ++axis) index[axis] = 0;
  }
  for (double step = 0.5; step > 1e-9; step *= 0.5)
    for (int round = 0, better = 1; better && round < pointsASide; ++round) {
      better = 0;
      for (int axis = 0; axis < dimension; ++axis)
        for (const double sign : {-1.0, 1.0}) {
          Point next = best;
          next[axis] += sign * step * spacing[axis];
          if (visit(next)) better = 1;
        }
    }
  return least;
}

}  // namespace linkwork
