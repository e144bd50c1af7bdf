#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "linkwork/integrators/integrators.hpp"
#include "linkwork/integrators/variational_integrator.hpp"
#include "linkwork/methods.hpp"

namespace linkwork {

class StepMapper;

/// What integrators ask of whom they serve. All outlive them.
struct IntegratorContext {
  const Mechanism& mechanism;
  const ClusterTree<double>& tree;
  const EquationsOfMotion& motion;
  const ForcesAtNode& forces;
  Workspace<double>& work;
  const ContactOptions& contact;
  WarmStartForce& push;  ///< part of `motion` and `forces`
  WholeStep whole = {};  ///< of `motion`, where there is one
  WholeDiscreteStep wholeDiscrete = {};
};

/// What an integrator keeps of a mechanism. Contact and joint limits are kept by all.
struct Capabilities {
  bool loops = true;          ///< Mechanism::loops and couplings
  bool nonholonomic = false;  ///< Mechanism::nonholonomic
  bool generalJoints = true;  ///< joints that are functions
};

/// When the energy before and after a step tells that it was too long. Little where energy drifts
/// away, more where it comes back as that of symplectic steps does.
struct EnergyBalance {
  /// It is looked at where the change of a velocity in a step would carry its joint further than
  /// this in the next [rad, m].
  double noticed;
  /// Or by more than this part of the largest velocity, as where springs or dampers are too stiff
  /// for the step: then half of the kinetic energy may be missed.
  double noticedPart;
  double tolerance;  ///< by what part of the kinetic energy it may be missed, unless users say more
  /// Whether what is missed stays bounded, as of implicit steps in springs too stiff for them: then
  /// it is no error if the shortest parts of a step miss it as well.
  bool isBounded;
};

/// An integrator of a method, as users name it.
struct MethodIntegrator {
  std::string_view name;
  std::string_view description;
  Capabilities keeps;
  EnergyBalance balance;
  std::unique_ptr<Integrator> (*make)(const IntegratorContext&, const VariationalOptions&);
  /// Derivatives of its steps (step_map.hpp).
  std::unique_ptr<StepMapper> (*map)(const IntegratorContext&, const VariationalOptions&);
};

/// A way to move a mechanism, as users name it, and the integrators it has, its default first.
struct SteppingMethod {
  std::string_view name;
  std::string_view description;
  std::span<const MethodIntegrator> integrators;

  /// The integrator of a name; null if there is none.
  const MethodIntegrator* find(std::string_view integrator) const;
};

/// Every method of motion, the default one first: the one place that names them. TypeScript, the
/// command line and the page read it (methodsJson in linkwork/methods.hpp).
extern const std::array<SteppingMethod, 4> steppingMethods;

/// The method of a name; throws MechanismError, listing the names, if there is none.
const SteppingMethod& steppingMethod(std::string_view name);

/// The first method that keeps all that a mechanism has with its default integrator; of mechanisms
/// with colliders the multipliers.
const SteppingMethod& defaultMethod(const Mechanism& mechanism);

/// The integrator of a method by its name; throws MechanismError, listing the method's integrators,
/// if it has none of that name, and listing what can, if the mechanism has nonholonomic
/// constraints that it does not know.
std::unique_ptr<Integrator> makeIntegrator(const SteppingMethod& method, std::string_view name,
                                           const IntegratorContext& context,
                                           const VariationalOptions& options);

/// Derivatives of the steps of an integrator that there is; throws MechanismError if the mechanism
/// has nonholonomic constraints.
std::unique_ptr<StepMapper> makeStepMapper(const SteppingMethod& method, std::string_view name,
                                           const IntegratorContext& context,
                                           const VariationalOptions& options);

}  // namespace linkwork
