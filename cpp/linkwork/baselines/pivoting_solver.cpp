#include "linkwork/baselines/pivoting_solver.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "linkwork/linalg/index.hpp"
#include "linkwork/linalg/lu.hpp"

namespace linkwork::baselines {

namespace {

/// Of the largest b: an acceleration that is zero. Of the largest entry of A: a pivot, and of it
/// times a force: a rate that is zero.
constexpr double nothing = 1e-11;

}  // namespace

bool PivotingSolver::isFriction(int row) const { return rows_[at(row)].normal >= 0; }

/// μ f_n of a friction row.
double PivotingSolver::limit(int row) const {
  return rows_[at(row)].friction * f_[at(rows_[at(row)].normal)];
}

void PivotingSolver::reserve(int k) {
  if (f_.size() >= at(k)) return;
  for (std::vector<double>* list : {&b_, &f_, &accelerations_, &df_, &da_, &column_, &right_})
    list->resize(at(k));
  states_.resize(at(k));
  held_.reserve(at(k));
  matrix_.resize(at(k) * at(k));
}

ForcesEnd PivotingSolver::solve(const Eigen::Ref<const Eigen::MatrixXd>& a,
                                const Eigen::Ref<const Eigen::VectorXd>& b,
                                std::span<const PivotRow> rows, Eigen::Ref<Eigen::VectorXd> f) {
  a_ = a.data();
  stride_ = a.outerStride();
  rows_ = rows;
  k_ = static_cast<int>(b.size());
  reserve(k_);
  double largest = 0;
  for (int i = 0; i < k_; ++i) {
    b_[at(i)] = accelerations_[at(i)] = b[i];
    f_[at(i)] = 0;
    states_[at(i)] = State::free;
    largest = std::max(largest, std::abs(b[i]));
  }
  tolerance_ = nothing * largest;
  pivots_ = 0;
  ForcesEnd end = b.allFinite() && a.allFinite() ? ForcesEnd::found : ForcesEnd::gaveUp;
  for (int row = 0; end == ForcesEnd::found && (row = nextRow()) >= 0;) end = drive(row);
  if (end == ForcesEnd::found && !refine()) end = ForcesEnd::gaveUp;
  for (int i = 0; i < k_; ++i) f[i] = end == ForcesEnd::impossible ? df_[at(i)] : f_[at(i)];
  return end;
}

/// A row whose conditions do not hold, those that push first; −1 if there is none.
int PivotingSolver::nextRow() const {
  for (int i = 0; i < k_; ++i)
    if (!isFriction(i) && states_[at(i)] == State::free && accelerations_[at(i)] < -tolerance_)
      return i;
  for (int i = 0; i < k_; ++i)
    if (isFriction(i) && states_[at(i)] == State::free && limit(i) > 0 &&
        std::abs(accelerations_[at(i)]) > tolerance_)
      return i;
  return -1;
}

ForcesEnd PivotingSolver::drive(int row) {
  const double sign = isFriction(row) && accelerations_[at(row)] > 0 ? -1 : 1;
  int idle = 0;
  while (true) {
    // Steps of no length could go in circles; steps of some length cannot without friction.
    if (++pivots_ > 1000 * (k_ + 1) || idle > 4 * (k_ + 1)) return ForcesEnd::gaveUp;
    if (!direction(row, sign)) return ForcesEnd::gaveUp;
    const Event event = firstEvent(row, sign);
    if (event.row < 0) return ForcesEnd::impossible;
    idle = event.step > 0 ? 0 : idle + 1;
    for (int i = 0; i < k_; ++i) {
      f_[at(i)] += event.step * df_[at(i)];
      accelerations_[at(i)] += event.step * da_[at(i)];
    }
    change(event.row, event.to);
    if (event.row == row) return ForcesEnd::found;
    if (isFriction(row) && states_[at(rows_[at(row)].normal)] == State::free)
      return ForcesEnd::found;  // nothing presses any more
  }
}

/// sum += factor times the column of a row's force and of the friction that goes with it.
void PivotingSolver::folded(int column, double factor, double* sum) const {
  const double* own = a_ + column * stride_;
  for (int i = 0; i < k_; ++i) sum[i] += factor * own[i];
  if (isFriction(column)) return;
  for (int j = 0; j < k_; ++j) {
    if (rows_[at(j)].normal != column) continue;
    const State state = states_[at(j)];
    if (state != State::low && state != State::high) continue;
    const double share = factor * rows_[at(j)].friction * (state == State::high ? 1 : -1);
    const double* other = a_ + j * stride_;
    for (int i = 0; i < k_; ++i) sum[i] += share * other[i];
  }
}

/// Changes of forces and accelerations while a row's force grows by `sign` and held rows stay.
bool PivotingSolver::direction(int row, double sign) {
  held_.clear();
  for (int i = 0; i < k_; ++i)
    if (states_[at(i)] == State::held) held_.push_back(i);
  std::fill(da_.begin(), da_.begin() + k_, 0.0);
  folded(row, sign, da_.data());
  const std::size_t n = held_.size();
  double largest = 0;
  for (std::size_t j = 0; j < n; ++j) {
    std::fill(column_.begin(), column_.begin() + k_, 0.0);
    folded(held_[j], 1, column_.data());
    for (std::size_t i = 0; i < n; ++i) {
      matrix_[i + j * n] = column_[at(held_[i])];
      largest = std::max(largest, std::abs(matrix_[i + j * n]));
    }
    right_[j] = -da_[at(held_[j])];
  }
  if (!linalg::eliminate(matrix_.data(), static_cast<int>(n), right_.data(), nothing * largest))
    return false;
  std::fill(df_.begin(), df_.begin() + k_, 0.0);
  df_[at(row)] = sign;
  for (std::size_t j = 0; j < n; ++j) {
    df_[at(held_[j])] = right_[j];
    folded(held_[j], right_[j], da_.data());
  }
  for (int i = 0; i < k_; ++i) {
    if (!isFriction(i) || i == row) continue;
    const double slipping = rows_[at(i)].friction * df_[at(rows_[at(i)].normal)];
    if (states_[at(i)] == State::high) df_[at(i)] = slipping;
    if (states_[at(i)] == State::low) df_[at(i)] = -slipping;
  }
  for (const int i : held_) da_[at(i)] = 0;
  return true;
}

/// What happens first on the way: a row lets go, comes to rest, starts or stops to slip.
PivotingSolver::Event PivotingSolver::firstEvent(int row, double sign) const {
  Event first{std::numeric_limits<double>::infinity()};
  double largest = 0;
  for (int i = 0; i < k_; ++i) largest = std::max(largest, std::abs(da_[at(i)]));
  const double still = nothing * largest;
  const auto consider = [&](int i, double left, double rate, double least, State to) {
    if (!(rate > least)) return;
    const double step = std::max(0.0, left) / rate;
    if (step < first.step) first = {step, i, to};
  };
  const auto slips = [&](int i) {
    const double bound = limit(i);
    const double rate = rows_[at(i)].friction * df_[at(rows_[at(i)].normal)];
    consider(i, bound - f_[at(i)], df_[at(i)] - rate, 0, State::high);
    consider(i, bound + f_[at(i)], -df_[at(i)] - rate, 0, State::low);
  };
  consider(row, -sign * accelerations_[at(row)], sign * da_[at(row)], still, State::held);
  if (isFriction(row)) slips(row);
  for (int i = 0; i < k_; ++i) {
    if (i == row) continue;
    const State state = states_[at(i)];
    if (state == State::held && isFriction(i)) slips(i);
    if (state == State::held && !isFriction(i)) consider(i, f_[at(i)], -df_[at(i)], 0, State::free);
    if (state == State::free && !isFriction(i) && accelerations_[at(i)] >= -tolerance_)
      consider(i, accelerations_[at(i)], -da_[at(i)], still, State::held);
    if (state == State::high) consider(i, -accelerations_[at(i)], da_[at(i)], still, State::held);
    if (state == State::low) consider(i, accelerations_[at(i)], -da_[at(i)], still, State::held);
  }
  return first;
}

void PivotingSolver::change(int row, State to) {
  states_[at(row)] = to;
  if (to == State::held) accelerations_[at(row)] = 0;
  if (to == State::high) f_[at(row)] = limit(row);
  if (to == State::low) f_[at(row)] = -limit(row);
  if (isFriction(row) || to != State::free) return;
  f_[at(row)] = 0;
  for (int i = 0; i < k_; ++i) {
    if (rows_[at(i)].normal != row) continue;
    states_[at(i)] = State::free;
    f_[at(i)] = 0;
  }
}

/// The forces once more, all at once, from who is held: without what rounding added up.
bool PivotingSolver::refine() {
  held_.clear();
  for (int i = 0; i < k_; ++i)
    if (states_[at(i)] == State::held) held_.push_back(i);
  const std::size_t n = held_.size();
  for (std::size_t j = 0; j < n; ++j) {
    std::fill(column_.begin(), column_.begin() + k_, 0.0);
    folded(held_[j], 1, column_.data());
    for (std::size_t i = 0; i < n; ++i) matrix_[i + j * n] = column_[at(held_[i])];
    right_[j] = -b_[at(held_[j])];
  }
  if (!linalg::eliminate(matrix_.data(), static_cast<int>(n), right_.data())) return false;
  for (std::size_t j = 0; j < n; ++j) f_[at(held_[j])] = right_[j];
  for (int i = 0; i < k_; ++i) {
    if (states_[at(i)] == State::high) f_[at(i)] = limit(i);
    if (states_[at(i)] == State::low) f_[at(i)] = -limit(i);
  }
  return true;
}

}  // namespace linkwork::baselines
