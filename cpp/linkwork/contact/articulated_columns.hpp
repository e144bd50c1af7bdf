#pragma once

#include <span>
#include <vector>

#include "linkwork/contact/placed_rows.hpp"
#include "linkwork/dynamics/force_crossing.hpp"

namespace linkwork::contact {

/// W = J H⁻¹ Jᵀ: what forces along rows leave at the clusters on their way to the
/// ground, then outward what that changes of the motion of every body that a row is on,
///
///   z = L⁻¹(Sᵀf + Gᵀλ)    f_p = Σ f − W z        (W, L, D: force_crossing.hpp)
///   Lᵀ ẏ = D⁻¹ z − Wᵀ V_p      V = V_p + S ẏ
///
/// in world axes about one point, so that a body takes 24 multiplications a coordinate.
/// cost  O(n + rows) for one λ, O(n) a column of W and O(1) a pair of rows, O(depth) a row of its
///       diagonal; no allocation once it has seen as many
/// Source: Chignoli et al., sections VII and VIII.
class ArticulatedColumns {
 public:
  /// Tree and parts outlive it.
  ArticulatedColumns(const ClusterTree<double>& tree, const RigidParts& parts);

  /// The rows from now on, after updatePoses and eliminateInertias.
  void place(Workspace<double>& work, std::span<const ForceRow> rows);
  const PlacedRows& placed() const { return placed_; }

  /// W in the upper left of w, which grows where it is too small.
  void write(Eigen::MatrixXd& w);
  /// u = W λ
  void multiply(const double* lambda, double* u);
  /// Sum of the diagonal of W in so many rows, at most four, on the same bodies.
  double trace(int first, int rows);
  /// About so many for a `multiply`.
  double multiplications() const { return multiplications_; }

 private:
  static constexpr int together = 4;  ///< columns of W side by side

  template <int width>
  struct Motions {
    std::vector<Forces<double, width>> bodies;  ///< f, then V
    /// By ẏ: Gᵀλ, then D⁻¹ z, then ẏ.
    Eigen::Matrix<double, Eigen::Dynamic, width, width == 1 ? Eigen::ColMajor : Eigen::RowMajor>
        reduced;
  };

  auto factorOf(const Cluster<double>& cluster) const {
    return Eigen::Map<const Eigen::MatrixXd>(factors_.data() + cluster.factor, cluster.dofs,
                                             cluster.dofs);
  }
  void findCrossed();
  void findMobilities();
  template <int width>
  void clear(Motions<width>& columns) const;
  template <int width>
  void clear(Motions<width>& columns, const Cluster<double>& cluster) const;
  template <int width>
  void push(Motions<width>& columns, std::size_t row, int column, double by) const;
  template <int width>
  void respond(Motions<width>& columns) const;
  template <int width>
  void carry(Motions<width>& columns, const Cluster<double>& cluster) const;
  template <int width>
  void move(Motions<width>& columns, const Cluster<double>& cluster) const;
  template <int width>
  Eigen::Matrix<double, 1, width> rates(const Motions<width>& columns, std::size_t row) const;

  const ClusterTree<double>& tree_;
  PlacedRows placed_;
  Matrix6X<double> gains_;                   ///< W by ẏ
  Eigen::VectorXd factors_;                  ///< L by clusters, with 1/D
  std::vector<Matrix6<double>> mobilities_;  ///< Ω by body: V = Ω f
  Matrix6X<double> turned_;                  ///< S L⁻ᵀ of one body
  std::vector<char> isCrossed_;              ///< by cluster, whether a row crosses it
  std::vector<int> crossed_;                 ///< such clusters, parents first
  double multiplications_ = 0;
  Motions<together> columns_;
  Motions<1> one_;
};

}  // namespace linkwork::contact
