#pragma once

#include "linkwork/dynamics/end_effector.hpp"

namespace linkwork {

/// Converts the frame for the algorithms. Throws MechanismError at `path` if no body has that name
/// or the frame is invalid.
EndEffector<double> resolve(const BodyFrame& frame, const Mechanism& mechanism,
                            const ClusterTree<double>& tree, const std::string& path,
                            DirectionAxes axes = DirectionAxes::world);

}  // namespace linkwork
