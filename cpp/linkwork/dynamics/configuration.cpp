#include "linkwork/dynamics/configuration_definitions.hpp"
#include "linkwork/jet.hpp"

namespace linkwork {

template void retract(const ClusterTree<double>&, const ConstVectorRef<double>&,
                      const ConstVectorRef<double>&, VectorRef<double>);
template void retract(const ClusterTree<DerivativeJet>&, const ConstVectorRef<DerivativeJet>&,
                      const ConstVectorRef<DerivativeJet>&, VectorRef<DerivativeJet>);
template void retract(const ClusterTree<double>&, const Cluster<double>&,
                      const ConstVectorRef<double>&, VectorRef<double>);
template void retract(const ClusterTree<DerivativeJet>&, const Cluster<DerivativeJet>&,
                      const ConstVectorRef<DerivativeJet>&, VectorRef<DerivativeJet>);
template void difference(const ClusterTree<double>&, const ConstVectorRef<double>&,
                         const ConstVectorRef<double>&, VectorRef<double>);
template void difference(const ClusterTree<DerivativeJet>&, const ConstVectorRef<DerivativeJet>&,
                         const ConstVectorRef<DerivativeJet>&, VectorRef<DerivativeJet>);
template void chartVelocity(const ClusterTree<double>&, const ConstVectorRef<double>&,
                            const ConstVectorRef<double>&, VectorRef<double>);
template void chartVelocity(const ClusterTree<DerivativeJet>&, const ConstVectorRef<DerivativeJet>&,
                            const ConstVectorRef<DerivativeJet>&, VectorRef<DerivativeJet>);

}  // namespace linkwork
