#pragma once

#include "linkwork/integrators/discrete_equations.hpp"

namespace linkwork {

/// If a pivot of the Newton matrix is at most this part of that of the mass matrix, the step is too
/// long for its equations to have a root near the last one. As h → 0 all ratios are 1. They
/// decrease with (h ω)², where ω is the fastest oscillation of the mechanism.
inline constexpr double lowestPivot = 0.1;

/// Newton's method with the exact derivative of the equations, O(n), by an articulated-body
/// recursion that is not symmetric. ξ is the twist by which the pose of a body at k+1 changes, H is
/// momentumTangent, X_L and X_R are the transforms of the body from its parent at k and k+1, S_L
/// and S_R the motion subspaces there:
///
///   backward  U = I S_R   L = S_Lᵀ I   D = S_Lᵀ U + C   e = −f − S_Lᵀ p      I starts as H, p as 0
///             I_parent += X_Lᵀ (I − U D⁻¹ L) X_R        p_parent += X_Lᵀ (p + U D⁻¹ e)
///   forward   δq = D⁻¹ (e − L X_R ξ_parent)             ξ = X_R ξ_parent + S_R δq
///
/// C is the derivative of the damping. In a constrained cluster, S_L and S_R are those of its
/// bodies relative to its output body, times N at k and at k+1. There, δq₀ first removes the
/// violations:
///
///   π = p + I ξ(δq₀)   D = Σ S_Lᵀ I S_R + N_kᵀ C N_{k+1}   e = −N_kᵀ (f + C δq₀) − Σ S_Lᵀ π
///
/// cost  O(n) for clusters of bounded size; no allocation
class NewtonSweep final : public RootFinder {
 public:
  /// When the derivative is computed: at each evaluation of the equations, or once a step and where
  /// convergence is slow. The latter converges linearly, by a factor as small as the guess is good.
  enum class Derivative { everyTime, onceAStep };

  explicit NewtonSweep(StepState& knot, Derivative derivative = Derivative::everyTime);

  void begin(DiscreteEquations&) override { isReady_ = false; }
  void renew() override { isReady_ = false; }
  /// Returns false if a pivot is low (lowestPivot).
  bool direction(DiscreteEquations& equations, Eigen::VectorXd& du) override;

 private:
  struct Body {
    MomentumInertia inertia;     ///< I; of an eliminated single body, I − U D⁻¹ L
    Vector6<double> force;       ///< p
    Vector6<double> motion;      ///< ξ
    Transform<double> toParent;  ///< at k+1
  };
  /// Matrices of a constrained cluster, m × m or with m columns.
  struct ClusterMemory {
    Eigen::MatrixXd inverse;      ///< D⁻¹
    Matrix6X<double> push;        ///< U at the output body
    Matrix6X<double> pull;        ///< Lᵀ there
    Matrix6X<double> subspaces;   ///< S_R, m columns a body
    Eigen::VectorXd reduced;      ///< e, then L ξ_parent
    Eigen::VectorXd independent;  ///< D⁻¹ e, then δy
  };

  bool factor(DiscreteEquations& equations);
  template <int nv>
  bool factorBody(DiscreteEquations& equations, const Cluster<double>& cluster);
  bool factorCluster(DiscreteEquations& equations, const Cluster<double>& cluster);
  template <int nv>
  void reduceBody(DiscreteEquations& equations, const Cluster<double>& cluster);
  void reduceCluster(DiscreteEquations& equations, const Cluster<double>& cluster);
  template <int nv>
  void moveBody(DiscreteEquations& equations, const Cluster<double>& cluster);
  void moveCluster(DiscreteEquations& equations, const Cluster<double>& cluster);

  void addJointTangent(DiscreteEquations& equations, const ClusterDisplacement& displacement,
                       const TreeBody<double>& body, Eigen::MatrixXd& pivots);
  Body& of(int body) { return bodies_[static_cast<std::size_t>(body)]; }

  std::vector<Body> bodies_;
  std::vector<ClusterMemory> clusters_;  ///< by constrained cluster
  Matrix6X<double> push_, pull_;         ///< U and (D⁻¹ L)ᵀ by spanning velocities
  Matrix6X<double> inverses_;            ///< D⁻¹, in the top rows, likewise
  Eigen::VectorXd reduced_;              ///< D⁻¹ e
  Eigen::VectorXd change_;               ///< δq
  Derivative derivative_;
  bool isReady_ = false;
};

/// Lee's recursive impulse-based quasi-Newton method. Its derivative is M(q_k)/h, by the
/// articulated-body recursion. The step has computed these factors already, for the velocity at its
/// start.
///
/// cost  O(n); no allocation
/// Source: Lee, Liu, Park and Srinivasa, section 3.2.
class ImpulseSweep final : public RootFinder {
 public:
  explicit ImpulseSweep(StepState& knot);
  bool direction(DiscreteEquations& equations, Eigen::VectorXd& du) override;

 private:
  Eigen::VectorXd change_;  ///< δq
};

}  // namespace linkwork
