#include "linkwork/tree/fast/fast_memory.hpp"

namespace linkwork {

FastMemory::FastMemory(const FastTree& tree, int bodies)
    : scratch(tree.hinges().size()),
      motions(static_cast<std::size_t>(bodies) + 1),
      articulated(static_cast<std::size_t>(bodies)),
      wrenches(static_cast<std::size_t>(bodies)),
      increments(static_cast<std::size_t>(bodies)),
      floating(tree.floatingBodies().size()),
      angles_(tree.hinges().size()),
      sines_(tree.hinges().size()),
      cosines_(tree.hinges().size()) {}

fast::Memory FastMemory::view(const FastTree& tree) {
  return {tree.hinges().data(), scratch.data(),  angles_.data(),
          sines_.data(),        cosines_.data(), motions.data() + 1,
          articulated.data(),   wrenches.data(), increments.data()};
}

}  // namespace linkwork
