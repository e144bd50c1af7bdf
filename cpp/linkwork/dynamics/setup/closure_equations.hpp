#pragma once

#include <vector>

#include "linkwork/model/cluster_tree.hpp"

namespace linkwork {

/// The joints of a mechanism alone, in which loops and couplings may stand open. What its bodies
/// weigh does not matter.
ClusterTree<double> openTree(const Mechanism& mechanism);

/// Loops and couplings that share joints, as equations φ(q) = 0 in the positions of those joints.
///
///   φ = Tᵀ log(J(q_l)⁻¹ E) of a loop (loop_constraints.hpp),  Σ c q − offset of a coupling
///   ∂φ/∂δ = Tᵀ X S for q ⊕ δ; exact where φ = 0        T: the rows of constraint_rows.hpp
///
/// Everything counts in radians. A component of δ is measured by how it moves its joint's frame,
/// |ω|² + |v|²/L², the lengths in the gap of a loop over its own length: the offsets of the frames
/// along it, added up. L is the longest of these.
class ClosureEquations {
 public:
  struct LoopConstraint {
    LoopClosure<double> loop;
    std::vector<int> onParent, onChild;  ///< tree bodies between it and what carries both, inwards
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
  /// δ̇ of velocities; and velocities that have it.
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
  std::vector<int> bodies_;               ///< whose joints are tied, parents before children
  std::vector<int> first_;                ///< of each: its component of δ
  std::vector<Transform<double>> poses_;  ///< of each: in what carries the first on its path
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
