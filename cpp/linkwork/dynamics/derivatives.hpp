#pragma once

#include <functional>
#include <vector>

#include "linkwork/dynamics.hpp"
#include "linkwork/dynamics/branch_factor.hpp"
#include "linkwork/dynamics/cluster_derivatives.hpp"
#include "linkwork/dynamics/forces.hpp"
#include "linkwork/jet.hpp"

/// The first derivatives that linkwork/dynamics.hpp defines: analytically (cluster_derivatives.hpp)
/// or, where forces follow the state by a law, by the cluster algorithms on jets.
/// Source: Chignoli et al., section X, names them as work to be done.
namespace linkwork {

/// Scratch memory of the derivatives on one tree, and the tree in jets. One serves one thread.
struct DerivativesWorkspace {
  explicit DerivativesWorkspace(const ClusterTree<double>& tree);

  JetRoom jets;            ///< the state with slopes in some directions
  Workspace<double> base;  ///< the state without
  AppliedForces<DerivativeJet> forces;
  VectorX<DerivativeJet> start, step;  ///< q, and by how much it moves
  VectorX<DerivativeJet> a, torque;
  MatrixX<double> basis;  ///< G, velocitySize × m
  std::vector<int>
      coordinates;  ///< names of ẏ of trees of hinges and floating bodies, whose G is constant
  MatrixX<double> positionDrift, velocityDrift;  ///< ∂v̇/∂y and ∂v̇/∂ẏ with ÿ held
  VectorX<double> spanning;                      ///< v̇
  bool isDiagonal;  ///< whether the joints' own forces follow each entry of q and v by itself
  ClusterDerivatives::ActingForces acting;
  std::vector<ClusterSlopes> slopes;     ///< by cluster
  std::vector<JointSlopes> jointSlopes;  ///< by body
  ClusterDerivatives analytic;
  BranchFactor branches;
  MatrixX<double> onTorque;     ///< (∂τ_y/∂y)ᵀ over (∂τ_y/∂ẏ)ᵀ over zeros
  MatrixX<double> inverseMass;  ///< H⁻¹
  VectorX<double> column;       ///< of H⁻¹ Gᵀ
  /// Joints whose velocities are entries of ẏ, one after the other in both.
  struct FreeRun {
    int row, column, length;
  };
  std::vector<FreeRun> freeRuns;
  std::vector<int> tiedRows;  ///< of G, the others
  /// What can be other than zero of them, row by row.
  struct BasisEntry {
    int row, column;
  };
  std::vector<BasisEntry> basisEntries;
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
/// cost  O(n d) for clusters of bounded size and depth d; with wrenches and laws O(n m): ⌈2m /
/// width
///       of a jet⌉ passes; no allocation
/// Throws std::invalid_argument if a size is wrong, SimulationError at a singular pose of a loop.
void inverseDynamicsDerivatives(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
                                const ConstVectorRef<double>& v, const ConstVectorRef<double>& a,
                                const AppliedForces<double>& forces, DerivativesWorkspace& work,
                                InverseDynamicsDerivatives& result, const ForceLaw& law = {});

/// The same by jets, whatever the mechanism: the analytic ones' oracle.
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

/// q and v in `work.jets`, after chooseCoordinates there, as they move on the loops along eight of
/// the 2m directions y, ẏ, from the given one on, a partial each; along none before the first or
/// beyond the last.
void moveState(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
               const ConstVectorRef<double>& v, int first, DerivativesWorkspace& work);

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
