#pragma once

#include <Eigen/Cholesky>
#include <vector>

#include "papers/multipliers/constrained_bodies.hpp"

/// What the paper compares with, on the same blocks: A λ = b with A = J M⁻¹Jᵀ over all constraints,
/// primary and auxiliary alike, b = −(J M⁻¹F + c), then y = M⁻¹(F + Jᵀλ).
namespace linkwork::bench {

/// M⁻¹ by bodies, and which constraints each has.
class InverseMasses {
 public:
  explicit InverseMasses(const papers::ConstrainedBodies& bodies);

  struct BodyRows {
    int constraint, rows, firstRow;
    const double* forces;  ///< Jᵀ on the body
  };
  void invert(papers::ConstrainedBodies& bodies);
  const std::vector<BodyRows>& rowsOf(int body) const { return rows_[at(body)]; }
  const Eigen::MatrixXd& inverse(int body) const { return inverses_[at(body)]; }
  int count() const { return static_cast<int>(inverses_.size()); }

  /// y = M⁻¹(F + Jᵀλ)
  void accelerate(const Eigen::VectorXd& force, const Eigen::VectorXd& multipliers,
                  Eigen::VectorXd& y) const;
  /// J y
  void rates(const Eigen::VectorXd& y, Eigen::VectorXd& to) const;

 private:
  std::vector<Eigen::MatrixXd> inverses_;
  std::vector<std::vector<BodyRows>> rows_;
  std::vector<int> first_;  ///< of each body's unknowns
};

/// The O(n³) method of section 5: A as a dense matrix, of which the blocks that are not zero are
/// computed, and its Cholesky factorisation.
class DenseMultipliers {
 public:
  explicit DenseMultipliers(const papers::ConstrainedBodies& bodies);
  void factor(papers::ConstrainedBodies& bodies);
  void solve(const Eigen::VectorXd& force, const Eigen::VectorXd& c, Eigen::VectorXd& y,
             Eigen::VectorXd& multipliers);

 private:
  InverseMasses masses_;
  Eigen::MatrixXd a_;
  Eigen::LLT<Eigen::MatrixXd> factor_;
  Eigen::VectorXd right_, zero_;
};

/// Conjugate gradients on A λ = b by products with J, M⁻¹ and Jᵀ, as Gleicher does, optionally
/// preconditioned by the inverse of each constraint's own block of A.
class ConjugateGradients {
 public:
  ConjugateGradients(const papers::ConstrainedBodies& bodies, bool isPreconditioned);
  void factor(papers::ConstrainedBodies& bodies);
  /// Until the residual is `tolerance` of b; returns the iterations that took.
  int solve(const papers::ConstrainedBodies& bodies, const Eigen::VectorXd& force,
            const Eigen::VectorXd& c, double tolerance, Eigen::VectorXd& y,
            Eigen::VectorXd& multipliers);

 private:
  void precondition(const papers::ConstrainedBodies& bodies, const Eigen::VectorXd& r,
                    Eigen::VectorXd& z) const;

  InverseMasses masses_;
  bool isPreconditioned_;
  std::vector<Eigen::MatrixXd> ownBlocks_;  ///< inverses of A's diagonal blocks
  Eigen::VectorXd residual_, step_, response_, direction_, zero_, workspace_;
};

}  // namespace linkwork::bench
