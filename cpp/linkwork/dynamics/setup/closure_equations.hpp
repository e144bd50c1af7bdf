#pragma once

#include <vector>

#include "linkwork/model/cluster_tree.hpp"

namespace linkwork {

/// The joints of a mechanism, without loops and couplings. Masses do not matter.
ClusterTree<double> openTree(const Mechanism& mechanism);

/// Loops and couplings that share joints, as equations φ(q) = 0 in the positions of those joints.
///
///   φ = Tᵀ log(J(q_l)⁻¹ E) of a loop (loop_constraints.hpp),  Σ c q − offset of a coupling
///   ∂φ/∂δ = Tᵀ X S for q ⊕ δ; exact where φ = 0        T: the rows of constraints/rows.hpp
///
/// All rows are in radians. The unit of a component of δ is the motion of its joint's frame,
/// |ω|² + |v|²/L². Lengths in the violation of a loop are relative to the loop's length: the sum of
/// the offsets of the frames along it. L is the longest of these.
class ClosureEquations {
 public:
  struct LoopConstraint {
    LoopClosure<double> loop;
    std::vector<int> onParent, onChild;  ///< tree bodies below the common ancestor, backward
    double length = 0;                   ///< [m]
  };
  struct Joint {
    int body;   ///< in the tree
    int first;  ///< component of δ, the first of as many as it has velocities
  };

  ClosureEquations(const ClusterTree<double>& openTree, std::vector<LoopConstraint> constraints,
                   std::vector<CouplingRow<double>> couplings);

  const std::vector<LoopConstraint>& constraints() const { return constraints_; }
  const std::vector<CouplingRow<double>>& couplings() const { return couplings_; }
  const std::vector<Joint>& joints() const { return joints_; }  ///< those that can move
  int size() const { return size_; }                            ///< components of δ

  /// φ and ∂φ/∂δ at a pose. cost  O(joints on the loops)
  void update(const Eigen::VectorXd& q);
  const Eigen::VectorXd& gap() const { return gap_; }
  const Eigen::MatrixXd& jacobian() const { return jacobian_; }

  /// q ⊕ δ.
  Eigen::VectorXd moved(const Eigen::VectorXd& q, const Eigen::VectorXd& delta) const;
  /// δ with from ⊕ δ = to in these joints.
  Eigen::VectorXd difference(const Eigen::VectorXd& from, const Eigen::VectorXd& to) const;
  /// δ̇ of velocities; and velocities with that δ̇.
  Eigen::VectorXd rate(const Eigen::VectorXd& v) const;
  void setRate(const Eigen::VectorXd& rate, Eigen::VectorXd& v) const;

 private:
  std::size_t indexOf(int body) const;
  Transform<double> poseOf(int body) const;
  void place(const Eigen::VectorXd& q);
  int updateLoop(const LoopConstraint& constraint, int row);
  void updateCoupling(const CouplingRow<double>& coupling, const Eigen::VectorXd& q, int row);

  const ClusterTree<double>* tree_;
  std::vector<LoopConstraint> constraints_;
  std::vector<CouplingRow<double>> couplings_;
  std::vector<Joint> joints_;
  std::vector<int> bodies_;               ///< bodies of the tied joints, parents before children
  std::vector<int> first_;                ///< of each: its component of δ
  std::vector<Transform<double>> poses_;  ///< of each: relative to the common ancestor of its path
  Eigen::Matrix<double, 6, Eigen::Dynamic> subspaces_;  ///< S by component of δ
  Eigen::VectorXd unit_;  ///< the change of a coordinate that counts as one radian
  Eigen::VectorXd gap_;
  Eigen::MatrixXd jacobian_;
  int size_ = 0;
};

/// The loops and couplings of a mechanism, grouped by the joints that they share.
std::vector<ClosureEquations> closureEquations(const Mechanism& mechanism,
                                               const ClusterTree<double>& openTree);

}  // namespace linkwork
