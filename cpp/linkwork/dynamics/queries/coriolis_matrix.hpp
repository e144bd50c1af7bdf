#pragma once

#include <vector>

#include "linkwork/dynamics/moving_pose.hpp"

/// The matrix of Coriolis and centrifugal forces over the independent velocities ẏ, and what it is
/// made of.
///
///   C(q, v) ẏ = τ_y − H ÿ without gravity and forces      Ḣ = C + Cᵀ, so that Ḣ − 2C is skew
///
/// With J_i the twist of body i per ẏ and J̇_i its rate in axes that stand still,
///
///   C = Σ_i J_iᵀ (I_i J̇_i + B_i J_i)      B w = ½ (İ w + w ×* p),   İ = v ×* I − I v ×,   p = I v
///
/// which are the forces on the body's points: C = ∫ (∂ṙ/∂ẏ)ᵀ d/dt(∂ṙ/∂ẏ) dm. It is linear in the
/// velocity, and its entries are the Christoffel symbols:
///
///   C_ij(q, v) = Σ_k Γ_ijk ẏ_k
///
/// Where ẏ are rates of coordinates y, Γ_ijk = ½ (∂H_ij/∂y_k + ∂H_ik/∂y_j − ∂H_jk/∂y_i), symmetric
/// in j and k. On ball and free joints ẏ are no such rates: there Γ_ijk is the same connection in
/// the moving frame of the columns of G, the i-th component of how column j turns along column k,
/// and Γ_ijk − Γ_ikj is H times the bracket of the two. Ḣ_ij along column k is Γ_ijk + Γ_jik
/// always.
///
/// Source: Echeandia & Wensing, "Numerical methods to compute the Coriolis matrix and Christoffel
/// symbols for rigid-body systems" (2021), by clusters, which Chignoli et al., section XI, name as
/// work to be done. Bᵢ of all that hangs from a body is known by İ, of a rigid body's form, and p.
namespace linkwork {

/// Scratch memory on one tree, and the tree in jets. One serves one thread.
struct CoriolisWorkspace : MovingPose {
  explicit CoriolisWorkspace(const ClusterTree<double>& tree);

  /// A body with all that hangs from it, its cluster's other bodies apart.
  struct Composite {
    RigidBodyInertia<double> inertia, rate;  ///< I, İ
    Vector6<double> momentum;                ///< p
  };

  std::vector<int> firstColumn;             ///< of each body in the two below
  Matrix6X<double> subspaces, rates;        ///< S of each body's cluster, and Ṡ in still axes
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
