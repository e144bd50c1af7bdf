#pragma once

#include "linkwork/contact/unilateral_constraints.hpp"
#include "linkwork/maximal/multiplier_dynamics.hpp"

namespace linkwork::maximal {

/// Adds what a contact exerts on its two parts.
void addContactForce(const PartConfiguration& at, const contact::ContactReading& contact,
                     PartVector& forces);

/// What passes through the joints of a mechanism in motion: what a sensor built into each would
/// read, constraint, motor, spring and gear together.
struct TransmittedWrenches {
  /// By tree body, on it through the joint that carries it, welded ones too: [moment; force], world
  /// axes, moment about the world's origin [N·m, N].
  std::vector<Vector6<double>> joints;
  /// By loop of the mechanism, on its child, in the same manner.
  std::vector<Vector6<double>> loops;
};

/// Newton's and Euler's equations of every body, leaves to root, with accelerations and loop forces
/// that `dynamics` has just solved for:
///
///   w_i = I a + v ×* I v − m g − external_i + Σ w of the joints that i carries − Σ w of loops on i
///
/// Loop rows that depend on others carry nothing: where a loop holds a body twice over, the share
/// of each is a choice.
/// in   velocities, accelerations  by part;  applied: wrenches on bodies;  contacts: their forces
/// cost O(n)
/// Source: Featherstone, "Rigid Body Dynamics Algorithms", section 5.3.
void transmittedWrenches(MultiplierDynamics& dynamics, const PartConfiguration& at,
                         const PartVector& velocities, const PartVector& accelerations,
                         const AppliedForces<double>& applied,
                         std::span<const contact::ContactReading> contacts,
                         TransmittedWrenches& result);

}  // namespace linkwork::maximal
