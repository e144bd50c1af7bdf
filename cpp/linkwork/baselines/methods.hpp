#pragma once

#include <array>
#include <memory>
#include <string_view>

#include "linkwork/baselines/dynamics_method.hpp"

namespace linkwork::baselines {

/// A way of computing dynamics, by name.
struct Method {
  std::string_view name;
  bool isExact;             ///< whether it answers like the recursion on clusters, but for rounding
  bool hasInverseDynamics;  ///< whether it has an inverse dynamics of its own
  /// The method on a mechanism and its tree, which must outlive it.
  std::unique_ptr<DynamicsMethod<double>> (*make)(const Mechanism& mechanism,
                                                  const ClusterTree<double>& tree);
};

/// The library's own recursion on clusters, then everything that it is compared with: each runs on
/// any ClusterTree.
extern const std::array<Method, 7> methods;

}  // namespace linkwork::baselines
