#pragma once

#include <cstddef>

/// Where the mass matrix's numbers stand: plain numbers only, as in hinge.hpp.
namespace linkwork::hinges {

/// Where a hinge stands among the rows of the mass matrix, and which rows its column crosses: those
/// of the hinges [first, its own], one after the other; then those of the hinge that carries the
/// first; at last those of the body that floats.
struct MassRow {
  int dof;       ///< its entry of ẏ
  int first;     ///< of the hinges before it of which each carries the next
  int carrier;   ///< the hinge that carries `first`, or −1
  int floating;  ///< if −1: the floating body that does, or −1
};

/// Where a matrix over the freedoms of a tree has numbers (branch_matrix.hpp): column k at those
/// that carry k, or stand before it in its cluster, the outermost first, and on the diagonal.
struct Branches {
  int size;          ///< freedoms
  const int* start;  ///< by column, and the end
  const int* row;    ///< those of column 0, those of 1 …

  const int* carriers(int k) const { return row + start[k]; }
  int depth(int k) const { return start[k + 1] - start[k] - 1; }
};

/// The upper triangle of a matrix, written column by column from the diagonal up: whole.
template <typename S>
struct WholeColumns {
  struct Column {
    S *base, *top;  ///< of what is not written yet, the end

    /// Where `count` entries from row `dof` on stand, the next above those written; all between is
    /// zero.
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

/// The same by branches.
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

/// Column by column, each handed on as soon as it is there: its entries by branches, of which
/// `last` is the one on the diagonal.
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

}  // namespace linkwork::hinges
