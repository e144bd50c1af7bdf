#pragma once

#include <vector>

#include "linkwork/dynamics/moving_pose.hpp"

/// The matrix of Coriolis and centrifugal forces over the independent velocities ẏ.
///
///   C(q, v) ẏ = τ_y − H ÿ without gravity and forces      Ḣ = C + Cᵀ, so Ḣ − 2C is skew
///
/// With J_i the twist of body i per ẏ and J̇_i its rate in fixed axes,
///
///   C = Σ_i J_iᵀ (I_i J̇_i + B_i J_i)      B w = ½ (İ w + w ×* p),   İ = v ×* I − I v ×,   p = I v
///
/// These are the forces on the body's points: C = ∫ (∂ṙ/∂ẏ)ᵀ d/dt(∂ṙ/∂ẏ) dm. C is linear in the
/// velocity, and its entries are the Christoffel symbols:
///
///   C_ij(q, v) = Σ_k Γ_ijk ẏ_k
///
/// If ẏ are rates of coordinates y, Γ_ijk = ½ (∂H_ij/∂y_k + ∂H_ik/∂y_j − ∂H_jk/∂y_i), symmetric in
/// j and k. On ball and free joints ẏ are no such rates. There Γ_ijk is the same connection in the
/// moving frame of the columns of G: the i-th component of the rate of column j along column k.
/// Then Γ_ijk − Γ_ikj is H times the bracket of the two. Ḣ_ij along column k is always Γ_ijk +
/// Γ_jik.
///
/// Source: Echeandia & Wensing, "Numerical methods to compute the Coriolis matrix and Christoffel
/// symbols for rigid-body systems" (2021), by clusters, which Chignoli et al., section XI, list as
/// future work. İ, of a rigid body's form, and p determine B_i of a body's subtree.
namespace linkwork {

/// Workspace on one tree, and the tree in jets. One workspace per thread.
struct CoriolisWorkspace : MovingPose {
  explicit CoriolisWorkspace(const ClusterTree<double>& tree);

  /// A body with its subtree, without its cluster's other bodies.
  struct Composite {
    RigidBodyInertia<double> inertia, rate;  ///< I, İ
    Vector6<double> momentum;                ///< p
  };

  std::vector<int> firstColumn;             ///< of each body in the two below
  Matrix6X<double> subspaces, rates;        ///< S of each body's cluster, and Ṡ in fixed axes
  std::vector<Vector6<double>> velocities;  ///< v by body
  std::vector<Composite> composites;        ///< by body
  VectorX<double> independent, spanning;
};

/// C(q, v).
///
/// in    q, v       spanning positions and velocities on the loops
/// out   coriolis   degreesOfFreedom²; rows and columns in the order of ẏ
/// (independent_coordinates.hpp
///                  names them)
/// cost  O(n d) for clusters of bounded size and depth d; no allocation
/// Throws std::invalid_argument if a size is wrong, SimulationError at a singular pose of a loop.
void coriolisMatrix(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
                    const ConstVectorRef<double>& v, CoriolisWorkspace& work,
                    MatrixRef<double> coriolis);

/// Γ_ijk at entry (i, j) of symbols[k]: the matrices C(q, G e_k).
///
/// out   symbols   degreesOfFreedom matrices, degreesOfFreedom² each
/// cost  O(n² d)
void christoffelSymbols(const ClusterTree<double>& tree, const ConstVectorRef<double>& q,
                        CoriolisWorkspace& work, std::vector<MatrixX<double>>& symbols);

}  // namespace linkwork
