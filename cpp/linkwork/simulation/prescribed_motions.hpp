#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "linkwork/dynamics/drives.hpp"
#include "linkwork/tracking.hpp"

namespace linkwork {

/// Throws MechanismError unless a trajectory is valid.
void checkTrajectory(const std::string& path, const Trajectory& trajectory);

/// The tree body on a joint with one coordinate. Throws MechanismError, with a path, if there is no
/// such joint.
int bodyWithOneCoordinate(const Mechanism& mechanism, const ClusterTree<double>& tree,
                          const std::string& path, std::string_view joint);

/// The motions of a mechanism's joints. Throws MechanismError, with the path in `motions`, if one
/// is invalid.
std::vector<Drives::Motion> motionsOf(const Mechanism& mechanism, const ClusterTree<double>& tree,
                                      const PrescribedMotions& motions);

/// Throws MechanismError unless a motor is valid.
void checkMotor(const JointMotor& motor);

/// Throws MechanismError if a joint is off its prescribed position at a time [s].
void requireOnMotions(const ClusterTree<double>& tree, const std::vector<Drives::Motion>& motions,
                      double time, const Eigen::VectorXd& q);

}  // namespace linkwork
