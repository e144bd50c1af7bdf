#pragma once

#include "linkwork/constraints/loop_constraints.hpp"
#include "linkwork/dynamics/aba.hpp"
#include "linkwork/dynamics/forces.hpp"
#include "linkwork/dynamics/general_clusters.hpp"
#include "linkwork/dynamics/kinematics.hpp"
#include "linkwork/dynamics/rnea.hpp"

/// The recursions in any scalar with the general kernel for all clusters: for jets, and as a
/// reference for the other kernels. After updateKinematics, and updatePoses if there are wrenches.
namespace linkwork {

/// The general kernel for all clusters, with the operations of kernels::JointKernels.
template <typename Scalar>
class GeneralKernelAlone {
 public:
  using Segment = Plan::Segment;

  GeneralKernelAlone(const Plan& plan, KernelWorkspace<Scalar>& memory, const Scalar* gravity,
                     GeneralClusters<Scalar>& general)
      : plan_(plan), data_(memory.view(plan)), general_(general) {
    data_.motions[ground] = {{}, {}, -Vec3<Scalar>::from(gravity)};  // −g as its acceleration
  }

  const std::vector<Segment>& segments() const { return plan_.segments(); }
  void clearInertias() const {}
  void clearForces() const {}
  void forward(const Segment& segment, const Scalar* a) const {
    general_.forward(segment, data_, a);
  }
  void addRotorTorques() const {}
  int eliminate(const Segment& segment) const { return general_.eliminate(segment, data_); }
  int accelerate(const Segment& segment, Scalar* a) const {
    general_.accelerate(segment, data_, a);
    return -1;
  }
  void accelerateRotors(Scalar*) const {}
  void backward(const Segment& segment, Scalar* torque) const {
    general_.backward(segment, data_, torque);
  }

 private:
  const Plan& plan_;
  const kernels::Memory<Scalar> data_;
  GeneralClusters<Scalar>& general_;
};

/// Calls `visit` with the general kernel of all clusters.
template <typename Scalar, typename Visit>
void withGeneralKernel(const ClusterTree<Scalar>& tree, const ConstVectorRef<Scalar>& q,
                       const ConstVectorRef<Scalar>& v, const AppliedForces<Scalar>& forces,
                       Workspace<Scalar>& work, Visit visit) {
  applyJointForces(tree, q, v, forces, work);
  const Plan& plan = work.generalPlan;
  GeneralClusters<Scalar> general(tree, plan, v, work,
                                  forces.hasWrenches ? &forces.wrenches : nullptr);
  visit(GeneralKernelAlone<Scalar>(plan, work.kernels, tree.gravity().data(), general));
}

/// The kinematics that these recursions need: without G and motion subspaces of clusters whose
/// loops are cut. Throws SimulationError at a singular pose.
template <typename Scalar>
void updateForDynamics(const ClusterTree<Scalar>& tree, const ConstVectorRef<Scalar>& q,
                       const ConstVectorRef<Scalar>& v, Workspace<Scalar>& work) {
  for (const Cluster<Scalar>& cluster : tree.clusters()) {
    updateJoints(tree, cluster, q, v, work);
    if (!cluster.constraint) continue;
    if (!solveConstraints(tree, cluster, q, v, work, BasisOf::uncut))
      throw singularPose(tree, cluster);
    if (!cluster.isCut()) updateClusterMotion(tree, cluster, work);
  }
}

/// v̇, as forwardDynamics.
template <typename Scalar>
void generalForwardDynamics(const ClusterTree<Scalar>& tree, const ConstVectorRef<Scalar>& q,
                            const ConstVectorRef<Scalar>& v, const AppliedForces<Scalar>& forces,
                            Workspace<Scalar>& work, VectorRef<Scalar> a) {
  withGeneralKernel(tree, q, v, forces, work, [&](const auto& joints) {
    if (const int massless = kernels::aba(joints, a.data()); massless >= 0)
      throw masslessJoint(tree, massless);
  });
}

/// τ_y, as inverseDynamics; leaves the force through each body's joint in its workspace.
template <typename Scalar>
void generalInverseDynamics(const ClusterTree<Scalar>& tree, const ConstVectorRef<Scalar>& q,
                            const ConstVectorRef<Scalar>& v, const ConstVectorRef<Scalar>& a,
                            const AppliedForces<Scalar>& forces, Workspace<Scalar>& work,
                            VectorRef<Scalar> torque) {
  torque.setZero();
  withGeneralKernel(tree, q, v, forces, work,
                    [&](const auto& joints) { kernels::rnea(joints, a.data(), torque.data()); });
}

}  // namespace linkwork
