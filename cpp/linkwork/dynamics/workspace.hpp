#pragma once

#include "linkwork/dynamics/kernels/kernel_workspace.hpp"
#include "linkwork/model/workspace.hpp"

namespace linkwork {

/// The workspace of the algorithms on one tree, allocated once: no algorithm allocates. One
/// workspace per thread.
template <typename Scalar>
struct Workspace : TreeWorkspace<Scalar> {
  explicit Workspace(const ClusterTree<Scalar>& tree)
      : TreeWorkspace<Scalar>(tree),
        restingJoints(VectorX<Scalar>::Zero(tree.velocitySize())),
        jointTorques(tree.velocitySize()),
        generalPlan(Plan::general(tree.bodies().size(), tree.clusters().size())),
        kernels(tree.plan() ? *tree.plan() : generalPlan) {
    for (const TreeBody<Scalar>& body : tree.bodies()) inertias.push_back(body.inertia);
    if constexpr (std::is_same_v<Scalar, double>)
      for (std::size_t i = 0; tree.plan() && i < inertias.size(); ++i)
        inertias[i] = tree.plan()->inertia(static_cast<int>(i));
  }

  std::vector<RigidBodyInertia<Scalar>> inertias;  ///< by body, with the rotors attached to it
  VectorX<Scalar> restingJoints, jointTorques;     ///< by v: of biasForce
  Plan generalPlan;                                ///< all clusters by the general kernel
  KernelWorkspace<Scalar> kernels;                 ///< of the joint kernels
};

}  // namespace linkwork
