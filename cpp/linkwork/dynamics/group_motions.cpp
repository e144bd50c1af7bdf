#include "linkwork/dynamics/group_motions.hpp"

#include "linkwork/constraints/explicit_constraint.hpp"
#include "linkwork/constraints/loop_constraints.hpp"
#include "linkwork/dynamics/independent_coordinates.hpp"
#include "linkwork/dynamics/kernels/passes.hpp"
#include "linkwork/dynamics/kernels/planar_assembly.hpp"
#include "linkwork/dynamics/kernels/revolute_numbers.hpp"
#include "linkwork/dynamics/kinematics.hpp"
#include "linkwork/spatial/sine_cosine.hpp"

namespace linkwork {
namespace {

/// T Rot(z, angle).
Transform<double> turnedAboutZ(const Transform<double>& placement, double angle) {
  double sine, cosine;
  sineCosine(&angle, &sine, &cosine, 1);
  Transform<double> result = placement;
  const auto& axes = placement.rotation;
  result.rotation.col(0) = cosine * axes.col(0) + sine * axes.col(1);
  result.rotation.col(1) = cosine * axes.col(1) - sine * axes.col(0);
  return result;
}

bool solveLoops(const ClusterTree<double>& tree, const Plan::Group& group,
                const ConstVectorRef<double>& q, const ConstVectorRef<double>& v,
                Workspace<double>& work) {
  const Cluster<double>& cluster = tree.clusters()[static_cast<std::size_t>(group.cluster)];
  if (!group.planar) {
    placeBodies(tree, group, q, work);
    if (cluster.constraint->explicitForm && solveExplicit(tree, cluster, q, v, work)) return true;
    assembleConstraints(tree, cluster, q, v, ConstraintLevel::acceleration, work);
    return reduceConstraints(cluster, work.of(tree, cluster), cluster.constraint->rows);
  }
  ConstraintWorkspace<double>& workspace = work.of(tree, cluster);
  const kernels::Memory<double> memory = work.kernels.view(*tree.plan());
  const int first = group.numbers.first;
  group.planar->assemble(cluster, memory.cosines + first, memory.sines + first, q.data(), v.data(),
                         workspace);
  return reduceConstraints(cluster, workspace, group.planar->rows(cluster));
}

}  // namespace

void updateJointTransforms(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
                           Workspace<double>& work) {
  const Plan& plan = *tree.plan();
  kernels::passes().updateJointTransforms(work.kernels.view(plan),
                                          static_cast<int>(plan.revolutes().size()), q.data());
}

void updateJointTransforms(const Plan::Group& group, const ConstVectorRef<double>& q,
                           kernels::Memory<double> memory) {
  const int first = group.numbers.first;
  for (double** each : {&memory.angles, &memory.sines, &memory.cosines}) *each += first;
  memory.starts += first;
  kernels::passes().updateJointTransforms(memory, group.numbers.last - first, q.data());
}

void placeBodies(const ClusterTree<double>& tree, const Plan::Group& group,
                 const ConstVectorRef<double>& q, Workspace<double>& work) {
  const kernels::Memory<double> memory = work.kernels.view(*tree.plan());
  for (int i = group.numbers.first; i < group.numbers.last; ++i) {
    const kernels::Revolute<double>& revolute = memory.revolutes[i];
    work.of(revolute.body).toParent = placementOf(revolute, memory.cosines[i], memory.sines[i]);
    work.jointSubspaces.col(revolute.velocity) = Vector6<double>::Unit(2);
  }
  for (const int index : group.cranks) {
    const TreeBody<double>& body = tree.body(index);
    work.of(index).toParent = turnedAboutZ(body.placement, q[body.position]);
    work.jointSubspaces.col(body.velocity) = Vector6<double>::Unit(2);
  }
}

void updateMotions(const ClusterTree<double>& tree, const Plan::Group& group,
                   const ConstVectorRef<double>& q, const ConstVectorRef<double>& v,
                   Workspace<double>& work, JointChoice choice) {
  const Cluster<double>& cluster = tree.clusters()[static_cast<std::size_t>(group.cluster)];
  bool isRegular;
  if (choice == JointChoice::fastest) {
    isRegular = solveLoops(tree, group, q, v, work);
  } else {
    placeBodies(tree, group, q, work);
    isRegular = solveConstraints(tree, cluster, q, v, work);
  }
  if (!isRegular) throw singularPose(tree, cluster);
  const ConstraintWorkspace<double>& workspace = work.of(tree, cluster);
  work.kernels.setMotions(group, workspace.basis, workspace.offset);
  const auto place = static_cast<std::size_t>(group.numbers.place);
  for (int j = 0; j < group.numbers.dofs; ++j)
    work.kernels.coupledGroups[place].independent[j] = independentVelocity(tree, cluster, j, work);
}

void updateConstraints(const ClusterTree<double>& tree, const Plan& plan,
                       const ConstVectorRef<double>& q, const ConstVectorRef<double>& v,
                       Workspace<double>& work, JointChoice choice, BasisOf basis) {
  for (const Plan::Group& group : plan.groups())
    if (!group.isConstant) updateMotions(tree, group, q, v, work, choice);
  for (const Plan::Segment& segment : plan.segments()) {
    if (segment.kind != Plan::Segment::Kind::general) continue;
    for (int c = segment.first; c < segment.last; ++c) {
      const Cluster<double>& cluster = tree.clusters()[static_cast<std::size_t>(c)];
      updateJointSubspaces(tree, cluster, q, v, work);
      if (cluster.constraint && !solveConstraints(tree, cluster, q, v, work, basis))
        throw singularPose(tree, cluster);
    }
  }
}

int independentEntry(const ClusterTree<double>& tree, int cluster, int j, Workspace<double>& work) {
  using Kind = Plan::Segment::Kind;
  const Plan::Place place = tree.plan()->placeOf(cluster);
  if (place.kind == Kind::coupled)
    return work.kernels.coupledGroups[static_cast<std::size_t>(place.index)].independent[j];
  if (place.kind == Kind::general)
    return independentVelocity(tree, tree.clusters()[static_cast<std::size_t>(cluster)], j, work);
  return tree.plan()->keptVelocity(cluster, j);
}

}  // namespace linkwork
