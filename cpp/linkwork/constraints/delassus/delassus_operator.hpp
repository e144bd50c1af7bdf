#pragma once

#include <Eigen/Core>
#include <cmath>
#include <cstddef>
#include <span>

/// The Delassus operator of constraint rows,
///
///   W = J M⁻¹ Jᵀ      u = W λ      rows×rows, symmetric, positive semidefinite, of any rank
///
/// which maps impulses λ along rows [N·s, N·m·s] to changes of the velocities u along them
/// [m/s, rad/s], with all joints and loops kept. For forces, u are accelerations.
///
///   DenseDelassus   by its entries
///   TreeDelassus    by the articulated-body recursion of a tree (tree_delassus.hpp)
namespace linkwork::constraints {

/// Rows of a block: the most that one has, and those of the forces of a contact.
constexpr int mostBlockRows = 6, forceRows = 3;

/// Rows that one law ties together: the normal and two tangents of a contact, with moments also the
/// spin about the normal and rolling about both tangents; or one row of a joint limit or of joint
/// Coulomb friction.
struct ConeBlock {
  int row = 0;                        ///< its first row
  bool isContact = false;             ///< three rows or six, else one
  double friction = 0;                ///< μ ≥ 0 of a contact
  double least = 0, most = HUGE_VAL;  ///< bounds of λ of a single row
  double compliance = 0;              ///< added to the diagonal of W at a single row
  bool hasMoments = false;            ///< whether a contact has six rows
  double torsion = 0, rolling = 0;    ///< μ_t and μ_r of these [m]

  int rows() const { return !isContact ? 1 : hasMoments ? mostBlockRows : forceRows; }
};

/// A damper along the rows of a block, and an impulse p: λ = p − P u. Blocks with fewer rows use
/// the upper left entries.
struct Damper {
  Eigen::Matrix<double, mostBlockRows, mostBlockRows> damping =
      Eigen::Matrix<double, mostBlockRows, mostBlockRows>::Zero();  ///< P
  Eigen::Matrix<double, mostBlockRows, 1> impulse =
      Eigen::Matrix<double, mostBlockRows, 1>::Zero();  ///< p
};

/// The columns of W.
struct Columns {
  const double* numbers = nullptr;
  std::ptrdiff_t stride = 0;  ///< from one column to the next

  const double* operator[](int column) const { return numbers + column * stride; }
  /// u += W factors, size `rows` both. Skips columns whose factor is zero.
  void addProduct(const double* factors, int rows, double* u) const;
};

class DampedDelassus;

class DelassusOperator {
 public:
  virtual ~DelassusOperator() = default;

  /// The columns of W. They are computed when they are first used.
  virtual Columns columns() = 0;
  /// The sum of the diagonal of W over at most three rows between the same bodies.
  virtual double trace(int first, int rows);
  /// u = W λ, size `rows` both.
  virtual void apply(const double* lambda, int rows, double* u);
  /// Whether `apply` is faster than a product with the columns.
  virtual bool isQuick() const { return false; }
  /// The same operator, if it can solve for the velocities of damped rows; null if it cannot.
  virtual DampedDelassus* damped() { return nullptr; }
};

/// An operator that also solves for the velocities of damped rows.
class DampedDelassus : public DelassusOperator {
 public:
  DampedDelassus* damped() final { return this; }
  /// By `multiply` if it is quick, else by the columns.
  void apply(const double* lambda, int rows, double* u) final;
  /// u = W λ by a recursion.
  virtual void multiply(const double* lambda, double* u) = 0;

  /// Prepares solves with the same blocks.
  virtual void plan(std::span<const ConeBlock> blocks) = 0;
  /// Solves u = W λ with λ = p − P u in every block. Returns false if there is no such u.
  virtual bool solve(std::span<const ConeBlock> blocks, std::span<const Damper> dampers,
                     double* u) = 0;
  /// The approximate number of multiplications in a solve, after `plan`.
  virtual double multiplications() const = 0;
  /// The same for the columns of W; 0 if they are known.
  virtual double multiplicationsForColumns() const = 0;
};

/// W by its entries, which the caller stores.
class DenseDelassus final : public DelassusOperator {
 public:
  DenseDelassus() = default;
  explicit DenseDelassus(const Eigen::Ref<const Eigen::MatrixXd>& w)
      : columns_{w.data(), w.outerStride()} {}

  Columns columns() override { return columns_; }

 private:
  Columns columns_;
};

}  // namespace linkwork::constraints
