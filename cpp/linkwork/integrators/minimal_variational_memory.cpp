#include <algorithm>

#include "linkwork/integrators/minimal_variational_integrator.hpp"
#include "linkwork/integrators/variational_memory.hpp"

namespace linkwork {

std::size_t MinimalVariationalIntegrator::memorySize() const {
  std::size_t size = 6 * momenta_.bodies.size() + 3 * static_cast<std::size_t>(u_.size()) + 1;
  for (const ClusterDisplacement& cluster : node_.clusters())
    size += static_cast<std::size_t>(cluster.origin().size());
  return size;
}

void MinimalVariationalIntegrator::remember(std::span<double> into) const {
  double* next = into.data();
  visitVariationalMemory(momenta_, lastU_, bend_, lastStep_,
                         [&](double number) { *next++ = number; });
  for (const ClusterDisplacement& cluster : node_.clusters())
    next = std::copy_n(cluster.origin().data(), cluster.origin().size(), next);
}

void MinimalVariationalIntegrator::recall(const MotionState&, std::span<const double> memory) {
  const double* next = memory.data();
  visitVariationalMemory(momenta_, lastU_, bend_, lastStep_,
                         [&](double& number) { number = *next++; });
  for (ClusterDisplacement& cluster : node_.clusters()) {
    std::copy_n(next, cluster.origin().size(), cluster.origin().data());
    next += cluster.origin().size();
  }
  isPlaced_ = areRevolutesPlaced_ = false;
}

}  // namespace linkwork
