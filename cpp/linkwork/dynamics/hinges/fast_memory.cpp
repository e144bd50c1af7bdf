#include "linkwork/dynamics/hinges/fast_memory.hpp"

namespace linkwork {

FastMemory::FastMemory(const FastTree& fast, const ClusterTree<double>& tree)
    : scratch(fast.hinges().size()),
      motions(tree.bodies().size() + 1),
      articulated(tree.bodies().size()),
      wrenches(tree.bodies().size()),
      increments(tree.bodies().size()),
      coupled(fast.groups().size()),
      floating(fast.floatingBodies().size()),
      bases_(fast.basisSize()),
      offsets_(fast.velocities().size()),
      accelerations_(fast.velocities().size()),
      columns_(fast.basisSize()),
      angles_(fast.hinges().size()),
      sines_(fast.hinges().size()),
      cosines_(fast.hinges().size()) {
  for (const FastTree::Group& group : fast.groups()) groups.push_back(group.numbers);
  for (const FastTree::Group& group : fast.groups())
    if (group.isConstant) setMotions(group, group.basis, VectorX<double>::Zero(group.basis.rows()));
}

void FastMemory::setMotions(const FastTree::Group& group, const MatrixX<double>& basis,
                            const VectorX<double>& offset) {
  double* row = bases_.data() + group.numbers.basis;
  double* g = offsets_.data() + group.numbers.member;
  for (const int local : group.members) {
    for (int j = 0; j < group.numbers.dofs; ++j) *row++ = basis(local, j);
    *g++ = offset[local];
  }
}

fast::Memory FastMemory::view(const FastTree& fast) {
  return {fast.hinges().data(), scratch.data(),  angles_.data(),       sines_.data(),
          cosines_.data(),      &motions[1],     articulated.data(),   wrenches.data(),
          increments.data(),    coupled.data(),  columns_.data(),      fast.velocities().data(),
          bases_.data(),        offsets_.data(), accelerations_.data()};
}

}  // namespace linkwork
