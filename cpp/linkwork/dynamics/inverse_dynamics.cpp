#include "linkwork/dynamics/inverse_dynamics.hpp"

#include "linkwork/dynamics/general_dynamics.hpp"
#include "linkwork/dynamics/kinematics.hpp"
#include "linkwork/dynamics/recursion_inputs.hpp"

namespace linkwork {
namespace {

/// τ_y by the recursion, after updateConstraints.
void solve(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
           const ConstVectorRef<double>& v, const ConstVectorRef<double>& a,
           const AppliedForces<double>& forces, Workspace<double>& work, double* torque) {
  GeneralClusters<double> general(tree, *tree.plan(), v, work);
  kernels::passes().rnea(*tree.plan(), work.kernels, recursionInputs(tree, q, v, forces, work),
                         general, a.data(), torque);
}

}  // namespace

void rnea(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
          const ConstVectorRef<double>& v, const ConstVectorRef<double>& a,
          const AppliedForces<double>& forces, Workspace<double>& work, VectorRef<double> torque) {
  torque.setZero();
  updateConstraints(tree, *tree.plan(), q, v, work);
  solve(tree, q, v, a, forces, work, torque.data());
}

void inverseDynamics(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
                     const ConstVectorRef<double>& v, const ConstVectorRef<double>& a,
                     const AppliedForces<double>& forces, Workspace<double>& work,
                     VectorRef<double> torque) {
  tree.requireSizes(q.size(), a.size());
  tree.requireSizes(q.size(), torque.size());
  updateJointTransforms(tree, q, work);
  rnea(tree, q, v, a, forces, work, torque);
}

void biasForce(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
               const ConstVectorRef<double>& v, const AppliedForces<double>& forces,
               Workspace<double>& work, VectorRef<double> bias) {
  updateJointTransforms(tree, q, work);
  updateConstraints(tree, *tree.plan(), q, v, work, JointChoice::asKinematics);
  solve(tree, q, v, work.restingJoints, forces, work, work.jointTorques.data());
  for (int c = 0; c < static_cast<int>(tree.clusters().size()); ++c) {
    const Cluster<double>& cluster = tree.clusters()[static_cast<std::size_t>(c)];
    for (int j = 0; j < cluster.dofs; ++j)
      bias[cluster.firstDof + j] = work.jointTorques[independentEntry(tree, c, j, work)];
  }
}

void inverseDynamics(const ClusterTree<DerivativeJet>& tree, const ConstVectorRef<DerivativeJet>& q,
                     const ConstVectorRef<DerivativeJet>& v, const ConstVectorRef<DerivativeJet>& a,
                     const AppliedForces<DerivativeJet>& forces, Workspace<DerivativeJet>& work,
                     VectorRef<DerivativeJet> torque) {
  updateForDynamics(tree, q, v, work);
  if (forces.hasWrenches) updatePoses(tree, work);
  generalInverseDynamics<DerivativeJet>(tree, q, v, a, forces, work, torque);
}

}  // namespace linkwork
