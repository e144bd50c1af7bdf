#pragma once

#include <vector>

#include "linkwork/dynamics/forces.hpp"
#include "papers/clusters/branch_matrix.hpp"

namespace linkwork::papers {

/// The unconstrained spanning tree of a mechanism: all tree joints, no loop and no coupling, with
///
///   H(q) q̈ + C(q, q̇) = τ + Kᵀ λ        H: n × n mass matrix, C: bias force with gravity
///
/// The projection and multiplier methods start from it. Each tree on the ground uses one fixed
/// frame: the world's axes at the origin of the tree's first body. Forces and inertias then add up
/// along the branches without transforms.
///
/// A coordinate is an entry of v, counted in the order of the bodies (depth first).
///
/// Loops may hold bodies without any inertia, which make H singular while the constrained motion is
/// not. H is stiffened then: since K q̈ = k holds in the end,
///
///   (H + w KᵀK) q̈ = τ − C + w Kᵀk + Kᵀλ
///
/// has the same solution for any w, and the coordinates of a cluster count as one chain.
/// After construction nothing is allocated.
class SpanningTree {
 public:
  explicit SpanningTree(const ClusterTree<double>& tree);

  const ClusterTree<double>& tree() const { return tree_; }
  Workspace<double>& work() { return work_; }
  const ConstraintWorkspace<double>& constraint(const Cluster<double>& cluster) {
    return work_.of(tree_, cluster);
  }
  int size() const { return static_cast<int>(entries_.size()); }
  const BranchPattern& pattern() const { return mass_.pattern(); }
  /// Entry in v of a coordinate.
  int entry(int coordinate) const { return entries_[at(coordinate)]; }
  /// First coordinate of a cluster; its spanning velocities follow one another.
  int firstCoordinate(const Cluster<double>& cluster) const {
    return places_[at(cluster.firstBody)].first;
  }
  /// Last of the coordinates that move a body; `ground` if none does.
  int lastCoordinate(int body) const { return body == ground ? ground : places_[at(body)].last; }

  /// Poses, motion subspaces S and inertias; with v also velocities and the accelerations at q̈ = 0.
  /// Leaves toParent, jointSubspaces and, with wrenches, poses in the workspace.
  /// Throws std::invalid_argument if a size is wrong.
  void update(const ConstVectorRef<double>& q, const ConstVectorRef<double>& v);

  /// Inverse dynamics of the spanning tree by the recursive Newton–Euler algorithm:
  ///
  ///   a_i = a_p + S q̈ + Ṡ q̇    f_i = I a_i + v ×* I v − f_ext + Σ f_child    S_iᵀ f_i − τ
  ///
  /// in    q̈ by entries of v
  /// out   by coordinate: H q̈ + C − τ, τ the applied and passive joint forces
  /// cost  O(n), about 150 flops a body and 25 a coordinate. After update.
  /// Source: Featherstone, section 5.3, in a fixed frame.
  const VectorX<double>& unbalancedForces(const ConstVectorRef<double>& q,
                                          const ConstVectorRef<double>& v,
                                          const ConstVectorRef<double>& acceleration,
                                          const AppliedForces<double>& forces);

  /// H by composite rigid bodies, in the packed form of its branches:
  ///
  ///   I_i += Σ I_child    F = I_i S_i    H_ij = S_jᵀ F    for every j that supports i
  ///
  /// The caller may factorize it in place. cost  O(n d), 11 flops an entry. After update, and after
  /// unbalancedForces, since bodies' inertias become those of the composites.
  /// Source: Featherstone, section 6.2, in a fixed frame.
  BranchMatrix& massMatrix();
  BranchMatrix& mass() { return mass_; }

  /// H = LᵀL in place. False where H is singular but for rounding, as `isDefinite` says of pivots.
  bool factor(double smallest = BranchMatrix::rounding) { return mass_.factor(smallest, sizes_); }
  /// Whether a pivot of H is more than what rounding leaves of the numbers that it is made of.
  bool isDefinite(int coordinate, const double& pivot) const {
    return pivot > BranchMatrix::rounding * sizes_[at(coordinate)];
  }

  /// Whether H is singular without the loops, or nearly, at the pose that the tree was compiled at.
  bool isSingular() const { return isSingular_; }
  /// Adds w KᵀK of a cluster to H and w Kᵀk to `force` (by coordinate), K and k the first `rows` of
  /// those in its workspace. After massMatrix, if isSingular.
  void stiffen(const Cluster<double>& cluster, int rows, VectorX<double>& force);

  /// Motion subspaces by coordinate, in the frame of their tree.
  const Matrix6X<double>& subspaces() const { return subspaces_; }
  /// A body's frame in the frame of its tree.
  const Transform<double>& pose(int body) const { return motions_[at(body)].pose; }

 private:
  struct Place {
    int first = 0;      ///< first coordinate of the body's joint
    int last = ground;  ///< last coordinate that moves the body
    int root = 0;       ///< the first body of its tree
  };
  struct Motion {
    Transform<double> pose;
    RigidBodyInertia<double> inertia;  ///< of the body, then of its subtree
    Vector6<double> velocity;
    Vector6<double> bias;  ///< Ṡ q̇ of its own joint
    Vector6<double> acceleration;
    Vector6<double> force;
  };

  void layOut();
  bool supports(int j, int k) const;
  void addWrenches(const AppliedForces<double>& forces);

  const ClusterTree<double>& tree_;
  Workspace<double> work_;
  std::vector<Place> places_;  ///< by body
  std::vector<int> entries_;   ///< in v, by coordinate
  std::vector<int> bodies_;    ///< moved by each coordinate
  std::vector<Motion> motions_;
  std::vector<Vector3<double>> origins_;  ///< of the frames, by their first body, in the world
  Matrix6X<double> subspaces_;
  VectorX<double> forces_;
  bool isSingular_ = false;
  BranchMatrix mass_;
  std::vector<double> sizes_;  ///< of the numbers that its diagonal is the sum of
};

}  // namespace linkwork::papers
