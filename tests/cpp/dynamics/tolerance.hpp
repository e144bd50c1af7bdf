#pragma once

#include <Eigen/Dense>

#include "dynamics/fixture.hpp"

/// Tolerances for two computations of the same result that differ by rounding only.
namespace linkwork::test {

/// Condition number of the mass matrix. A solve with it amplifies rounding by this factor.
inline double conditionOf(const Eigen::MatrixXd& mass) {
  if (mass.size() == 0) return 1;
  const Eigen::VectorXd spectrum =
      Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(mass).eigenvalues();
  return spectrum.maxCoeff() / spectrum.minCoeff();
}

/// Largest entry of G of any cluster. Near singular poses it amplifies rounding as well.
inline double amplification(const Fixture& on) {
  double largest = 1;
  for (const Cluster<double>& cluster : on.tree.clusters())
    if (cluster.constraint && cluster.dofs > 0)
      largest = std::max(
          largest, on.work.of(on.tree, cluster).basis.leftCols(cluster.dofs).cwiseAbs().maxCoeff());
  return largest;
}

/// Limits a tolerance that grows with a condition number.
inline double capped(double tolerance) { return std::min(tolerance, 1e-6); }

/// Rounding of a solution with several hundred operations, through H and twice through G. `times`
/// is the number of successive solutions.
inline double solveTolerance(const Fixture& on, double times = 1) {
  return capped(times * 1e3 * epsilon * conditionOf(on.mass()) * amplification(on) *
                amplification(on));
}

inline double largest(const Eigen::MatrixXd& numbers) {
  return numbers.size() == 0 ? 0 : numbers.cwiseAbs().maxCoeff();
}

/// max |a − b| relative to max |b|. If b is 0, a must be 0.
inline double difference(const Eigen::VectorXd& a, const Eigen::VectorXd& b) {
  const double apart = largest(a - b);
  return apart == 0 ? 0 : apart / largest(b);
}

inline Eigen::VectorXd independentOf(const Fixture& on, const Eigen::VectorXd& spanning) {
  Eigen::VectorXd picked(on.tree.degreesOfFreedom());
  pickIndependent<double>(on.tree, spanning, on.work, picked);
  return picked;
}

}  // namespace linkwork::test
