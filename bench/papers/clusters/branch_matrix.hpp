#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "linkwork/linalg/index.hpp"
#include "linkwork/model/cluster_tree.hpp"

namespace linkwork::papers {

/// The ancestors of each coordinate of a tree: the expanded parent array λ, in which a joint of
/// several coordinates is a chain of them. Source: Featherstone, "Rigid Body Dynamics Algorithms",
/// section 6.5 (branch-induced sparsity).
class BranchPattern {
 public:
  /// parent[k] < k is the next coordinate towards the ground, or `ground`.
  explicit BranchPattern(const std::vector<int>& parent) {
    for (std::size_t k = 0; k < parent.size(); ++k) {
      starts_.push_back(paths_.size());
      if (parent[k] != ground) {
        const std::size_t above = starts_[at(parent[k])];
        const std::size_t end = above + at(depth(parent[k])) + 1;
        for (std::size_t i = above; i < end; ++i) paths_.push_back(int{paths_[i]});
      }
      paths_.push_back(static_cast<int>(k));
    }
    starts_.push_back(paths_.size());
  }

  int size() const { return static_cast<int>(starts_.size()) - 1; }
  /// Number of coordinates that support k.
  int depth(int k) const { return static_cast<int>(path(k).size()) - 1; }
  /// The coordinates that support k, from the root on, and k itself last.
  std::span<const int> path(int k) const {
    const int* const paths = paths_.data();
    return {paths + start(k), paths + start(k + 1)};
  }
  std::size_t start(int k) const { return starts_[at(k)]; }
  std::size_t entries() const { return paths_.size(); }

 private:
  std::vector<std::size_t> starts_;
  std::vector<int> paths_;
};

/// A symmetric matrix with the sparsity of a tree's mass matrix: entry (k, j) is zero unless one of
/// the two coordinates supports the other. Row k has the entries of its path, root first. The row
/// of an ancestor is aligned with its beginning: factors and solutions on a path use contiguous
/// numbers.
///
/// size  Σ (depth + 1), at most n(n+1)/2; no allocation after construction
class BranchMatrix {
 public:
  /// A pivot below this part of its terms is rounding.
  static constexpr double rounding = 4 * epsilon;

  explicit BranchMatrix(BranchPattern pattern)
      : pattern_(std::move(pattern)),
        entries_(pattern_.entries()),
        inverseDiagonal_(at(pattern_.size())) {}

  const BranchPattern& pattern() const { return pattern_; }
  double* row(int k) { return entries_.data() + pattern_.start(k); }
  const double* row(int k) const { return entries_.data() + pattern_.start(k); }
  void setZero() { std::fill(entries_.begin(), entries_.end(), 0.0); }

  /// H = Lᵀ L in place, L lower triangular with the sparsity of H: from the leaves to the root,
  ///
  ///   L_kk = √H_kk     L_ki = H_ki / L_kk     H_ij −= L_ki L_kj     for i, j that support k
  ///
  /// Returns false unless H is positive definite beyond the `smallest` part of its diagonal and, if
  /// given, of `sizes`, the sizes of the diagonal's terms.
  /// cost  Σ d(d+3)/2 multiplications over coordinates of depth d: O(n d²)
  /// Source: Featherstone, section 6.3.
  bool factor(double smallest = rounding, const std::vector<double>& sizes = {}) {
    for (int k = 0; k < pattern_.size(); ++k) {
      inverseAt(k) = row(k)[pattern_.depth(k)];
      if (!sizes.empty()) inverseAt(k) = std::max(inverseAt(k), sizes[at(k)]);
    }
    for (int k = pattern_.size() - 1; k >= 0; --k) {
      const std::span<const int> path = pattern_.path(k);
      const int depth = pattern_.depth(k);
      double* const here = row(k);
      const double pivot = here[depth];
      if (!(pivot > smallest * inverseAt(k))) return false;
      here[depth] = std::sqrt(pivot);
      inverseAt(k) = 1.0 / here[depth];
      for (int i = 0; i < depth; ++i) here[i] *= inverseAt(k);
      for (int i = 0; i < depth; ++i) subtract(here[i], here, row(path[at(i)]), i + 1);
    }
    return true;
  }

  /// x ← L⁻ᵀ x.
  template <typename Vector>
  void solveTransposed(Vector&& x) const {
    for (int k = pattern_.size() - 1; k >= 0; --k) {
      const std::span<const int> path = pattern_.path(k);
      const double* const here = row(k);
      const double value = x[k] * inverseAt(k);
      x[k] = value;
      for (std::size_t i = 0; i + 1 < path.size(); ++i) x[path[i]] -= here[i] * value;
    }
  }

  /// x ← L⁻¹ x.
  template <typename Vector>
  void solve(Vector&& x) const {
    for (int k = 0; k < pattern_.size(); ++k) {
      const std::span<const int> path = pattern_.path(k);
      const double* const here = row(k);
      double value = x[k];
      for (std::size_t i = 0; i + 1 < path.size(); ++i) value -= here[i] * x[path[i]];
      x[k] = value * inverseAt(k);
    }
  }

  /// x ← L⁻ᵀ x for columns x that are zero except on the path of `last`: stores the entries of the
  /// path, root first; `rows` is (depth + 1) × any. There is no fill-in.
  template <typename Rows>
  void solveTransposedOnPath(int last, Rows&& rows) const {
    const std::span<const int> path = pattern_.path(last);
    for (auto i = static_cast<Eigen::Index>(path.size()) - 1; i >= 0; --i) {
      const int k = path[at(i)];
      const double* const here = row(k);
      rows.row(i) *= inverseAt(k);
      for (Eigen::Index j = 0; j < i; ++j) rows.row(j) -= here[j] * rows.row(i);
    }
  }

  double inverseDiagonal(int k) const { return inverseAt(k); }

 private:
  double& inverseAt(int k) { return inverseDiagonal_[at(k)]; }
  const double& inverseAt(int k) const { return inverseDiagonal_[at(k)]; }

  static void subtract(const double& factor, const double* from, double* to, int count) {
    for (int i = 0; i < count; ++i) to[i] -= factor * from[i];
  }

  BranchPattern pattern_;
  std::vector<double> entries_;
  std::vector<double> inverseDiagonal_;  ///< of L; before that, sizes of the diagonal of H
};

}  // namespace linkwork::papers
