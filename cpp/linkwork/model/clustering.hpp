#pragma once

#include <vector>

#include "linkwork/mechanism.hpp"

namespace linkwork {

/// The ground, where an index of a body is expected.
inline constexpr int ground = -1;

/// A mechanism's bodies by number instead of by name (numbers are places in the mechanism's lists).
struct Topology {
  std::vector<int> parent;      ///< parent body of this body, or ground
  std::vector<int> jointBelow;  ///< tree joint whose child is this body
  std::vector<int> childOf;     ///< body that is the child of this tree joint
};

/// Bodies that must move together, since loops and couplings tie their joints.
struct BodyGroup {
  std::vector<int> bodies;     ///< parents before children
  int parent = ground;         ///< the one parent body outside the group: its output body
  std::vector<int> loops;      ///< the mechanism's loops closed inside this group
  std::vector<int> couplings;  ///< the mechanism's couplings inside this group
};

/// Numbers for names; the mechanism must be valid.
Topology topologyOf(const Mechanism& mechanism);

/// The number of the body with this name, or ground for "world".
int bodyNamed(const Mechanism& mechanism, std::string_view name);

/// Groups bodies into clusters, parents before children, each followed by its children.
///
/// A loop ties the joints on the two tree paths from its bodies up to their nearest common
/// ancestor; a coupling ties those from its joints' children up to the nearest common ancestor of
/// its joints' parents. Constraints that share a joint make one cluster: these are the strongly
/// connected components of the tree with its closing edges (Chignoli et al., section IV). Every
/// constraint hangs from a single body, and so does every cluster, and its children each hang from
/// a single body of it: between clusters everything stays six-dimensional.
///
/// cost  O(bodies + length of the tied paths)
std::vector<BodyGroup> clusterBodies(const Mechanism& mechanism, const Topology& topology);

}  // namespace linkwork
