#include "linkwork/dynamics/group_motions.hpp"

#include "linkwork/dynamics/explicit_constraint.hpp"
#include "linkwork/dynamics/hinges/interface_body.hpp"
#include "linkwork/dynamics/independent_coordinates.hpp"
#include "linkwork/dynamics/loop_constraints.hpp"
#include "linkwork/joints/revolute.hpp"

namespace linkwork {
namespace {

/// X, S and poses in the group's parent of the bodies to which loops lead: of hinges by the sines
/// and cosines that the passes have.
void placeBodies(const ClusterTree<double>& tree, const Plan::Group& group,
                 const ConstVectorRef<double>& q, Workspace<double>& work) {
  const hinges::Memory<double> memory = work.hinges.view(*tree.plan());
  auto& poses = work.of(tree, tree.clusters()[static_cast<std::size_t>(group.cluster)]).poses;
  for (int i = group.numbers.first; i < group.numbers.last; ++i) {
    const hinges::Hinge<double>& hinge = memory.hinges[i];
    const Transform<double> placement = placementOf(hinge, memory.cosines[i], memory.sines[i]);
    work.of(hinge.body).toParent = placement;
    poses[static_cast<std::size_t>(hinge.body - group.firstBody)] =
        hinge.inner < 0
            ? placement
            : poses[static_cast<std::size_t>(hinge.parent - group.firstBody)] * placement;
    work.jointSubspaces.col(hinge.velocity) = Vector6<double>::Unit(2);
  }
  for (const int index : group.cranks) {
    const TreeBody<double>& body = tree.body(index);
    work.of(index).toParent =
        body.placement * RevoluteJoint<double>::transform(q.segment<1>(body.position));
    poses[static_cast<std::size_t>(index - group.firstBody)] = work.of(index).toParent;
    work.jointSubspaces.col(body.velocity) = Vector6<double>::Unit(2);
  }
}

bool solveLoops(const ClusterTree<double>& tree, const Plan::Group& group,
                const ConstVectorRef<double>& q, const ConstVectorRef<double>& v,
                Workspace<double>& work) {
  const Cluster<double>& cluster = tree.clusters()[static_cast<std::size_t>(group.cluster)];
  if (!group.planar) {
    placeBodies(tree, group, q, work);
    if (cluster.constraint->explicitForm && solveExplicit(tree, cluster, q, v, work)) return true;
    assembleConstraints(tree, cluster, q, v, ConstraintLevel::acceleration, work);
    return reduceConstraints(cluster, work.of(tree, cluster));
  }
  ConstraintScratch<double>& scratch = work.of(tree, cluster);
  const hinges::Memory<double> memory = work.hinges.view(*tree.plan());
  const int first = group.numbers.first;
  group.planar->assemble(cluster, memory.cosines + first, memory.sines + first, v.data(), scratch);
  return reduceConstraints(cluster, scratch);
}

}  // namespace

void updateMotions(const ClusterTree<double>& tree, const Plan::Group& group,
                   const ConstVectorRef<double>& q, const ConstVectorRef<double>& v,
                   Workspace<double>& work) {
  const Cluster<double>& cluster = tree.clusters()[static_cast<std::size_t>(group.cluster)];
  if (!solveLoops(tree, group, q, v, work)) throw singularPose(tree, cluster);
  const ConstraintScratch<double>& scratch = work.of(tree, cluster);
  work.hinges.setMotions(group, scratch.basis, scratch.offset);
  const auto place = static_cast<std::size_t>(group.numbers.place);
  for (int j = 0; j < group.numbers.dofs; ++j)
    work.hinges.coupledGroups[place].independent[j] = independentVelocity(tree, cluster, j, work);
}

}  // namespace linkwork
