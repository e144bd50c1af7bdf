#pragma once

#include "linkwork/linalg/gauss_jordan.hpp"
#include "linkwork/model/workspace.hpp"
#include "linkwork/spatial/lanes.hpp"

/// Pivots of SIMD-batched systems. One lane, the leader, chooses them for all lanes. The result
/// counts for the lanes that would choose the same pivots. Then one of the others leads. Each lane
/// therefore gets the same result as alone.
namespace linkwork {

template <int W>
struct PivotChooser<Lanes<W>> {
  using Mask = typename Lanes<W>::Mask;

  const Mask& agrees() const { return *agreeing; }

  int leader = 0;
  Mask* agreeing = nullptr;  ///< lanes with the leader's choices so far
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

/// Workspace of a cluster's SIMD-batched constraints, and the constraints before reduction.
template <typename S>
struct LaneConstraints : ConstraintWorkspace<S> {
  MatrixX<S> jacobianBefore;
  VectorX<S> rightSideBefore;
};

/// Each call of `visit` starts with the same K and k; they are restored at the end.
template <int W, typename Visit>
void forEachChoice(LaneConstraints<Lanes<W>>& workspace, const typename Lanes<W>::Mask& wanted,
                   Visit visit) {
  workspace.jacobianBefore = workspace.jacobian;
  workspace.rightSideBefore = workspace.rightSide;
  typename Lanes<W>::Mask remaining = wanted;
  for (int leader = 0; leader < W; ++leader) {
    if (!remaining.holds[leader]) continue;
    typename Lanes<W>::Mask agreeing = remaining;
    visit(PivotChooser<Lanes<W>>{leader, &agreeing});
    remaining = remaining & !agreeing;
    workspace.jacobian = workspace.jacobianBefore;
    workspace.rightSide = workspace.rightSideBefore;
  }
}

}  // namespace linkwork
