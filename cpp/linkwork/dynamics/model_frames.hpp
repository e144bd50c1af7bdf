#pragma once

#include "linkwork/dynamics/end_effector.hpp"

namespace linkwork {

/// The frame as the algorithms take it. Throws MechanismError, naming `path`, if no body has that
/// name or the frame is not one.
EndEffector<double> resolve(const BodyFrame& frame, const Mechanism& mechanism,
                            const ClusterTree<double>& tree, const std::string& path,
                            DirectionAxes axes = DirectionAxes::world);

}  // namespace linkwork
