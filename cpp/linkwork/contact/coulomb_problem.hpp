#pragma once

#include <Eigen/Core>
#include <cmath>
#include <cstddef>
#include <span>

namespace linkwork::contact {

/// Rows of one contact, normal and two tangents one after the other, or one row by itself: of a
/// limit or of a joint's dry friction.
struct ConeBlock {
  int row = 0;                        ///< its first row
  bool isContact = false;             ///< three rows, else one
  double friction = 0;                ///< μ ≥ 0 of a contact
  double least = 0, most = HUGE_VAL;  ///< λ of one row by itself

  int rows() const { return isContact ? 3 : 1; }
};

/// A damper along the rows of a block, and an impulse p beside it: λ = p − P u, with the upper left
/// of P alone for one row by itself.
struct Damper {
  Eigen::Matrix3d damping = Eigen::Matrix3d::Zero();  ///< P
  Eigen::Vector3d impulse = Eigen::Vector3d::Zero();  ///< p
};

/// W by its columns.
struct Columns {
  const double* numbers = nullptr;
  std::ptrdiff_t stride = 0;  ///< from one column to the next

  const double* operator[](int column) const { return numbers + column * stride; }
};

/// A W that is known by more than its numbers, which are worked out when they are asked for.
class DampedResponse {
 public:
  virtual ~DampedResponse() = default;

  virtual Columns columns() = 0;
  /// Sum of the diagonal in a block's rows.
  virtual double trace(const ConeBlock& block) = 0;
  /// u = W λ, and whether that takes less time than by columns.
  virtual void multiply(const double* lambda, double* u) = 0;
  virtual bool isQuick() const = 0;

  /// Makes ready for solves with the same blocks.
  virtual void plan(std::span<const ConeBlock> blocks) = 0;
  /// u = W λ where λ = p − P u in every block. False where there is no such u.
  virtual bool solve(std::span<const ConeBlock> blocks, std::span<const Damper> dampers,
                     double* u) = 0;
  /// About so many for a solve, after `plan`.
  virtual double multiplications() const = 0;
};

/// Contacts with Coulomb friction and limits, as numbers:
///
///   u = W λ + b      0 ≤ λ_n ⟂ u_n ≥ 0      |λ_t| ≤ μ λ_n,  λ_t = −μ λ_n u_t / |u_t| where u_t ≠ 0
///
/// or, for any ρ > 0, as one equation a row (Alart & Curnier):
///
///   λ_n = max(0, λ_n − ρ u_n)      λ_t = P(λ_t − ρ u_t)      P: onto the disc of radius μ λ_n
///
/// A joint's dry friction has bounds of its own: λ = min(max(λ − ρ u, least), most).
struct CoulombProblem {
  Columns w;                           ///< W,
  DampedResponse* response = nullptr;  ///< or what makes it up
  const double* b = nullptr;
  int rows = 0;
  std::span<const ConeBlock> blocks;
  std::span<const double> rho;  ///< ρ by block, 1 over the mean diagonal of W; 0 where that is 0
  double proximal = 0;          ///< ε: to W is added ε/ρ on the diagonal

  Columns columns() const { return response ? response->columns() : w; }
  /// What is added to the diagonal in a block's rows.
  double raise(std::size_t block) const { return rho[block] > 0 ? proximal / rho[block] : 0; }

  /// Sum of the diagonal of W in a block's rows.
  double trace(const ConeBlock& block) const;
  /// u = W λ
  void respond(const double* lambda, double* u) const;
  /// u = W λ + b
  void velocities(const double* lambda, double* u) const;
  /// The same from u at λ − Δλ, at the price of what has changed where that is the lower one.
  void updateVelocities(const double* lambda, const double* change, double* u) const;

  /// By how much the equations above are missed at most, over ρ: a velocity; not a number where
  /// something is none.
  double residual(const double* lambda, const double* u) const;

 private:
  bool isQuick() const { return response && response->isQuick(); }
  void addColumns(const double* factors, double* u) const;
  void addRaised(const double* factors, double* u) const;
};

}  // namespace linkwork::contact
