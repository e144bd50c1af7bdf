#pragma once

#include "linkwork/model/cluster_tree.hpp"

namespace linkwork {

/// Adds what springs, dampers and friction of the joints do to generalised forces dual to v.
template <typename Scalar>
void addPassiveForces(const ClusterTree<Scalar>& tree, const ConstVectorRef<Scalar>& q,
                      const ConstVectorRef<Scalar>& v, VectorRef<Scalar> torque);

extern template void addPassiveForces(const ClusterTree<double>&, const ConstVectorRef<double>&,
                                      const ConstVectorRef<double>&, VectorRef<double>);

}  // namespace linkwork
