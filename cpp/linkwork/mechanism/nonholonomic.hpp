#pragma once

#include <Eigen/Core>
#include <string>
#include <variant>
#include <vector>

#include "linkwork/mechanism/coupling.hpp"

namespace linkwork {

/// A thin disc that rolls on the plane z = height of the world without slipping or leaving it.
///
///   C_z − ρ √(1 − a_z²) = height        a: its axis, C its centre
///   v_P = 0 along x and y               P: the point of the body that touches
///
/// `"rolling-disc"` in mechanism files.
struct RollingDisc {
  std::string body;
  Eigen::Vector3d center{0, 0, 0};  ///< in the body's frame [m]
  Eigen::Vector3d axis{0, 0, 1};    ///< the same; any length but zero
  double radius = 0;                ///< ρ [m], above 0
  double height = 0;                ///< [m]

  bool operator==(const RollingDisc&) const = default;
};

/// A blade: a point of a body does not move along a direction fixed in the body, n · v_P = 0.
/// `"knife-edge"` in mechanism files.
struct KnifeEdge {
  std::string body;
  Eigen::Vector3d point{0, 0, 0};   ///< in the body's frame [m]
  Eigen::Vector3d across{0, 1, 0};  ///< n, the same; any length but zero

  bool operator==(const KnifeEdge&) const = default;
};

/// Σ coefficient · q̇ = 0 between at least two joints with one coordinate, wherever they stand.
/// `"velocity-ratio"` in mechanism files.
struct VelocityRatio {
  std::vector<CouplingTerm> terms;

  bool operator==(const VelocityRatio&) const = default;
};

/// What ties velocities and not positions: motions obey it, by impulses along its own gradient
/// (Lagrange–d'Alembert). The state at the start should.
using Nonholonomic = std::variant<RollingDisc, KnifeEdge, VelocityRatio>;

}  // namespace linkwork
