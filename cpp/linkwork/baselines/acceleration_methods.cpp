#include "linkwork/baselines/acceleration_methods.hpp"

#include "linkwork/baselines/general_joint.hpp"
#include "linkwork/baselines/lagrange_dense.hpp"
#include "linkwork/baselines/lagrange_sparse.hpp"
#include "linkwork/baselines/projection.hpp"
#include "linkwork/dynamics/forward_dynamics.hpp"
#include "linkwork/dynamics/independent_coordinates.hpp"
#include "linkwork/dynamics/inverse_dynamics.hpp"
#include "linkwork/dynamics/mass_matrix.hpp"
#include "linkwork/maximal/multiplier_dynamics.hpp"

namespace linkwork {
namespace {

template <typename Method>
Eigen::VectorXd accelerationsBy(const ClusterTree<double>& tree, const Eigen::VectorXd& q,
                                const Eigen::VectorXd& v, const AppliedForces<double>& forces) {
  Eigen::VectorXd a(tree.velocitySize());
  Method(tree).forwardDynamics(q, v, forces, a);
  return a;
}

}  // namespace

Eigen::VectorXd articulatedBodyAccelerations(const ClusterTree<double>& tree,
                                             const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                             const AppliedForces<double>& forces,
                                             Workspace<double>& work) {
  Eigen::VectorXd a(tree.velocitySize());
  forwardDynamics<double>(tree, q, v, forces, work, a);
  return a;
}

Eigen::VectorXd compositeBodyAccelerations(const ClusterTree<double>& tree,
                                           const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                           const AppliedForces<double>& forces,
                                           Workspace<double>& work) {
  Eigen::MatrixXd mass(tree.degreesOfFreedom(), tree.degreesOfFreedom());
  Eigen::VectorXd bias(tree.degreesOfFreedom());
  massMatrix<double>(tree, q, work, mass);
  biasForce<double>(tree, q, v, forces, work, bias);  // C − Gᵀτ
  const Eigen::LLT<Eigen::MatrixXd> factors(mass);
  if (factors.info() != Eigen::Success)
    throw SimulationError("composite-body: the mass matrix is not positive definite at this pose");

  Eigen::VectorXd a(tree.velocitySize());
  spanFromIndependent<double>(tree, factors.solve(-bias), work, a);
  for (const Cluster<double>& cluster : tree.clusters()) {
    if (!cluster.constraint) continue;
    const Eigen::VectorXd& offset = work.of(tree, cluster).offset;
    for (int i = 0; i < cluster.spanning(); ++i)
      a[cluster.velocities[static_cast<std::size_t>(i)]] += offset[i];
  }
  return a;
}

Eigen::VectorXd projectionAccelerations(const ClusterTree<double>& tree, const Eigen::VectorXd& q,
                                        const Eigen::VectorXd& v,
                                        const AppliedForces<double>& forces, Workspace<double>&) {
  return accelerationsBy<baselines::Projection<double>>(tree, q, v, forces);
}

Eigen::VectorXd denseLagrangeAccelerations(const ClusterTree<double>& tree,
                                           const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                           const AppliedForces<double>& forces,
                                           Workspace<double>&) {
  return accelerationsBy<baselines::LagrangeDense<double>>(tree, q, v, forces);
}

Eigen::VectorXd sparseLagrangeAccelerations(const ClusterTree<double>& tree,
                                            const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                            const AppliedForces<double>& forces,
                                            Workspace<double>&) {
  return accelerationsBy<baselines::LagrangeSparse<double>>(tree, q, v, forces);
}

Eigen::VectorXd generalJointAccelerations(const ClusterTree<double>& tree, const Eigen::VectorXd& q,
                                          const Eigen::VectorXd& v,
                                          const AppliedForces<double>& forces, Workspace<double>&) {
  return accelerationsBy<baselines::GeneralJoint<double>>(tree, q, v, forces);
}

Eigen::VectorXd multiplierAccelerations(const ClusterTree<double>& tree, const Eigen::VectorXd& q,
                                        const Eigen::VectorXd& v,
                                        const AppliedForces<double>& forces, Workspace<double>&) {
  maximal::MultiplierDynamics dynamics(tree);
  maximal::Placement placement;
  maximal::PartVector velocities, applied, bias, y;
  Eigen::VectorXd closing, a;
  dynamics.place(q, placement);
  dynamics.partVelocities(placement, q, v, velocities);
  dynamics.gatherForces(placement, q, v, forces, applied);
  dynamics.addGyroscopicForces(placement, velocities, applied);
  dynamics.accelerationBias(placement, velocities, bias, closing);
  dynamics.factor(placement);
  dynamics.solve(applied, bias, closing, y);
  dynamics.jointAccelerations(placement, velocities, y, a);
  return a;
}

}  // namespace linkwork
