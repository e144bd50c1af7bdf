#include "collision/solids.hpp"

#include <Eigen/Cholesky>

namespace linkwork::test {

namespace {

/// |p − q|² with some coordinates free and the others at ends, or infinity where a free one leaves
/// its range or is not determined: then it is at an end in another case.
double squaredAt(const Eigen::Matrix<double, 3, 6>& ways, const Eigen::Vector3d& offset,
                 const Eigen::Matrix<double, 6, 1>& half, int choice) {
  Eigen::Vector3d way = offset;
  Eigen::Matrix<double, 3, 6> free;
  Eigen::Matrix<double, 6, 1> range;
  int count = 0;
  for (int k = 0; k < 6; ++k, choice /= 3) {
    if (choice % 3 < 2) {
      if (half[k] == 0 && choice % 3 == 1) return HUGE_VAL;  // the same as at the other end
      way += (choice % 3 == 0 ? -half[k] : half[k]) * ways.col(k);
    } else {
      if (half[k] == 0) return HUGE_VAL;
      range[count] = half[k];
      free.col(count++) = ways.col(k);
    }
  }
  if (count > 3) return HUGE_VAL;  // never all determined
  if (count == 0) return way.squaredNorm();
  const Eigen::MatrixXd columns = free.leftCols(count);
  const Eigen::LDLT<Eigen::MatrixXd> normal(columns.transpose() * columns);
  if (normal.vectorD().minCoeff() < 1e-12) return HUGE_VAL;
  const Eigen::VectorXd x = normal.solve(-columns.transpose() * way);
  if (((x.cwiseAbs() - range.head(count)).array() > 0).any()) return HUGE_VAL;
  return (way + columns * x).squaredNorm();
}

}  // namespace

double distanceOf(const Solid& a, const Solid& b) {
  if (a.type == ColliderType::plane) {
    const Eigen::Vector3d normal = a.axes.col(2);
    const double core = b.half.dot((b.axes.transpose() * normal).cwiseAbs());
    return normal.dot(b.position - a.position) - core - b.radius;
  }
  if (b.type == ColliderType::plane) return distanceOf(b, a);
  Eigen::Matrix<double, 3, 6> ways;
  ways << a.axes, -b.axes;
  Eigen::Matrix<double, 6, 1> half;
  half << a.half, b.half;
  double least = HUGE_VAL;
  for (int choice = 0; choice < 729; ++choice)
    least = std::min(least, squaredAt(ways, a.position - b.position, half, choice));
  return std::sqrt(least) - a.radius - b.radius;
}

}  // namespace linkwork::test
