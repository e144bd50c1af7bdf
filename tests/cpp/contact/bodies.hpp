#pragma once

#include <string>
#include <vector>

#include "linkwork/mechanism.hpp"
#include "linkwork/spatial.hpp"
#include "linkwork/tracking.hpp"
#include "simulation/scenes.hpp"

/// Free bodies with colliders over a floor, for tests of contact.
namespace linkwork::test {

inline constexpr double standardGravity = 9.81;

/// Adds a body on a free joint, with one collider about its center of mass.
void addBody(Mechanism& mechanism, const std::string& name, double mass,
             const Eigen::Vector3d& inertia, Collider collider, const Eigen::Vector3d& position,
             const Eigen::Vector3d& velocity = {0, 0, 0},
             const Eigen::Quaterniond& attitude = Eigen::Quaterniond::Identity());

/// Returns the half-space below z = 0, with gravity tilted by a slope towards +x.
Mechanism incline(double slope, double friction, double restitution = 0);

Collider ball(double radius, double friction);

Collider box(const Eigen::Vector3d& size, double friction);

Eigen::Vector3d boxInertia(double mass, const Eigen::Vector3d& size);

/// Returns motors that hold every joint of a humanoid at its initial angle.
Tracking holding(const Mechanism& mechanism);

/// Returns the default integrator of every method.
std::vector<Stepping> defaultSteppings();

}  // namespace linkwork::test
