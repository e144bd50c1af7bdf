#pragma once

#include "linkwork/linalg/least_squares.hpp"
#include "papers/multipliers/pivoting_solver.hpp"

namespace linkwork::papers {

/// Forces of contacts and joint limits without friction, however many there are:
///
///   a = A f + b      a ≥ 0,  f ≥ 0,  aᵀf = 0      A = J M̂⁻¹ Jᵀ = UᵀU
///
/// by Gauss's principle: v = U f is the least change of the motion with Uᵀv + b ≥ 0, a least
/// distance, which is a non-negative least squares problem,
///
///   min |(U; −bᵀ) y − (0; 1)|²  over  y ≥ 0      f = y / (1 + bᵀy)
///
/// and 1 + bᵀy = 0 where there is no such v. Rows may depend on each other; the accelerations are
/// then unique, the forces are not.
///
/// cost  O(k³); no allocation once it has seen a problem as large
/// Sources: Baraff 1996, section 8; Lawson & Hanson, "Solving Least Squares Problems", chapter 23
/// (NNLS, LDP).
class PushingForces {
 public:
  /// in   a  k×k  A, symmetric, positive semidefinite
  ///      b  k    accelerations along the rows without these forces
  /// out  f  k    forces; where `impossible`, the proof of it: f ≥ 0 with A f = 0 and bᵀf < 0
  ForcesEnd solve(const Eigen::Ref<const Eigen::MatrixXd>& a,
                  const Eigen::Ref<const Eigen::VectorXd>& b, Eigen::Ref<Eigen::VectorXd> f);

 private:
  int factor(const Eigen::Ref<const Eigen::MatrixXd>& a);

  NonNegativeLeastSquares leastSquares_;
  Eigen::MatrixXd e_;
  Eigen::VectorXd left_, target_;
};

}  // namespace linkwork::papers
