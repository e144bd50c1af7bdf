#include "linkwork/maximal/sparse_ldu.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "linkwork/linalg/factorizations.hpp"
#include "linkwork/linalg/index.hpp"

namespace linkwork::maximal {
namespace {

/// The number of blocks below the diagonal that elimination fills in, node by node.
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
  // A merged node comes directly before the node that it is merged into.
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

/// Finds the pivots that meet: those with an edge, and those that a previous pivot meets both.
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

namespace {

/// C ← C − A B with A rows×inner and B inner×columns.
template <int inner>
void subtractProduct(double* c, const double* a, const double* b, int rows, int columns) {
  if (rows == 6) {
    using Rows = Eigen::Matrix<double, 6, inner>;
    const Eigen::Map<const Rows> left(a);
    for (int j = 0; j < columns; ++j)
      Eigen::Map<Eigen::Matrix<double, 6, 1>>(c + 6 * j) -=
          left.lazyProduct(Eigen::Map<const Eigen::Matrix<double, inner, 1>>(b + inner * j));
    return;
  }
  for (int j = 0; j < columns; ++j)
    for (int k = 0; k < inner; ++k) {
      const double factor = b[k + j * inner];
      for (int i = 0; i < rows; ++i) c[i + j * rows] -= a[i + k * rows] * factor;
    }
}

void subtractProduct(double* c, const double* a, const double* b, int rows, int inner,
                     int columns) {
  for (int j = 0; j < columns; ++j)
    for (int k = 0; k < inner; ++k) {
      const double factor = b[k + j * inner];
      for (int i = 0; i < rows; ++i) c[i + j * rows] -= a[i + k * rows] * factor;
    }
}

/// y ← y − A x
void subtractProduct(double* y, const double* a, const double* x, int rows, int columns) {
  for (int j = 0; j < columns; ++j)
    for (int i = 0; i < rows; ++i) y[i] -= a[i + j * rows] * x[j];
}

/// The most frequent pivot: n unknowns that meet one other of m.
///   D = L U,    U_pu ← D⁻¹ U_pu,    D_u ← D_u − L_up U_pu
template <int n, int m>
bool eliminateOne(double* d, double* upper, const double* lower, double* target) {
  if (!linalg::factorLu<n>(d)) return false;
  linalg::solveLu<n>(d, upper, m);
  using Upper = Eigen::Map<const Eigen::Matrix<double, n, m>>;
  using Lower = Eigen::Map<const Eigen::Matrix<double, m, n>>;
  Eigen::Map<Eigen::Matrix<double, m, m>>(target) -= Lower(lower).lazyProduct(Upper(upper));
  return true;
}

/// Its part of a solution: forward and backward.
template <int n, int m>
void forwardOne(const double* d, const double* lower, double* here, double* other) {
  linalg::solveLu<n>(d, here, 1);
  Eigen::Map<Eigen::Matrix<double, m, 1>>{other} -=
      Eigen::Map<const Eigen::Matrix<double, m, n>>(lower).lazyProduct(
          Eigen::Map<const Eigen::Matrix<double, n, 1>>(here));
}
template <int n, int m>
void backwardOne(const double* upper, double* here, const double* other) {
  Eigen::Map<Eigen::Matrix<double, n, 1>>{here} -=
      Eigen::Map<const Eigen::Matrix<double, n, m>>(upper).lazyProduct(
          Eigen::Map<const Eigen::Matrix<double, m, 1>>(other));
}

/// Calls `visit.operator()<n>()` with sizes up to 6 as a constant.
template <typename Visitor>
decltype(auto) withSize(int size, const Visitor& visit) {
  return linalg::withSize<6>(size, visit);
}

/// Calls `visit.operator()<n, m>()` for a body that meets a joint, or a joint that meets a body.
template <typename Visitor>
auto withSizes(int n, int m, Visitor&& visit) {
  if (n == 6)
    return withSize(m, [&]<int other>() { return visit.template operator()<6, other>(); });
  return withSize(n, [&]<int size>() { return visit.template operator()<size, 6>(); });
}

}  // namespace

SparseLdu::SparseLdu(BlockLayout layout, std::vector<bool> isRankRevealing)
    : layout_(std::move(layout)),
      isRedundant_(layout_.pivots().size(), false),
      values_(layout_.values()) {
  for (std::size_t p = 0; p < layout_.pivots().size(); ++p) {
    const int size = layout_.pivots()[p].size;
    rankRevealing_.push_back(isRankRevealing[p] || size > 6 ? static_cast<int>(ranked_.size())
                                                            : -1);
    const BlockLayout::Pivot& pivot = layout_.pivots()[p];
    const int other = pivot.offDiagonals == 1
                          ? layout_.pivots()[at(layout_.offDiagonals(pivot)[0].pivot)].size
                          : 0;
    isSimple_.push_back(rankRevealing_.back() < 0 && other > 0 &&
                        (size == 6 ? other <= 6 : other == 6));
    if (rankRevealing_.back() < 0) continue;
    ranked_.emplace_back(size);
  }
  values_.setZero();
}

/// U_pb ← D_p⁻¹ U_pb
void SparseLdu::eliminate(const BlockLayout::Pivot& pivot, const linalg::FullPivotLu* ranked) {
  double* const values = values_.data();
  for (const BlockLayout::OffDiagonal& off : layout_.offDiagonals(pivot)) {
    const int count = layout_.pivots()[at(off.pivot)].size;
    if (ranked != nullptr)
      ranked->solve(values + pivot.diagonal, values + off.upper, count);
    else
      withSize(pivot.size, [&]<int n>() {
        linalg::solveLu<n>(values + pivot.diagonal, values + off.upper, count);
      });
  }
}

/// A_ab ← A_ab − L_ap U_pb
void SparseLdu::spread(const BlockLayout::Pivot& pivot) {
  double* const values = values_.data();
  const int* target = layout_.targets(pivot);
  for (const BlockLayout::OffDiagonal& a : layout_.offDiagonals(pivot)) {
    const int rows = layout_.pivots()[at(a.pivot)].size;
    for (const BlockLayout::OffDiagonal& b : layout_.offDiagonals(pivot)) {
      const int columns = layout_.pivots()[at(b.pivot)].size;
      double* const to = values + *target++;
      if (pivot.size > 6)
        subtractProduct(to, values + a.lower, values + b.upper, rows, pivot.size, columns);
      else
        withSize(pivot.size, [&]<int n>() {
          subtractProduct<n>(to, values + a.lower, values + b.upper, rows, columns);
        });
    }
  }
}

bool SparseLdu::factor() {
  isCutOff_ = false;
  for (std::size_t p = 0; p < layout_.pivots().size(); ++p) {
    const BlockLayout::Pivot& pivot = layout_.pivots()[p];
    if (isSimple_[p]) {
      const BlockLayout::OffDiagonal& off = layout_.offDiagonals(pivot)[0];
      const BlockLayout::Pivot& other = layout_.pivots()[at(off.pivot)];
      double* const values = values_.data();
      if (!withSizes(pivot.size, other.size, [&]<int n, int m>() {
            return eliminateOne<n, m>(values + pivot.diagonal, values + off.upper,
                                      values + off.lower, values + other.diagonal);
          }))
        return false;
      continue;
    }
    linalg::FullPivotLu* const ranked =
        rankRevealing_[p] < 0 ? nullptr : &ranked_[at(rankRevealing_[p])];
    if (ranked != nullptr) {
      if (!values_.segment(pivot.diagonal, pivot.size * pivot.size).allFinite()) return false;
      const bool isWhole = ranked->factor(values_.data() + pivot.diagonal) == pivot.size;
      isCutOff_ = isCutOff_ || !(isWhole || isRedundant_[p]);
    } else if (!withSize(pivot.size, [&]<int n>() {
                 return linalg::factorLu<n>(values_.data() + pivot.diagonal);
               })) {
      return false;
    }
    eliminate(pivot, ranked);
    spread(pivot);
  }
  return true;
}

/// The largest entry of each row of the diagonal blocks.
Eigen::VectorXd SparseLdu::sizesOfDiagonals() const {
  Eigen::VectorXd sizes = Eigen::VectorXd::Zero(layout_.unknowns());
  for (const BlockLayout::Pivot& pivot : layout_.pivots()) {
    const Eigen::Map<const Eigen::MatrixXd> block(values_.data() + pivot.diagonal, pivot.size,
                                                  pivot.size);
    sizes.segment(pivot.first, pivot.size) = block.cwiseAbs().rowwise().maxCoeff();
  }
  return sizes;
}

/// Adds the magnitudes that `spread` subtracts from diagonals of other pivots.
void SparseLdu::addSizes(const BlockLayout::Pivot& pivot, Eigen::VectorXd& sizes) const {
  for (const BlockLayout::OffDiagonal& off : layout_.offDiagonals(pivot)) {
    const BlockLayout::Pivot& other = layout_.pivots()[at(off.pivot)];
    for (int i = 0; i < other.size; ++i)
      for (int k = 0; k < pivot.size; ++k)
        sizes[other.first + i] += std::abs(values_[off.lower + i + k * other.size] *
                                           values_[off.upper + k + i * pivot.size]);
  }
}

/// Whether the blocks of a pivot are rounding errors of sums of these magnitudes. Its equations
/// then follow from previous ones.
bool SparseLdu::isRounding(const BlockLayout::Pivot& pivot, const Eigen::VectorXd& sizes) const {
  constexpr double rounding = 1e-13;
  const auto isNothing = [&](int block, const BlockLayout::Pivot& other) {
    for (int j = 0; j < other.size; ++j)
      for (int i = 0; i < pivot.size; ++i) {
        const double size = sizes[pivot.first + i] * sizes[other.first + j];
        if (std::abs(values_[block + i + j * pivot.size]) > rounding * std::sqrt(size))
          return false;
      }
    return true;
  };
  if (!(sizes.segment(pivot.first, pivot.size).minCoeff() > 0)) return false;
  if (!isNothing(pivot.diagonal, pivot)) return false;
  const auto offs = layout_.offDiagonals(pivot);
  return std::all_of(offs.begin(), offs.end(), [&](const BlockLayout::OffDiagonal& off) {
    return isNothing(off.upper, layout_.pivots()[at(off.pivot)]);
  });
}

std::vector<int> SparseLdu::examine(const Eigen::VectorXd& units) {
  std::vector<int> singular;
  std::vector<bool> isSpoilt(layout_.pivots().size(), false);
  Eigen::VectorXd sizes = sizesOfDiagonals();
  for (std::size_t p = 0; p < layout_.pivots().size(); ++p) {
    const BlockLayout::Pivot& pivot = layout_.pivots()[p];
    double* const diagonal = values_.data() + pivot.diagonal;
    if (!isSpoilt[p]) {
      linalg::FullPivotLu tried(pivot.size);
      linalg::FullPivotLu& lu = rankRevealing_[p] < 0 ? tried : ranked_[at(rankRevealing_[p])];
      isRedundant_[p] = rankRevealing_[p] >= 0 && isRounding(pivot, sizes);
      if (isRedundant_[p])
        lu.scaleBy(sizes.segment(pivot.first, pivot.size));
      else
        lu.scale(diagonal, units.segment(pivot.first, pivot.size));
      if (lu.factor(diagonal) == pivot.size || isRedundant_[p]) {
        eliminate(pivot, &lu);
        spread(pivot);
        addSizes(pivot, sizes);
        continue;
      }
      singular.push_back(static_cast<int>(p));
    }
    for (const BlockLayout::OffDiagonal& off : layout_.offDiagonals(pivot))
      isSpoilt[at(off.pivot)] = true;
  }
  return singular;
}

void SparseLdu::solve(double* x) const {
  const double* const values = values_.data();
  for (std::size_t p = 0; p < layout_.pivots().size(); ++p) {
    const BlockLayout::Pivot& pivot = layout_.pivots()[p];
    double* const here = x + pivot.first;
    if (isSimple_[p]) {
      const BlockLayout::OffDiagonal& off = layout_.offDiagonals(pivot)[0];
      const BlockLayout::Pivot& other = layout_.pivots()[at(off.pivot)];
      withSizes(pivot.size, other.size, [&]<int n, int m>() {
        forwardOne<n, m>(values + pivot.diagonal, values + off.lower, here, x + other.first);
      });
      continue;
    }
    if (rankRevealing_[p] >= 0)
      ranked_[at(rankRevealing_[p])].solve(values + pivot.diagonal, here, 1);
    else
      withSize(pivot.size, [&]<int n>() { linalg::solveLu<n>(values + pivot.diagonal, here, 1); });
    for (const BlockLayout::OffDiagonal& off : layout_.offDiagonals(pivot)) {
      const BlockLayout::Pivot& other = layout_.pivots()[at(off.pivot)];
      subtractProduct(x + other.first, values + off.lower, here, other.size, pivot.size);
    }
  }
  for (std::size_t p = layout_.pivots().size(); p-- > 0;) {
    const BlockLayout::Pivot& pivot = layout_.pivots()[p];
    if (isSimple_[p]) {
      const BlockLayout::OffDiagonal& off = layout_.offDiagonals(pivot)[0];
      const BlockLayout::Pivot& other = layout_.pivots()[at(off.pivot)];
      withSizes(pivot.size, other.size, [&]<int n, int m>() {
        backwardOne<n, m>(values + off.upper, x + pivot.first, x + other.first);
      });
      continue;
    }
    for (const BlockLayout::OffDiagonal& off : layout_.offDiagonals(pivot)) {
      const BlockLayout::Pivot& other = layout_.pivots()[at(off.pivot)];
      subtractProduct(x + pivot.first, values + off.upper, x + other.first, pivot.size, other.size);
    }
  }
}

}  // namespace linkwork::maximal
