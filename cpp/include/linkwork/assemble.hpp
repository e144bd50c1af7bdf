#pragma once

#include <set>
#include <string>
#include <vector>

#include "linkwork/mechanism.hpp"

namespace linkwork {

/// Which joints move when a mechanism is assembled; all may, all alike, if nothing is said.
struct AssemblyRules {
  std::set<std::string, std::less<>> held;       ///< joints that stay where they are
  std::set<std::string, std::less<>> dependent;  ///< joints that move before others do
  std::set<std::string, std::less<>> driven;     ///< joints that keep their velocities
};

/// Loops and couplings that share joints, and what was found for them.
struct AssembledClosures {
  std::vector<int> loops, couplings;  ///< places in the mechanism
  bool isClosed = false;
  bool hasMoved = false;  ///< whether joints stand elsewhere than desired
  double gap = 0;         ///< of the nearest miss [rad, or m over the length of the loop]
  double rate = 0;        ///< of remaining constraint violation by velocities, the same over time
};

struct Assembly {
  JointValues q;  ///< of the joints that moved
  JointValues v;  ///< of all joints, if the mechanism starts with any
  std::vector<AssembledClosures> closures;
};

/// The closed, regular pose of a mechanism that is nearest to a desired one, its initial state:
///
///   min |q ⊖ q_desired|²   with φ(q) = 0, rank K(q) as high as elsewhere
///
/// for every set of loops and couplings that share joints, in the metric of the joints.
/// It is closed by Newton's method with least steps, to rounding, then
/// slides to the nearest pose, but not next to singular poses, where the equations are
/// ill-conditioned. If it does not close from the desired pose, or only in a singular one (a
/// four-bar stretched flat), it is closed from others about it, and the nearest of those found that
/// is regular is taken; joint limits are kept where they can be. The same in every run.
///
/// Velocities become the nearest that keep it closed. Closures that could not be closed leave their
/// joints where they were. Throws MechanismError if the mechanism is invalid.
Assembly findAssembly(const Mechanism& mechanism, const AssemblyRules& rules = {});

/// The mechanism with that pose as its initial state. Joints in `set` stay at the values given, and
/// those in `velocities` move as given while the others follow. Throws MechanismError, naming the
/// loop or coupling and what it leaves open, if it does not close, or velocities open it.
Mechanism assemble(const Mechanism& mechanism, const JointValues& set = {},
                   const JointValues& velocities = {});

}  // namespace linkwork
