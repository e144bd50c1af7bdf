#pragma once

#include <span>
#include <utility>
#include <vector>

#include "linkwork/contact/articulated_columns.hpp"
#include "linkwork/contact/coulomb_problem.hpp"
#include "linkwork/contact/elimination_plan.hpp"

namespace linkwork::contact {

/// What a mechanism does where dampers act along rows, block by block, beside impulses p:
///
///   λ = p − P u,  u = W λ      that is      (M + Jᵀ P J) ΔV = Jᵀ p,  u = J ΔV
///
/// P needs no symmetry. A damper towards the ground adds Jᵀ P J to the inertia A_ii of a body, and
/// the articulated-body recursion goes on as ever; one between bodies couples them, A_ij = −Jᵀ P J.
/// With V_i = V_p + S_i ẏ in world axes, about one point, a cluster carried by a body p leaves
///
///   H = Σ S_iᵀ A_ij S_j     U_a = Σ S_iᵀ A_ia     L_a = Σ A_ai S_i        (A_ip, A_pi: Σ_j A_ij)
///   A_ab ← A_ab − L_a H⁻¹ U_b     f_a ← f_a − L_a H⁻¹ Σ S_iᵀ f_i
///
/// at p and the bodies that it is coupled with; p takes over what else is left of it.
///
/// cost  O(n), and what couplings fill in (elimination_plan.hpp); no allocation once it has seen as
///       much
/// Sources: Featherstone, "Rigid Body Dynamics Algorithms", chapter 7; Chignoli et al., section
/// VII.
class DampedArticulation final : public DampedResponse {
 public:
  /// Tree and columns outlive it.
  DampedArticulation(const ClusterTree<double>& tree, ArticulatedColumns& columns);

  /// Where the mechanism is, after updatePoses; blocks name the columns' rows from now on.
  void place(const Workspace<double>& work);

  void plan(std::span<const ConeBlock> blocks) override;
  double multiplications() const override { return plan_.multiplications(); }
  bool solve(std::span<const ConeBlock> blocks, std::span<const Damper> dampers,
             double* u) override;

  Columns columns() override;
  double trace(const ConeBlock& block) override { return columns_.trace(block.row, block.rows()); }
  void multiply(const double* lambda, double* u) override { columns_.multiply(lambda, u); }
  bool isQuick() const override;

 private:
  using Row = PlacedRows::Row;

  void addBetweenBodies(const ConeBlock& block, const Damper& damper);
  void addOnJoint(const Row& row, const Damper& damper);
  bool eliminate(const EliminationPlan::Step& step);
  template <int dofs>
  bool eliminate(const EliminationPlan::Step& step);
  void move(const EliminationPlan::Step& step);
  double rate(const Row& row) const;

  const ClusterTree<double>& tree_;
  ArticulatedColumns& columns_;
  const PlacedRows& placed_;
  EliminationPlan plan_;
  std::vector<std::pair<int, int>> pairs_;
  std::vector<Matrix6<double>> inertias_;
  Eigen::MatrixXd w_;
  bool isWritten_ = false;               ///< whether w_ is of these rows, here
  std::vector<Matrix6<double>> blocks_;  ///< A, by the plan's places
  std::vector<Vector6<double>> forces_, velocities_;
  std::vector<std::size_t> factors_;  ///< by cluster, where its H is in numbers_
  std::vector<std::size_t> rights_;   ///< the same of (Σ Sᵀf, U), m rows
  std::vector<double> numbers_, left_, pushed_;
};

}  // namespace linkwork::contact
