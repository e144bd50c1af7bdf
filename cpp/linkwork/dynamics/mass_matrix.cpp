#include "linkwork/dynamics/mass_matrix.hpp"

#include <stdexcept>
#include <string>

#include "linkwork/dynamics/composite_bodies.hpp"
#include "linkwork/dynamics/plan_dynamics.hpp"

namespace linkwork {
template <typename Scalar>
void massMatrix(const ClusterTree<Scalar>& tree, const ConstVectorRef<Scalar>& q,
                Workspace<Scalar>& work, MatrixRef<Scalar> mass) {
  if (mass.rows() != tree.degreesOfFreedom() || mass.cols() != tree.degreesOfFreedom())
    throw std::invalid_argument("massMatrix: expected a square matrix of " +
                                std::to_string(tree.degreesOfFreedom()) + " rows");
  const Plan& plan = *tree.plan();
  if (plan.hasMassRows()) return planMassMatrix(tree, q, work, mass);
  work.spanningAccelerations.setZero();
  updateKinematics<Scalar>(tree, q, work.spanningAccelerations, work);
  compositeBodies<Scalar>(
      tree, plan, [&](int body) -> const RigidBodyInertia<Scalar>& { return plan.inertia(body); },
      work, mass);
}

template void massMatrix(const ClusterTree<double>&, const ConstVectorRef<double>&,
                         Workspace<double>&, MatrixRef<double>);

}  // namespace linkwork
