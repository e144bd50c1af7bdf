#pragma once

#include <span>
#include <utility>
#include <vector>

#include "linkwork/linalg/index.hpp"

namespace linkwork::maximal {

/// Where the blocks of a sparse matrix stand, fixed before any number is known: nodes of given
/// sizes, eliminated in their order, with the blocks that elimination fills in.
///
/// A node may be eliminated together with a later one ("merged"), as one pivot: a block on the
/// diagonal that is singular by itself need not be so together with the next.
///
///   pivot p:   D_p          n×n, then for every later pivot u that it meets
///              U_pu, L_up   n×m and m×n, m the size of u
///
/// Elimination adds −L_ap D_p⁻¹ U_pb for every two a, b that p meets; `targets` lists where. All
/// blocks are column-major and lie one after the other. The pattern is symmetric, the numbers need
/// not be; a symmetric factorisation uses D and L alone.
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

  /// `edges` are pairs of nodes with a block. `mergedInto[i]` is a later node or −1.
  BlockLayout(std::span<const int> sizes, std::span<const std::pair<int, int>> edges,
              std::span<const int> mergedInto);

  const std::vector<Pivot>& pivots() const { return pivots_; }
  std::span<const OffDiagonal> offDiagonals(const Pivot& pivot) const {
    return {offDiagonals_.data() + pivot.firstOffDiagonal,
            static_cast<std::size_t>(pivot.offDiagonals)};
  }
  const int* targets(const Pivot& pivot) const { return targets_.data() + pivot.firstTarget; }

  /// Block of two nodes that have an edge, or are the same.
  Place block(int row, int column) const;
  int pivotOf(int node) const { return pivotOf_[static_cast<std::size_t>(node)]; }
  int first(int node) const { return first_[static_cast<std::size_t>(node)]; }

  int unknowns() const { return unknowns_; }
  int values() const { return values_; }    ///< how many numbers all blocks have
  int fillBlocks() const { return fill_; }  ///< node × node blocks filled in, both triangles

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

}  // namespace linkwork::maximal
