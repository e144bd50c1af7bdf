#pragma once

#include <span>
#include <utility>
#include <vector>

#include "linkwork/constraints/delassus/tree_columns.hpp"
#include "linkwork/model/cluster_tree.hpp"

namespace linkwork::constraints {

/// The order in which clusters are eliminated if dampers couple bodies, and the couplings that fill
/// in. Children come first. Among clusters without remaining children, the one with the fewest
/// couplings comes first: contact of one body with many others keeps the cost linear.
///
/// Elimination of a cluster couples its parent body and all bodies that were coupled with it.
class EliminationPlan {
 public:
  /// A cluster and its front: its parent body unless it is the ground, then bodies coupled with it.
  struct Step {
    int cluster;
    std::vector<int> front;
    /// Indices of the blocks (a, b): within the cluster; from its bodies to the front; from the
    /// front to its bodies; within the front. Row by row, −1 for bodies that are not coupled.
    std::vector<int> inside, outward, inward, across;
  };

  /// The tree must outlive this object.
  explicit EliminationPlan(const ClusterTree<double>& tree);

  /// Plans for coupled pairs of bodies without the ground.
  /// Cost: O(n) on chains and trees with few contacts. Allocates only for larger plans than before.
  void make(std::span<const std::pair<int, int>> pairs);

  /// The steps in order of elimination.
  std::span<const Step> steps() const { return {steps_.data(), count_}; }
  /// The index of block (a, b), −1 if the bodies are not coupled. Block (a, a) has index a.
  int block(int a, int b) const;
  int blocks() const { return blocks_; }  ///< number of blocks
  /// The approximate number of multiplications in a solve.
  double multiplications() const { return multiplications_; }

 private:
  struct Coupling {
    int body, block;
  };

  void couple(int a, int b);
  int degree(const Cluster<double>& cluster) const;
  std::size_t cheapest() const;
  void eliminate(int cluster, Step& step);
  void findBlocks(const Cluster<double>& cluster, Step& step) const;

  const ClusterTree<double>& tree_;
  std::vector<std::vector<Coupling>> couplings_;  ///< by body
  std::vector<int> children_;                     ///< by cluster: children not yet eliminated
  std::vector<char> isEliminated_;                ///< by body
  std::vector<int> ready_;
  std::vector<Step> steps_;
  std::size_t count_ = 0;
  int blocks_ = 0;
  double multiplications_ = 0;
};

/// The Delassus operator of a tree, and its solves with dampers along rows and impulses p:
///
///   λ = p − P u,  u = W λ      that is      (M + Jᵀ P J) ΔV = Jᵀ p,  u = J ΔV
///
/// P need not be symmetric. A damper towards the ground adds Jᵀ P J to the inertia A_ii of a body,
/// as in the articulated-body recursion. A damper between bodies couples them, A_ij = −Jᵀ P J.
/// With V_i = V_p + S_i ẏ in world axes about one point, elimination of a cluster with parent body
/// p
///
///   H = Σ S_iᵀ A_ij S_j     U_a = Σ S_iᵀ A_ia     L_a = Σ A_ai S_i        (A_ip, A_pi: Σ_j A_ij)
///   A_ab ← A_ab − L_a H⁻¹ U_b     f_a ← f_a − L_a H⁻¹ Σ S_iᵀ f_i
///
/// acts on p and on all bodies that are coupled with the cluster.
///
/// Cost: O(n), plus the fill-in of couplings (EliminationPlan). Allocates only for larger problems
/// than before.
/// Sources: Featherstone, "Rigid Body Dynamics Algorithms", chapter 7; Chignoli et al., section
/// VII.
class TreeDelassus final : public DampedDelassus {
 public:
  /// Tree and columns must outlive this object.
  TreeDelassus(const ClusterTree<double>& tree, TreeColumns& columns);

  /// Takes over pose and rows of the columns; needs updatePoses. Blocks refer to these rows.
  void place(const Workspace<double>& work);

  void plan(std::span<const ConeBlock> blocks) override;
  double multiplications() const override { return plan_.multiplications(); }
  double multiplicationsForColumns() const override;
  bool solve(std::span<const ConeBlock> blocks, std::span<const Damper> dampers,
             double* u) override;

  Columns columns() override;
  double trace(int first, int rows) override { return columns_.trace(first, rows); }
  void multiply(const double* lambda, double* u) override { columns_.multiply(lambda, u); }
  bool isQuick() const override;

 private:
  using Row = TreeRows::Row;

  template <int rows>
  void addBetweenBodies(const ConeBlock& block, const Damper& damper);
  void addOnJoint(const Row& row, const Damper& damper);
  bool eliminate(const EliminationPlan::Step& step);
  template <int dofs>
  bool eliminate(const EliminationPlan::Step& step);
  void accelerate(const EliminationPlan::Step& step);
  double rate(const Row& row) const;

  const ClusterTree<double>& tree_;
  TreeColumns& columns_;
  const TreeRows& placed_;
  EliminationPlan plan_;
  /// Gᵀ a G of a cluster with armatures.
  struct Armature {
    int cluster;
    Eigen::MatrixXd inertia;
  };

  std::vector<Armature> armatures_;
  std::vector<std::pair<int, int>> pairs_;
  std::vector<Matrix6<double>> inertias_;
  Eigen::MatrixXd w_;
  bool isAssembled_ = false;             ///< whether w_ is of these rows at this pose
  std::vector<Matrix6<double>> blocks_;  ///< A, by the plan's indices
  std::vector<Vector6<double>> forces_, velocities_;
  std::vector<std::size_t> factors_;  ///< by cluster: the place of its H in numbers_
  std::vector<std::size_t> rights_;   ///< the same for (Σ Sᵀf, U), m rows
  std::vector<double> numbers_, left_, product_, transposed_;
};

}  // namespace linkwork::constraints
