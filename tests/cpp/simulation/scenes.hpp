#pragma once

#include <string>
#include <vector>

#include "linkwork/mechanism.hpp"

namespace linkwork::test {

struct Scene {
  std::string name;
  Mechanism mechanism;
};

/// Every mechanism of the catalogue, as it comes.
std::vector<Scene> catalogueScenes();

/// A method of motion and one of its integrators.
struct Stepping {
  std::string method, integrator;
};

/// Every pair there is.
std::vector<Stepping> allSteppings();

/// A chain of ball joints that tumbles: its group coordinates all move, about changing axes.
Mechanism tumblingChain(int links);

/// One body for every joint type, flying: a free body carries a tree of the others. Bodies and
/// joints are listed children first, and not in the same order.
Mechanism everyJointType();

/// The catalogue, the tumbling chain and the flying tree.
std::vector<Scene> allScenes();

}  // namespace linkwork::test
