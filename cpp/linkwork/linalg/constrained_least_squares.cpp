#include "linkwork/linalg/constrained_least_squares.hpp"

#include <Eigen/QR>

#include "linkwork/linalg/nonnegative_least_squares.hpp"

namespace linkwork {

std::optional<Eigen::VectorXd> constrainedLeastSquares(const Eigen::MatrixXd& f,
                                                       const Eigen::VectorXd& target,
                                                       const Eigen::MatrixXd& a,
                                                       const Eigen::VectorXd& b) {
  const Eigen::Index n = f.cols(), k = a.rows();
  const Eigen::HouseholderQR<Eigen::MatrixXd> factors(f);
  const auto r = factors.matrixQR().topRows(n).triangularView<Eigen::Upper>();
  const Eigen::VectorXd turned = factors.householderQ().adjoint() * target;
  const Eigen::VectorXd free = r.solve(turned.head(n));
  const Eigen::VectorXd missing = b - a * free;
  if (k == 0 || missing.maxCoeff() <= 0) return free;

  Eigen::MatrixXd e(n + 1, k);
  e.topRows(n) = r.transpose().solve(a.transpose());
  e.row(n) = missing.transpose();
  NonNegativeLeastSquares solver;
  Eigen::VectorXd multipliers(k);
  if (!solver.solve(e, Eigen::VectorXd::Unit(n + 1, n), multipliers)) return std::nullopt;
  const double rest = -solver.residual()[n];  // 0: the rows contradict each other
  if (!(rest > 1e-12)) return std::nullopt;
  return free + r.solve(solver.residual().head(n) / rest);
}

}  // namespace linkwork
