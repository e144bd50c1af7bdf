#pragma once

#include <Eigen/Dense>

#include "dynamics/fixture.hpp"

/// How far two ways of computing the same thing may differ by rounding alone.
namespace linkwork::test {

/// Condition of the mass matrix: what solving with it multiplies rounding by.
inline double conditionOf(const Eigen::MatrixXd& mass) {
  if (mass.size() == 0) return 1;
  const Eigen::VectorXd spectrum =
      Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(mass).eigenvalues();
  return spectrum.maxCoeff() / spectrum.minCoeff();
}

/// Largest entry of G of any cluster: near singular poses it multiplies rounding as well.
inline double amplification(const Fixture& on) {
  double largest = 1;
  for (const Cluster<double>& cluster : on.tree.clusters())
    if (cluster.constraint && cluster.dofs > 0)
      largest = std::max(
          largest, on.work.of(on.tree, cluster).basis.leftCols(cluster.dofs).cwiseAbs().maxCoeff());
  return largest;
}

/// What no condition number excuses: bounds that grow with one stop here.
inline double capped(double tolerance) { return std::min(tolerance, 1e-6); }

/// Rounding of a solution of some hundred operations, through H and twice through G; `times` where
/// more such solutions follow each other.
inline double solveTolerance(const Fixture& on, double times = 1) {
  return capped(times * 1e3 * epsilon * conditionOf(on.mass()) * amplification(on) *
                amplification(on));
}

inline double largest(const Eigen::MatrixXd& numbers) {
  return numbers.size() == 0 ? 0 : numbers.cwiseAbs().maxCoeff();
}

/// max |a − b| relative to max |b|; what should be 0 must be.
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
