#pragma once

#include "linkwork/model/cluster_tree.hpp"

namespace linkwork {

/// The tree with each universal, cylindrical and planar joint as so many revolute joints and
/// sliders, one after the other on bodies without mass between them. State, independent velocities
/// and forces stay as they are; the frame of a body on such a joint may turn by quarters.
ClusterTree<double> withSingleCoordinates(const ClusterTree<double>& tree);

}  // namespace linkwork
