#include "linkwork/tree/fast/fast_memory.hpp"

namespace linkwork {

FastMemory::FastMemory(const FastTree& fast, const ClusterTree<double>& tree)
    : scratch(fast.hinges().size()),
      motions(tree.bodies().size() + 1),
      articulated(tree.bodies().size()),
      wrenches(tree.bodies().size()),
      increments(tree.bodies().size()),
      coupled(fast.groups().size()),
      bases(fast.basisSize()),
      accelerations(fast.hinges().size()),
      floating(fast.floatingBodies().size()),
      columns_(fast.basisSize()),
      angles_(fast.hinges().size()),
      sines_(fast.hinges().size()),
      cosines_(fast.hinges().size()) {
  for (const FastTree::Group& group : fast.groups())
    if (group.isConstant) setBasis(fast, tree, group.numbers, group.basis);
}

void FastMemory::setBasis(const FastTree& fast, const ClusterTree<double>& tree,
                          const fast::Coupled& group, const MatrixX<double>& basis) {
  double* next = bases.data() + group.basis;
  for (int i = group.first; i < group.last; ++i) {
    const fast::Hinge& hinge = fast.hinges()[static_cast<std::size_t>(i)];
    const int row = tree.body(hinge.body).local;
    for (int j = 0; j < group.freedoms; ++j) *next++ = basis(row, j);
  }
}

fast::Memory FastMemory::view(const FastTree& fast) {
  return {fast.hinges().data(), scratch.data(), angles_.data(),     sines_.data(),
          cosines_.data(),      &motions[1],    articulated.data(), wrenches.data(),
          increments.data(),    coupled.data(), columns_.data(),    bases.data(),
          accelerations.data()};
}

}  // namespace linkwork
