#pragma once

#include <array>
#include <memory>
#include <span>
#include <string_view>

#include "linkwork/integrators/integrators.hpp"
#include "linkwork/integrators/variational_integrator.hpp"
#include "linkwork/integrators/variational_options.hpp"

namespace linkwork {

/// A way to move a mechanism, as users name it, and the integrators it has, its default first.
struct SteppingMethod {
  std::string_view name;
  std::span<const std::string_view> integrators;
  bool obeysNonholonomic = false;                     ///< Mechanism::nonholonomic
  std::span<const std::string_view> seeContact = {};  ///< integrators that keep Mechanism::contact
  bool movesFunctions = false;                        ///< joints that are functions
};

namespace detail {
inline constexpr std::array<std::string_view, 2> differentialIntegrators{"rk4",
                                                                         "semi-implicit-euler"};
inline constexpr std::array<std::string_view, 3> variationalIntegrators{"second-order",
                                                                        "fourth-order", "adaptive"};
inline constexpr std::array<std::string_view, 4> multiplierIntegrators{"rattle", "rk4", "baumgarte",
                                                                       "first-order"};
inline constexpr std::array<std::string_view, 2> contactIntegrators{"rattle", "first-order"};
}  // namespace detail

/// Every method of motion, the default one first:
///
///   articulated-body     accelerations by the articulated-body recursion, integrated
///   variational          discrete mechanics in minimal coordinates (Lee et al.)
///   variational-maximal  discrete mechanics in maximal coordinates (Brüdigam & Manchester)
///   multipliers          Lagrange multipliers in maximal coordinates, contact, limits (Baraff)
inline constexpr std::array<SteppingMethod, 4> steppingMethods{
    SteppingMethod{"articulated-body", detail::differentialIntegrators, false, {}, true},
    SteppingMethod{"variational", detail::variationalIntegrators, false, {}, true},
    SteppingMethod{"variational-maximal", detail::variationalIntegrators, true},
    SteppingMethod{"multipliers", detail::multiplierIntegrators, true, detail::contactIntegrators,
                   true}};

/// The method of a name; throws MechanismError, listing the names, if there is none.
const SteppingMethod& steppingMethod(std::string_view name);

/// The first method that keeps all that a mechanism has with its default integrator.
const SteppingMethod& defaultMethod(const Mechanism& mechanism);

/// What integrators ask of whom they serve. All outlive them.
struct IntegratorContext {
  const Mechanism& mechanism;
  const ClusterTree<double>& tree;
  const EquationsOfMotion& motion;
  const ForcesAtNode& forces;
  Workspace<double>& work;
};

/// The integrator of a method by its name; throws MechanismError, listing the method's integrators,
/// if it has none of that name, and listing what can, if the mechanism has contacts, nonholonomic
/// constraints or joints that it does not know.
std::unique_ptr<Integrator> makeIntegrator(const SteppingMethod& method, std::string_view name,
                                           const IntegratorContext& dynamics,
                                           const VariationalOptions& options);

}  // namespace linkwork
