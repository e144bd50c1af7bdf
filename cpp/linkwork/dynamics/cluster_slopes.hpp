#pragma once

#include <vector>

#include "linkwork/dynamics/workspace.hpp"
#include "linkwork/jet.hpp"

namespace linkwork {

/// Derivatives of G and g of q̇ = G ẏ, q̈ = G ÿ + g of a cluster with n velocities and m dofs by
/// its dofs. All are zero if no loop constrains the cluster.
struct ClusterSlopes {
  explicit ClusterSlopes(const Cluster<double>& cluster);

  std::vector<MatrixX<double>> basis;      ///< ∂G/∂y_l, n × m, by l; none if loops are cut
  MatrixX<double> rate;                    ///< (∂G/∂y) ẏ, n × m
  MatrixX<double> acceleration;            ///< (∂G/∂y) ÿ + ∂g/∂y, n × m
  MatrixX<double> accelerationByVelocity;  ///< ∂g/∂ẏ, n × m
};

/// Derivatives of the motion subspace of a joint, in the child's axes, by the joint's own numbers.
/// Empty if it is constant.
struct JointSlopes {
  explicit JointSlopes(const TreeBody<double>& body);

  bool isConstant() const { return subspace.empty(); }

  std::vector<Matrix6X<double>> subspace;  ///< ∂S/∂q_l, by l
  Matrix6X<double> biasByPosition;         ///< ∂(Ṡ q̇)/∂q
  Matrix6X<double> biasByVelocity;         ///< ∂(Ṡ q̇)/∂q̇
};

/// A tree and a workspace of jets, and vectors laid out like q and v.
struct JetWorkspace {
  explicit JetWorkspace(const ClusterTree<double>& given);

  ClusterTree<DerivativeJet> tree;
  Workspace<DerivativeJet> work;
  VectorX<DerivativeJet> q, v;
};

/// Computes the slopes with jets over the cluster's constraints alone, K G = 0 and K q̈ = −K̇ q̇.
///
/// in    basis   G, velocitySize × degreesOfFreedom of the whole tree
///       q, v    on the loops; `jets` keeps to the same independent velocities (keepCoordinates)
///       a       of all joints, on the loops
/// Throws SimulationError at a singular pose.
void updateSlopes(const ClusterTree<double>& tree, const Cluster<double>& cluster,
                  const MatrixX<double>& basis, const ConstVectorRef<double>& q,
                  const ConstVectorRef<double>& v, const ConstVectorRef<double>& a,
                  JetWorkspace& jets, ClusterSlopes& slopes);

/// The same for a joint. Does nothing if its subspace is constant.
void updateSlopes(const ClusterTree<double>& tree, int treeBody, const ConstVectorRef<double>& q,
                  const ConstVectorRef<double>& v, JetWorkspace& jets, JointSlopes& slopes);

}  // namespace linkwork
