#pragma once

#include <string>
#include <vector>

#include "linkwork/simulation.hpp"

namespace linkwork::test {

struct Scene {
  std::string name;
  Mechanism mechanism;
};

/// A method and one of its integrators.
struct Stepping {
  std::string method, integrator;
};

/// Returns all pairs, and the pairs in which bodies have inertia: all except first-order motion.
std::vector<Stepping> allSteppings();
std::vector<Stepping> inertialSteppings();
/// Generates the second, one a run of a test case.
Stepping anyInertialStepping();
/// A simulation by a method and integrator, in steps of 1 ms.
Simulation movingBy(const Mechanism& mechanism, const Stepping& stepping);
/// Kinetic and potential energy [J].
double energyOf(Simulation& simulation);

/// Returns a tumbling chain of ball joints: all group coordinates change, about changing axes.
Mechanism tumblingChain(int links);

/// Returns one flying body for every joint type: a free body is the root of a tree of the others.
/// Bodies and joints are listed children first, in different orders.
Mechanism everyJointType();

/// Returns a crank that lifts a slide by a cam, and a pendulum on the slide that turns a rocker on
/// the crank: couplings with polynomials.
Mechanism camShaft();

/// Returns every mechanism of the catalogue, the tumbling chain, the cam and the flying tree, if
/// the method and integrator support them. Mechanisms with free joints occur twice: unchanged, with
/// robots fixed to the ground, because nothing would move in free fall from rest; and thrown,
/// without contact.
std::vector<Scene> scenesOf(const Stepping& stepping);

/// Returns those with differentiable motions: without contact, because impacts reduce the order.
/// contact/order_test.cpp has motions that stay in contact.
std::vector<Scene> smoothScenesOf(const Stepping& stepping);

/// Returns those that the articulated-body method moves smoothly.
std::vector<Scene> allScenes();

/// Returns those without function joints. Function joints refuse their own forces, and under
/// external forces they leave their range in shorter times than most tests take.
/// general_joints_test.cpp tests them.
std::vector<Scene> scenesOfPlainJoints();

}  // namespace linkwork::test
