#pragma once

#include <cstdint>

#include "dynamics/fixture.hpp"

namespace linkwork::test {

/// Direction of a revolute axis relative to the previous axis.
enum class Axes { perpendicular, skew, parallel, opposite, nearlyParallel, coordinate };

struct RevoluteTree {
  int joints = 12;
  Axes axes = Axes::skew;
  bool isFloating = false;
  bool isGeared = false;
  bool areAxisymmetric = true;
  int back = 1;  ///< the parent is one of this many previous joints
};

/// Returns a tree of revolute joints. If `isGeared`, a rotor on the parent drives every joint.
Mechanism revoluteTree(std::uint64_t seed, const RevoluteTree& options);
/// Returns the same without springs, damping and friction: only gravity acts.
Mechanism looseRevoluteTree(std::uint64_t seed, const RevoluteTree& options);

/// Sets random positions and velocities that satisfy the couplings, and random torques.
void shake(Fixture& on, std::uint64_t seed);

}  // namespace linkwork::test
