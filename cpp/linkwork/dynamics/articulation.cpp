#include "linkwork/dynamics/articulation.hpp"

#include "linkwork/dynamics/general_clusters.hpp"

namespace linkwork {

template bool eliminateInertia(const ClusterTree<double>&, const Cluster<double>&,
                               Workspace<double>&);
template void eliminateForce<Bias::withBias>(const ClusterTree<double>&, const Cluster<double>&,
                                             Workspace<double>&);
template void eliminateForce<Bias::withoutBias>(const ClusterTree<double>&, const Cluster<double>&,
                                                Workspace<double>&);
template void accelerate<Bias::withBias>(const ClusterTree<double>&, const Cluster<double>&,
                                         const Vector6<double>&, Workspace<double>&,
                                         VectorRef<double>&);
template void accelerate<Bias::withoutBias>(const ClusterTree<double>&, const Cluster<double>&,
                                            const Vector6<double>&, Workspace<double>&,
                                            VectorRef<double>&);
template class GeneralClusters<double>;

}  // namespace linkwork
