#pragma once

#include <Eigen/Core>
#include <span>
#include <utility>
#include <vector>

#include "linkwork/linalg/index.hpp"
#include "linkwork/linalg/rank_revealing.hpp"

namespace linkwork::maximal {

/// The layout of the blocks of a sparse matrix, from its pattern alone: nodes of given sizes,
/// eliminated in their order, with the blocks that elimination fills in.
///
/// A node may be merged into a later one: both are then one pivot. A diagonal block that is
/// singular by itself may be regular together with the next.
///
///   pivot p:   D_p          n×n, then for every later pivot u that it meets
///              U_pu, L_up   n×m and m×n, m the size of u
///
/// Elimination adds −L_ap D_p⁻¹ U_pb to the block of every two a, b that p meets (`targets`). All
/// blocks are column-major and contiguous. The pattern is symmetric, the numbers need not be. A
/// symmetric factorization uses D and L only.
/// Source: Duff, Erisman & Reid, "Direct Methods for Sparse Matrices", chapters 10–12.
class BlockLayout {
 public:
  /// Entry (r, c) of a block is values[offset + r + c · stride].
  struct Place {
    int offset = -1, stride = 0;
  };
  struct OffDiagonal {
    int pivot;         ///< u
    int upper, lower;  ///< offsets of U_pu and L_up
  };
  struct Pivot {
    int size;
    int first;     ///< of its unknowns in a vector
    int diagonal;  ///< offset of D
    int firstOffDiagonal, offDiagonals;
    int firstTarget;  ///< offDiagonals × offDiagonals offsets, row by row
    int parent;       ///< the first pivot it meets, or −1
  };

  /// @param edges       pairs of nodes with a block
  /// @param mergedInto  by node: a later node, or −1
  BlockLayout(std::span<const int> sizes, std::span<const std::pair<int, int>> edges,
              std::span<const int> mergedInto);

  const std::vector<Pivot>& pivots() const { return pivots_; }
  std::span<const OffDiagonal> offDiagonals(const Pivot& pivot) const {
    return {offDiagonals_.data() + pivot.firstOffDiagonal,
            static_cast<std::size_t>(pivot.offDiagonals)};
  }
  const int* targets(const Pivot& pivot) const { return targets_.data() + pivot.firstTarget; }

  /// The block of two nodes with an edge, or of a node with itself.
  Place block(int row, int column) const;
  int pivotOf(int node) const { return pivotOf_[static_cast<std::size_t>(node)]; }
  int first(int node) const { return first_[static_cast<std::size_t>(node)]; }

  int unknowns() const { return unknowns_; }
  int values() const { return values_; }    ///< number of entries of all blocks
  int fillBlocks() const { return fill_; }  ///< number of filled-in node blocks, both triangles

 private:
  void findOffDiagonals(std::span<const std::pair<int, int>> edges);
  void place();
  Place between(int row, int column) const;

  std::vector<Pivot> pivots_;
  std::vector<OffDiagonal> offDiagonals_;
  std::vector<int> targets_;
  std::vector<int> pivotOf_, first_, within_;  ///< by node
  int unknowns_ = 0, values_ = 0, fill_ = 0;
};

/// Factors A = L D U by blocks, for matrices without symmetry on a symmetric pattern:
///
///   for every pivot p:   U_pb ← D_p⁻¹ U_pb,    A_ab ← A_ab − L_ap U_pb    for all a, b it meets
///   solve:               y_p ← D_p⁻¹ y_p,      y_a ← y_a − L_ap y_p,      x_p ← y_p − U_pb x_b
///
/// Plain pivots are factored without row exchanges. That suits bodies and joints, whose blocks have
/// a positive symmetric part. Rank-revealing pivots are scaled (`examine`), factored with full
/// pivoting and truncated below 1e-10: at a singular pose of a loop, directions without constraint
/// force get no impulse.
///
/// Cost: O(n) for a tree, two small factorizations per link, no allocation.
/// Source: Brüdigam & Manchester, "Linear-Time Variational Integrators in Maximal Coordinates",
/// algorithms 3 and 4.
class SparseLdu {
 public:
  /// @param isRankRevealing  by pivot
  SparseLdu(BlockLayout layout, std::vector<bool> isRankRevealing);

  const BlockLayout& layout() const { return layout_; }

  void setZero() { values_.setZero(); }
  double* data() { return values_.data(); }
  const double* data() const { return values_.data(); }

  /// Whether the last factorization truncated a rank-revealing pivot whose equations were not
  /// redundant in `examine`.
  bool isCutOff() const { return isCutOff_; }

  /// Factors in place. Returns false if a plain pivot is zero or not finite.
  bool factor();

  /// The first factorization: scales rank-revealing pivots by their current blocks and factors.
  ///
  /// @param units  factors of rows and columns, by unknown, that make A free of units
  /// @return       pivots that are singular although none before them is, without redundant ones,
  ///               which `factor` truncates
  std::vector<int> examine(const Eigen::VectorXd& units);

  /// x ← A⁻¹ x
  void solve(double* x) const;

 private:
  void eliminate(const BlockLayout::Pivot& pivot, const linalg::FullPivotLu* ranked);
  void spread(const BlockLayout::Pivot& pivot);
  Eigen::VectorXd sizesOfDiagonals() const;
  void addSizes(const BlockLayout::Pivot& pivot, Eigen::VectorXd& sizes) const;
  bool isRounding(const BlockLayout::Pivot& pivot, const Eigen::VectorXd& sizes) const;

  BlockLayout layout_;
  std::vector<int> rankRevealing_;  ///< by pivot: index in ranked_, or −1
  std::vector<bool> isSimple_;      ///< by pivot: plain, of a body and a joint, and meets one other
  std::vector<bool> isRedundant_;   ///< by pivot: whether its equations are redundant
  std::vector<linalg::FullPivotLu> ranked_;
  Eigen::VectorXd values_;
  bool isCutOff_ = false;
};

}  // namespace linkwork::maximal
