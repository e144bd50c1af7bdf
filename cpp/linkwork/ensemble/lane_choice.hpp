#pragma once

#include "linkwork/linalg/pivot_search.hpp"
#include "linkwork/model/scratch.hpp"
#include "linkwork/spatial/lanes.hpp"

/// Pivots of systems side by side. One lane, the leader, chooses them for all, and it is noted
/// which lanes would have chosen the same; what comes out counts for those. Then one of the others
/// leads. So all lanes come by what they come by alone, together as far as they agree.
namespace linkwork {

template <int W>
struct PivotChooser<Lanes<W>> {
  using Mask = typename Lanes<W>::Mask;

  const Mask& agrees() const { return *agreeing; }

  int leader = 0;
  Mask* agreeing = nullptr;  ///< which have chosen like the leader so far
};

template <int W>
class PivotSearch<Lanes<W>> {
  using S = Lanes<W>;

 public:
  explicit PivotSearch(const PivotChooser<S>& chooser) : chooser_(chooser) {}

  [[gnu::always_inline]] void offer(const S& pivot, const S& weight, const S& least, int row,
                                    std::size_t place) {
    typename S::Numbers p, w, l, best, found;
    pivot.get(p);
    weight.get(w);
    least.get(l);
    best_.get(best);
    found_.get(found);
    const typename S::Numbers score = p * w, entry = found * 0 + codeOf(row, place);
    const auto isBetter = (p > l) & (score > best);
    best_.set(isBetter ? score : best);
    found_.set(isBetter ? entry : found);
  }

  [[gnu::always_inline]] void choose() {
    const double chosen = found_[chooser_.leader];
    for (int lane = 0; lane < W; ++lane) chooser_.agreeing->holds[lane] &= found_[lane] == chosen;
    if (chosen < 0) return;
    row_ = static_cast<int>(chosen) % rowsAtMost;
    place_ = static_cast<std::size_t>(chosen) / rowsAtMost;
  }

  int row() const { return row_; }
  std::size_t place() const { return place_; }

 private:
  static constexpr int rowsAtMost = 1 << 10;
  static double codeOf(int row, std::size_t place) {
    return static_cast<double>(place * rowsAtMost) + row;
  }

  PivotChooser<S> chooser_;
  S best_{0}, found_{-1};
  int row_ = -1;
  std::size_t place_ = 0;
};

/// Scratch of a cluster's constraints in lanes, and what they are before they are reduced.
template <typename S>
struct LaneConstraints : ConstraintScratch<S> {
  MatrixX<S> jacobianBefore;
  VectorX<S> rightSideBefore;
};

/// Each call finds K and k as they stand in the scratch, and so does whoever comes after.
template <int W, typename Visit>
void forEachChoice(LaneConstraints<Lanes<W>>& scratch, const typename Lanes<W>::Mask& wanted,
                   Visit visit) {
  scratch.jacobianBefore = scratch.jacobian;
  scratch.rightSideBefore = scratch.rightSide;
  typename Lanes<W>::Mask remaining = wanted;
  for (int leader = 0; leader < W; ++leader) {
    if (!remaining.holds[leader]) continue;
    typename Lanes<W>::Mask agreeing = remaining;
    visit(PivotChooser<Lanes<W>>{leader, &agreeing});
    remaining = remaining & !agreeing;
    scratch.jacobian = scratch.jacobianBefore;
    scratch.rightSide = scratch.rightSideBefore;
  }
}

}  // namespace linkwork
