#include <algorithm>

#include "linkwork/integrators/minimal_variational_integrator.hpp"

namespace linkwork {

std::size_t MinimalVariationalIntegrator::memorySize() const {
  std::size_t size = 6 * momenta_.bodies.size() + 3 * static_cast<std::size_t>(u_.size()) + 1;
  for (const ClusterDisplacement& cluster : node_.clusters())
    size += static_cast<std::size_t>(cluster.origin().size());
  return size;
}

void MinimalVariationalIntegrator::remember(std::span<double> into) const {
  double* next = into.data();
  const auto put = [&](const auto& values) {
    next = std::copy_n(values.data(), values.size(), next);
  };
  for (const Vector6<double>& momentum : momenta_.bodies) put(momentum);
  put(momenta_.joints);
  put(lastU_);
  put(bend_);
  *next++ = lastStep_;
  for (const ClusterDisplacement& cluster : node_.clusters()) put(cluster.origin());
}

void MinimalVariationalIntegrator::recall(const MotionState&, std::span<const double> memory) {
  const double* next = memory.data();
  const auto take = [&](auto& values) {
    std::copy_n(next, values.size(), values.data());
    next += values.size();
  };
  for (Vector6<double>& momentum : momenta_.bodies) take(momentum);
  take(momenta_.joints);
  take(lastU_);
  take(bend_);
  lastStep_ = *next++;
  for (ClusterDisplacement& cluster : node_.clusters()) take(cluster.origin());
  isPlaced_ = areHingesPlaced_ = false;
}

}  // namespace linkwork
