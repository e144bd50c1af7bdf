#include "linkwork/codegen/recursion_trace.hpp"

#include <utility>

#include "linkwork/codegen/passive_programs.hpp"
#include "linkwork/codegen/symbolic_numbers.hpp"
#include "linkwork/dynamics/hinges/general_clusters.hpp"
#include "linkwork/dynamics/hinges/passes_here.hpp"
#include "linkwork/dynamics/hinges/recursion.hpp"
#include "linkwork/dynamics/loop_constraints.hpp"
#include "linkwork/model/cluster_tree_conversion.hpp"

namespace linkwork::codegen {

namespace {

using Eigen::Map;

/// G and g as the mechanism has them written down (spanning_motion.hpp).
class WrittenMotions {
 public:
  WrittenMotions(const SymbolicMechanism& mechanism, const ClusterTree<Expression>& tree,
                 Workspace<Expression>& work, HingeMemory<Expression>& memory)
      : mechanism_(mechanism), tree_(tree), work_(work), memory_(memory) {}

  void updateGroup(const Plan::Group& group) {
    const SpanningMotion& motion = motionOf(group.cluster);
    memory_.setMotions(
        group,
        [&](int row, int column) -> const Expression& { return motion.basis[at(row)][at(column)]; },
        motion.offset.data());
    const Cluster<Expression>& cluster = tree_.clusters()[at(group.cluster)];
    hinges::CoupledGroup<Expression>& numbers = memory_.coupledGroups[at(group.numbers.place)];
    for (int j = 0; j < cluster.dofs; ++j)
      numbers.independent[j] = cluster.velocities[at(motion.independent[at(j)])];
  }

  void updateCluster(const Cluster<Expression>& cluster) {
    const SpanningMotion& motion = motionOf(static_cast<int>(&cluster - tree_.clusters().data()));
    ConstraintScratch<Expression>& scratch = work_.of(tree_, cluster);
    updateRelativePoses(tree_, cluster, work_);
    for (int k = 0; k < cluster.spanning(); ++k) {
      scratch.offset[k] = motion.offset[at(k)];
      for (int j = 0; j < cluster.dofs; ++j) scratch.basis(k, j) = motion.basis[at(k)][at(j)];
    }
    for (int j = 0; j < cluster.dofs; ++j)
      scratch.order[at(cluster.constraint->rank + j)] = motion.independent[at(j)];
  }

  const RigidBodyInertia<Expression>& inertia(int body) const { return tree_.body(body).inertia; }

 private:
  const SpanningMotion& motionOf(int cluster) const {
    return mechanism_.motions.clusters[at(cluster)];
  }

  const SymbolicMechanism& mechanism_;
  const ClusterTree<Expression>& tree_;
  Workspace<Expression>& work_;
  HingeMemory<Expression>& memory_;
};

/// Calls `visit` with the recursion under joint forces.
template <typename Visit>
void withRecursion(SymbolicMechanism& mechanism, const std::vector<Expression>& torque,
                   Visit visit) {
  const Plan& plan = *mechanism.tree.plan();
  const ClusterTree<Expression> tree(mechanism.tree, GeneralNumbers(plan, mechanism.number));
  HingeMemory<Expression> memory = symbolicHinges(plan, mechanism.number);
  Workspace<Expression> work(tree);
  const ConstVectorRef<Expression> q =
      Map<const VectorX<Expression>>(mechanism.q.data(), tree.positionSize());
  const ConstVectorRef<Expression> v =
      Map<const VectorX<Expression>>(mechanism.v.data(), tree.velocitySize());
  work.jointForces = Map<const VectorX<Expression>>(torque.data(), tree.velocitySize());
  GeneralClusters general(tree, q, v, work, WrittenMotions(mechanism, tree, work, memory));
  hinges::Recursion recursion(
      plan, hinges::passesHere<Expression>, memory,
      {mechanism.q.data(), mechanism.v.data(), work.jointForces.data(), tree.gravity().data()},
      general);
  visit(recursion);
}

void addPassiveForces(const SymbolicMechanism& mechanism, std::vector<Expression>& torque) {
  for (const TreeBody<double>& body : mechanism.tree.bodies())
    addPassiveForce(body, mechanism.q, mechanism.v, torque);
}

}  // namespace

std::vector<Expression> traceForwardDynamics(SymbolicMechanism& mechanism,
                                             const std::vector<Expression>& torque) {
  std::vector<Expression> total = torque, accelerations(torque.size());
  addPassiveForces(mechanism, total);
  withRecursion(mechanism, total,
                [&](auto& recursion) { recursion.forwardDynamics(accelerations.data()); });
  return accelerations;
}

std::vector<Expression> traceInverseDynamics(SymbolicMechanism& mechanism,
                                             const std::vector<Expression>& acceleration) {
  std::vector<Expression> passive(acceleration.size()), torque(acceleration.size());
  addPassiveForces(mechanism, passive);
  withRecursion(mechanism, passive, [&](auto& recursion) {
    recursion.inverseDynamics(acceleration.data(), torque.data());
  });
  return torque;
}

}  // namespace linkwork::codegen
