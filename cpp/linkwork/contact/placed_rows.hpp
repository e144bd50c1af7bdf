#pragma once

#include <array>
#include <span>
#include <vector>

#include "linkwork/contact/impulse_response.hpp"
#include "linkwork/dynamics/workspace.hpp"

namespace linkwork::contact {

/// Rows, and what bodies do along a cluster's ẏ, in world axes about one point of the mechanism:
/// what reaches a body is not turned on its way to the next.
class PlacedRows {
 public:
  /// Between bodies, or along a cluster's ẏ.
  struct Row {
    std::array<int, 2> bodies{ground, ground};
    Vector6<double> along =
        Vector6<double>::Zero();  ///< J: u = J · (V of bodies[1] − of bodies[0])
    int cluster = -1;             ///< of a joint's row
    std::size_t turn = 0;         ///< where its numbers are
  };

  /// Tree and parts outlive it.
  PlacedRows(const ClusterTree<double>& tree, const RigidParts& parts);

  /// Where the mechanism is, after updatePoses.
  void place(Workspace<double>& work, std::span<const ForceRow> rows);

  std::span<const Row> rows() const { return rows_; }
  /// A row of G, m numbers: what a joint's row sees of its cluster's ẏ.
  const double* turn(const Row& row) const { return turns_.data() + row.turn; }
  /// S of a body: V = V of the cluster's carrier + S ẏ; 6×m, by columns.
  const double* subspace(int body) const {
    return subspaces_.data() + 6 * firstColumns_[static_cast<std::size_t>(body)];
  }
  /// Of a body's frame.
  Transform<double> pose(const Workspace<double>& work, int body) const;

 private:
  void addTurn(Workspace<double>& work, const ForceRow& from, Row& row);

  const ClusterTree<double>& tree_;
  const RigidParts& parts_;
  Eigen::Vector3d about_{0, 0, 0};
  std::vector<int> firstColumns_;  ///< of S, by body
  Matrix6X<double> subspaces_;
  std::vector<Row> rows_;
  std::vector<double> turns_;
};

}  // namespace linkwork::contact
