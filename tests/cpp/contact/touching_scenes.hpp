#pragma once

#include <string>
#include <vector>

#include "linkwork/catalogue.hpp"

/// Mechanisms with many possible contacts.
namespace linkwork::test {

struct TouchingScene {
  std::string name;
  Mechanism mechanism;
  double reach;  ///< distance within which contacts and stops are found [m, rad]
};

/// Adds stops to all joints with one coordinate.
inline Mechanism withStops(Mechanism mechanism) {
  for (Joint& joint : mechanism.joints)
    if (joint.type == JointType::revolute || joint.type == JointType::prismatic)
      joint.limits = JointLimits{.lower = -50, .upper = 50};
  return mechanism;
}

/// Gives all contacts torsional and rolling friction [m].
inline Mechanism withMoments(Mechanism mechanism, double torsional, double rolling) {
  for (Collider& collider : mechanism.contact.colliders) {
    collider.torsionalFriction = torsional;
    collider.rollingFriction = rolling;
  }
  return mechanism;
}

inline std::vector<TouchingScene> touchingScenes() {
  return {{"chain", withStops(chain({.links = 8})), 100},
          {"four-bar", withStops(fourBar()), 100},
          {"geared leg", withStops(gearedLeg()), 100},
          {"stack of boxes", boxStack({.boxes = 4}), 0.01},
          {"stack of boxes with moments", withMoments(boxStack({.boxes = 4}), 0.02, 0.01), 0.01},
          {"humanoid", withStops(mitHumanoid({.base = RobotBase::standing})), 100},
          {"draped chain", drapedChain({.links = 12}), 0.3},
          {"ring", closedRing({.links = 6, .drop = 0.05}), 0.3}};
}

}  // namespace linkwork::test
