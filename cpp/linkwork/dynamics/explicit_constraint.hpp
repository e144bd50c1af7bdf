#pragma once

#include <vector>

#include "linkwork/dynamics/workspace.hpp"

namespace linkwork {

/// Least leverage of a rod on its crank: the sine of the angle between them, for a rod in the
/// crank's plane. Below it, solving for the crank's angle would multiply errors by more than ten.
/// The pivoting solution is used instead, which may choose the crank as an independent coordinate.
inline constexpr double leastLeverage = 0.1;

/// Orders a cluster's constraints such that each determines one dependent coordinate from earlier
/// ones. Of the coordinates that a coupling or a rod can determine, chooses the one that moves the
/// least mass: rotors and cranks follow links. Returns an empty form if there is no such order.
///
/// in    subtreeMass  mass of the subtree of each of the mechanism's bodies [kg]
template <typename Scalar>
std::optional<ExplicitForm<Scalar>> explicitFormOf(const ClusterTree<Scalar>& tree,
                                                   const Cluster<Scalar>& cluster,
                                                   const ClusterConstraint<Scalar>& constraint,
                                                   const std::vector<double>& subtreeMass);

/// G and g of a cluster with an explicit form, in closed form; after updateJoints. With p the rod's
/// far end in the crank's parent, a(θ) its pin on the crank about the pivot, and d = p − a,
/// differentiating |d| = L twice gives
///
///   E = d · (z × a)
///   E θ̇ = d · ṗ
///   E θ̈ = d · p̈ + ṗ·ṗ − 2 θ̇ ṗ · (z × a) + θ̇² p · a_⊥        a_⊥: a across the axis z
///
/// cost    O(steps · path · m); no allocation
/// Returns false, with G and g undefined, if a rod has too little leverage on its crank.
template <typename Scalar>
bool solveExplicit(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                   const ConstVectorRef<Scalar>& q, const ConstVectorRef<Scalar>& v,
                   Workspace<Scalar>& work);

/// Computes the dependent coordinates and velocities of a cluster with an explicit form, in order,
/// from the independent ones; after updateJoints. Updates the cranks' frames. A crank's angle
/// solves A cos θ + B sin θ = C on its current branch and in its current turn.
///
/// Returns false if a rod has too little leverage or does not reach. The remaining coordinates and
/// velocities are then unchanged.
template <typename Scalar>
bool closeExplicit(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                   Workspace<Scalar>& work, VectorRef<Scalar> q, VectorRef<Scalar> v);

extern template std::optional<ExplicitForm<double>> explicitFormOf(const ClusterTree<double>&,
                                                                   const Cluster<double>&,
                                                                   const ClusterConstraint<double>&,
                                                                   const std::vector<double>&);
extern template bool solveExplicit(const ClusterTree<double>&, const Cluster<double>&,
                                   const ConstVectorRef<double>&, const ConstVectorRef<double>&,
                                   Workspace<double>&);
extern template bool closeExplicit(const ClusterTree<double>&, const Cluster<double>&,
                                   Workspace<double>&, VectorRef<double>, VectorRef<double>);

}  // namespace linkwork
