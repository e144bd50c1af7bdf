#include "dynamics/fixture.hpp"

#include "linkwork/dynamics/crba.hpp"
#include "linkwork/dynamics/general_composites.hpp"
#include "linkwork/dynamics/general_dynamics.hpp"

namespace linkwork::test {

Eigen::VectorXd Fixture::generalForward() const {
  Eigen::VectorXd a(tree.velocitySize());
  update();
  generalForwardDynamics<double>(tree, q, v, forces, work, a);
  return a;
}

Eigen::MatrixXd Fixture::generalMass() const {
  const int m = tree.degreesOfFreedom();
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(m, m);
  update();
  kernels::crba(GeneralComposites(tree, *tree.plan(), work, matrix));
  return matrix.selfadjointView<Eigen::Upper>();
}

}  // namespace linkwork::test
