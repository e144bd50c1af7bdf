#pragma once

#include <string>
#include <vector>

#include "linkwork/mechanism.hpp"

namespace linkwork::test {

struct Scene {
  std::string name;
  Mechanism mechanism;
};

/// A method of motion and one of its integrators.
struct Stepping {
  std::string method, integrator;
};

/// Every pair there is, and those in which bodies have inertia: all but first-order motion.
std::vector<Stepping> allSteppings();
std::vector<Stepping> inertialSteppings();

/// A chain of ball joints that tumbles: its group coordinates all move, about changing axes.
Mechanism tumblingChain(int links);

/// One body for every joint type, flying: a free body carries a tree of the others. Bodies and
/// joints are listed children first, and not in the same order.
Mechanism everyJointType();

/// Every mechanism of the catalogue, the tumbling chain and the flying tree, as far as a method can
/// move them with one of its integrators. Those on free joints come twice: as they are, robots
/// bolted down, for at rest in free fall nothing in them would move; and thrown, without contact.
std::vector<Scene> scenesOf(const Stepping& stepping);

/// Those whose motion has derivatives: without contact, whose impacts no step resolves to its
/// order. contact/order_test.cpp has motions that stay in contact.
std::vector<Scene> smoothScenesOf(const Stepping& stepping);

/// What the articulated-body method moves smoothly.
std::vector<Scene> allScenes();

/// Those of them without joints that are functions, which refuse forces of their own and bend under
/// outer ones within less than the steps of most tests; general_joints_test.cpp is about them.
std::vector<Scene> scenesOfPlainJoints();

}  // namespace linkwork::test
