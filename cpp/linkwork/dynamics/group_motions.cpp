#include "linkwork/dynamics/group_motions.hpp"

#include "linkwork/dynamics/independent_coordinates.hpp"
#include "linkwork/dynamics/kinematics.hpp"
#include "linkwork/dynamics/loop_constraints.hpp"

namespace linkwork {
namespace {

bool solveLoops(const ClusterTree<double>& tree, const Plan::Group& group,
                const ConstVectorRef<double>& q, const ConstVectorRef<double>& v,
                Workspace<double>& work) {
  const Cluster<double>& cluster = tree.clusters()[static_cast<std::size_t>(group.cluster)];
  if (!group.planar) {
    updateJoints(tree, cluster, q, v, work);
    return solveConstraints(tree, cluster, q, v, work);
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
