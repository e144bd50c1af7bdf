#pragma once

#include "linkwork/dynamics/articulation.hpp"
#include "linkwork/dynamics/cut_loops.hpp"
#include "linkwork/dynamics/independent_coordinates.hpp"
#include "linkwork/dynamics/newton_euler.hpp"
#include "linkwork/spatial/rigid_body_inertia.hpp"

namespace linkwork {

/// The joint kernel of clusters of any joints, loops and couplings (revolute
/// joints/joint_kernels.hpp). Their joints, G and g are up to date in the workspace. Bodies
/// exchange motions, inertias and forces with clusters of other kernels by `Memory`.
///
/// Its members are not inline: they are compiled once, for every processor.
template <typename Scalar>
class GeneralClusters {
 public:
  using Segment = Plan::Segment;
  using Memory = kernels::Memory<Scalar>;

  GeneralClusters(const ClusterTree<Scalar>& tree, const Plan& plan,
                  const ConstVectorRef<Scalar>& v, Workspace<Scalar>& work,
                  const std::vector<Vector6<Scalar>>* wrenches = nullptr);

  void forward(const Segment& segment, const Memory& memory, const Scalar* a);
  int eliminate(const Segment& segment, const Memory& memory);
  void accelerate(const Segment& segment, const Memory& memory, Scalar* a);
  void backward(const Segment& segment, const Memory& memory, Scalar* torque);

 private:
  void move(const Cluster<Scalar>& cluster, const Memory& memory, bool isArticulated);
  /// Whether this body belongs to a cluster of another kernel.
  bool isElsewhere(int body) const { return body != ground && plan_.isFast(body); }
  template <typename Visit>
  void eachCluster(const Segment& segment, Visit visit);
  template <typename Visit>
  void eachBody(const Cluster<Scalar>& cluster, Visit visit);

  const ClusterTree<Scalar>& tree_;
  const Plan& plan_;
  const ConstVectorRef<Scalar>& v_;
  Workspace<Scalar>& work_;
  const std::vector<Vector6<Scalar>>* wrenches_;  ///< on bodies, as AppliedForces has them
};

template <typename Scalar>
GeneralClusters<Scalar>::GeneralClusters(const ClusterTree<Scalar>& tree, const Plan& plan,
                                         const ConstVectorRef<Scalar>& v, Workspace<Scalar>& work,
                                         const std::vector<Vector6<Scalar>>* wrenches)
    : tree_(tree), plan_(plan), v_(v), work_(work), wrenches_(wrenches) {}

template <typename Scalar>
template <typename Visit>
void GeneralClusters<Scalar>::eachCluster(const Segment& segment, Visit visit) {
  for (int c = segment.first; c < segment.last; ++c)
    visit(tree_.clusters()[static_cast<std::size_t>(c)]);
}
template <typename Scalar>
template <typename Visit>
void GeneralClusters<Scalar>::eachBody(const Cluster<Scalar>& cluster, Visit visit) {
  for (int i = cluster.firstBody; i < cluster.firstBody + cluster.bodyCount; ++i) visit(i);
}

/// Motions at ÿ = 0 or as given, and the forces of the bodies; of each body alone Iᴬ = I.
template <typename Scalar>
void GeneralClusters<Scalar>::forward(const Segment& segment, const Memory& memory,
                                      const Scalar* a) {
  eachCluster(segment, [&](const Cluster<Scalar>& cluster) {
    if (a) {
      for (int j = 0; j < cluster.dofs; ++j)
        work_.accelerations[cluster.firstDof + j] =
            a[independentVelocity(tree_, cluster, j, work_)];
      spanFromIndependent<Scalar>(tree_, cluster, work_.accelerations, work_,
                                  work_.spanningAccelerations);
    } else {
      for (const int entry : cluster.velocities) work_.spanningAccelerations[entry] = Scalar(0);
    }
    if (isElsewhere(cluster.parent)) {
      work_.of(cluster.parent).inertia = {};
      work_.of(cluster.parent).force.setZero();
    }
    move(cluster, memory, !a);
  });
}

/// Motions of a cluster's bodies at its spanning accelerations G ÿ, their forces, and those of
/// armatures; the parent of the cluster is up to date.
template <typename Scalar>
void GeneralClusters<Scalar>::move(const Cluster<Scalar>& cluster, const Memory& memory,
                                   bool isArticulated) {
  eachBody(cluster, [&](int i) {
    const TreeBody<Scalar>& body = tree_.body(i);
    BodyWorkspace<Scalar>& here = work_.of(i);
    Vector6<Scalar> twist = Vector6<Scalar>::Zero(), acceleration = here.subspaceRate;
    for (int k = 0; k < body.velocities; ++k) {
      const int entry = body.velocity + k;
      Scalar own = work_.spanningAccelerations[entry];
      if (cluster.constraint) own += work_.of(tree_, cluster).offset[body.local + k];
      twist += work_.jointSubspaces.col(entry) * v_[entry];
      acceleration += work_.jointSubspaces.col(entry) * own;
      work_.jointForces[entry] -= body.armature * own;
    }
    FrameMotion<Scalar>& motion = memory.motions[i];
    motion = motionToChild(here.toParent, memory.motions[body.parent]);
    motion.addJoint(Motion<Scalar>::from(twist), Motion<Scalar>::from(acceleration));
    const RigidBodyInertia<Scalar>& inertia =
        plan_.lumpedRotors().empty() ? body.inertia : work_.inertias[static_cast<std::size_t>(i)];
    here.force = forceOf(inertia, motion).vector();
    if (wrenches_) here.force -= here.pose.wrenchToChild((*wrenches_)[static_cast<std::size_t>(i)]);
    if (isArticulated) here.inertia = ArticulatedInertia<Scalar>::of(inertia);
  });
}

template <typename Scalar>
int GeneralClusters<Scalar>::eliminate(const Segment& segment, const Memory& memory) {
  for (const int body : segment.interfaceBodies) {
    work_.of(body).inertia += memory.articulated[body].A;
    work_.of(body).force += memory.articulated[body].p.vector();
  }
  for (int c = segment.last - 1; c >= segment.first; --c) {
    const Cluster<Scalar>& cluster = tree_.clusters()[static_cast<std::size_t>(c)];
    if (cluster.isCut()) {
      if (const int massless = cut_loops::eliminate(tree_, cluster, work_); massless >= 0)
        return massless;
    } else {
      if (!eliminateInertia(tree_, cluster, work_)) return cluster.firstBody;
      eliminateForce<Bias::withoutBias>(tree_, cluster, work_);
    }
    if (!isElsewhere(cluster.parent)) continue;
    BodyWorkspace<Scalar>& parent = work_.of(cluster.parent);
    memory.articulated[cluster.parent] += {parent.inertia, Force<Scalar>::from(parent.force)};
    parent.inertia = {};
    parent.force.setZero();
  }
  return -1;
}

template <typename Scalar>
void GeneralClusters<Scalar>::accelerate(const Segment& segment, const Memory& memory, Scalar* a) {
  VectorRef<Scalar> accelerations = Eigen::Map<VectorX<Scalar>>(a, tree_.velocitySize());
  eachCluster(segment, [&](const Cluster<Scalar>& cluster) {
    const Vector6<Scalar> parent =
        cluster.parent == ground      ? Vector6<Scalar>(Vector6<Scalar>::Zero())
        : isElsewhere(cluster.parent) ? memory.increments[cluster.parent].vector()
                                      : work_.of(cluster.parent).acceleration;
    if (cluster.isCut())
      cut_loops::accelerate(tree_, cluster, parent, work_, accelerations);
    else
      linkwork::accelerate<Bias::withoutBias>(tree_, cluster, parent, work_, accelerations);
    if (!cluster.constraint) return;
    const ConstraintWorkspace<Scalar>& workspace = work_.of(tree_, cluster);
    for (int k = 0; k < cluster.spanning(); ++k)
      a[cluster.velocities[static_cast<std::size_t>(k)]] += workspace.offset[k];
  });
  for (const int body : segment.interfaceBodies)
    memory.increments[body] = Motion<Scalar>::from(work_.of(body).acceleration);
}

template <typename Scalar>
void GeneralClusters<Scalar>::backward(const Segment& segment, const Memory& memory,
                                       Scalar* torque) {
  for (const int body : segment.interfaceBodies)
    work_.of(body).force += memory.forces[body].vector();
  for (int c = segment.last - 1; c >= segment.first; --c) {
    const Cluster<Scalar>& cluster = tree_.clusters()[static_cast<std::size_t>(c)];
    for (int i = cluster.firstBody + cluster.bodyCount - 1; i >= cluster.firstBody; --i)
      propagateForce(tree_, i, work_);
    projectForces<Scalar>(tree_, cluster, work_.jointForces, work_, work_.accelerations);
    for (int j = 0; j < cluster.dofs; ++j)
      torque[independentVelocity(tree_, cluster, j, work_)] =
          work_.accelerations[cluster.firstDof + j];
    if (!isElsewhere(cluster.parent)) continue;
    BodyWorkspace<Scalar>& parent = work_.of(cluster.parent);
    memory.forces[cluster.parent] += Force<Scalar>::from(parent.force);
    parent.force.setZero();
  }
}

extern template class GeneralClusters<double>;

}  // namespace linkwork
