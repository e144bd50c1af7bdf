#pragma once

#include <Eigen/Core>
#include <array>
#include <span>

#include "linkwork/constraints/delassus/delassus_operator.hpp"

namespace linkwork::contact {

using constraints::Columns;
using constraints::ConeBlock;
using constraints::DampedDelassus;
using constraints::Damper;
using constraints::DelassusOperator;
using constraints::DenseDelassus;
using constraints::forceRows;
using constraints::mostBlockRows;

/// Contacts with Coulomb friction and limits, as equations:
///
///   u = W λ + b      0 ≤ λ_n ⟂ u_n ≥ 0      |λ_t| ≤ μ λ_n,  λ_t = −μ λ_n u_t / |u_t| if u_t ≠ 0
///
/// or, for any ρ > 0, one equation a row (Alart & Curnier):
///
///   λ_n = max(0, λ_n − ρ u_n)      λ_t = P(λ_t − ρ u_t)      P: onto the disc of radius μ λ_n
///
/// Torsional and rolling friction of a contact follow the same law as λ_t, with moments τ and
/// angular velocities ω: |τ_n| ≤ μ_t λ_n about the normal against ω_n, |τ_t| ≤ μ_r λ_n in the
/// tangent plane against ω_t.
///
/// Joint Coulomb friction has bounds of its own: λ = min(max(λ − ρ u, least), most). So do drives,
/// which also have a compliance c: u = W λ + b + c λ.
struct CoulombProblem {
  DelassusOperator* delassus = nullptr;  ///< W
  const double* b = nullptr;
  int rows = 0;
  std::span<const ConeBlock> blocks;
  /// ρ by row: 1 over the mean diagonal of W + c over the rows of a force, of spin, of rolling; 0
  /// if that is 0.
  std::span<const double> rho;
  double proximal = 0;  ///< ε: ε/ρ is added to the diagonal of W

  /// ε/ρ of a row.
  double proximalOf(int row) const {
    const double here = rho[static_cast<std::size_t>(row)];
    return here > 0 ? proximal / here : 0;
  }
  /// The number added to the diagonal in a row of a block.
  double raise(const ConeBlock& block, int row) const { return proximalOf(row) + block.compliance; }

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

/// Friction of a contact in one direction or two, that the normal impulse bounds: |λ| ≤ μ λ_n.
struct FrictionDisc {
  int first, rows;     ///< in the block
  double coefficient;  ///< μ; μ_t or μ_r of moments [m]
};

inline FrictionDisc slidingOf(const ConeBlock& block) { return {1, 2, block.friction}; }

/// Those of the moments of a block that has them: spin, then rolling.
inline std::array<FrictionDisc, 2> momentsOf(const ConeBlock& block) {
  return {{{3, 1, block.torsion}, {4, 2, block.rolling}}};
}

/// Solves the force of one contact exactly:
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
