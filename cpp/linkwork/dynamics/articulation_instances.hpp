#pragma once

#include "linkwork/dynamics/articulation.hpp"

/// The recursion on doubles as forward_dynamics.cpp has it, compiled for speed: for files that are
/// compiled to be small, whose own copies a linker might take for all.
namespace linkwork {

extern template struct ArticulatedInertia<double>;
extern template bool articulateInertia(const ClusterTree<double>&, const Cluster<double>&,
                                       Workspace<double>&);
extern template void articulateForce<Bias::withBias>(const ClusterTree<double>&,
                                                     const Cluster<double>&, Workspace<double>&);
extern template void accelerate<Bias::withBias>(const ClusterTree<double>&, const Cluster<double>&,
                                                const Vector6<double>&, Workspace<double>&,
                                                VectorRef<double>&);

}  // namespace linkwork
