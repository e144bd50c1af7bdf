#include "linkwork/linalg/singular_values.hpp"

#include <cmath>
#include <limits>

#include "linkwork/elementary.hpp"

namespace linkwork {

SingularValues::SingularValues(const Eigen::MatrixXd& a)
    : left_(Rows::Identity(a.rows(), a.rows())), right_(a), values_(a.rows()) {
  constexpr int maximumSweeps = 40;
  constexpr double rounding = 4 * std::numeric_limits<double>::epsilon();
  bool turned = true;
  for (int sweep = 0; turned && sweep < maximumSweeps; ++sweep) {
    turned = false;
    for (Eigen::Index i = 0; i < a.rows(); ++i)
      for (Eigen::Index j = i + 1; j < a.rows(); ++j) {
        const double ii = right_.row(i).squaredNorm(), jj = right_.row(j).squaredNorm();
        const double ij = right_.row(i).dot(right_.row(j));
        if (std::abs(ij) <= rounding * std::sqrt(ii * jj)) continue;
        turned = true;
        const double ratio = (jj - ii) / (2 * ij);
        const double tangent =
            std::copysign(1 / (std::abs(ratio) + elementary::hypot(1.0, ratio)), ratio);
        const double cosine = 1 / elementary::hypot(1.0, tangent), sine = tangent * cosine;
        for (Rows* rows : {&left_, &right_}) {
          const Eigen::RowVectorXd before = rows->row(i);
          rows->row(i) = cosine * before - sine * rows->row(j);
          rows->row(j) = sine * before + cosine * rows->row(j);
        }
      }
  }
  values_ = right_.rowwise().norm();
}

int SingularValues::rank(double tolerance) const {
  int rank = 0;
  for (Eigen::Index i = 0; i < values_.size(); ++i) rank += counts(i, tolerance);
  return rank;
}

double SingularValues::leastRatio(double tolerance) const {
  double least = 1;
  for (Eigen::Index i = 0; i < values_.size(); ++i)
    if (counts(i, tolerance)) least = std::min(least, values_[i] / values_.maxCoeff());
  return least;
}

Eigen::VectorXd SingularValues::solve(const Eigen::VectorXd& b, double damping,
                                      double tolerance) const {
  Eigen::VectorXd x = Eigen::VectorXd::Zero(right_.cols());
  for (Eigen::Index i = 0; i < values_.size(); ++i)
    if (counts(i, tolerance))
      x += left_.row(i).dot(b) / (values_[i] * values_[i] + damping) * right_.row(i);
  return x;
}

Eigen::VectorXd SingularValues::kernelPart(const Eigen::VectorXd& x, double tolerance) const {
  Eigen::VectorXd rest = x;
  for (Eigen::Index i = 0; i < values_.size(); ++i)
    if (counts(i, tolerance))
      rest -= right_.row(i).dot(x) / (values_[i] * values_[i]) * right_.row(i);
  return rest;
}

}  // namespace linkwork
