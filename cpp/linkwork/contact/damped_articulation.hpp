#pragma once

#include <span>
#include <utility>
#include <vector>

#include "linkwork/contact/coulomb_problem.hpp"
#include "linkwork/contact/elimination_plan.hpp"
#include "linkwork/contact/impulse_response.hpp"
#include "linkwork/dynamics/workspace.hpp"

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
  /// Tree and parts outlive it.
  DampedArticulation(const ClusterTree<double>& tree, const RigidParts& parts);

  /// Where the mechanism is, after updatePoses, and the rows that blocks name from now on.
  void place(Workspace<double>& work, std::span<const PushRow> rows);

  void plan(std::span<const ConeBlock> blocks) override;
  double multiplications() const override { return plan_.multiplications(); }
  bool solve(std::span<const ConeBlock> blocks, std::span<const Damper> dampers,
             double* u) override;

 private:
  /// Between the bodies of two parts, or along a cluster's ẏ.
  struct Row {
    std::array<int, 2> bodies{ground, ground};
    Vector6<double> along;  ///< J: u = along · (V of bodies[1] − V of bodies[0])
    int cluster = -1;       ///< of a joint's row
    std::size_t turn = 0;   ///< where its m numbers are in turns_
  };

  void addTurn(Workspace<double>& work, const PushRow& from, Row& row);
  void addBetweenBodies(const ConeBlock& block, const Damper& damper);
  void addOnJoint(const Row& row, const Damper& damper);
  bool eliminate(const EliminationPlan::Step& step);
  template <int dofs>
  bool eliminate(const EliminationPlan::Step& step);
  void move(const EliminationPlan::Step& step);
  double rate(const Row& row) const;

  const ClusterTree<double>& tree_;
  const RigidParts& parts_;
  EliminationPlan plan_;
  std::vector<std::pair<int, int>> pairs_;
  std::vector<int> firstColumns_;  ///< of S, by body
  Matrix6X<double> subspaces_;     ///< S
  std::vector<Matrix6<double>> inertias_;
  std::vector<Row> rows_;
  std::vector<double> turns_;
  std::vector<Matrix6<double>> blocks_;  ///< A, by the plan's places
  std::vector<Vector6<double>> forces_, velocities_;
  std::vector<std::size_t> factors_;  ///< by cluster, where its H is in numbers_
  std::vector<std::size_t> rights_;   ///< the same of (Σ Sᵀf, U), m rows
  std::vector<double> numbers_, left_, pushed_;
};

}  // namespace linkwork::contact
