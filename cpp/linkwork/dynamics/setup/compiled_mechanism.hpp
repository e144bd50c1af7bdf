#pragma once

#include <optional>
#include <string_view>

#include "linkwork/dynamics/tendons.hpp"
#include "linkwork/mechanism.hpp"
#include "linkwork/mechanism/validate/checks.hpp"
#include "linkwork/model/cluster_tree.hpp"
#include "linkwork/model/state_layout.hpp"

namespace linkwork {

/// A mechanism and everything computed from it once, shared by its models and simulations.
struct CompiledMechanism {
  /// Throws like `compile`. A joint that moves no mass is no error: see ClusterTree::massFault.
  CompiledMechanism(Mechanism given, const std::optional<NamedState>& pose);
  CompiledMechanism(const CompiledMechanism&) = delete;  // the indices view the mechanism's names
  CompiledMechanism& operator=(const CompiledMechanism&) = delete;

  /// Index of a name in the mechanism. Throws MechanismError that lists the names.
  int body(std::string_view name) const;
  int joint(std::string_view name) const;

  const std::optional<NamedState> pose;  ///< pose of compilation; empty: the mechanism's own
  const Mechanism mechanism;             ///< its function loops are joints
  const ClusterTree<double> tree;
  const StateLayout layout;
  const Tendons tendons;

 private:
  const detail::NameIndex bodies_, joints_;
};

}  // namespace linkwork
