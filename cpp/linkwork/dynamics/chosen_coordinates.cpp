#include "linkwork/dynamics/chosen_coordinates.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <string>

#include "linkwork/errors.hpp"
#include "linkwork/mechanism/wording.hpp"

namespace linkwork {
namespace {

/// Of a pivot of G_A to the largest: what is less is rounding of the loops' rows.
constexpr double pivotTolerance = 1e-9;

std::string jointsOf(const ClusterTree<double>& tree, const Cluster<double>& cluster) {
  std::vector<std::string_view> names;
  for (int i = cluster.firstBody; i < cluster.firstBody + cluster.bodyCount; ++i)
    if (tree.body(i).velocities > 0) names.push_back(tree.jointName(i));
  return detail::listed(names);
}

}  // namespace

MatrixX<double> fromChosen(const ClusterTree<double>& tree, const std::vector<int>& chosen,
                           Workspace<double>& work) {
  const int m = tree.degreesOfFreedom();
  if (static_cast<int>(chosen.size()) != m)
    throw MechanismError("actuated", "found " + std::to_string(chosen.size()) +
                                         " velocities; expected " + std::to_string(m) +
                                         ", one for each degree of freedom");
  MatrixX<double> result = MatrixX<double>::Zero(m, m);
  for (const Cluster<double>& cluster : tree.clusters()) {
    std::vector<int> rows, columns;  // among the cluster's velocities, and those chosen
    for (int column = 0; column < m; ++column) {
      const auto& own = cluster.velocities;
      const auto found =
          std::find(own.begin(), own.end(), chosen[static_cast<std::size_t>(column)]);
      if (found == own.end()) continue;
      rows.push_back(static_cast<int>(found - own.begin()));
      columns.push_back(column);
    }
    const int dofs = cluster.dofs;
    if (static_cast<int>(rows.size()) != dofs)
      throw MechanismError("actuated", "found " + std::to_string(rows.size()) +
                                           " velocities of joints " + jointsOf(tree, cluster) +
                                           "; expected " + std::to_string(dofs) +
                                           ", the degrees of freedom that these have together");
    if (dofs == 0) continue;
    MatrixX<double> basis = MatrixX<double>::Identity(dofs, dofs);
    if (cluster.constraint) basis = work.of(tree, cluster).basis.leftCols(dofs);
    Eigen::FullPivLU<MatrixX<double>> factors(MatrixX<double>(basis(rows, Eigen::all)));
    factors.setThreshold(pivotTolerance);
    if (!factors.isInvertible())
      throw SimulationError("the velocities chosen of joints " + jointsOf(tree, cluster) +
                            " depend on each other at this pose: they do not drive the others");
    result(Eigen::seqN(cluster.firstDof, dofs), columns) = factors.inverse();
  }
  return result;
}

}  // namespace linkwork
