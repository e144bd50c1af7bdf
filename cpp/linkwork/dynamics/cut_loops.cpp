#include "linkwork/dynamics/cut_loops.hpp"

namespace linkwork::cut_loops {

template int eliminate(const ClusterTree<double>&, const Cluster<double>&, Workspace<double>&);
template void accelerate(const ClusterTree<double>&, const Cluster<double>&, const Vector6<double>&,
                         Workspace<double>&, VectorRef<double>&);

}  // namespace linkwork::cut_loops
