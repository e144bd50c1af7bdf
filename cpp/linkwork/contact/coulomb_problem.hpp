#pragma once

#include <Eigen/Core>
#include <span>

#include "linkwork/constraints/delassus/delassus_operator.hpp"

namespace linkwork::contact {

using constraints::Columns;
using constraints::ConeBlock;
using constraints::DampedDelassus;
using constraints::Damper;
using constraints::DelassusOperator;
using constraints::DenseDelassus;

/// Contacts with Coulomb friction and limits, as equations:
///
///   u = W λ + b      0 ≤ λ_n ⟂ u_n ≥ 0      |λ_t| ≤ μ λ_n,  λ_t = −μ λ_n u_t / |u_t| if u_t ≠ 0
///
/// or, for any ρ > 0, one equation a row (Alart & Curnier):
///
///   λ_n = max(0, λ_n − ρ u_n)      λ_t = P(λ_t − ρ u_t)      P: onto the disc of radius μ λ_n
///
/// Joint Coulomb friction has bounds of its own: λ = min(max(λ − ρ u, least), most). So do drives,
/// which also have a compliance c: u = W λ + b + c λ.
struct CoulombProblem {
  DelassusOperator* delassus = nullptr;  ///< W
  const double* b = nullptr;
  int rows = 0;
  std::span<const ConeBlock> blocks;
  std::span<const double> rho;  ///< ρ by block, 1 over the mean diagonal of W + c; 0 if that is 0
  double proximal = 0;          ///< ε: ε/ρ is added to the diagonal of W

  /// ε/ρ of a block.
  double proximalOf(std::size_t block) const { return rho[block] > 0 ? proximal / rho[block] : 0; }
  /// The number added to the diagonal in a block's rows.
  double raise(std::size_t block) const { return proximalOf(block) + blocks[block].compliance; }

  /// u = (W + ε/ρ + c) λ + b
  void velocities(const double* lambda, double* u) const;
  /// Updates u from λ − Δλ to λ, by the columns of Δλ if that is faster.
  void updateVelocities(const double* lambda, const double* change, double* u) const;

  /// u += (ε/ρ + c) factors
  void addRaised(const double* factors, double* u) const;

  /// The largest violation of the equations above, over ρ [m/s, rad/s]. NaN if a number is not
  /// finite.
  double residual(const double* lambda, const double* u) const;
};

/// Solves one contact exactly:
///
///   u = W λ + b      0 ≤ λ_n ⟂ u_n ≥ 0      |λ_t| ≤ μ λ_n,  λ_t opposite to u_t if it slides
///
/// It separates if b_n ≥ 0. It sticks, λ = −W⁻¹b, if that is in the cone. Else it slides along −d:
///
///   λ_n = −b_n / D,  D = W_nn + μ W_nt·d,  λ_t = μ λ_n d      with d × D u_t = 0, d·u_t ≤ 0, D > 0
///
/// A circle of 24 directions brackets the roots, at most four. Of several, the one with the least
/// λ_n is taken.
///
/// @param w       3×3, symmetric, positive definite
/// @param lambda  receives λ
/// @return        false if no direction to slide was found; lambda is then unchanged
/// Source: Bonnefon & Daviet, "Quartic formulation of Coulomb 3D frictional contact", 2011.
bool solveLocalCone(const Eigen::Matrix3d& w, const Eigen::Vector3d& b, double friction,
                    Eigen::Vector3d& lambda);

}  // namespace linkwork::contact
