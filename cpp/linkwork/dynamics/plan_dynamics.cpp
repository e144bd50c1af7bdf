#include "linkwork/dynamics/plan_dynamics.hpp"

#include "linkwork/dynamics/body_paths.hpp"
#include "linkwork/dynamics/general_clusters.hpp"
#include "linkwork/dynamics/group_motions.hpp"
#include "linkwork/dynamics/hinges/recursion.hpp"
#include "linkwork/dynamics/loop_constraints.hpp"

namespace linkwork {

namespace {

/// What loops and couplings do, by the library's own choice of independent joints.
class SolvedMotions {
 public:
  SolvedMotions(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
                const ConstVectorRef<double>& v, Workspace<double>& work)
      : tree_(tree), q_(q), v_(v), work_(work) {}

  void updateGroup(const Plan::Group& group) { updateMotions(tree_, group, q_, v_, work_); }
  void updateCluster(const Cluster<double>& cluster) {
    if (!solveConstraints(tree_, cluster, q_, v_, work_)) throw singularPose(tree_, cluster);
  }
  const RigidBodyInertia<double>& inertia(int body) const { return tree_.plan()->inertia(body); }

 private:
  const ClusterTree<double>& tree_;
  const ConstVectorRef<double>& q_;
  const ConstVectorRef<double>& v_;
  Workspace<double>& work_;
};

/// Calls `visit` with the recursion of one call.
template <typename Visit>
void withRecursion(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
                   const ConstVectorRef<double>& v, const AppliedForces<double>& forces,
                   Workspace<double>& work, Visit visit) {
  applyJointForces(tree, q, v, forces, work);
  GeneralClusters general(tree, q, v, work, SolvedMotions(tree, q, v, work));
  hinges::Recursion recursion(*tree.plan(), hinges::passes(), work.hinges,
                              {q.data(), v.data(), work.jointForces.data(), tree.gravity().data()},
                              general);
  if (forces.hasWrenches) BodyPaths(tree, work).project(forces.wrenches, q, work.jointForces);
  visit(recursion);
}

}  // namespace

void turnHinges(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
                Workspace<double>& work) {
  const Plan& plan = *tree.plan();
  hinges::passes().turnHinges(work.hinges.view(plan), static_cast<int>(plan.hinges().size()),
                              q.data());
}

void planForwardDynamics(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
                         const ConstVectorRef<double>& v, const AppliedForces<double>& forces,
                         Workspace<double>& work, VectorRef<double> a) {
  withRecursion(tree, q, v, forces, work,
                [&](auto& recursion) { recursion.forwardDynamics(a.data()); });
}

void planInverseDynamics(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
                         const ConstVectorRef<double>& v, const ConstVectorRef<double>& a,
                         const AppliedForces<double>& forces, Workspace<double>& work,
                         VectorRef<double> torque) {
  torque.setZero();
  withRecursion(tree, q, v, forces, work,
                [&](auto& recursion) { recursion.inverseDynamics(a.data(), torque.data()); });
}

int keptVelocity(const ClusterTree<double>& tree, int cluster, int j) {
  const Plan& plan = *tree.plan();
  const Plan::Place place = plan.placeOf(cluster);
  const auto index = static_cast<std::size_t>(place.index);
  if (place.kind == Plan::Segment::Kind::hinges) return plan.drives()[index].velocity;
  if (place.kind == Plan::Segment::Kind::coupled)
    return plan.groups()[index].numbers.independent[j];
  return tree.clusters()[static_cast<std::size_t>(cluster)].velocities[static_cast<std::size_t>(j)];
}

void planBiasForce(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
                   const ConstVectorRef<double>& v, const AppliedForces<double>& forces,
                   Workspace<double>& work, VectorRef<double> bias) {
  VectorX<double>& torque = work.accelerations;  // which only general clusters need
  work.spanningAccelerations.setZero();
  planInverseDynamics(tree, q, v, work.spanningAccelerations, forces, work, torque);
  for (int c = 0; c < static_cast<int>(tree.clusters().size()); ++c) {
    const Cluster<double>& cluster = tree.clusters()[static_cast<std::size_t>(c)];
    for (int j = 0; j < cluster.dofs; ++j)
      bias[cluster.firstDof + j] = torque[keptVelocity(tree, c, j)];
  }
}

}  // namespace linkwork
