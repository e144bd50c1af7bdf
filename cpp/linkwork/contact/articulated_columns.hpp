#pragma once

#include <span>
#include <vector>

#include "linkwork/contact/impulse_response.hpp"
#include "linkwork/dynamics/force_crossing.hpp"

namespace linkwork::contact {

/// A unit force along a contact's row on the body with this pose, in the body's frame.
Vector6<double> unitWrench(const Transform<double>& pose, const PushRow& row);

/// W = J H⁻¹ Jᵀ by columns: what a unit force along a row leaves at the clusters on its way to the
/// ground, D⁻¹ z (force_crossing.hpp), then outward what that changes of the motion of every body
/// that a row is on,
///
///   L ẏ = D⁻¹ z − Wᵀ ΔV_p      ΔV_i = X ΔV_p + S_i ẏ
///
/// four rows side by side.
/// cost  O(n) a row and O(1) a pair of rows; no allocation once it has seen as many
/// Source: Chignoli et al., sections VII and VIII.
class ArticulatedColumns {
 public:
  /// Tree and parts outlive it.
  ArticulatedColumns(const ClusterTree<double>& tree, const RigidParts& parts);

  /// W in the upper left of w, which grows where it is too small; after updatePoses and
  /// articulateInertias.
  void write(Workspace<double>& work, std::span<const PushRow> rows, Eigen::MatrixXd& w);

 private:
  static constexpr int width = 4;
  using Motions = Forces<double, width>;

  /// A unit force along a row, on its bodies in their frames; of a joint's row, on bodies[1].
  struct UnitPush {
    std::array<int, 2> bodies{ground, ground};
    std::array<Vector6<double>, 2> wrenches;
  };

  void setPushes(const Workspace<double>& work, std::span<const PushRow> rows);
  void carry(Workspace<double>& work, int body, Vector6<double> force, int column);
  void carryFromJoint(Workspace<double>& work, const PushRow& from, int column);
  void move(Workspace<double>& work, const Cluster<double>& cluster);
  Eigen::Matrix<double, 1, width> along(const Workspace<double>& work, const PushRow& row,
                                        const UnitPush& push) const;

  const ClusterTree<double>& tree_;
  const RigidParts& parts_;
  std::vector<UnitPush> pushes_;
  std::vector<char> isCrossed_;  ///< by cluster, whether a row crosses it
  std::vector<int> crossed_;     ///< such clusters, parents first
  /// By ẏ: D⁻¹ z, then ẏ.
  Eigen::Matrix<double, Eigen::Dynamic, width, Eigen::RowMajor> reduced_;
  std::vector<Motions> motions_;  ///< ΔV by body, in its frame
  Eigen::VectorXd z_;             ///< at one cluster
};

}  // namespace linkwork::contact
