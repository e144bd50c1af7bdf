#pragma once

#include <cstdint>

#include "dynamics/fixture.hpp"

namespace linkwork::test {

/// How the axis of a hinge stands to the one before.
enum class Axes { perpendicular, skew, parallel, opposite, nearlyParallel, coordinate };

struct HingeTree {
  int hinges = 12;
  Axes axes = Axes::skew;
  bool isFloating = false;
  bool isGeared = false;
  bool areAxisymmetric = true;
  int back = 1;  ///< a hinge stands on any of so many before it
};

/// A tree of hinges, every one geared to a rotor on its parent if asked.
Mechanism hingeTree(std::uint64_t seed, const HingeTree& options);
/// The same without springs, damping and friction: only weight moves it.
Mechanism looseHingeTree(std::uint64_t seed, const HingeTree& options);

/// Puts the tree at random positions and velocities on its couplings, under random torques.
void shake(Fixture& on, std::uint64_t seed);

}  // namespace linkwork::test
