#pragma once

#include "linkwork/dynamics/body_paths.hpp"
#include "linkwork/dynamics/forces.hpp"
#include "linkwork/dynamics/group_motions.hpp"
#include "linkwork/dynamics/kernels/passes.hpp"

namespace linkwork {

/// State and forces for aba.hpp and rnea.hpp, after updateJointTransforms: given and passive forces
/// on joints, and wrenches on bodies as forces Jᵀ w on joints.
inline kernels::RecursionInputs<double> recursionInputs(const ClusterTree<double>& tree,
                                                        const ConstVectorRef<double>& q,
                                                        const ConstVectorRef<double>& v,
                                                        const AppliedForces<double>& forces,
                                                        Workspace<double>& work) {
  applyJointForces(tree, q, v, forces, work);
  if (forces.hasWrenches) BodyPaths(tree, work).project(forces.wrenches, q, work.jointForces);
  return {q.data(), v.data(), work.jointForces.data(), tree.gravity().data()};
}

}  // namespace linkwork
