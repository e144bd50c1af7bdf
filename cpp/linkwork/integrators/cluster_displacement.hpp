#pragma once

#include <vector>

#include "linkwork/dynamics/workspace.hpp"
#include "linkwork/model/cluster_tree.hpp"
#include "linkwork/spatial/displacement.hpp"

namespace linkwork {

/// Rows of a loop joint. They require that Y is a motion of the joint. Y is the displacement of the
/// child's frame from its pose at the start of the step, if the loop were closed exactly there.
/// Violations are the changes of the rows of constraint_rows.hpp from zero, with the parent's frame
/// on the closed child's frame. Nothing cancels: a violation is as accurate as Y.
///
///   gap     one number per row: of points [m], axes [rad] or the thread of a helical joint [m]
///   force   6 × rows: the rate of the gap is forceᵀ η if Y changes by a twist η in the child's
///   frame
struct LoopRows {
  Eigen::Matrix<double, 6, 6> force;
  Eigen::Matrix<double, 6, 1> gap;
  int count = 0;
};

/// @param relative  pose of the child's joint frame in the parent's at the start of the step
LoopRows loopRows(const LoopClosure<double>& loop, const Transform<double>& relative,
                  const Displacement& moved);

/// J(q_l)⁻¹ E for the closest coordinates of the loop joint: its violation at the start of the
/// step.
Displacement loopViolation(const LoopClosure<double>& loop, const Transform<double>& relative);

/// A pose is singular if a pivot of the constraints is below this part of the largest entry of K
/// (KinematicBasis).
inline constexpr double singularPivot = 1e-6;

/// The displacements of the bodies of a constrained cluster in a step, the violations of its loops
/// and couplings, and the motions that satisfy them, at both ends of the step.
///
/// The violations at the end are those at the start, which are known to rounding, plus their change
/// by the displacements of the step:
///
///   φ(q_{k+1}) = φ(q_k) + Δφ(u)
///
/// They are as accurate as u allows, and errors do not accumulate from step to step.
///
/// N, with K N = 0, spans the velocities that the constraints allow. Its number of columns is the
/// declared mobility, that of the pose at which the tree was compiled. At a singular pose, branches
/// of motion cross, K has a lower rank, and the kernel is too large. N is then the last N,
/// projected onto the kernel: the mechanism stays on its branch.
class ClusterDisplacement {
 public:
  /// The cluster must outlive it.
  explicit ClusterDisplacement(const Cluster<double>& cluster);

  const Cluster<double>& cluster() const { return *cluster_; }

  /// The N to continue from if the next start of a step is a singular pose.
  Eigen::MatrixXd& origin() { return origin_; }
  const Eigen::MatrixXd& origin() const { return origin_; }

  /// Starts a step at the pose in the workspace of the knot, after updateJoints for the cluster:
  /// computes violations and N.
  /// @throws SimulationError if the pose is singular and `origin` is zero
  void beginAt(const ClusterTree<double>& tree, const Eigen::VectorXd& q, Workspace<double>& node);

  /// Computes violations, K and N after displacements J(q)⁻¹ J(q_{k+1}) of the joints, by body,
  /// with motion subspaces S there, by spanning velocities.
  void moveTo(const ClusterTree<double>& tree, const Eigen::VectorXd& u, double h,
              const std::vector<Displacement>& joints, const Matrix6X<double>& subspaces,
              const Workspace<double>& node);

  /// N at the start of the step, n × m.
  const Eigen::MatrixXd& startBasis() const { return start_; }
  /// N at its end: that of the start, projected orthogonally onto the kernel of K there.
  const Eigen::MatrixXd& endBasis() const { return end_; }
  /// The change of spanning positions that removes the violations at the end, to first order: −K⁺
  /// φ.
  const Eigen::VectorXd& auxiliary() const { return closing_; }
  /// Poses of the bodies in the output body, at the end.
  const std::vector<Transform<double>>& poses() const { return poses_; }

 private:
  struct LoopStart {
    Transform<double> relative;  ///< E: child's joint frame in the parent's
    Displacement violation;      ///< its violation
  };

  void assemble(const ClusterTree<double>& tree);
  void countLengths(const LoopClosure<double>& loop, int row);
  int kernel();
  void project(int found, const Eigen::MatrixXd& from, Eigen::MatrixXd& onto);
  Transform<double> poseOf(int body) const;
  Displacement displacementOf(int body) const;

  const Cluster<double>* cluster_;
  ConstraintWorkspace<double> workspace_;  ///< K, φ, the order of unknowns; G in `basis`
  std::vector<Displacement> moved_;        ///< of its bodies, relative to the output body
  std::vector<Transform<double>> poses_;
  Matrix6X<double> subspaces_;  ///< S in the output body's axes
  std::vector<LoopStart> loops_;
  Eigen::VectorXd couplingViolations_;  ///< at the start of the step, and their change
  Eigen::VectorXd couplingChanges_;
  Eigen::VectorXd coordinates_, moves_;  ///< of coupled joints, at the start; and their change
  Eigen::VectorXd ones_, closing_;
  Eigen::MatrixXd origin_, start_, end_, gram_, projected_;
};

}  // namespace linkwork
