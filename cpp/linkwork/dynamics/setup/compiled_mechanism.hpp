#pragma once

#include <optional>
#include <string_view>

#include "linkwork/mechanism.hpp"
#include "linkwork/mechanism/validate/checks.hpp"
#include "linkwork/model/cluster_tree.hpp"
#include "linkwork/model/state_layout.hpp"

namespace linkwork {

/// A mechanism with all that is worked out of it once: models and simulations of it share it.
struct CompiledMechanism {
  /// Throws as `compile` does. A joint that moves no mass is no error: see ClusterTree::massFault.
  CompiledMechanism(Mechanism given, const std::optional<NamedState>& pose);
  CompiledMechanism(const CompiledMechanism&) = delete;  // the indices view the mechanism's names
  CompiledMechanism& operator=(const CompiledMechanism&) = delete;

  /// Places by name, among the mechanism's; they throw MechanismError that lists the names.
  int body(std::string_view name) const;
  int joint(std::string_view name) const;

  const std::optional<NamedState> pose;  ///< that it was compiled at; none: the mechanism's own
  const Mechanism mechanism;             ///< loops that are functions are joints of it
  const ClusterTree<double> tree;
  const StateLayout layout;

 private:
  const detail::NameIndex bodies_, joints_;
};

}  // namespace linkwork
