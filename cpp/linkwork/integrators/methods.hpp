#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "linkwork/contact/contact_tally.hpp"
#include "linkwork/dynamics/drives.hpp"
#include "linkwork/integrators/integrator.hpp"
#include "linkwork/methods.hpp"

namespace linkwork {

class StepMapper;

/// What integrators refer to. All of it must outlive them.
struct IntegratorContext {
  const Mechanism& mechanism;
  const ClusterTree<double>& tree;
  Workspace<double>& work;        ///< temporary memory
  const ContactOptions& contact;  ///< as they are at each step
  contact::ContactTally& tally;   ///< receives the contacts of each step
  const Drives& drives;           ///< under their commands at each step
};

/// The constraints of a mechanism that an integrator satisfies. All satisfy contact and joint
/// limits.
struct Capabilities {
  bool loops = true;          ///< Mechanism::loops and couplings
  bool nonholonomic = false;  ///< Mechanism::nonholonomic
  bool generalJoints = true;  ///< joints that are functions
};

/// The check that a step was not too long, by the balance of energy. Its tolerance is small for
/// integrators whose energy drifts, and larger for symplectic ones, whose energy oscillates.
struct EnergyBalance {
  /// The check runs if a velocity changes in a step by so much that its joint would move further
  /// than this in the next step because of it [rad, m].
  double noticed;
  /// It also runs if a velocity changes by more than this part of the largest velocity, for example
  /// if springs or dampers are too stiff for the step. Half of the kinetic energy may then be
  /// missing.
  double noticedPart;
  double tolerance;  ///< part of the kinetic energy that may be missing; users can change it
  /// Whether the missing energy stays bounded, as in implicit steps with springs too stiff for
  /// them. If so, it is no error that the shortest parts of a step miss it as well.
  bool isBounded;
};

/// An integrator of a method.
struct MethodIntegrator {
  std::string_view name;
  std::string_view description;
  Capabilities keeps;
  EnergyBalance balance;
  std::unique_ptr<Integrator> (*make)(const IntegratorContext&, const VariationalOptions&);
  /// Derivatives of its steps (step_map.hpp).
  std::unique_ptr<StepMapper> (*map)(const IntegratorContext&, const VariationalOptions&);
};

/// A method of motion with its integrators, the default one first.
struct SteppingMethod {
  std::string_view name;
  std::string_view description;
  std::span<const MethodIntegrator> integrators;

  /// Returns the integrator with this name; null if there is none.
  const MethodIntegrator* find(std::string_view integrator) const;
};

/// All methods of motion, the default one first. TypeScript, the command line and the page read
/// this table (methodsJson in linkwork/methods.hpp).
extern const std::array<SteppingMethod, 4> steppingMethods;

/// Returns the method with this name.
/// @throws MechanismError that lists the names, if there is none
const SteppingMethod& steppingMethod(std::string_view name);

/// Returns the first method whose default integrator satisfies all constraints of a mechanism. For
/// mechanisms with colliders it is "multipliers".
const SteppingMethod& defaultMethod(const Mechanism& mechanism);

/// Creates an integrator of a method by its name.
/// @throws MechanismError that lists the integrators of the method, if none has that name, or that
///         lists suitable methods, if this one cannot satisfy nonholonomic constraints
std::unique_ptr<Integrator> makeIntegrator(const SteppingMethod& method, std::string_view name,
                                           const IntegratorContext& context,
                                           const VariationalOptions& options);

/// Creates the derivatives of the steps of an existing integrator.
/// @throws MechanismError if the mechanism has nonholonomic constraints
std::unique_ptr<StepMapper> makeStepMapper(const SteppingMethod& method, std::string_view name,
                                           const IntegratorContext& context,
                                           const VariationalOptions& options);

}  // namespace linkwork
