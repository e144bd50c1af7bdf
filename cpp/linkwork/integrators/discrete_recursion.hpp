#pragma once

#include <numbers>
#include <vector>

#include "linkwork/integrators/discrete_momentum.hpp"
#include "linkwork/model/workspace.hpp"

namespace linkwork {

/// A body may turn by this much in one step [rad]. A turn of 2π is equal to none, and close to it
/// the momentum of a displacement grows without bound. A rotor with constant speed is exact up to
/// here.
inline constexpr double largestTurn = 1.5 * std::numbers::pi;

/// The largest h |u − v| of a joint's rotation [rad], v being its velocity at the step's start: if
/// a turn changes by as much as π from step to step, its sense is a guess.
inline constexpr double largestTurnChange = 0.5 * std::numbers::pi;

/// What a step does to one body.
template <typename Scalar>
struct BodyStep {
  BasicDisplacement<Scalar> moved;  ///< Φ = T_k⁻¹ T_{k+1}
  Vector6<Scalar> twist;            ///< x = log Φ = h V̄
  DiscreteMomentum<Scalar> momentum;
  Vector6<Scalar> impulse;  ///< F: through its joint, at k
};

/// Momenta of a body in a step: those of its constant twist, discrete_momentum.hpp.
struct TwistMomentum {
  template <typename Scalar>
  static DiscreteMomentum<Scalar> of(const RigidBodyInertia<Scalar>& inertia,
                                     const BodyStep<Scalar>& step, double h) {
    return discreteMomentum(inertia, step.twist, h);
  }
};

/// Those of points that move along chords, chordMomentum.
struct ChordMomentum {
  template <typename Scalar>
  static DiscreteMomentum<Scalar> of(const RigidBodyInertia<Scalar>& inertia,
                                     const BodyStep<Scalar>& step, double h) {
    return chordMomentum(inertia, step.moved, h);
  }
};

/// The discrete recursive Newton–Euler algorithm: the impulses that a step requires from the joints
/// of a tree. u is their average velocity, q_{k+1} = q_k ⊕ h u. Displacements are composed directly
/// (displacement.hpp), and q_{k+1} is computed only from the final u. The remainder of f at a root
/// is therefore rounding of the momenta, for all h and n.
///
///   Φ_i = rel_i⁻¹ Φ_parent rel_i · J_i(q_k)⁻¹ J_i(q_k ⊕ h u_i)      rel_i: to the parent, at k
///   F_i = μ_i − π_i + Σ_children rel_c F_c                           π, j: known momenta, with
///   f_i = S_iᵀ F_i − j_i + (h/2) d(u_i)                        half the impulse of forces at k
///
/// S is the motion subspace of the joints at k. d(u) = damping u + friction u/√(u² + vₛ²) depends
/// on the average velocity; half of it acts at each end. On joints with charts it is Sᵀ d(ξ) with
/// the average twist ξ = log(J_k⁻¹ J_{k+1})/h and the S of each end.
///
/// cost  O(n); no allocation
/// Source: Lee, Liu, Park and Srinivasa, "A Linear-Time Variational Integrator for Multibody
/// Systems", algorithm 2.
template <typename Scalar, typename Momentum = TwistMomentum>
class DiscreteRecursion {
 public:
  explicit DiscreteRecursion(const ClusterTree<Scalar>& tree);

  /// Excludes joint Coulomb friction of these strengths, in the layout of v, from now on (null:
  /// nothing).
  void relieve(const Eigen::VectorXd* strengths) { relieved_ = strengths; }

  /// Starts a step of h [s] from q; `knot` has poses and motion subspaces there. Stores references
  /// to both.
  void begin(double h, const VectorX<Scalar>& q, const TreeWorkspace<Scalar>& knot);

  /// Computes f at u, for momenta π and j. Returns false if a body turns too far.
  bool evaluate(const VectorX<Scalar>& u, const std::vector<Vector6<Scalar>>& bodyMomenta,
                const VectorX<Scalar>& jointMomenta);

  /// f at the last u [N·m·s, N·s], dual to the spanning velocities at k.
  const VectorX<Scalar>& residual() const { return residual_; }
  /// Momenta at q_{k+1} after the step itself: ν, and half the impulse of damping.
  void momentaAtEnd(std::vector<Vector6<Scalar>>& bodyMomenta, VectorX<Scalar>& jointMomenta) const;

  double step() const { return h_; }
  const VectorX<Scalar>& u() const { return u_; }
  const VectorX<Scalar>& moved() const { return moved_; }  ///< h u
  const std::vector<BodyStep<Scalar>>& bodies() const { return bodies_; }
  /// J(q_k)⁻¹ J(q_{k+1}) of the bodies' joints.
  const std::vector<BasicDisplacement<Scalar>>& joints() const { return joints_; }
  /// Motion subspaces at q_{k+1}, by spanning velocities.
  const Matrix6X<Scalar>& endSubspaces() const { return endSubspaces_; }

  /// ξ: the twist that is the same at both ends of the step.
  Vector6<Scalar> averageTwist(int index) const;
  /// Damping and friction along an entry of v, which belongs to the joint of the body.
  struct Resistance {
    Scalar damping, friction;
  };
  Resistance resistanceAlong(int entry, const TreeBody<Scalar>& body) const {
    if (!relieved_) return {body.damping, body.friction};
    return {body.damping, body.friction - Scalar((*relieved_)[entry])};
  }

 private:
  void moveBody(int index, const Vector6<Scalar>& momentum);
  void addResistance(int index, double impulse, const Matrix6X<Scalar>& subspaces,
                     VectorX<Scalar>& forces) const;

  const ClusterTree<Scalar>* tree_;
  double h_ = 0;
  const VectorX<Scalar>* q_ = nullptr;
  const TreeWorkspace<Scalar>* knot_ = nullptr;
  const Eigen::VectorXd* relieved_ = nullptr;
  std::vector<BodyStep<Scalar>> bodies_;
  std::vector<BasicDisplacement<Scalar>> joints_;
  VectorX<Scalar> u_, moved_, residual_;
  Matrix6X<Scalar> endSubspaces_;
};

}  // namespace linkwork
