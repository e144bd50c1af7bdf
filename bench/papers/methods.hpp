#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>

#include "papers/dynamics_method.hpp"

namespace linkwork::papers {

/// A way of computing dynamics, by name.
struct Method {
  std::string_view name;
  std::string_view description;
  bool isExact;                ///< whether it equals the recursion on clusters up to rounding
  bool hasInverseDynamics;     ///< whether it has its own inverse dynamics
  bool satisfiesNonholonomic;  ///< Mechanism::nonholonomic
  /// The method on a mechanism and its tree, which must outlive it.
  std::unique_ptr<DynamicsMethod> (*make)(const Mechanism& mechanism,
                                          const ClusterTree<double>& tree);
};

/// The library's own recursion on clusters, then everything that it is compared with: each runs on
/// any ClusterTree. The one place that names them; the exact ones are those that
/// `forward-dynamics --method` and `check` know.
extern const std::array<Method, 9> methods;

/// The exact methods as JSON: [{"name", "description", "nonholonomic"}, …], the default first.
std::string accelerationMethodsJson();

}  // namespace linkwork::papers
