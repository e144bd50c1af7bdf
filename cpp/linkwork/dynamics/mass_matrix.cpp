#include "linkwork/dynamics/mass_matrix.hpp"

#include <stdexcept>
#include <string>

#include "linkwork/dynamics/composite_bodies.hpp"
#include "linkwork/dynamics/plan_dynamics.hpp"

namespace linkwork {

namespace {

/// H of trees that are not all hinges and floating bodies: its upper triangle.
template <typename Mass>
void generalMassMatrix(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
                       Workspace<double>& work, Mass& mass) {
  const Plan& plan = *tree.plan();
  work.spanningAccelerations.setZero();
  updateKinematics<double>(tree, q, work.spanningAccelerations, work);
  mass.setZero();
  compositeBodies<double>(
      tree, plan, [&](int body) -> const RigidBodyInertia<double>& { return plan.inertia(body); },
      work, mass);
}

}  // namespace

void massMatrix(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
                Workspace<double>& work, MatrixRef<double> mass) {
  if (mass.rows() != tree.degreesOfFreedom() || mass.cols() != tree.degreesOfFreedom())
    throw std::invalid_argument("massMatrix: expected a square matrix of " +
                                std::to_string(tree.degreesOfFreedom()) + " rows");
  if (!tree.plan()->hasGeneral()) return planMassMatrix(tree, q, work, mass);
  generalMassMatrix(tree, q, work, mass);
  mass.triangularView<Eigen::StrictlyLower>() = mass.transpose();
}

void massMatrix(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
                Workspace<double>& work, BranchMatrix& mass) {
  if (mass.size() != tree.degreesOfFreedom())
    throw std::invalid_argument("massMatrix: expected the branches of the same tree");
  if (!tree.plan()->hasGeneral()) return planMassMatrix(tree, q, work, mass);
  generalMassMatrix(tree, q, work, mass);
}

}  // namespace linkwork
