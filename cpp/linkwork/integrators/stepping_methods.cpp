#include "linkwork/integrators/stepping_methods.hpp"

#include <algorithm>
#include <vector>

#include "linkwork/integrators/multiplier_steps.hpp"
#include "linkwork/integrators/variational_steps.hpp"
#include "linkwork/mechanism/wording.hpp"

namespace linkwork {
namespace {

void requireObeyed(const SteppingMethod& method, const ClusterTree<double>& tree) {
  if (method.obeysNonholonomic || tree.nonholonomic().empty()) return;
  std::vector<std::string_view> able;
  for (const SteppingMethod& each : steppingMethods)
    if (each.obeysNonholonomic) able.push_back(each.name);
  throw MechanismError("method", detail::quoted(method.name) +
                                     " does not obey the mechanism's nonholonomic constraints (" +
                                     "methods that do: " + detail::listed(able) + ")");
}

/// Joints that are functions have no rows in maximal coordinates; methods that eliminate the
/// joints of the tree by their motions need none.
void requireKnownJoints(const SteppingMethod& method, const Mechanism& mechanism) {
  if (method.movesFunctions) return;
  std::vector<std::string_view> able;
  for (const SteppingMethod& each : steppingMethods)
    if (each.movesFunctions) able.push_back(each.name);
  for (const Joint& joint : mechanism.joints)
    if (joint.type == JointType::general)
      throw MechanismError("method", detail::quoted(method.name) + " has no equations for a " +
                                         std::string(typeName(joint)) + " joint, which joint " +
                                         detail::quoted(joint.name) +
                                         " is (methods that move it: " + detail::listed(able) +
                                         ")");
}

bool seesContact(const SteppingMethod& method, std::string_view integrator) {
  return std::find(method.seeContact.begin(), method.seeContact.end(), integrator) !=
         method.seeContact.end();
}

void requireContactSeen(const SteppingMethod& method, std::string_view integrator,
                        const Mechanism& mechanism) {
  if (mechanism.contact.colliders.empty() || seesContact(method, integrator)) return;
  std::string able;
  for (const SteppingMethod& each : steppingMethods)
    if (!each.seeContact.empty())
      able += (able.empty() ? "" : "; ") + detail::quoted(each.name) + " with " +
              detail::listed({each.seeContact.begin(), each.seeContact.end()});
  throw MechanismError("integrator", detail::quoted(integrator) + " of the method " +
                                         detail::quoted(method.name) +
                                         " sees no contact, and the mechanism has colliders (what "
                                         "does: " +
                                         able + ")");
}

}  // namespace

const SteppingMethod& defaultMethod(const Mechanism& mechanism) {
  for (const SteppingMethod& method : steppingMethods)
    if ((mechanism.nonholonomic.empty() || method.obeysNonholonomic) &&
        (mechanism.contact.colliders.empty() || seesContact(method, method.integrators.front())))
      return method;
  return steppingMethods.front();
}

const SteppingMethod& steppingMethod(std::string_view name) {
  const auto found =
      std::find_if(steppingMethods.begin(), steppingMethods.end(),
                   [&](const SteppingMethod& method) { return method.name == name; });
  if (found != steppingMethods.end()) return *found;
  std::vector<std::string_view> names;
  for (const SteppingMethod& method : steppingMethods) names.push_back(method.name);
  throw MechanismError("method", "no method is named " + detail::quoted(name) +
                                     detail::suggestion(name, "methods", names));
}

std::unique_ptr<Integrator> makeIntegrator(const SteppingMethod& method, std::string_view name,
                                           const IntegratorContext& dynamics,
                                           const VariationalOptions& options) {
  const auto& names = method.integrators;
  if (std::find(names.begin(), names.end(), name) == names.end())
    throw MechanismError("integrator", "the method " + detail::quoted(method.name) +
                                           " has no integrator named " + detail::quoted(name) +
                                           detail::suggestion(name, "integrators", names));
  requireObeyed(method, dynamics.tree);
  requireKnownJoints(method, dynamics.mechanism);
  requireContactSeen(method, name, dynamics.mechanism);
  if (method.name == "multipliers") return makeMultiplierSteps(name, dynamics);
  if (name == "rk4") return makeRungeKutta4(dynamics.tree, dynamics.motion, dynamics.work);
  if (name == "semi-implicit-euler")
    return makeSemiImplicitEuler(dynamics.tree, dynamics.motion, dynamics.work);
  return makeVariationalSteps(method.name, name, dynamics, options);
}

}  // namespace linkwork
