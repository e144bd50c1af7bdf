#pragma once

#include <vector>

#include "linkwork/constraints/delassus/impulse_response.hpp"
#include "linkwork/dynamics/drives.hpp"
#include "linkwork/dynamics/tendons.hpp"

namespace linkwork::contact {

using constraints::ForceRow;
using constraints::ImpulseResponse;

/// The length of a line through points of parts, or of a sum of joint coordinates, and its row:
///
///   L = Σ |x_{i+1} − x_i|     L̇ = Σ g_i · ẋ_i        g_i: unit vectors from the neighbors of x_i
///   L = Σ c_i q_i             L̇ = Σ c_i v_i
///
/// A force along the row lengthens it.
class LengthRow {
 public:
  explicit LengthRow(std::vector<DriveTerm> terms) : terms_(std::move(terms)) {}
  LengthRow(const Tendon& tendon, const Mechanism& mechanism, const ClusterTree<double>& tree,
            const RigidParts& rigid);

  /// The most rows that a sum has.
  std::size_t size() const { return terms_.size() + points_.size(); }
  /// Whether it is the coordinate of a single joint.
  bool isOfJoint() const { return points_.empty() && terms_.size() == 1; }

  double length(const ImpulseResponse& motion) const;
  /// Returns sign · L̇ as a row. The rows of a sum are added to `sums`, which must have space for
  /// them.
  ForceRow row(const ImpulseResponse& motion, double sign, std::vector<ForceRow>& sums) const;

 private:
  struct Point {
    int part;
    Eigen::Vector3d point;  ///< in the frame of the part [m]
  };

  double measure(const ImpulseResponse& motion) const;

  std::vector<DriveTerm> terms_;
  std::vector<Point> points_;
  mutable std::vector<PointOnLine<double>> places_;
};

}  // namespace linkwork::contact
