#pragma once

#include "linkwork/contact/unilateral_constraints.hpp"
#include "linkwork/maximal/multiplier_dynamics.hpp"

namespace linkwork::maximal {

/// Adds the force and moment of a contact on its two parts.
void addContactForce(const PartConfiguration& at, const contact::ContactReading& contact,
                     PartVector& forces);

/// The wrenches in the joints of a mechanism in motion, as a sensor in each joint would measure
/// them: the sum of constraint, motor, spring and gear.
struct TransmittedWrenches {
  /// By tree body: the wrench on the body in its joint, including fixed joints. [moment; force] in
  /// world axes, moment about the world's origin [N·m, N].
  std::vector<Vector6<double>> joints;
  /// By loop of the mechanism: the same on its child.
  std::vector<Vector6<double>> loops;
};

/// Solves the Newton–Euler equations of every body, leaves to root, with the accelerations and loop
/// forces of the last `dynamics.solve`:
///
///   w_i = I a + v ×* I v − m g − external_i + Σ w of child joints of i − Σ w of loops on i
///
/// Redundant loop rows transmit no force: in overconstrained loops the distribution is a choice.
///
/// @param velocities, accelerations  by part
/// @param applied                    wrenches on bodies
/// @param contacts                   contact forces
/// Cost: O(n).
/// Source: Featherstone, "Rigid Body Dynamics Algorithms", section 5.3.
void transmittedWrenches(MultiplierDynamics& dynamics, const PartConfiguration& at,
                         const PartVector& velocities, const PartVector& accelerations,
                         const AppliedForces<double>& applied,
                         std::span<const contact::ContactReading> contacts,
                         TransmittedWrenches& result);

}  // namespace linkwork::maximal
