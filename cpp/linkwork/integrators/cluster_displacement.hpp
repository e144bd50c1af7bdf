#pragma once

#include <vector>

#include "linkwork/dynamics/workspace.hpp"
#include "linkwork/integrators/loop_displacement.hpp"

namespace linkwork {

/// Pivots of the constraints below this part of the largest entry of K count as none: the pose is
/// then singular (KinematicBasis).
inline constexpr double singularPivot = 1e-6;

/// How the bodies of a constrained cluster move over a step, what that leaves open of its loops and
/// couplings, and which motions keep them closed, at either end of the step.
///
/// The gaps at the end are those at the start, which are known to rounding, plus what the step's
/// displacements add to them, from the displacements alone:
///
///   φ(q_{k+1}) = φ(q_k) + Δφ(u)
///
/// so that they are as accurate as u allows and nothing adds up from step to step.
///
/// N, with K N = 0, spans the velocities that the constraints allow. Its number of columns is the
/// declared mobility, that of the pose at which the tree was compiled. Where K has lower rank than
/// declared (a singular pose, at which branches of motion cross), the kernel is too large; then the
/// branch goes on along which the mechanism came: N is the last N, projected onto the kernel.
class ClusterDisplacement {
 public:
  /// The cluster must outlive it.
  explicit ClusterDisplacement(const Cluster<double>& cluster);

  const Cluster<double>& cluster() const { return *cluster_; }

  /// The N to go on from, should the next pose where a step begins be singular.
  Eigen::MatrixXd& origin() { return origin_; }
  const Eigen::MatrixXd& origin() const { return origin_; }

  /// Takes the pose where the node's workspace is (needs updateJoints for the cluster) as the
  /// step's start: gaps and N there. Throws SimulationError if the pose is singular and `origin`
  /// zero.
  void beginAt(const ClusterTree<double>& tree, const Eigen::VectorXd& q, Workspace<double>& node);

  /// To where displacements of its joints lead, J(q)⁻¹ J(q_{k+1}) by body, with motion subspaces S
  /// there, by spanning velocities: gaps, K and N there.
  void moveTo(const ClusterTree<double>& tree, const Eigen::VectorXd& u, double h,
              const std::vector<Displacement>& joints, const Matrix6X<double>& subspaces,
              const Workspace<double>& node);

  /// N at the step's start, n × m.
  const Eigen::MatrixXd& startBasis() const { return start_; }
  /// N at its end: that of the start, projected orthogonally onto what K allows there.
  const Eigen::MatrixXd& endBasis() const { return end_; }
  /// A change of the spanning positions that closes the gaps at the end, to first order: −K⁺ φ.
  const Eigen::VectorXd& auxiliary() const { return closing_; }
  /// Poses of the bodies in the output body, at the end.
  const std::vector<Transform<double>>& poses() const { return poses_; }

 private:
  struct LoopStart {
    Transform<double> relative;  ///< E: child's joint frame in the parent's
    Displacement violation;      ///< what is left open of it
  };

  void assemble(const ClusterTree<double>& tree);
  void countLengths(const LoopClosure<double>& loop, int row);
  void addPath(const ClusterTree<double>& tree, int body, const Vector6<double>& force, int row);
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
  Eigen::VectorXd couplingViolations_;  ///< at the step's start, and what the step adds
  Eigen::VectorXd couplingChanges_;
  Eigen::VectorXd ones_, closing_;
  Eigen::MatrixXd origin_, start_, end_, gram_, projected_;
};

}  // namespace linkwork
