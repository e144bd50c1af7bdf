#include "linkwork/codegen/closed_state.hpp"

namespace linkwork::codegen {

ClosedState closedState(const SymbolicMechanism& mechanism) {
  const ClusterTree<double>& tree = mechanism.tree;
  const SpanningMotions motions =
      closingMotionsOf(tree, mechanism.q, mechanism.number, mechanism.parameters, 2);
  ClosedState closed{mechanism.q, mechanism.v, motions.guard};
  for (std::size_t c = 0; c < motions.clusters.size(); ++c) {
    const Cluster<double>& cluster = tree.clusters()[c];
    if (!cluster.constraint) continue;
    const SpanningMotion& motion = motions.clusters[c];
    for (int i = cluster.firstBody; i < cluster.firstBody + cluster.bodyCount; ++i)
      for (int k = 0; k < tree.body(i).velocities; ++k)
        closed.q[at(tree.body(i).position + k)] += motion.offset[at(tree.body(i).local + k)];
    for (std::size_t row = 0; row < motion.basis.size(); ++row) {
      Expression& speed = closed.v[at(cluster.velocities[row])] = 0;
      for (std::size_t j = 0; j < motion.independent.size(); ++j)
        speed +=
            motion.basis[row][j] * mechanism.v[at(cluster.velocities[at(motion.independent[j])])];
    }
  }
  return closed;
}

}  // namespace linkwork::codegen
