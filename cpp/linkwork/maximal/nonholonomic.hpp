#pragma once

#include <Eigen/Core>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "linkwork/maximal/joint_rows.hpp"

namespace linkwork::maximal {

/// A thin disc that rolls on the plane z = height of the world without slipping or leaving it.
///
///   C_z − ρ √(1 − a_z²) = height        a: its axis, C its centre
///   v_P = 0 along x and y               P: the point of the body that touches
struct RollingDisc {
  int body = 0;                     ///< place in Mechanism::bodies
  Eigen::Vector3d center{0, 0, 0};  ///< in the body's frame [m]
  Eigen::Vector3d axis{0, 0, 1};    ///< the same; any length but zero
  double radius = 1;                ///< ρ [m]
  double height = 0;                ///< [m]
};

/// A blade: a point of a body does not move along a direction fixed in the body, n · v_P = 0.
struct KnifeEdge {
  int body = 0;                     ///< place in Mechanism::bodies
  Eigen::Vector3d point{0, 0, 0};   ///< in the body's frame [m]
  Eigen::Vector3d across{0, 1, 0};  ///< n, the same; any length but zero
};

/// Σ coefficient · q̇ = 0 between joints with one coordinate, wherever they stand.
struct VelocityRatio {
  std::vector<std::pair<std::string, double>> terms;  ///< joint, coefficient [any unit of q̇⁻¹]
};

/// What ties velocities and not positions: to be obeyed by motions, with impulses along its own
/// gradient (Lagrange–d'Alembert).
using Nonholonomic = std::variant<RollingDisc, KnifeEdge, VelocityRatio>;

/// A rolling disc or a knife edge on a part.
struct SlipTie {
  int part = 0;
  Eigen::Vector3d point, direction;  ///< centre and axis, or point and n, in the part's frame
  double radius = 0;                 ///< of a disc; 0 for a knife edge
  double height = 0;
  int node = -1;

  bool isDisc() const { return radius > 0; }
  int rows() const { return isDisc() ? 3 : 1; }
  /// Rows that hold velocities alone; a disc's last one also holds its height.
  int slipRows() const { return isDisc() ? 2 : 1; }

  /// The rows at an attitude, acting on (v of the centre of mass, world; ω, world).
  void rowsAt(const Eigen::Matrix3d& rotation, Vector6<double>* rows) const;

  /// Height of a disc's lowest point above the plane, and its change without cancellation.
  double gap(const PartPose& pose) const;
  double gapChange(const PartPose& pose, const PartChange& change) const;
};

}  // namespace linkwork::maximal
