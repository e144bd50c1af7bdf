#include "linkwork/dynamics/model_parts.hpp"
#include "linkwork/dynamics/operational_space.hpp"
#include "linkwork/dynamics/queries/model_frames.hpp"
#include "linkwork/linalg/rank_revealing.hpp"
#include "linkwork/mechanism/wording.hpp"

namespace linkwork {

Eigen::MatrixXd Model::inverseOperationalSpaceInertia(
    const Eigen::VectorXd& q, const std::vector<NamedEndEffector>& endEffectors) {
  parts_->requirePosition(q);
  tree().requireMass();
  std::vector<EndEffector<double>> found;
  for (std::size_t i = 0; i < endEffectors.size(); ++i) {
    const NamedEndEffector& named = endEffectors[i];
    const std::string path = detail::itemPath("endEffectors", i);
    found.push_back(resolve({named.body, named.frame}, mechanism(), tree(), path, named.axes));
    found.back().directions = named.directions;
    if (found.back().body == ground)
      throw MechanismError(path + ".body", "expected a body, found the world, which rests");
  }
  OperationalSpace<double> space(tree(), std::move(found));
  Eigen::MatrixXd inverse(space.rows, space.rows);
  linkwork::inverseOperationalSpaceInertia<double>(tree(), q, parts_->work, space, inverse);
  return inverse;
}

Eigen::MatrixXd Model::operationalSpaceInertia(const Eigen::VectorXd& q,
                                               const std::vector<NamedEndEffector>& endEffectors) {
  const Eigen::MatrixXd inverse = inverseOperationalSpaceInertia(q, endEffectors);
  const auto rows = static_cast<int>(inverse.rows());
  SemidefiniteSolver<double> solver(rows);
  const int rank = solver.factor(inverse);
  if (rank < rows)
    throw SimulationError("operational-space inertia: " + std::to_string(rows - rank) + " of the " +
                          std::to_string(rows) +
                          " directions depend on the others or cannot move at this pose");
  Eigen::MatrixXd inertia(rows, rows);
  for (int i = 0; i < rows; ++i)
    solver.solve(inverse, Eigen::VectorXd::Unit(rows, i), inertia.col(i));
  return 0.5 * (inertia + inertia.transpose());
}

}  // namespace linkwork
