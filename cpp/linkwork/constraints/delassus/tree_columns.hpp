#pragma once

#include <array>
#include <span>
#include <vector>

#include "linkwork/constraints/delassus/impulse_response.hpp"
#include "linkwork/dynamics/force_crossing.hpp"
#include "linkwork/dynamics/workspace.hpp"

namespace linkwork::constraints {

/// Rows of J and motion subspaces of a tree, in world axes about one point of the mechanism. Forces
/// and motions then need no change of frame from body to body.
class TreeRows {
 public:
  /// A row between two bodies, or along the ẏ of a cluster.
  struct Row {
    std::array<int, 2> bodies{ground, ground};
    /// J: u = J · (V of bodies[1] − V of bodies[0])
    Vector6<double> along = Vector6<double>::Zero();
    int cluster = -1;            ///< of a joint's row
    std::size_t firstBasis = 0;  ///< of a joint's row: its first entry in bases_
  };

  /// Tree and parts must outlive this object.
  TreeRows(const ClusterTree<double>& tree, const RigidParts& parts);

  /// Places rows and subspaces; needs updatePoses.
  void place(Workspace<double>& work, std::span<const ForceRow> rows);

  std::span<const Row> rows() const { return rows_; }
  /// A joint's row of G, size m: u = G ẏ.
  const double* basis(const Row& row) const { return bases_.data() + row.firstBasis; }
  /// S of a body, 6×m, column-major: V = V_p + S ẏ, where p is the parent body of the cluster.
  const double* subspace(int body) const {
    return subspaces_.data() + 6 * firstColumns_[static_cast<std::size_t>(body)];
  }
  /// The frame of a body.
  Transform<double> pose(const Workspace<double>& work, int body) const;

 private:
  void addBasis(Workspace<double>& work, const ForceRow& from, Row& row);

  const ClusterTree<double>& tree_;
  const RigidParts& parts_;
  Eigen::Vector3d about_{0, 0, 0};
  std::vector<int> firstColumns_;  ///< of S, by body
  Matrix6X<double> subspaces_;
  std::vector<Row> rows_;
  std::vector<double> bases_;
};

/// Columns, products and traces of W = J H⁻¹ Jᵀ on a tree. A backward pass over the clusters that
/// forces f on bodies and impulses λ on joints cross, then a forward pass to the bodies with rows:
///
///   z = L⁻¹(Sᵀf + Gᵀλ)         f_p = Σ f − W z       (W, L, D: force_crossing.hpp)
///   Lᵀ ẏ = D⁻¹ z − Wᵀ V_p      V = V_p + S ẏ
///
/// in the axes of TreeRows: 24 multiplications for each body and coordinate.
/// Cost: O(n + rows) for a product, O(n) for a column of W, O(1) for each pair of rows, O(depth)
/// for each row of a trace. Allocates only for more rows than before.
/// Source: Chignoli et al., sections VII and VIII.
class TreeColumns {
 public:
  /// Tree and parts must outlive this object.
  TreeColumns(const ClusterTree<double>& tree, const RigidParts& parts);

  /// Sets the rows; needs updatePoses and eliminateInertias.
  void place(Workspace<double>& work, std::span<const ForceRow> rows);
  const TreeRows& placed() const { return placed_; }

  /// Writes W to the upper left of w, which grows if it is too small.
  void assemble(Eigen::MatrixXd& w);
  /// u = W λ
  void multiply(const double* lambda, double* u);
  /// The sum of the diagonal of W over at most four rows between the same bodies.
  double trace(int first, int rows);
  /// The approximate number of multiplications in `multiply`.
  double multiplications() const { return multiplications_; }

 private:
  static constexpr int together = 4;  ///< SIMD-batched columns of W

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
  void addForce(Motions<width>& columns, std::size_t row, int column, double by) const;
  template <int width>
  void respond(Motions<width>& columns) const;
  template <int width>
  void eliminate(Motions<width>& columns, const Cluster<double>& cluster) const;
  template <int width>
  void accelerate(Motions<width>& columns, const Cluster<double>& cluster) const;
  template <int width>
  Eigen::Matrix<double, 1, width> rates(const Motions<width>& columns, std::size_t row) const;

  const ClusterTree<double>& tree_;
  TreeRows placed_;
  Matrix6X<double> gains_;                   ///< W by ẏ
  Eigen::VectorXd factors_;                  ///< L by clusters, with 1/D on the diagonal
  std::vector<Matrix6<double>> mobilities_;  ///< Ω by body: V = Ω f
  Matrix6X<double> scaled_;                  ///< S L⁻ᵀ of one body
  std::vector<char> isCrossed_;              ///< by cluster: whether forces along rows cross it
  std::vector<int> crossed_;                 ///< such clusters, parents first
  double multiplications_ = 0;
  Motions<together> columns_;
  Motions<1> one_;
};

}  // namespace linkwork::constraints
