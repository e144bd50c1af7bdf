#include "linkwork/codegen/recursion_trace.hpp"

#include <utility>

#include "linkwork/codegen/passive_programs.hpp"
#include "linkwork/codegen/symbolic_numbers.hpp"
#include "linkwork/dynamics/aba.hpp"
#include "linkwork/dynamics/crba.hpp"
#include "linkwork/dynamics/general_clusters.hpp"
#include "linkwork/dynamics/general_composites.hpp"
#include "linkwork/dynamics/kernels/revolute_numbers.hpp"
#include "linkwork/dynamics/kinematics.hpp"
#include "linkwork/dynamics/rnea.hpp"
#include "linkwork/model/cluster_tree_conversion.hpp"

namespace linkwork::codegen {

namespace {

using Eigen::Map;

/// G and g as expressions of the mechanism (spanning_motion.hpp).
class WrittenMotions {
 public:
  WrittenMotions(const SymbolicMechanism& mechanism, const ClusterTree<Expression>& tree,
                 Workspace<Expression>& work, KernelWorkspace<Expression>& memory)
      : mechanism_(mechanism), tree_(tree), work_(work), memory_(memory) {}

  void updateGroup(const Plan::Group& group) {
    const SpanningMotion& motion = motionOf(group.cluster);
    memory_.setMotions(
        group,
        [&](int row, int column) -> const Expression& { return motion.basis[at(row)][at(column)]; },
        motion.offset.data());
    const Cluster<Expression>& cluster = tree_.clusters()[at(group.cluster)];
    kernels::CoupledGroup<Expression>& numbers = memory_.coupledGroups[at(group.numbers.place)];
    for (int j = 0; j < cluster.dofs; ++j)
      numbers.independent[j] = cluster.velocities[at(motion.independent[at(j)])];
  }

  void updateCluster(const Cluster<Expression>& cluster) {
    const SpanningMotion& motion = motionOf(static_cast<int>(&cluster - tree_.clusters().data()));
    ConstraintWorkspace<Expression>& workspace = work_.of(tree_, cluster);
    for (int k = 0; k < cluster.spanning(); ++k) {
      workspace.offset[k] = motion.offset[at(k)];
      for (int j = 0; j < cluster.dofs; ++j) workspace.basis(k, j) = motion.basis[at(k)][at(j)];
    }
    for (int j = 0; j < cluster.dofs; ++j)
      workspace.order[at(cluster.constraint->rank + j)] = motion.independent[at(j)];
  }

 private:
  const SpanningMotion& motionOf(int cluster) const {
    return mechanism_.motions.clusters[at(cluster)];
  }

  const SymbolicMechanism& mechanism_;
  const ClusterTree<Expression>& tree_;
  Workspace<Expression>& work_;
  KernelWorkspace<Expression>& memory_;
};

/// q with angles replaced that do not change the dynamics. A rotor without children on a revolute
/// joint along its axis of symmetry has the same inertia at every angle: its angle becomes zero.
/// The start angle of a revolute joint stays.
VectorX<Expression> visiblePositions(const SymbolicMechanism& mechanism,
                                     const KernelWorkspace<Expression>& memory) {
  const auto& bodies = mechanism.tree.bodies();
  std::vector<bool> isRotor;
  for (const TreeBody<double>& body : bodies)
    isRotor.push_back(body.joint == JointType::revolute && kernels::isAxisymmetric(body.inertia));
  for (const TreeBody<double>& body : bodies)
    if (body.parent != ground) isRotor[at(body.parent)] = false;
  VectorX<Expression> q =
      Map<const VectorX<Expression>>(mechanism.q.data(), mechanism.tree.positionSize());
  for (std::size_t i = 0; i < bodies.size(); ++i)
    if (isRotor[i]) q[bodies[i].position] = 0;
  for (std::size_t i = 0; i < memory.revolutes.size(); ++i)
    if (isRotor[at(memory.revolutes[i].body)])
      q[memory.starts[i].position] = -memory.starts[i].angle;
  return q;
}

/// Calls `visit` with the recursion under given joint forces plus the passive ones.
template <typename Visit>
void withRecursion(SymbolicMechanism& mechanism, std::vector<Expression> torque, Visit visit) {
  for (const TreeBody<double>& body : mechanism.tree.bodies())
    addPassiveForce(body, mechanism.q, mechanism.v, mechanism.number, torque);
  const Plan& plan = *mechanism.tree.plan();
  const ClusterTree<Expression> tree(
      mechanism.tree, TreeNumbers(plan, mechanism.number, TreeNumbers::Bodies::general));
  KernelWorkspace<Expression> memory = symbolicRevolutes(plan, mechanism.number);
  Workspace<Expression> work(tree);
  const VectorX<Expression> positions = visiblePositions(mechanism, memory);
  const ConstVectorRef<Expression> q = positions;
  const ConstVectorRef<Expression> v =
      Map<const VectorX<Expression>>(mechanism.v.data(), tree.velocitySize());
  work.jointForces = Map<const VectorX<Expression>>(torque.data(), tree.velocitySize());
  kernels::updateJointTransforms(memory.view(plan), static_cast<int>(plan.revolutes().size()),
                                 positions.data());
  WrittenMotions motions(mechanism, tree, work, memory);
  for (const Plan::Group& group : plan.groups())
    if (!group.isConstant) motions.updateGroup(group);
  for (const Plan::Segment& segment : plan.segments())
    for (int c = segment.first; segment.kind == Plan::Segment::Kind::general && c < segment.last;
         ++c) {
      const Cluster<Expression>& cluster = tree.clusters()[at(c)];
      updateJointSubspaces(tree, cluster, q, v, work);
      if (cluster.constraint) motions.updateCluster(cluster);
    }
  GeneralClusters<Expression> general(tree, plan, v, work);
  visit(kernels::JointKernels<Expression, GeneralClusters<Expression>>(
      plan, memory,
      {positions.data(), mechanism.v.data(), work.jointForces.data(), tree.gravity().data()},
      general));
}

}  // namespace

std::vector<Expression> traceMassMatrix(SymbolicMechanism& mechanism) {
  const Plan& plan = *mechanism.tree.plan();
  const ClusterTree<Expression> tree(mechanism.tree,
                                     TreeNumbers(plan, mechanism.number, TreeNumbers::Bodies::all));
  KernelWorkspace<Expression> memory;
  Workspace<Expression> work(tree);
  WrittenMotions motions(mechanism, tree, work, memory);
  const VectorX<Expression> q = visiblePositions(mechanism, memory);
  const VectorX<Expression> atRest = VectorX<Expression>::Zero(tree.velocitySize());
  for (const Cluster<Expression>& cluster : tree.clusters()) {
    updateJointSubspaces<Expression>(tree, cluster, q, atRest, work);
    if (cluster.constraint) motions.updateCluster(cluster);
  }
  const int n = tree.degreesOfFreedom();
  MatrixX<Expression> mass(n, n);
  mass.setZero();
  kernels::crba(GeneralComposites(tree, plan, work, mass));
  mass.triangularView<Eigen::StrictlyLower>() = mass.transpose();
  return {mass.data(), mass.data() + mass.size()};
}

std::vector<Expression> traceForwardDynamics(SymbolicMechanism& mechanism,
                                             std::vector<Expression> torque) {
  std::vector<Expression> accelerations(torque.size());
  withRecursion(mechanism, std::move(torque),
                [&](const auto& joints) { kernels::aba(joints, accelerations.data()); });
  return accelerations;
}

std::vector<Expression> traceInverseDynamics(SymbolicMechanism& mechanism,
                                             const std::vector<Expression>& acceleration) {
  std::vector<Expression> torque(acceleration.size());
  withRecursion(mechanism, std::vector<Expression>(torque.size()), [&](const auto& joints) {
    kernels::rnea(joints, acceleration.data(), torque.data());
  });
  return torque;
}

}  // namespace linkwork::codegen
