#pragma once

#include "linkwork/dynamics/hinges/hinge_memory.hpp"
#include "linkwork/model/scratch.hpp"

namespace linkwork {

/// All scratch memory of the algorithms on one tree, allocated once: no algorithm allocates.
/// One workspace serves one thread.
template <typename Scalar>
struct Workspace : TreeScratch<Scalar> {
  explicit Workspace(const ClusterTree<Scalar>& tree) : TreeScratch<Scalar>(tree) {
    if constexpr (std::is_same_v<Scalar, double>)
      if (tree.plan()) hinges = HingeMemory<double>(*tree.plan());
  }

  HingeMemory<Scalar> hinges;  ///< of the fast path, where the tree has a plan
};

}  // namespace linkwork
