#include "linkwork/codegen/recursion_trace.hpp"

#include <utility>

#include "linkwork/codegen/passive_programs.hpp"
#include "linkwork/codegen/symbolic_numbers.hpp"
#include "linkwork/dynamics/composite_bodies.hpp"
#include "linkwork/dynamics/general_clusters.hpp"
#include "linkwork/dynamics/hinges/hinge_numbers.hpp"
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

/// From a body's frame to that of its cluster's output body, turn by turn, as the recursion over
/// hinges does. A rotor looks the same at every angle; its weight is that of its parent.
class TurningFrames {
 public:
  TurningFrames(const ClusterTree<Expression>& tree, const Plan& plan, Workspace<Expression>& work,
                HingeMemory<Expression>& memory)
      : tree_(tree),
        plan_(plan),
        work_(work),
        memory_(memory.view(plan)),
        hingeOf_(tree.bodies().size(), -1) {
    for (std::size_t i = 0; i < memory.hinges.size(); ++i)
      hingeOf_[at(memory.hinges[i].body)] = static_cast<int>(i);
  }

  Vector6<Expression> forceToOutput(int body, const Vector6<Expression>& force) const {
    Vector6<Expression> result = force;
    eachBodyInCluster(body, [&](int i) {
      if (hingeOf_[at(i)] < 0) {
        result = transformOf(i).wrenchToParent(result);
        return;
      }
      hinges::Force<Expression> crossing;
      hinges::unstack<Expression>(result, crossing.n, crossing.f);
      withHinge(i, [&]<hinges::Placement placement>(const auto& hinge, const Expression& c,
                                                    const Expression& s) {
        hinges::propagateForce<placement>(hinge, c, s, crossing);
      });
      result = hinges::stacked(crossing.n, crossing.f);
    });
    return result;
  }

  ArticulatedInertia<Expression> inertiaToOutput(
      int body, const ArticulatedInertia<Expression>& inertia) const {
    if (plan_.isDeadWeight(body)) return {};
    ArticulatedInertia<Expression> result = inertia;
    eachBodyInCluster(body, [&](int i) {
      if (hingeOf_[at(i)] < 0) {
        result = result.toParent(transformOf(i));
        return;
      }
      hinges::Articulated<Expression> crossing{};
      const Vector6<Expression> none = Vector6<Expression>::Zero();
      hinges::add(result, none, none, crossing);
      withHinge(i, [&]<hinges::Placement placement>(const auto& hinge, const Expression& c,
                                                    const Expression& s) {
        hinges::toParent<placement, true>(hinge, c, s, crossing);
      });
      result = hinges::inertiaOf(crossing);
    });
    return result;
  }

 private:
  template <typename Visit>
  void eachBodyInCluster(int body, Visit visit) const {
    const int first = tree_.clusterOf(tree_.body(body)).firstBody;
    for (; body >= first; body = tree_.body(body).parent) visit(body);
  }
  const Transform<Expression>& transformOf(int body) const {
    return plan_.isDeadWeight(body) ? tree_.body(body).placement : work_.of(body).toParent;
  }
  template <typename Visit>
  void withHinge(int body, Visit visit) const {
    const int index = hingeOf_[at(body)];
    const hinges::Hinge<Expression>& hinge = memory_.hinges[index];
    hinges::withPlacement(hinge, [&]<hinges::Placement placement>() {
      visit.template operator()<placement>(hinge, memory_.cosines[index], memory_.sines[index]);
    });
  }

  const ClusterTree<Expression>& tree_;
  const Plan& plan_;
  const Workspace<Expression>& work_;
  const hinges::Memory<Expression> memory_;
  std::vector<int> hingeOf_;  ///< by body: place among the hinges, or −1
};

/// q as inertias see it. A rotor, a body that carries nothing on a hinge along its axis of
/// symmetry, looks the same at every angle: it may as well stand where there is nothing to turn.
VectorX<Expression> visiblePositions(const SymbolicMechanism& mechanism,
                                     const HingeMemory<Expression>& memory) {
  const auto& bodies = mechanism.tree.bodies();
  std::vector<bool> isRotor;
  for (const TreeBody<double>& body : bodies)
    isRotor.push_back(body.joint == JointType::revolute && hinges::isAxisymmetric(body.inertia));
  for (const TreeBody<double>& body : bodies)
    if (body.parent != ground) isRotor[at(body.parent)] = false;
  VectorX<Expression> q =
      Map<const VectorX<Expression>>(mechanism.q.data(), mechanism.tree.positionSize());
  for (std::size_t i = 0; i < bodies.size(); ++i)
    if (isRotor[i]) q[bodies[i].position] = 0;
  for (const hinges::Hinge<Expression>& hinge : memory.hinges)
    if (isRotor[at(hinge.body)]) q[hinge.position] = -hinge.startAngle;
  return q;
}

/// Calls `visit` with the recursion under joint forces, to which it adds the passive ones.
template <typename Visit>
void withRecursion(SymbolicMechanism& mechanism, std::vector<Expression> torque, Visit visit) {
  for (const TreeBody<double>& body : mechanism.tree.bodies())
    addPassiveForce(body, mechanism.q, mechanism.v, torque);
  const Plan& plan = *mechanism.tree.plan();
  const ClusterTree<Expression> tree(
      mechanism.tree, TreeNumbers(plan, mechanism.number, TreeNumbers::Bodies::general));
  HingeMemory<Expression> memory = symbolicHinges(plan, mechanism.number);
  Workspace<Expression> work(tree);
  const VectorX<Expression> positions = visiblePositions(mechanism, memory);
  const ConstVectorRef<Expression> q = positions;
  const ConstVectorRef<Expression> v =
      Map<const VectorX<Expression>>(mechanism.v.data(), tree.velocitySize());
  work.jointForces = Map<const VectorX<Expression>>(torque.data(), tree.velocitySize());
  const hinges::Passes<Expression>& passes = hinges::passesHere<Expression>;
  passes.turnHinges(memory.view(plan), static_cast<int>(plan.hinges().size()), positions.data());
  GeneralClusters general(tree, q, v, work, WrittenMotions(mechanism, tree, work, memory));
  hinges::Recursion recursion(
      plan, passes, memory,
      {positions.data(), mechanism.v.data(), work.jointForces.data(), tree.gravity().data()},
      general);
  visit(recursion);
}

}  // namespace

std::vector<Expression> traceMassMatrix(SymbolicMechanism& mechanism) {
  const Plan& plan = *mechanism.tree.plan();
  const ClusterTree<Expression> tree(mechanism.tree,
                                     TreeNumbers(plan, mechanism.number, TreeNumbers::Bodies::all));
  HingeMemory<Expression> memory = symbolicHinges(plan, mechanism.number);
  Workspace<Expression> work(tree);
  WrittenMotions motions(mechanism, tree, work, memory);
  const VectorX<Expression> q = visiblePositions(mechanism, memory);
  const VectorX<Expression> atRest = VectorX<Expression>::Zero(tree.velocitySize());
  for (const Cluster<Expression>& cluster : tree.clusters()) {
    updateJoints<Expression>(tree, cluster, q, atRest, work);
    if (!cluster.constraint) continue;
    motions.updateCluster(cluster);
    updateClusterMotion(tree, cluster, work);
  }
  hinges::passesHere<Expression>.turnHinges(memory.view(plan),
                                            static_cast<int>(plan.hinges().size()), q.data());
  const int n = tree.degreesOfFreedom();
  MatrixX<Expression> mass(n, n);
  compositeBodies<Expression>(tree, TurningFrames(tree, plan, work, memory), work, mass);
  return {mass.data(), mass.data() + mass.size()};
}

std::vector<Expression> traceForwardDynamics(SymbolicMechanism& mechanism,
                                             std::vector<Expression> torque) {
  std::vector<Expression> accelerations(torque.size());
  withRecursion(mechanism, std::move(torque),
                [&](auto& recursion) { recursion.forwardDynamics(accelerations.data()); });
  return accelerations;
}

std::vector<Expression> traceInverseDynamics(SymbolicMechanism& mechanism,
                                             const std::vector<Expression>& acceleration) {
  std::vector<Expression> torque(acceleration.size());
  withRecursion(mechanism, std::vector<Expression>(torque.size()), [&](auto& recursion) {
    recursion.inverseDynamics(acceleration.data(), torque.data());
  });
  return torque;
}

}  // namespace linkwork::codegen
