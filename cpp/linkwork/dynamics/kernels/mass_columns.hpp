#pragma once

#include <cstddef>

/// Layouts of the mass matrix: plain numbers only, as in revolute_joint.hpp.
namespace linkwork::kernels {

/// Rows of a joint's column of the mass matrix: first those of the joints [first, its own], then
/// those of the joint that supports `first`, last those of the floating body.
struct MassRow {
  int dof;       ///< its entry of ẏ
  int first;     ///< the first joint of its serial chain
  int support;   ///< the joint that supports `first`, or −1
  int floating;  ///< if −1: the floating body at the root, or −1
};

/// Sparsity of a matrix over the dofs of a tree (branch_matrix.hpp). Column k has entries at the
/// dofs that support k or precede it in its cluster, the outermost first, and on the diagonal.
struct Branches {
  int size;          ///< number of dofs
  const int* start;  ///< by column, and the end
  const int* row;    ///< those of column 0, those of 1 …

  const int* supports(int k) const { return row + start[k]; }
  int depth(int k) const { return start[k + 1] - start[k] - 1; }
};

/// The upper triangle of a dense matrix, written column by column from the diagonal up.
template <typename S>
struct WholeColumns {
  struct Column {
    S *base, *top;  ///< `top`: end of the entries not yet written

    /// Returns `count` entries from row `dof` on, above those written last. Entries between are set
    /// to zero.
    S* next(int dof, int count) {
      S* here = base + dof;
      clear(here + count);
      return top = here;
    }
    void finish() { clear(base); }

   private:
    void clear(S* from) {
      while (from < top) *from++ = S(0);
    }
  };

  Column of(int dof) const {
    S* base = numbers + static_cast<std::ptrdiff_t>(dof) * stride;
    return {base, base + dof};
  }

  S* numbers;
  int stride;
};

/// The same in branch-sparse form.
template <typename S>
struct BranchColumns {
  struct Column {
    S* top;

    S* next(int, int count) { return top -= count; }
    void finish() {}
  };

  Column of(int dof) const { return {numbers + start[dof + 1] - 1}; }

  S* numbers;
  const int* start;  ///< Branches::start
};

/// Calls `take` with each complete column: its entries by branches; `last` is the diagonal one.
template <typename S>
struct HandedColumns {
  struct Column {
    S* top;
    const HandedColumns* to;
    int dof;

    S* next(int, int count) { return top -= count; }
    void finish() { to->take(to->context, dof, to->last); }
  };

  Column of(int dof) const { return {last, this, dof}; }

  S* last;
  void* context;
  void (*take)(void* context, int dof, const S* last);
};

}  // namespace linkwork::kernels
