#pragma once

#include <span>
#include <utility>
#include <vector>

#include "linkwork/model/cluster_tree.hpp"

namespace linkwork::contact {

/// In which order clusters are eliminated where some of their bodies are coupled beside the joints,
/// and which other bodies get coupled by it. Children come first, and of those whose children are
/// gone the one with the fewest couplings: what touches one body alone, or a drum, stays linear.
///
/// A cluster hands its couplings on to the body that carries it; that one and all that the cluster
/// is coupled with are then coupled with each other.
class EliminationPlan {
 public:
  /// A cluster and its front: the body that carries it, if one does, then those coupled with it.
  struct Step {
    int cluster;
    std::vector<int> front;
    /// Places of the blocks (a, b) among: the cluster's bodies; a body and the front; the same the
    /// other way round; the front. By rows; −1 where the two are not coupled.
    std::vector<int> inside, outward, inward, across;
  };

  /// The tree outlives it.
  explicit EliminationPlan(const ClusterTree<double>& tree);

  /// Plans anew for pairs of bodies, the ground not among them.
  /// cost  O(n) on chains and trees that touch few others; no allocation once it has planned as
  /// much
  void make(std::span<const std::pair<int, int>> pairs);

  /// The steps in their order.
  std::span<const Step> steps() const { return {steps_.data(), count_}; }
  /// Place of the block (a, b); (a, a) has place a. −1 if the two are not coupled.
  int block(int a, int b) const;
  int blocks() const { return blocks_; }                       ///< how many there are
  double multiplications() const { return multiplications_; }  ///< about so many in a solve

 private:
  struct Coupling {
    int body, block;
  };

  void couple(int a, int b);
  int degree(const Cluster<double>& cluster) const;
  std::size_t cheapest() const;
  void eliminate(int cluster, Step& step);
  void findBlocks(const Cluster<double>& cluster, Step& step) const;

  const ClusterTree<double>& tree_;
  std::vector<std::vector<Coupling>> couplings_;  ///< by body
  std::vector<int> children_;                     ///< by cluster, those not yet eliminated
  std::vector<char> isGone_;                      ///< by body
  std::vector<int> ready_;
  std::vector<Step> steps_;
  std::size_t count_ = 0;
  int blocks_ = 0;
  double multiplications_ = 0;
};

}  // namespace linkwork::contact
