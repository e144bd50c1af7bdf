#pragma once

#include "linkwork/model/cluster_tree.hpp"

namespace linkwork {

/// The tree with each universal, cylindrical and planar joint as a chain of revolute and prismatic
/// joints with massless bodies between them. State, independent velocities and forces are
/// unchanged; the frame of a body on such a joint may turn by multiples of 90°.
ClusterTree<double> withSingleCoordinates(const ClusterTree<double>& tree);

}  // namespace linkwork
