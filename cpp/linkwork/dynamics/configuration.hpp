#pragma once

#include "linkwork/model/cluster_tree.hpp"

namespace linkwork {

/// Positions as points of a manifold, joint by joint on each joint's own group.
///
///   q ⊕ δ            `retract`: from q, moved by δ (laid out like v)
///   to ⊖ from        `difference`: δ with from ⊕ δ = to
///   δ̇ = T(δ)⁻¹ v     `chartVelocity`: rate of δ when q ⊕ δ moves with joint velocities v
///
/// Ignores loops (loop_closure.hpp). `result` may alias an input.
/// cost  O(n); no allocation
template <typename Scalar>
void retract(const ClusterTree<Scalar>& tree, const ConstVectorRef<Scalar>& q,
             const ConstVectorRef<Scalar>& delta, VectorRef<Scalar> result);

/// The joints of one cluster alone, in place; δ by its spanning velocities.
template <typename Scalar>
void retract(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
             const ConstVectorRef<Scalar>& delta, VectorRef<Scalar> q);

template <typename Scalar>
void difference(const ClusterTree<Scalar>& tree, const ConstVectorRef<Scalar>& from,
                const ConstVectorRef<Scalar>& to, VectorRef<Scalar> result);

template <typename Scalar>
void chartVelocity(const ClusterTree<Scalar>& tree, const ConstVectorRef<Scalar>& delta,
                   const ConstVectorRef<Scalar>& v, VectorRef<Scalar> result);

extern template void retract(const ClusterTree<double>&, const ConstVectorRef<double>&,
                             const ConstVectorRef<double>&, VectorRef<double>);
extern template void retract(const ClusterTree<double>&, const Cluster<double>&,
                             const ConstVectorRef<double>&, VectorRef<double>);
extern template void difference(const ClusterTree<double>&, const ConstVectorRef<double>&,
                                const ConstVectorRef<double>&, VectorRef<double>);
extern template void chartVelocity(const ClusterTree<double>&, const ConstVectorRef<double>&,
                                   const ConstVectorRef<double>&, VectorRef<double>);

}  // namespace linkwork
