#include "linkwork/dynamics/forward_dynamics.hpp"

#include "linkwork/dynamics/general_clusters.hpp"
#include "linkwork/dynamics/recursion_inputs.hpp"

namespace linkwork {

void aba(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
         const ConstVectorRef<double>& v, const AppliedForces<double>& forces,
         Workspace<double>& work, VectorRef<double> a) {
  updateConstraints(tree, *tree.plan(), q, v, work, JointChoice::fastest, BasisOf::uncut);
  GeneralClusters<double> general(tree, *tree.plan(), v, work);
  const int massless = kernels::passes().aba(
      *tree.plan(), work.kernels, recursionInputs(tree, q, v, forces, work), general, a.data());
  if (massless >= 0) throw masslessJoint(tree, massless);
}

void forwardDynamics(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
                     const ConstVectorRef<double>& v, const AppliedForces<double>& forces,
                     Workspace<double>& work, VectorRef<double> a) {
  tree.requireSizes(q.size(), a.size());
  updateJointTransforms(tree, q, work);
  aba(tree, q, v, forces, work, a);
}

}  // namespace linkwork
