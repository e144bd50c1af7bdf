#pragma once

#include <Eigen/Core>

namespace linkwork::contact {

/// The impulse of one contact, exactly, where nothing else changes:
///
///   u = W λ + b      0 ≤ λ_n ⟂ u_n ≥ 0      |λ_t| ≤ μ λ_n,  λ_t against u_t where it slides
///
/// b_n ≥ 0 leaves; λ = −W⁻¹b sticks where that lies in the cone; else it slides along −d:
///
///   λ_n = −b_n / D,  D = W_nn + μ W_nt·d,  λ_t = μ λ_n d      with d × D u_t = 0, d·u_t ≤ 0, D > 0
///
/// whose roots, at most four, are bracketed on a circle of 24 directions. Of several the one with
/// the smallest λ_n is taken.
///
/// in    w   symmetric, positive definite
/// out   lambda; returns false where no direction to slide was found: lambda is then untouched
/// Source: Bonnefon & Daviet, "Quartic formulation of Coulomb 3D frictional contact", 2011.
bool solveLocalCone(const Eigen::Matrix3d& w, const Eigen::Vector3d& b, double friction,
                    Eigen::Vector3d& lambda);

}  // namespace linkwork::contact
