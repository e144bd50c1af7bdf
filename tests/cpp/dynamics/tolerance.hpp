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

/// Rounding of a solution of some hundred operations, through H and twice through G.
inline double solveTolerance(const Fixture& on) {
  return 1e3 * epsilon * conditionOf(on.mass()) * amplification(on) * amplification(on);
}

inline double difference(const Eigen::VectorXd& a, const Eigen::VectorXd& b) {
  if (a.size() == 0) return 0;
  return (a - b).cwiseAbs().maxCoeff() / std::max(1.0, b.cwiseAbs().maxCoeff());
}

inline Eigen::VectorXd independentOf(const Fixture& on, const Eigen::VectorXd& spanning) {
  Eigen::VectorXd picked(on.tree.degreesOfFreedom());
  pickIndependent<double>(on.tree, spanning, on.work, picked);
  return picked;
}

}  // namespace linkwork::test
