#pragma once

#include <string>
#include <vector>

#include "linkwork/model/cluster_tree.hpp"

namespace linkwork::papers {

/// The independent tree of a mechanism: its tree without loops and couplings, and without the
/// bodies that only they need.
///
///  - Each constrained cluster has as many independent velocities as the loops leave free, those of
///    the heaviest branches: links, not rotors. They are chosen once, at the pose at which the
///    cluster tree was compiled.
///  - A body whose joint is dependent is removed with its mass, unless it supports one that stays:
///    rotors, belts' second rotors, the coupler and follower of a four-bar.
///  - A dependent joint that supports others stays and moves freely: its loop is ignored. The tree
///    then has more degrees of freedom than the mechanism.
///  - Joints removed from a gear move at a constant ratio to joints that stay (Gear). Torques on
///    them act on those joints by that ratio. Their inertia I about their own joint may be
///    reflected: N² I on the diagonal of the mass matrix, without the coupling to the motion of the
///    parent and without gyroscopic torque. Loops have no constant ratio and reflect nothing.
///  - Springs, dampers and friction of removed joints are removed.
///
/// Source: Chignoli et al., sections II-B and II-C.
struct IndependentTree {
  /// A velocity that the tree leaves out, and how it follows one that stays.
  struct Gear {
    int rotor;     ///< entry in v of the mechanism
    int link;      ///< entry in v of the tree
    double ratio;  ///< N: rotor velocity over link velocity
  };
  /// Which entry of the mechanism's q or v is which of the tree's.
  struct Entry {
    int whole, part;
  };

  /// `reflectsRotors`: whether inertias of rotors are reflected, or ignored.
  /// Throws MechanismError if a joint that stays moves no mass once the others are gone.
  IndependentTree(const Mechanism& mechanism, const ClusterTree<double>& whole,
                  bool reflectsRotors);

  ClusterTree<double> tree;
  std::vector<Gear> gears;
  std::vector<Entry> positions, velocities;
  std::vector<int> bodies;  ///< by body of the whole tree: its place in this one; −1 if it is gone

 private:
  struct Selection;
  IndependentTree(const Mechanism& mechanism, const ClusterTree<double>& whole, bool reflectsRotors,
                  const Selection& selection);
};

}  // namespace linkwork::papers
