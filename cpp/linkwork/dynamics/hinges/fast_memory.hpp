#pragma once

#include <vector>

#include "linkwork/dynamics/hinges/fast_tree.hpp"

namespace linkwork {

/// Scratch of the recursion over hinges, allocated once with the workspace.
class FastMemory {
 public:
  FastMemory() = default;
  FastMemory(const FastTree& fast, const ClusterTree<double>& tree);

  /// Writes G and g of a group, in the order of its cluster's joints, for its members.
  void setMotions(const FastTree::Group& group, const MatrixX<double>& basis,
                  const VectorX<double>& offset);

  /// As plain pointers, for the passes.
  fast::Memory view(const FastTree& fast);

  std::vector<fast::HingeScratch> scratch;
  std::vector<fast::Motion> motions;  ///< the ground's first, then by body
  std::vector<fast::Articulated> articulated;
  std::vector<fast::Wrench> wrenches;
  std::vector<fast::Increment> increments;
  std::vector<fast::CoupledScratch> coupled;
  std::vector<fast::Coupled> groups;   ///< those of the tree, with the independent joints of a pose
  std::vector<double> bases;           ///< G of groups, m numbers a hinge; constant ones are filled
  std::vector<double> accelerations;   ///< by hinge, of groups: g, or q̈
  std::vector<fast::Wrench> floating;  ///< N and F of each floating body

 private:
  std::vector<double> bases_, offsets_, accelerations_;
  std::vector<fast::Wrench> columns_;
  std::vector<double> angles_, sines_, cosines_;
};

}  // namespace linkwork
