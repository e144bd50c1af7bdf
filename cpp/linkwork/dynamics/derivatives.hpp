#pragma once

#include <functional>
#include <vector>

#include "linkwork/dynamics.hpp"
#include "linkwork/dynamics/branch_factor.hpp"
#include "linkwork/dynamics/cluster_derivatives.hpp"
#include "linkwork/dynamics/forces.hpp"
#include "linkwork/jet.hpp"

/// The first derivatives that linkwork/dynamics.hpp defines: analytic (cluster_derivatives.hpp) or,
/// if forces depend on the state by a law, by the cluster algorithms on jets.
/// Source: Chignoli et al., section X, lists them as future work.
namespace linkwork {

/// Workspace of the derivatives on one tree, and the tree in jets. One workspace per thread.
struct DerivativesWorkspace {
  explicit DerivativesWorkspace(const ClusterTree<double>& tree);

  JetWorkspace jets;       ///< the state with slopes in some directions
  Workspace<double> base;  ///< the state without
  AppliedForces<DerivativeJet> forces;
  VectorX<DerivativeJet> start, step;  ///< q, and its displacement
  VectorX<DerivativeJet> a, torque;
  MatrixX<double> basis;                         ///< G, velocitySize × m
  std::vector<int> coordinates;                  ///< names of ẏ of trees with constant G
  MatrixX<double> positionDrift, velocityDrift;  ///< ∂v̇/∂y and ∂v̇/∂ẏ at constant ÿ
  VectorX<double> spanning;                      ///< v̇
  bool isDiagonal;  ///< whether the joints' own forces depend on each entry of q and v alone
  bool hasCuts;     ///< whether loops are cut (cut_loops.hpp): all derivatives are by jets
  ClusterDerivatives::ActingForces acting;
  std::vector<ClusterSlopes> slopes;     ///< by cluster
  std::vector<JointSlopes> jointSlopes;  ///< by body
  ClusterDerivatives analytic;
  BranchFactor branches;
  MatrixX<double> onTorque;     ///< (∂τ_y/∂y)ᵀ over (∂τ_y/∂ẏ)ᵀ over zeros
  MatrixX<double> inverseMass;  ///< H⁻¹
  VectorX<double> column;       ///< of H⁻¹ Gᵀ
  /// Joints whose velocities are entries of ẏ, contiguous in both.
  struct FreeRun {
    int row, column, length;
  };
  std::vector<FreeRun> freeRuns;
  std::vector<int> tiedRows;  ///< other rows of G
  /// Structural nonzeros of these rows.
  struct BasisEntry {
    int row, column;
  };
  std::vector<BasisEntry> basisEntries;
  InverseDynamicsDerivatives inverse;
};

/// State-dependent forces. Rewrites those in `forces`, given at the state, from the poses and
/// velocities in the workspace (updateKinematics, updatePoses).
using ForceLaw =
    std::function<void(const ClusterTree<DerivativeJet>& tree, const Workspace<DerivativeJet>& work,
                       AppliedForces<DerivativeJet>& forces)>;

/// Derivatives of inverse dynamics at a state and accelerations: of the result of inverseDynamics,
/// which treats the forces as already applied.
///
/// in    q, v     spanning positions and velocities, on the loops
///       a        v̇ of all tree joints; reads the independent ones
///       forces   at the state
///       law      their dependence on the state; none: torques and wrenches are constant
/// cost  O(n d) for clusters of bounded size and depth d; with wrenches and laws O(n m):
///       ⌈2m / width of a jet⌉ passes; no allocation
/// Throws std::invalid_argument if a size is wrong, SimulationError at a singular pose of a loop.
void inverseDynamicsDerivatives(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
                                const ConstVectorRef<double>& v, const ConstVectorRef<double>& a,
                                const AppliedForces<double>& forces, DerivativesWorkspace& work,
                                InverseDynamicsDerivatives& result, const ForceLaw& law = {});

/// The same by jets for every mechanism: the reference for the analytic derivatives.
void inverseDynamicsDerivativesByJets(const ClusterTree<double>& tree,
                                      const ConstVectorRef<double>& q,
                                      const ConstVectorRef<double>& v,
                                      const ConstVectorRef<double>& a,
                                      const AppliedForces<double>& forces,
                                      DerivativesWorkspace& work,
                                      InverseDynamicsDerivatives& result, const ForceLaw& law);

/// G at a state into `work.basis`, and the names of ẏ, which passes on jets keep.
void chooseCoordinates(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
                       const ConstVectorRef<double>& v, DerivativesWorkspace& work,
                       std::vector<int>& coordinates);

/// q and v in `work.jets`, after chooseCoordinates there. They move on the loops along eight of the
/// 2m directions y, ẏ, from `first` on, one partial each; directions out of range are skipped.
void moveState(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
               const ConstVectorRef<double>& v, int first, DerivativesWorkspace& work);

/// The directions y, ẏ and τ, one after the other.
inline int directionsOf(const ClusterTree<double>& tree) {
  return 2 * tree.degreesOfFreedom() + tree.velocitySize();
}

/// Calls `visit(first)` with the first direction of each pass of as many directions as a jet has
/// partials.
template <typename Visitor>
void forEachPass(const ClusterTree<double>& tree, Visitor&& visit) {
  for (int first = 0; first < directionsOf(tree); first += DerivativeJet::directions) visit(first);
}

/// Sets the slopes of τ in a pass.
void moveTorque(const ClusterTree<double>& tree, int first, VectorX<DerivativeJet>& torque);

/// Derivatives of forward dynamics at a state under forces, from those of inverse dynamics at the
/// resulting accelerations: one recursion less to differentiate. With v̇ = G ÿ + g,
///
///   ∂v̇/∂x = ∂(G ÿ + g)/∂x|ÿ − G M⁻¹ ∂τ_y/∂x         x = y, ẏ
///
/// The same arguments, and O(m³) to solve with M, which dominates from m ≈ 200; no allocation.
/// Throws also if a joint moves no mass. By jets for mechanisms with loops that are cut
/// (cut_loops.hpp): O(n (1 + r²)) a column.
void forwardDynamicsDerivatives(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
                                const ConstVectorRef<double>& v,
                                const AppliedForces<double>& forces, DerivativesWorkspace& work,
                                ForwardDynamicsDerivatives& result, const ForceLaw& law = {});

/// The same by jets for every mechanism.
void forwardDynamicsDerivativesByJets(const ClusterTree<double>& tree,
                                      const ConstVectorRef<double>& q,
                                      const ConstVectorRef<double>& v,
                                      const AppliedForces<double>& forces,
                                      DerivativesWorkspace& work,
                                      ForwardDynamicsDerivatives& result, const ForceLaw& law);

}  // namespace linkwork
