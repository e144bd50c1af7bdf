#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <vector>

namespace linkwork::papers {

/// How a search for forces at the acceleration level ended.
enum class ForcesEnd {
  found,
  impossible,  ///< no forces satisfy the conditions: where something slides, an impulse acts
  gaveUp       ///< rows that depend on each other led it astray
};

/// Forces of contacts and joint limits at the acceleration level, by Dantzig's pivoting as Baraff
/// has it:
///
///   a = A f + b      a_i ≥ 0,  f_i ≥ 0,  a_i f_i = 0
///
/// A = J M̂⁻¹ K, not symmetric if K ≠ Jᵀ: the friction of a sliding contact is no unknown but −μ f_n
/// along the motion, part of the column of its normal. Rows are driven to their conditions one by
/// one, while all others satisfy theirs. An event ends each part: a held row is released, or a free
/// one comes to rest.
///
/// For rows that do not depend on each other (k ≤ degrees of freedom) it finds the forces. With
/// sliding friction there may be none (Painlevé: a rod that slides with μ = 2): the forces then
/// could grow without end and not stop the driven row. More rows than dofs: PushingForces. Friction
/// that sticks: CoulombSolver.
///
/// cost  O(k³) a pivot, a few pivots a row; no allocation once it has seen a problem as large
/// Sources: Baraff 1996, section 8; Baraff, "Fast Contact Force Computation for Nonpenetrating
/// Rigid Bodies", 1994; Cottle & Dantzig, "Complementary Pivot Theory", 1968.
class PivotingSolver {
 public:
  /// in   a  k×k  A
  ///      b  k    accelerations along the rows without these forces
  /// out  f  k    forces; where `impossible`, the way in which they could grow without end
  ForcesEnd solve(const Eigen::Ref<const Eigen::MatrixXd>& a,
                  const Eigen::Ref<const Eigen::VectorXd>& b, Eigen::Ref<Eigen::VectorXd> f);

  int pivots() const { return pivots_; }  ///< of the last solve

 private:
  /// A row is held at a = 0, or free at f = 0.
  struct Event {
    double step;
    int row = -1;
    bool isHeld = false;  ///< from then on
  };

  void reserve(int k);
  int nextRow() const;
  ForcesEnd drive(int row);
  void gatherHeld();
  bool direction(int row);
  Event firstEvent(int row) const;
  void change(const Event& event);
  bool refine();

  const double* column(int row) const { return a_ + row * stride_; }

  const double* a_ = nullptr;
  std::ptrdiff_t stride_ = 0;
  int k_ = 0, pivots_ = 0;
  double tolerance_ = 0;  ///< accelerations that count as zero
  std::vector<char> isHeld_;
  std::vector<double> b_, f_, accelerations_, df_, da_, matrix_, right_;
  std::vector<int> held_;
};

}  // namespace linkwork::papers
