#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

namespace linkwork::baselines {

/// How a search for forces at the acceleration level ended.
enum class ForcesEnd {
  found,
  impossible,  ///< no forces satisfy the conditions: where there is friction, an impulse acts
  gaveUp       ///< rows that depend on each other led it astray
};

/// A row that pushes, f ≥ 0, or a row of static friction under one.
struct PivotRow {
  int normal = -1;      ///< of a friction row, the row that presses on it
  double friction = 0;  ///< μ of a friction row
};

/// Forces of contacts and joint limits at the acceleration level, by Dantzig's pivoting as Baraff
/// has it:
///
///   a = A f + b      a_i ≥ 0,  f_i ≥ 0,  a_i f_i = 0                  rows that push
///                    |f_i| ≤ μ f_n,  a_i f_i ≤ 0,  a_i = 0 if |f_i| < μ f_n     static friction
///
/// A = J M̂⁻¹ K, not symmetric where K ≠ Jᵀ: where a contact slides its friction is no unknown but
/// −μ f_n along the motion, part of the column of its normal. One row after the other is
/// driven to its conditions, all others kept at theirs: it ends when a held row lets go, or a free
/// one comes to rest.
///
/// Without friction and for rows that do not depend on each other (k ≤ degrees of freedom) it
/// finds the forces. With friction there may be none (Painlevé: a rod that slides with μ = 2): the
/// forces then could grow without end and not stop the driven row. More rows than dofs:
/// PushingForces.
///
/// cost  O(k³) a pivot, a few pivots a row; no allocation once it has seen a problem as large
/// Sources: Baraff 1996, section 8; Baraff, "Fast Contact Force Computation for Nonpenetrating
/// Rigid Bodies", 1994; Cottle & Dantzig, "Complementary Pivot Theory", 1968.
class PivotingSolver {
 public:
  /// in   a     k×k   A
  ///      b     k     accelerations along the rows without these forces
  ///      rows  k     friction rows anywhere after their normal
  /// out  f     k     forces; where `impossible`, the way in which they could grow without end
  ForcesEnd solve(const Eigen::Ref<const Eigen::MatrixXd>& a,
                  const Eigen::Ref<const Eigen::VectorXd>& b, std::span<const PivotRow> rows,
                  Eigen::Ref<Eigen::VectorXd> f);

  int pivots() const { return pivots_; }  ///< of the last solve

 private:
  enum class State { free, held, low, high };  ///< low, high: at −μ f_n, at μ f_n

  struct Event {
    double step;
    int row = -1;
    State to = State::free;
  };

  void reserve(int k);
  int nextRow() const;
  ForcesEnd drive(int row);
  bool direction(int row, double sign);
  Event firstEvent(int row, double sign) const;
  void change(int row, State to);
  bool refine();
  void folded(int column, double factor, double* sum) const;
  double limit(int row) const;
  bool isFriction(int row) const;

  const double* a_ = nullptr;
  std::ptrdiff_t stride_ = 0;
  std::span<const PivotRow> rows_;
  int k_ = 0, pivots_ = 0;
  double tolerance_ = 0;  ///< accelerations that count as zero
  std::vector<State> states_;
  std::vector<double> b_, f_, accelerations_, df_, da_, column_, matrix_, right_;
  std::vector<int> held_;
};

}  // namespace linkwork::baselines
