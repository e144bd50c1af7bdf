#pragma once

#include <cstdint>

#include "dynamics/fixture.hpp"

namespace linkwork::test {

/// How the axis of a revolute joint stands to the one before.
enum class Axes { perpendicular, skew, parallel, opposite, nearlyParallel, coordinate };

struct RevoluteTree {
  int joints = 12;
  Axes axes = Axes::skew;
  bool isFloating = false;
  bool isGeared = false;
  bool areAxisymmetric = true;
  int back = 1;  ///< a revolute joint stands on any of so many before it
};

/// A tree of revolute joints, every one geared to a rotor on its parent if asked.
Mechanism revoluteTree(std::uint64_t seed, const RevoluteTree& options);
/// The same without springs, damping and friction: only weight moves it.
Mechanism looseRevoluteTree(std::uint64_t seed, const RevoluteTree& options);

/// Puts the tree at random positions and velocities on its couplings, under random torques.
void shake(Fixture& on, std::uint64_t seed);

}  // namespace linkwork::test
