#pragma once

#include <random>

#include "linkwork/mechanism.hpp"

namespace linkwork::test {

using Random = std::mt19937_64;

/// The ingredients of a random mechanism.
struct Ingredients {
  int bodies = 8;
  int gears = 1;
  int loops = 1;
  bool passiveForces = true;  ///< springs, dampers and friction on some joints
  bool armatures = true;      ///< on some joints
  bool isFloating = false;    ///< all bodies are on one free joint
};

/// A random tree of bodies with joints of every type, closed by loops and couplings, with a state,
/// random torques and wrenches. Loops are closed: their frames are placed at the tree's pose, apart
/// by a random pose of the loop joint.
struct RandomMechanism {
  Mechanism mechanism;
  NamedState state;
};
RandomMechanism randomMechanism(std::uint64_t seed, const Ingredients& ingredients);

/// Returns another kind of mechanism for every seed: trees, geared trees, loops, and all of these.
RandomMechanism randomMechanism(std::uint64_t seed);

double uniform(Random& random, double low, double high);
Eigen::Vector3d randomVector(Random& random, double size);
Eigen::Quaterniond randomRotation(Random& random);

}  // namespace linkwork::test
