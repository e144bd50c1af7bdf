#pragma once

#include <string>
#include <vector>

#include "linkwork/model/cluster_tree.hpp"

namespace linkwork::papers {

/// The independent tree of a mechanism: what is left of it when loops and couplings are dropped,
/// together with the bodies that only they need.
///
///  - In each constrained cluster as many velocities as the loops leave free are independent, those
///    of the heaviest branches: links, not rotors. They are chosen once, at the pose that the
///    cluster tree was compiled at.
///  - A body whose joint is dependent goes, mass and all, unless it carries one that stays: rotors,
///    belts' second rotors, the coupler and follower of a four-bar.
///  - A dependent joint that carries others stays, and moves freely like any joint of a tree: its
///    loop is ignored. The tree then has more degrees of freedom than the mechanism.
///  - What is left out of a gear moves at a constant ratio to joints that stay (Gear). Torques on
///  it
///    reach them by that ratio, and its inertia I about its own joint may be reflected on them: N²
///    I on the diagonal of the mass matrix, without the coupling to the motion of its parent and
///    without its gyroscopic torque. Loops have no constant ratio and reflect nothing.
///  - Springs, dampers and friction of joints left out are left out.
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
