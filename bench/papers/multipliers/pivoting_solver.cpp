#include "papers/multipliers/pivoting_solver.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "linkwork/linalg/factorizations.hpp"
#include "linkwork/linalg/index.hpp"

namespace linkwork::papers {

namespace {

/// Of the largest b: an acceleration that is zero. Of the largest entry of A: a pivot, and of it
/// times a force: a rate that is zero.
constexpr double nothing = 1e-11;

}  // namespace

void PivotingSolver::reserve(int k) {
  if (f_.size() >= at(k)) return;
  for (std::vector<double>* list : {&b_, &f_, &accelerations_, &df_, &da_, &right_})
    list->resize(at(k));
  isHeld_.resize(at(k));
  held_.reserve(at(k));
  matrix_.resize(at(k) * at(k));
}

ForcesEnd PivotingSolver::solve(const Eigen::Ref<const Eigen::MatrixXd>& a,
                                const Eigen::Ref<const Eigen::VectorXd>& b,
                                Eigen::Ref<Eigen::VectorXd> f) {
  a_ = a.data();
  stride_ = a.outerStride();
  k_ = static_cast<int>(b.size());
  reserve(k_);
  double largest = 0;
  for (int i = 0; i < k_; ++i) {
    b_[at(i)] = accelerations_[at(i)] = b[i];
    f_[at(i)] = 0;
    isHeld_[at(i)] = false;
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

/// A row whose conditions do not hold; −1 if there is none.
int PivotingSolver::nextRow() const {
  for (int i = 0; i < k_; ++i)
    if (!isHeld_[at(i)] && accelerations_[at(i)] < -tolerance_) return i;
  return -1;
}

ForcesEnd PivotingSolver::drive(int row) {
  int idle = 0;
  while (true) {
    // Steps of no length could go in circles.
    if (++pivots_ > 1000 * (k_ + 1) || idle > 4 * (k_ + 1)) return ForcesEnd::gaveUp;
    if (!direction(row)) return ForcesEnd::gaveUp;
    const Event event = firstEvent(row);
    if (event.row < 0) return ForcesEnd::impossible;
    idle = event.step > 0 ? 0 : idle + 1;
    for (int i = 0; i < k_; ++i) {
      f_[at(i)] += event.step * df_[at(i)];
      accelerations_[at(i)] += event.step * da_[at(i)];
    }
    change(event);
    if (event.row == row) return ForcesEnd::found;
  }
}

/// The rows that are held, and A between them.
void PivotingSolver::gatherHeld() {
  held_.clear();
  for (int i = 0; i < k_; ++i)
    if (isHeld_[at(i)]) held_.push_back(i);
  const std::size_t n = held_.size();
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t i = 0; i < n; ++i) matrix_[i + j * n] = column(held_[j])[held_[i]];
}

/// Changes of forces and accelerations while a row's force grows by 1 and held rows stay.
bool PivotingSolver::direction(int row) {
  gatherHeld();
  const std::size_t n = held_.size();
  std::copy(column(row), column(row) + k_, da_.begin());
  double largest = 0;
  for (std::size_t i = 0; i < n * n; ++i) largest = std::max(largest, std::abs(matrix_[i]));
  for (std::size_t j = 0; j < n; ++j) right_[j] = -da_[at(held_[j])];
  if (!linalg::eliminate(matrix_.data(), static_cast<int>(n), right_.data(), nothing * largest))
    return false;
  std::fill(df_.begin(), df_.begin() + k_, 0.0);
  df_[at(row)] = 1;
  for (std::size_t j = 0; j < n; ++j) {
    df_[at(held_[j])] = right_[j];
    for (int i = 0; i < k_; ++i) da_[at(i)] += column(held_[j])[i] * right_[j];
  }
  for (const int i : held_) da_[at(i)] = 0;
  return true;
}

/// The first event along a direction: a held row is released, or a free one comes to rest.
PivotingSolver::Event PivotingSolver::firstEvent(int row) const {
  Event first{std::numeric_limits<double>::infinity()};
  double largest = 0;
  for (int i = 0; i < k_; ++i) largest = std::max(largest, std::abs(da_[at(i)]));
  const double still = nothing * largest;
  const auto consider = [&](int i, double left, double rate, double least, bool isHeld) {
    if (!(rate > least)) return;
    const double step = std::max(0.0, left) / rate;
    if (step < first.step) first = {step, i, isHeld};
  };
  consider(row, -accelerations_[at(row)], da_[at(row)], still, true);
  for (int i = 0; i < k_; ++i) {
    if (i == row) continue;
    if (isHeld_[at(i)])
      consider(i, f_[at(i)], -df_[at(i)], 0, false);
    else if (accelerations_[at(i)] >= -tolerance_)
      consider(i, accelerations_[at(i)], -da_[at(i)], still, true);
  }
  return first;
}

void PivotingSolver::change(const Event& event) {
  isHeld_[at(event.row)] = event.isHeld;
  (event.isHeld ? accelerations_ : f_)[at(event.row)] = 0;
}

/// Computes all forces again at once from the held rows, without accumulated rounding.
bool PivotingSolver::refine() {
  gatherHeld();
  const std::size_t n = held_.size();
  for (std::size_t j = 0; j < n; ++j) right_[j] = -b_[at(held_[j])];
  if (!linalg::eliminate(matrix_.data(), static_cast<int>(n), right_.data())) return false;
  for (std::size_t j = 0; j < n; ++j) f_[at(held_[j])] = right_[j];
  return true;
}

}  // namespace linkwork::papers
