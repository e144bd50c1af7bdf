#include "linkwork/maximal/block_layout.hpp"

#include <algorithm>
#include <set>

namespace linkwork::maximal {
namespace {

/// How many blocks below the diagonal elimination fills in, node by node.
int countFill(int nodes, std::span<const std::pair<int, int>> edges) {
  std::vector<std::set<int>> later(at(nodes));
  for (const auto& [a, b] : edges) later[at(std::min(a, b))].insert(std::max(a, b));
  std::size_t before = 0, after = 0;
  for (const std::set<int>& meets : later) before += meets.size();
  for (int node = 0; node < nodes; ++node) {
    const std::set<int>& meets = later[at(node)];
    after += meets.size();
    if (!meets.empty()) later[at(*meets.begin())].insert(std::next(meets.begin()), meets.end());
  }
  return static_cast<int>(after - before);
}

}  // namespace

BlockLayout::BlockLayout(std::span<const int> sizes, std::span<const std::pair<int, int>> edges,
                         std::span<const int> mergedInto)
    : pivotOf_(sizes.size()), first_(sizes.size()), within_(sizes.size()) {
  // A merged node stands where the node stands that it is merged into, before it.
  std::vector<int> last(sizes.size());
  for (std::size_t i = sizes.size(); i-- > 0;)
    last[i] = mergedInto[i] < 0 ? static_cast<int>(i) : last[at(mergedInto[i])];
  std::vector<int> pivotAt(sizes.size(), -1);
  for (std::size_t i = 0; i < sizes.size(); ++i)
    if (mergedInto[i] < 0) {
      pivotAt[i] = static_cast<int>(pivots_.size());
      pivots_.push_back({});
    }
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    pivotOf_[i] = pivotAt[at(last[i])];
    Pivot& pivot = pivots_[at(pivotOf_[i])];
    within_[i] = pivot.size;
    pivot.size += sizes[i];
  }
  findOffDiagonals(edges);
  place();
  for (std::size_t i = 0; i < sizes.size(); ++i)
    first_[i] = pivots_[at(pivotOf_[i])].first + within_[i];
  fill_ = 2 * countFill(static_cast<int>(sizes.size()), edges);
}

/// Which pivots meet: those with an edge, and all that an earlier one meets both.
void BlockLayout::findOffDiagonals(std::span<const std::pair<int, int>> edges) {
  std::vector<std::set<int>> later(pivots_.size());
  for (const auto& [a, b] : edges) {
    const int p = pivotOf_[at(a)], u = pivotOf_[at(b)];
    if (p != u) later[at(std::min(p, u))].insert(std::max(p, u));
  }
  for (std::size_t p = 0; p < pivots_.size(); ++p) {
    Pivot& pivot = pivots_[p];
    pivot.firstOffDiagonal = static_cast<int>(offDiagonals_.size());
    pivot.offDiagonals = static_cast<int>(later[p].size());
    pivot.parent = later[p].empty() ? -1 : *later[p].begin();
    for (const int u : later[p]) offDiagonals_.push_back({u, 0, 0});
    if (pivot.parent >= 0)
      later[at(pivot.parent)].insert(std::next(later[p].begin()), later[p].end());
  }
}

void BlockLayout::place() {
  for (Pivot& pivot : pivots_) {
    pivot.first = unknowns_;
    unknowns_ += pivot.size;
    pivot.diagonal = values_;
    values_ += pivot.size * pivot.size;
    for (int m = pivot.firstOffDiagonal; m < pivot.firstOffDiagonal + pivot.offDiagonals; ++m) {
      const int size = pivot.size * pivots_[at(offDiagonals_[at(m)].pivot)].size;
      offDiagonals_[at(m)].upper = values_;
      offDiagonals_[at(m)].lower = values_ + size;
      values_ += 2 * size;
    }
  }
  for (Pivot& pivot : pivots_) {
    pivot.firstTarget = static_cast<int>(targets_.size());
    for (const OffDiagonal& a : offDiagonals(pivot))
      for (const OffDiagonal& b : offDiagonals(pivot))
        targets_.push_back(between(a.pivot, b.pivot).offset);
  }
}

BlockLayout::Place BlockLayout::between(int row, int column) const {
  const Pivot& first = pivots_[at(std::min(row, column))];
  if (row == column) return {first.diagonal, first.size};
  for (const OffDiagonal& off : offDiagonals(first)) {
    if (off.pivot != std::max(row, column)) continue;
    return row < column ? Place{off.upper, first.size} : Place{off.lower, pivots_[at(row)].size};
  }
  return {};
}

BlockLayout::Place BlockLayout::block(int row, int column) const {
  Place place = between(pivotOf(row), pivotOf(column));
  if (place.offset >= 0) place.offset += within_[at(row)] + within_[at(column)] * place.stride;
  return place;
}

}  // namespace linkwork::maximal
