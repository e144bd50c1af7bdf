#pragma once

#include <functional>
#include <vector>

#include "linkwork/dynamics/forces.hpp"
#include "linkwork/jet.hpp"

/// First derivatives of forward and inverse dynamics, exact to rounding, loops and couplings
/// included: the cluster algorithms run on jets (jet.hpp).
///
/// A state on its constraints has m = degreesOfFreedom directions to move in, not as many as q has
/// numbers. They are told by the independent velocities ẏ that updateKinematics picks at the pose,
/// with the tangent basis G of v = G ẏ:
///
///   along y_j     q ← q ⊕ ε G e_j        and v = G ẏ with ẏ held, so that v turns with G
///   along ẏ_j     v ← v + ε G e_j
///   along τ_i     τ ← τ + ε e_i          for every tree joint, dependent ones too
///   along ÿ_j     v̇ ← v̇ + ε G e_j
///
/// For joints that count angles and lengths ∂/∂y_j is the derivative by that coordinate while the
/// loops stay closed. On the groups (spherical and free joints) it is the one along the joint's own
/// velocity: a turn and a shift of the child in the child's axes, with the components of the twist
/// held in these axes. Held as well are the torques on all tree joints, and the wrenches in the
/// world's axes. Springs, dampers, friction and gravity answer to the motion.
///
/// With M the mass matrix in ẏ and ÿ the independent entries of v̇, at τ_y = ID(y, ẏ, ÿ):
///
///   ∂ÿ/∂τ_y = M⁻¹      ∂τ_y/∂ÿ = M      ∂ÿ/∂y = −M⁻¹ ∂τ_y/∂y      ∂ÿ/∂ẏ = −M⁻¹ ∂τ_y/∂ẏ
///
/// Source: Chignoli et al., section X, names them as work to be done.
namespace linkwork {

/// Derivatives of v̇ = FD(y, ẏ, τ), all tree joints.
struct ForwardDynamicsDerivatives {
  explicit ForwardDynamicsDerivatives(const ClusterTree<double>& tree);

  std::vector<int> coordinates;  ///< entries in v of ẏ: the columns below, and rows of ÿ
  MatrixX<double> position;      ///< ∂v̇/∂y, velocitySize × m
  MatrixX<double> velocity;      ///< ∂v̇/∂ẏ, velocitySize × m
  MatrixX<double> torque;        ///< ∂v̇/∂τ = G M⁻¹ Gᵀ, velocitySize², symmetric
};

/// Derivatives of τ_y = ID(y, ẏ, ÿ), independent joints; each m × m.
struct InverseDynamicsDerivatives {
  explicit InverseDynamicsDerivatives(const ClusterTree<double>& tree);

  std::vector<int> coordinates;  ///< entries in v of ẏ: the rows and columns below
  MatrixX<double> position;      ///< ∂τ_y/∂y
  MatrixX<double> velocity;      ///< ∂τ_y/∂ẏ
  MatrixX<double> acceleration;  ///< ∂τ_y/∂ÿ = M
};

/// Scratch memory of the derivatives on one tree, and the tree in jets. One serves one thread.
struct DerivativesWorkspace {
  explicit DerivativesWorkspace(const ClusterTree<double>& tree);

  ClusterTree<DerivativeJet> tree;
  Workspace<double> base;         ///< the state without slopes
  Workspace<DerivativeJet> work;  ///< the state with slopes in some directions
  AppliedForces<DerivativeJet> forces;
  VectorX<DerivativeJet> start, step;  ///< q, and by how much it moves
  VectorX<DerivativeJet> q, v, a, torque;
  MatrixX<double> basis;                         ///< G, velocitySize × m
  MatrixX<double> positionDrift, velocityDrift;  ///< ∂v̇/∂y and ∂v̇/∂ẏ with ÿ held
  MatrixX<double> factor;                        ///< L of M = L Lᵀ
  MatrixX<double> reduced;                       ///< L⁻¹ Gᵀ
  VectorX<double> independent, spanning;
  InverseDynamicsDerivatives inverse;
};

/// Forces that follow the state: rewrites those in `forces` that do, which come as given at the
/// state, from the poses and velocities in the workspace (updateKinematics, updatePoses).
using ForceLaw =
    std::function<void(const ClusterTree<DerivativeJet>& tree, const Workspace<DerivativeJet>& work,
                       AppliedForces<DerivativeJet>& forces)>;

/// Derivatives of inverse dynamics at a state and accelerations: of what inverseDynamics returns
/// for them, which counts the forces as already acting.
///
/// in    q, v     spanning positions and velocities, on the loops
///       a        v̇ of all tree joints, of which the independent ones count
///       forces   at the state
///       law      how they follow the state; none: torques and wrenches are held
/// cost  O(n m) for clusters of bounded size: ⌈2m / width of a jet⌉ passes; no allocation
/// Throws std::invalid_argument if a size is wrong, SimulationError at a singular pose of a loop.
void inverseDynamicsDerivatives(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
                                const ConstVectorRef<double>& v, const ConstVectorRef<double>& a,
                                const AppliedForces<double>& forces, DerivativesWorkspace& work,
                                InverseDynamicsDerivatives& result, const ForceLaw& law = {});

/// Derivatives of forward dynamics at a state under forces, from those of inverse dynamics at the
/// accelerations that the forces cause: one recursion less to differentiate. With v̇ = G ÿ + g,
///
///   ∂v̇/∂x = ∂(G ÿ + g)/∂x|ÿ − G M⁻¹ ∂τ_y/∂x         x = y, ẏ
///
/// The same arguments, and O(m³) to solve with M, which shows from m ≈ 200 on; no allocation.
/// Throws also if a joint moves no mass.
void forwardDynamicsDerivatives(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
                                const ConstVectorRef<double>& v,
                                const AppliedForces<double>& forces, DerivativesWorkspace& work,
                                ForwardDynamicsDerivatives& result, const ForceLaw& law = {});

}  // namespace linkwork
