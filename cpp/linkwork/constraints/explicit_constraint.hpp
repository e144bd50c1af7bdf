#pragma once

#include <vector>

#include "linkwork/model/workspace.hpp"

namespace linkwork {

/// The least leverage of a rod on its crank in closed form: the sine of the angle between them, for
/// a rod in the crank's plane. Below it, pivoting is used, which may choose the crank's angle as an
/// independent coordinate. Solving for this angle would multiply errors by more than ten.
inline constexpr double leastLeverage = 0.1;

/// Orders a cluster's constraints: each one determines a dependent coordinate from previous ones.
/// Of the possible coordinates of a coupling or a rod, it is the one that moves the least mass:
/// rotors and cranks depend on links.
///
/// @param subtreeMass  mass of each body of the mechanism with all its descendants [kg]
/// @return             nothing if there is no such order
template <typename Scalar>
std::optional<ExplicitForm<Scalar>> explicitFormOf(const ClusterTree<Scalar>& tree,
                                                   const Cluster<Scalar>& cluster,
                                                   const ClusterConstraint<Scalar>& constraint,
                                                   const std::vector<double>& subtreeMass);

/// Writes G and g of a cluster with an explicit form; needs updateJoints. With p the rod's far end
/// in the crank's parent, a(θ) its pin on the crank from the pivot, and d = p − a, differentiating
/// |d| = L twice gives
///
///   E = d · (z × a)
///   E θ̇ = d · ṗ
///   E θ̈ = d · p̈ + ṗ·ṗ − 2 θ̇ ṗ · (z × a) + θ̇² p · a_⊥        a_⊥: a across the axis z
///
/// Returns false if a rod has too little leverage on its crank. G and g are then invalid.
/// Cost: O(steps · path · m), no allocation.
template <typename Scalar>
bool solveExplicit(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                   const ConstVectorRef<Scalar>& q, const ConstVectorRef<Scalar>& v,
                   TreeWorkspace<Scalar>& work);

/// Computes the dependent coordinates and velocities of a cluster with an explicit form from the
/// independent ones, step by step; needs updateJoints. Updates the cranks' frames. The angle of a
/// crank solves A cos θ + B sin θ = C on the current branch and turn.
///
/// Returns false if a rod has too little leverage or does not reach. Coordinates and velocities of
/// later steps are then unchanged.
template <typename Scalar>
bool closeExplicit(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                   TreeWorkspace<Scalar>& work, VectorRef<Scalar> q, VectorRef<Scalar> v);

extern template std::optional<ExplicitForm<double>> explicitFormOf(const ClusterTree<double>&,
                                                                   const Cluster<double>&,
                                                                   const ClusterConstraint<double>&,
                                                                   const std::vector<double>&);
extern template bool solveExplicit(const ClusterTree<double>&, const Cluster<double>&,
                                   const ConstVectorRef<double>&, const ConstVectorRef<double>&,
                                   TreeWorkspace<double>&);
extern template bool closeExplicit(const ClusterTree<double>&, const Cluster<double>&,
                                   TreeWorkspace<double>&, VectorRef<double>, VectorRef<double>);

}  // namespace linkwork
