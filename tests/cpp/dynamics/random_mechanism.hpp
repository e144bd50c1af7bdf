#pragma once

#include <random>

#include "linkwork/mechanism.hpp"

namespace linkwork::test {

using Random = std::mt19937_64;

/// What a random mechanism is made of.
struct Ingredients {
  int bodies = 8;
  int gears = 1;
  int loops = 1;
  bool passiveForces = true;  ///< springs, dampers and friction on some joints
  bool isFloating = false;    ///< everything hangs from one free joint
};

/// A random tree of bodies with joints of every type, closed by loops and tied by couplings, with a
/// state on all of them, random torques and wrenches. Loops close by construction: both frames are
/// placed where the tree happens to be, a random pose of the loop joint apart.
struct RandomMechanism {
  Mechanism mechanism;
  NamedState state;
};
RandomMechanism randomMechanism(std::uint64_t seed, const Ingredients& ingredients);

/// A different kind of mechanism for every seed: trees, geared trees, loops, all of them.
RandomMechanism randomMechanism(std::uint64_t seed);

double uniform(Random& random, double low, double high);
Eigen::Vector3d randomVector(Random& random, double size);
Eigen::Quaterniond randomRotation(Random& random);

}  // namespace linkwork::test
