#include "linkwork/maximal/sparse_ldu.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace linkwork::maximal {
namespace {

/// Below this, in units in which the block had entries near 1, a pivot counts as zero.
constexpr double cutoff = 1e-10;

/// D = L U in place without exchanges; the diagonal of U inverted.
template <int n>
bool factorPlain(double* d) {
  for (int k = 0; k < n; ++k) {
    const double pivot = d[k + k * n];
    if (!(std::abs(pivot) > 0) || !std::isfinite(pivot)) return false;
    const double inverse = 1 / pivot;
    d[k + k * n] = inverse;
    for (int i = k + 1; i < n; ++i) d[i + k * n] *= inverse;
    for (int j = k + 1; j < n; ++j) {
      const double factor = d[k + j * n];
      for (int i = k + 1; i < n; ++i) d[i + j * n] -= d[i + k * n] * factor;
    }
  }
  return true;
}

/// columns ← D⁻¹ columns
template <int n>
void solvePlain(const double* d, double* columns, int count) {
  for (int c = 0; c < count; ++c, columns += n) {
    for (int k = 0; k < n; ++k) {
      const double value = columns[k];
      for (int i = k + 1; i < n; ++i) columns[i] -= d[i + k * n] * value;
    }
    for (int k = n; k-- > 0;) {
      const double value = columns[k] *= d[k + k * n];
      for (int i = 0; i < k; ++i) columns[i] -= d[i + k * n] * value;
    }
  }
}

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
  if (!factorPlain<n>(d)) return false;
  solvePlain<n>(d, upper, m);
  using Upper = Eigen::Map<const Eigen::Matrix<double, n, m>>;
  using Lower = Eigen::Map<const Eigen::Matrix<double, m, n>>;
  Eigen::Map<Eigen::Matrix<double, m, m>>(target) -= Lower(lower).lazyProduct(Upper(upper));
  return true;
}

/// Its part of a solution, towards the root and back.
template <int n, int m>
void forwardOne(const double* d, const double* lower, double* here, double* other) {
  solvePlain<n>(d, here, 1);
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
auto withSize(int size, Visitor&& visit) {
  switch (size) {
    case 1:
      return visit.template operator()<1>();
    case 2:
      return visit.template operator()<2>();
    case 3:
      return visit.template operator()<3>();
    case 4:
      return visit.template operator()<4>();
    case 5:
      return visit.template operator()<5>();
    default:
      return visit.template operator()<6>();
  }
}

/// Calls `visit.operator()<n, m>()` where a body meets a joint or a joint a body.
template <typename Visitor>
auto withSizes(int n, int m, Visitor&& visit) {
  if (n == 6)
    return withSize(m, [&]<int other>() { return visit.template operator()<6, other>(); });
  return withSize(n, [&]<int size>() { return visit.template operator()<size, 6>(); });
}

}  // namespace

SparseLdu::SparseLdu(BlockLayout layout, std::vector<bool> careful)
    : layout_(std::move(layout)), values_(layout_.values()) {
  int largest = 0;
  for (std::size_t p = 0; p < layout_.pivots().size(); ++p) {
    const int size = layout_.pivots()[p].size;
    largest = std::max(largest, size);
    careful_.push_back(careful[p] || size > 6 ? static_cast<int>(exchanges_.size()) : -1);
    const BlockLayout::Pivot& pivot = layout_.pivots()[p];
    const int other =
        pivot.meetings == 1 ? layout_.pivots()[at(layout_.meetings(pivot)[0].pivot)].size : 0;
    isSimple_.push_back(careful_.back() < 0 && other > 0 && (size == 6 ? other <= 6 : other == 6));
    if (careful_.back() < 0) continue;
    exchanges_.push_back({Eigen::VectorXd::Ones(size), Eigen::VectorXd::Ones(size),
                          std::vector<int>(at(size)), std::vector<int>(at(size)), size});
  }
  scratch_.resize(largest);
  values_.setZero();
}

/// Scales rows and columns until the largest entry of each is near 1, but for those that are
/// nothing next to the block: what rounding has left of a massless body's inertia.
void SparseLdu::scale(const BlockLayout::Pivot& pivot, Exchanges& exchanges) const {
  const Eigen::Map<const Eigen::MatrixXd> block(values_.data() + pivot.diagonal, pivot.size,
                                                pivot.size);
  Eigen::VectorXd& rows = exchanges.rowScale;
  Eigen::VectorXd& columns = exchanges.columnScale;
  rows.setOnes();
  columns.setOnes();
  const double nothing = 1e-13 * block.cwiseAbs().maxCoeff();
  const auto towardsOne = [&](double largest) {
    return largest > nothing ? 1 / std::sqrt(largest) : 1;
  };
  for (int sweep = 0; sweep < 8; ++sweep) {
    const Eigen::MatrixXd scaled =
        (rows.asDiagonal() * block * columns.asDiagonal()).cwiseAbs().eval();
    for (int i = 0; i < pivot.size; ++i) {
      rows[i] *= towardsOne(scaled.row(i).maxCoeff());
      columns[i] *= towardsOne(scaled.col(i).maxCoeff());
    }
  }
}

void SparseLdu::factorCarefully(const BlockLayout::Pivot& pivot, Exchanges& exchanges) {
  const int n = pivot.size;
  Eigen::Map<Eigen::MatrixXd> d(values_.data() + pivot.diagonal, n, n);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) d(i, j) *= exchanges.rowScale[i] * exchanges.columnScale[j];
  std::iota(exchanges.rows.begin(), exchanges.rows.end(), 0);
  std::iota(exchanges.columns.begin(), exchanges.columns.end(), 0);
  for (exchanges.rank = 0; exchanges.rank < n; ++exchanges.rank) {
    const int k = exchanges.rank;
    int row = k, column = k;
    double largest = 0;
    for (int j = k; j < n; ++j)
      for (int i = k; i < n; ++i)
        if (std::abs(d(i, j)) > largest) largest = std::abs(d(row = i, column = j));
    if (!(largest > cutoff)) return;
    for (int j = 0; j < n; ++j) std::swap(d(k, j), d(row, j));
    for (int i = 0; i < n; ++i) std::swap(d(i, k), d(i, column));
    std::swap(exchanges.rows[at(k)], exchanges.rows[at(row)]);
    std::swap(exchanges.columns[at(k)], exchanges.columns[at(column)]);
    const double inverse = 1 / d(k, k);
    for (int i = k + 1; i < n; ++i) d(i, k) *= inverse;
    for (int j = k + 1; j < n; ++j)
      for (int i = k + 1; i < n; ++i) d(i, j) -= d(i, k) * d(k, j);
  }
}

void SparseLdu::solveCarefully(const BlockLayout::Pivot& pivot, const Exchanges& exchanges,
                               double* columns, int count) const {
  const int n = pivot.size, rank = exchanges.rank;
  const double* const d = values_.data() + pivot.diagonal;
  for (int c = 0; c < count; ++c, columns += n) {
    for (int i = 0; i < n; ++i) {
      const int row = exchanges.rows[at(i)];
      scratch_[i] = exchanges.rowScale[row] * columns[row];
    }
    for (int k = 0; k < rank; ++k)
      for (int i = k + 1; i < rank; ++i) scratch_[i] -= d[i + k * n] * scratch_[k];
    for (int k = rank; k-- > 0;) {
      scratch_[k] /= d[k + k * n];
      for (int i = 0; i < k; ++i) scratch_[i] -= d[i + k * n] * scratch_[k];
    }
    for (int i = 0; i < n; ++i) {
      const int column = exchanges.columns[at(i)];
      columns[column] = i < rank ? exchanges.columnScale[column] * scratch_[i] : 0;
    }
  }
}

/// U_pb ← D_p⁻¹ U_pb
void SparseLdu::eliminate(const BlockLayout::Pivot& pivot, const Exchanges* exchanges) {
  double* const values = values_.data();
  for (const BlockLayout::Meeting& meeting : layout_.meetings(pivot)) {
    const int count = layout_.pivots()[at(meeting.pivot)].size;
    if (exchanges != nullptr)
      solveCarefully(pivot, *exchanges, values + meeting.upper, count);
    else
      withSize(pivot.size, [&]<int n>() {
        solvePlain<n>(values + pivot.diagonal, values + meeting.upper, count);
      });
  }
}

/// A_ab ← A_ab − L_ap U_pb
void SparseLdu::spread(const BlockLayout::Pivot& pivot) {
  double* const values = values_.data();
  const int* target = layout_.targets(pivot);
  for (const BlockLayout::Meeting& a : layout_.meetings(pivot)) {
    const int rows = layout_.pivots()[at(a.pivot)].size;
    for (const BlockLayout::Meeting& b : layout_.meetings(pivot)) {
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
      const BlockLayout::Meeting& meeting = layout_.meetings(pivot)[0];
      const BlockLayout::Pivot& other = layout_.pivots()[at(meeting.pivot)];
      double* const values = values_.data();
      if (!withSizes(pivot.size, other.size, [&]<int n, int m>() {
            return eliminateOne<n, m>(values + pivot.diagonal, values + meeting.upper,
                                      values + meeting.lower, values + other.diagonal);
          }))
        return false;
      continue;
    }
    Exchanges* const exchanges = careful_[p] < 0 ? nullptr : &exchanges_[at(careful_[p])];
    if (exchanges != nullptr) {
      if (!values_.segment(pivot.diagonal, pivot.size * pivot.size).allFinite()) return false;
      factorCarefully(pivot, *exchanges);
      isCutOff_ = isCutOff_ || exchanges->rank < pivot.size;
    } else if (!withSize(pivot.size, [&]<int n>() {
                 return factorPlain<n>(values_.data() + pivot.diagonal);
               })) {
      return false;
    }
    eliminate(pivot, exchanges);
    spread(pivot);
  }
  return true;
}

std::vector<int> SparseLdu::examine() {
  std::vector<int> singular;
  std::vector<bool> isSpoilt(layout_.pivots().size(), false);
  Exchanges tried;
  for (std::size_t p = 0; p < layout_.pivots().size(); ++p) {
    const BlockLayout::Pivot& pivot = layout_.pivots()[p];
    if (!isSpoilt[p]) {
      if (careful_[p] < 0)
        tried = {Eigen::VectorXd(pivot.size), Eigen::VectorXd(pivot.size),
                 std::vector<int>(at(pivot.size)), std::vector<int>(at(pivot.size)), 0};
      Exchanges& exchanges = careful_[p] < 0 ? tried : exchanges_[at(careful_[p])];
      scale(pivot, exchanges);
      factorCarefully(pivot, exchanges);
      if (exchanges.rank == pivot.size) {
        eliminate(pivot, &exchanges);
        spread(pivot);
        continue;
      }
      singular.push_back(static_cast<int>(p));
    }
    for (const BlockLayout::Meeting& meeting : layout_.meetings(pivot))
      isSpoilt[at(meeting.pivot)] = true;
  }
  return singular;
}

void SparseLdu::solve(double* x) const {
  const double* const values = values_.data();
  for (std::size_t p = 0; p < layout_.pivots().size(); ++p) {
    const BlockLayout::Pivot& pivot = layout_.pivots()[p];
    double* const here = x + pivot.first;
    if (isSimple_[p]) {
      const BlockLayout::Meeting& meeting = layout_.meetings(pivot)[0];
      const BlockLayout::Pivot& other = layout_.pivots()[at(meeting.pivot)];
      withSizes(pivot.size, other.size, [&]<int n, int m>() {
        forwardOne<n, m>(values + pivot.diagonal, values + meeting.lower, here, x + other.first);
      });
      continue;
    }
    if (careful_[p] >= 0)
      solveCarefully(pivot, exchanges_[at(careful_[p])], here, 1);
    else
      withSize(pivot.size, [&]<int n>() { solvePlain<n>(values + pivot.diagonal, here, 1); });
    for (const BlockLayout::Meeting& meeting : layout_.meetings(pivot)) {
      const BlockLayout::Pivot& other = layout_.pivots()[at(meeting.pivot)];
      subtractProduct(x + other.first, values + meeting.lower, here, other.size, pivot.size);
    }
  }
  for (std::size_t p = layout_.pivots().size(); p-- > 0;) {
    const BlockLayout::Pivot& pivot = layout_.pivots()[p];
    if (isSimple_[p]) {
      const BlockLayout::Meeting& meeting = layout_.meetings(pivot)[0];
      const BlockLayout::Pivot& other = layout_.pivots()[at(meeting.pivot)];
      withSizes(pivot.size, other.size, [&]<int n, int m>() {
        backwardOne<n, m>(values + meeting.upper, x + pivot.first, x + other.first);
      });
      continue;
    }
    for (const BlockLayout::Meeting& meeting : layout_.meetings(pivot)) {
      const BlockLayout::Pivot& other = layout_.pivots()[at(meeting.pivot)];
      subtractProduct(x + pivot.first, values + meeting.upper, x + other.first, pivot.size,
                      other.size);
    }
  }
}

}  // namespace linkwork::maximal
