#pragma once

#include <optional>
#include <string>
#include <vector>

#include "linkwork/dynamics/workspace.hpp"

namespace linkwork {

/// Explicit steps that are unstable. Shorter ones must keep the balance of energy.
class UnstableStep : public SimulationError {
 public:
  using SimulationError::SimulationError;
};

/// Springs and dampers of joints that are too stiff for explicit steps. Implicit forces are linear
/// in the new velocities: the dynamics are those of the same mechanism with larger armatures and
/// other damping, by the same algorithms, O(n).
///
/// **Semi-implicit Euler** takes forces at the end of the step:
///
///   (M + h D + h² K) v̇ = f(q, v) − h K v
///
/// As by implicit Euler, stiff motions decay for any h, monotonically if h D dominates; springs
/// that the step does not resolve lose their energy.
///
/// **RATTLE** takes them at the end of each half step, and springs ahead by a step:
///
///   (M + (h/2) (D + h K)) (v' − v) = (h/2) (f(q, v) − h K v)
///
/// They then decay in the same way. Variational steps do the same at their knots
/// (implicit_kicks.hpp).
///
/// Source: Baraff & Witkin, "Large steps in cloth simulation" (1998), on joints. MuJoCo's
/// integrator "implicitfast" takes dampers as the first does.
class ImplicitJoints {
 public:
  /// Measures at the initial pose how stiff the joints are: an O(n) solve for each velocity with a
  /// spring or damper, and 60 more. `tree` must outlive this object.
  ///
  /// @param mostSprungPart  h² k/m up to which springs are explicit
  /// @param mostDampedPart  the same of dampers, h d/m
  ImplicitJoints(const ClusterTree<double>& tree, Workspace<double>& work,
                 double mostSprungPart = 1, double mostDampedPart = 1);

  /// Of variational steps, which are stable up to 4 or, if joints are coupled, somewhat less, and
  /// whose energy is checked.
  static constexpr double ofVariational = 3;

  /// Whether a force is too stiff for explicit steps of h: h d/m is larger than `mostDampedPart`,
  /// or h² k/m than `mostSprungPart`, with 1/m the response of its velocity, on the diagonal of
  /// M⁻¹. Explicit steps are unstable from 2 or, if joints are coupled, somewhat less.
  bool areStiff(double h) const {
    return mostDamped_ * h > mostDampedPart_ || sprungPart(h) > mostSprungPart_;
  }

  /// The largest h² k/m.
  double sprungPart(double h) const { return mostSprung_ * h * h; }

  /// Whether steps of some length have implicit forces.
  bool canBeStiff() const { return mostDamped_ > 0 || mostSprung_ > 0; }

  /// For errors of explicit steps of h, stable up to h |λ| = bound for motions of rates λ. Names
  /// the stiffest joint and a step that is short enough at the initial pose, if this one is too
  /// long there; else empty.
  std::string explicitRemark(double h, double bound) const;
  /// Throws UnstableStep with the remark if there is one.
  void requireStable(double h, double bound) const;

  /// Throws SimulationError if they are: implicit steps have no derivative.
  void requireNotStiff(double h) const;

  /// Checks a step of h that changes velocities from v to `end`. Throws SimulationError if a
  /// joint that is not stiff changes its velocity by more than 0.02 rad or m per step.
  void requireResolved(double h, const Eigen::VectorXd& v, const Eigen::VectorXd& end) const;

  /// Prepares implicit steps: after `part` of a step of h, forces are those of the velocities then.
  /// `part` is 1 in semi-implicit Euler, ½ in kicks. Allocates if h has changed.
  void setStep(double h, double part);
  /// D and K of the joints that can be implicit, diagonals of size nv
  /// [N·m·s, N·s/m], [N·m, N/m].
  const Eigen::VectorXd& damping() const { return damping_; }
  const Eigen::VectorXd& stiffness() const { return stiffness_; }
  /// The tree without the dampers that can be implicit.
  ClusterTree<double> treeWithoutDampers() const;
  /// The tree of the kicks of RATTLE in steps of h, without dampers.
  ClusterTree<double> treeOfKicks(double h) const;
  /// D + h K of these, on its diagonal, size nv [N·m·s, N·s/m].
  Eigen::VectorXd dampingOfKicks(double h) const;

  /// The tree with the armatures and damping of such a step, and its workspace.
  const ClusterTree<double>& tree() const { return *implicit_; }
  Workspace<double>& work() { return *work_; }

  /// The mean power of joint forces and dampers over a step that changes v to `end` [W]:
  ///   τ·v̄ − Σ (d v' + f v/√(v² + v_s²)) v̄        v̄ = (v + v')/2
  double power(const Eigen::VectorXd& torque, const Eigen::VectorXd& v,
               const Eigen::VectorXd& end) const;

 private:
  template <typename Terms>
  ClusterTree<double> treeWith(Terms terms) const;

  const ClusterTree<double>& tree_;
  double mostSprungPart_, mostDampedPart_;
  Eigen::VectorXd damping_, stiffness_;
  Eigen::VectorXd damped_, sprung_;         ///< d/m [1/s] and k/m [1/s²] by entry of v
  double mostDamped_ = 0, mostSprung_ = 0;  ///< the largest of these
  /// The largest eigenvalues of M⁻¹D and √M⁻¹K at the initial pose, by power iteration from below
  /// [1/s].
  double fastestDamping_ = 0, fastestSpring_ = 0;
  double step_ = 0;
  std::optional<ClusterTree<double>> implicit_;
  std::optional<Workspace<double>> work_;
};

}  // namespace linkwork
