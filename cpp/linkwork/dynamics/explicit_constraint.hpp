#pragma once

#include <vector>

#include "linkwork/dynamics/workspace.hpp"

namespace linkwork {

/// A rod at this part of its full leverage on the crank (the sine of the angle between them, for a
/// rod in the crank's plane) is left to the pivoting solution, which then may take the crank for an
/// independent coordinate: solving for its angle would multiply errors by more than ten.
inline constexpr double leastLeverage = 0.1;

/// Orders a cluster's constraints so that each gives one dependent coordinate by those before it.
/// Of the coordinates that a coupling or a rod could give, it gives the one that moves least mass:
/// rotors and cranks follow links. Empty if there is no such order.
///
/// in    carriedMass  mass of each of the mechanism's bodies with everything it carries [kg]
template <typename Scalar>
std::optional<ExplicitForm<Scalar>> explicitFormOf(const ClusterTree<Scalar>& tree,
                                                   const Cluster<Scalar>& cluster,
                                                   const ClusterConstraint<Scalar>& constraint,
                                                   const std::vector<double>& carriedMass);

/// G and g of a cluster with an explicit form, in closed form; needs updateJoints. With p the rod's
/// far end in the crank's parent, a(θ) its pin on the crank about the pivot, and d = p − a, the
/// rod's |d| = L gives, differentiated twice,
///
///   E = d · (z × a)
///   E θ̇ = d · ṗ
///   E θ̈ = d · p̈ + ṗ·ṗ − 2 θ̇ ṗ · (z × a) + θ̇² p · a_⊥        a_⊥: a across the axis z
///
/// cost    O(steps · path · m); no allocation
/// Returns false, with G and g unfinished, where a rod has too little leverage on its crank.
template <typename Scalar>
bool solveExplicit(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                   const ConstVectorRef<Scalar>& q, const ConstVectorRef<Scalar>& v,
                   Workspace<Scalar>& work);

/// The dependent coordinates and velocities of a cluster with an explicit form, one step after the
/// other from the independent ones; needs updateJoints, and leaves the cranks' new frames. A
/// crank's angle solves A cos θ + B sin θ = C on the branch, and in the turn, where it is.
///
/// Returns false where a rod has too little leverage or does not reach: coordinates and velocities
/// stay as they are from there on.
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
