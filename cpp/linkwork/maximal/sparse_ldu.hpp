#pragma once

#include <Eigen/Core>
#include <vector>

#include "linkwork/linalg/full_pivot_lu.hpp"
#include "linkwork/maximal/block_layout.hpp"

namespace linkwork::maximal {

/// A = L D U by blocks, for matrices without symmetry on a symmetric pattern:
///
///   for every pivot p:   U_pb ← D_p⁻¹ U_pb,    A_ab ← A_ab − L_ap U_pb    for all a, b it meets
///   solve:               y_p ← D_p⁻¹ y_p,      y_a ← y_a − L_ap y_p,      then x_p ← y_p − U_pb
///   x_b
///
/// Plain pivots are factored without exchanges, which suits bodies and joints: their blocks have a
/// positive symmetric part. Rank-revealing pivots are scaled, by what `examine` saw, factored with
/// full pivoting, and cut off where what is left is below 1e-10: a direction in which a loop at a
/// singular pose carries nothing then gets no impulse.
///
/// cost  O(n) for a tree: two small factorisations a link; no allocation
/// Source: Brüdigam & Manchester, "Linear-Time Variational Integrators in Maximal Coordinates",
/// algorithms 3 and 4.
class SparseLdu {
 public:
  /// `isRankRevealing` by pivot.
  SparseLdu(BlockLayout layout, std::vector<bool> isRankRevealing);

  const BlockLayout& layout() const { return layout_; }

  void setZero() { values_.setZero(); }
  double* data() { return values_.data(); }
  const double* data() const { return values_.data(); }

  /// Whether the last factorisation cut a rank-revealing pivot off that was none of equations which
  /// follow from others from the start.
  bool isCutOff() const { return isCutOff_; }

  /// Factors in place. False where a plain pivot is zero or not a number.
  bool factor();

  /// Scales rank-revealing pivots by their blocks as they are now, factors, and returns the pivots
  /// that are singular although nothing before them is; not those whose equations follow from
  /// others, which `factor` cuts off. `units`, by unknown, make A free of units on either side. For
  /// the first factorisation only.
  std::vector<int> examine(const Eigen::VectorXd& units);

  /// x ← A⁻¹ x
  void solve(double* x) const;

 private:
  void eliminate(const BlockLayout::Pivot& pivot, const linalg::FullPivotLu* ranked);
  void spread(const BlockLayout::Pivot& pivot);
  Eigen::VectorXd sizesOfDiagonals() const;
  void addSizes(const BlockLayout::Pivot& pivot, Eigen::VectorXd& sizes) const;
  bool isRounding(const BlockLayout::Pivot& pivot, const Eigen::VectorXd& sizes) const;

  BlockLayout layout_;
  std::vector<int> rankRevealing_;  ///< by pivot: place in ranked_, or −1
  std::vector<bool> isSimple_;      ///< by pivot: plain, and meets a single one, body and joint
  std::vector<bool> isRedundant_;   ///< by pivot: its equations followed from others to begin with
  std::vector<linalg::FullPivotLu> ranked_;
  Eigen::VectorXd values_;
  bool isCutOff_ = false;
};

}  // namespace linkwork::maximal
