#pragma once

#include <Eigen/Core>
#include <vector>

#include "linkwork/linalg/rank_revealing.hpp"
#include "papers/multipliers/forest_solver.hpp"

namespace linkwork::papers {

/// The Delassus operator of the auxiliary constraints, which includes the response of the primary
/// constraints:
///
///   W = Jᵃ M̂⁻¹ K          k×k, M̂⁻¹ the accelerations of a force under the primary constraints
///
/// M̂⁻¹ f takes the backward and the forward half of a solve. The forward one mirrors the backward
/// one, M̂⁻¹ = UᵀU with U f the parts x that the backward half leaves at the bodies between those
/// that f acts on and their roots. So W = U(Jᵃᵀ)ᵀ U(K) needs no forward half. For workless
/// constraints, K = Jᵃᵀ, it is symmetric and positive semidefinite by construction. All columns are
/// propagated together, body by body, and only over the bodies of their paths.
///
/// Rows may depend on each other or on primary ones: `rank` is the number of independent ones. A
/// row implied by primary constraints leaves only rounding in U, and gets no force. Of dependent
/// workless rows, equal ones get equal forces; contradicting ones minimize the sum of squares.
/// other equal ones share alike, and where they contradict each other the sum of squares is least.
///
/// cost  O(n k) for the halves, products of k columns at each body of their paths, O(k³) to
///       factor; no allocation after construction
/// Source: Baraff, section 8; the half is D. Rosenthal's observation in its acknowledgements, which
/// we take over to working constraints.
class DelassusColumns {
 public:
  explicit DelassusColumns(const BodyForest& forest);

  int rows() const { return rows_; }  ///< k
  /// Rows that do not depend on others.
  int rank() const { return rank_; }
  /// Of a force, the part that reaches dofs below which it is rounding.
  static constexpr double impliedTolerance = 1e-10;

  /// W, k×k.
  const Eigen::MatrixXd& response() const { return isWorkless_ ? products_ : response_; }

  /// Jᵃᵀ of a constraint on its body number `place`, dimension × rows, column by column.
  double* forces(int constraint, int place) {
    return numbers_.data() + loadOf(constraint, place).own;
  }
  const double* forces(int constraint, int place) const {
    return numbers_.data() + loadOf(constraint, place).own;
  }
  /// K of it; Jᵃᵀ where it is workless.
  double* keepingForces(int constraint, int place) {
    return numbers_.data() + loadOf(constraint, place).keeping;
  }
  const double* keepingForces(int constraint, int place) const {
    return numbers_.data() + loadOf(constraint, place).keeping;
  }

  /// W, from the factors of `solver`. Throws SimulationError where a block holds what is not a
  /// number.
  void respond(const ForestSolver& solver);
  /// The factorisation of W.
  void factor();

  /// μ with W μ + a = 0, where a is what is left of the rows without them.
  void solve(const Eigen::VectorXd& a, Eigen::VectorXd& mu);

 private:
  /// A block of forces on one body.
  struct Load {
    int rows = 0;
    int own = 0, keeping = 0;              ///< offsets of Jᵃᵀ and K
    int ownColumn = 0, keepingColumn = 0;  ///< of the first, among all columns
  };
  struct Entry {
    int numbers, columns, first;  ///< offset of a block, how many columns, the first in the panel
  };
  /// A body on the path of some column.
  struct Step {
    int node = 0, count = 0;  ///< how many columns reach it
    int columns = 0;          ///< offset of the list of those
    int onParent = 0;         ///< offset of the list of where they are in the parent's panel
    int slot = 0, parentSlot = -1, parentCount = 0;
    int firstEntry = 0, entries = 0;
  };

  const Load& loadOf(int constraint, int place) const {
    return loads_[at(firstLoad_[at(constraint)] + place)];
  }
  void addLoads(const BodyForest& forest);
  void addSteps(const BodyForest& forest);
  void addProducts(const Step& step, const BodyForest::Node& node, const double* panel);
  void dropImplied();

  int rows_ = 0, columns_ = 0, rank_ = 0;
  bool isWorkless_ = true;
  std::vector<int> firstLoad_;  ///< by constraint, −1 for primary ones
  std::vector<Load> loads_;
  std::vector<double> numbers_;
  std::vector<int> keepingColumn_;  ///< by row
  std::vector<Step> steps_;
  std::vector<Entry> entries_;
  std::vector<int> lists_;
  int slotSize_ = 0;
  std::vector<double> slots_, squares_, workspace_;
  Eigen::VectorXd whole_;     ///< FᵀM̂⁻¹F by column, over all bodies
  Eigen::MatrixXd products_;  ///< of all columns of U(Jᵃᵀ, K) with each other
  Eigen::MatrixXd response_;  ///< W of working constraints
  Eigen::MatrixXd factored_;  ///< the same, factored
  SemidefiniteSolver<double> workless_;
  linalg::FullPivotLu working_;
};

}  // namespace linkwork::papers
