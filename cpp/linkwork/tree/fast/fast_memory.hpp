#pragma once

#include <vector>

#include "linkwork/tree/fast/fast_tree.hpp"

namespace linkwork {

/// Scratch of the recursion over hinges, allocated once with the workspace.
class FastMemory {
 public:
  FastMemory() = default;
  FastMemory(const FastTree& tree, int bodies);

  /// As plain pointers, for the passes.
  fast::Memory view(const FastTree& tree);

  std::vector<fast::HingeScratch> scratch;
  std::vector<fast::Motion> motions;  ///< the ground's first, then by body
  std::vector<fast::Articulated> articulated;
  std::vector<fast::Wrench> wrenches;
  std::vector<fast::Increment> increments;
  std::vector<fast::Wrench> floating;  ///< N and F of each floating body

 private:
  std::vector<double> angles_, sines_, cosines_;
};

}  // namespace linkwork
