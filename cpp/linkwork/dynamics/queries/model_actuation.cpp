#include "linkwork/dynamics/chosen_coordinates.hpp"
#include "linkwork/dynamics/model_parts.hpp"

namespace linkwork {

Eigen::VectorXd Model::gravityCompensation(const Eigen::VectorXd& q) {
  return inverseDynamics(q, parts_->rest, parts_->rest);
}

Eigen::VectorXd Model::spanning(const Eigen::VectorXd& q, const Eigen::VectorXd& velocities,
                                const std::vector<int>& actuated) {
  Workspace<double>& work = parts_->at(q, parts_->rest);
  Parts::require("velocities", velocities, degreesOfFreedom());
  return spanning(q, fromChosen(tree(), actuated, work) * velocities);
}

Eigen::VectorXd Model::actuatorForces(const Eigen::VectorXd& q, const Eigen::VectorXd& tau,
                                      const std::vector<int>& actuated) {
  const Eigen::VectorXd independent = projectForces(q, tau);
  Eigen::VectorXd forces = Eigen::VectorXd::Zero(velocitySize());
  forces(actuated) = fromChosen(tree(), actuated, parts_->work).transpose() * independent;
  return forces;
}

Eigen::MatrixXd Model::massMatrix(const Eigen::VectorXd& q, const std::vector<int>& actuated) {
  const Eigen::MatrixXd basis = fromChosen(tree(), actuated, parts_->at(q, parts_->rest));
  return basis.transpose() * massMatrix(q) * basis;
}

}  // namespace linkwork
