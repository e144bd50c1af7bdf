#include "linkwork/integrators/methods.hpp"

#include <algorithm>
#include <vector>

#include "linkwork/integrators/first_order_steps.hpp"
#include "linkwork/integrators/maximal_runge_kutta.hpp"
#include "linkwork/integrators/rattle_steps.hpp"
#include "linkwork/integrators/variational_steps.hpp"
#include "linkwork/mechanism/json/value.hpp"
#include "linkwork/mechanism/wording.hpp"

namespace linkwork {
namespace {

using Made = std::unique_ptr<Integrator>;

template <auto make>
Made differential(const IntegratorContext& context, const VariationalOptions&) {
  return make(context.tree, context.motion, context.work);
}

constexpr Capabilities differentialKeeps{.generalJoints = true};
constexpr std::array articulatedBody{
    MethodIntegrator{"rk4", "Runge–Kutta, order 4", differentialKeeps,
                     differential<makeRungeKutta4>},
    MethodIntegrator{"semi-implicit-euler", "symplectic Euler, order 1", differentialKeeps,
                     differential<makeSemiImplicitEuler>}};

std::unique_ptr<VariationalIntegrator> minimal(const IntegratorContext& context,
                                               const VariationalOptions& options) {
  return std::make_unique<MinimalVariationalIntegrator>(context.tree, options.minimal);
}

std::unique_ptr<VariationalIntegrator> maximalStep(const IntegratorContext& context,
                                                   const VariationalOptions& options) {
  return std::make_unique<MaximalVariationalIntegrator>(context.tree, options.maximal);
}

template <auto base, auto steps>
Made variational(const IntegratorContext& context, const VariationalOptions& options) {
  return steps(base(context, options), context);
}

template <auto base>
constexpr std::array<MethodIntegrator, 3> variationalIntegrators(const Capabilities& keeps) {
  return {{{"second-order", "the method's own step, order 2", keeps,
            variational<base, makeSecondOrderSteps>},
           {"fourth-order", "five of its steps composed, order 4", keeps,
            variational<base, makeFourthOrderSteps>},
           {"adaptive", "its step, of a length that follows the motion", keeps,
            variational<base, makeAdaptiveSteps>}}};
}

constexpr auto minimalVariational = variationalIntegrators<minimal>({.generalJoints = true});
constexpr auto maximalVariational = variationalIntegrators<maximalStep>({.nonholonomic = true});

template <typename Steps>
Made multiplier(const IntegratorContext& context, const VariationalOptions&) {
  return std::make_unique<Steps>(context);
}

template <DriftControl control>
Made maximalRungeKutta(const IntegratorContext& context, const VariationalOptions&) {
  return std::make_unique<MaximalRungeKutta>(context, control);
}

constexpr Capabilities smoothKeeps{.nonholonomic = true, .generalJoints = true};
constexpr Capabilities contactKeeps{
    .contact = true, .limits = true, .nonholonomic = true, .generalJoints = true};
constexpr std::array multipliers{
    MethodIntegrator{"rattle", "order 2, energy without drift, contact", contactKeeps,
                     multiplier<RattleSteps>},
    MethodIntegrator{"rk4", "Runge–Kutta, order 4, projected onto the constraints", smoothKeeps,
                     maximalRungeKutta<DriftControl::projection>},
    MethodIntegrator{"baumgarte", "Runge–Kutta, drift fed back into the accelerations", smoothKeeps,
                     maximalRungeKutta<DriftControl::baumgarte>},
    MethodIntegrator{"first-order", "forces give velocities: to drag a mechanism about, contact",
                     contactKeeps, multiplier<FirstOrderSteps>}};

std::vector<std::string_view> integratorNames(const SteppingMethod& method,
                                              bool Capabilities::*kept = &Capabilities::loops) {
  std::vector<std::string_view> names;
  for (const MethodIntegrator& each : method.integrators)
    if (each.keeps.*kept) names.push_back(each.name);
  return names;
}

/// The methods that have an integrator that keeps something.
std::string methodsThat(bool Capabilities::*keep) {
  std::vector<std::string_view> names;
  for (const SteppingMethod& each : steppingMethods)
    if (!integratorNames(each, keep).empty()) names.push_back(each.name);
  return detail::listed(names);
}

const Joint* firstGeneralJoint(const Mechanism& mechanism) {
  for (const Joint& joint : mechanism.joints)
    if (joint.type == JointType::general) return &joint;
  return nullptr;
}

void requireCapable(const SteppingMethod& method, const MethodIntegrator& integrator,
                    const Mechanism& mechanism) {
  const Capabilities& keeps = integrator.keeps;
  if (!keeps.nonholonomic && !mechanism.nonholonomic.empty())
    throw MechanismError("method", detail::quoted(method.name) +
                                       " does not obey the mechanism's nonholonomic constraints "
                                       "(methods that do: " +
                                       methodsThat(&Capabilities::nonholonomic) + ")");
  if (const Joint* joint = firstGeneralJoint(mechanism); joint && !keeps.generalJoints)
    throw MechanismError("method", detail::quoted(method.name) + " has no equations for a " +
                                       std::string(typeName(*joint)) + " joint, which joint " +
                                       detail::quoted(joint->name) + " is (methods that move it: " +
                                       methodsThat(&Capabilities::generalJoints) + ")");
  if (keeps.contact || mechanism.contact.colliders.empty()) return;
  std::string able;
  for (const SteppingMethod& each : steppingMethods)
    if (const auto names = integratorNames(each, &Capabilities::contact); !names.empty())
      able +=
          (able.empty() ? "" : "; ") + detail::quoted(each.name) + " with " + detail::listed(names);
  throw MechanismError("integrator", detail::quoted(integrator.name) + " of the method " +
                                         detail::quoted(method.name) +
                                         " sees no contact, and the mechanism has colliders (what "
                                         "does: " +
                                         able + ")");
}

}  // namespace

constexpr std::array<SteppingMethod, 4> steppingMethods{
    SteppingMethod{"articulated-body", "accelerations by recursion over clusters, integrated",
                   articulatedBody},
    SteppingMethod{"variational", "discrete mechanics in the joints' coordinates",
                   minimalVariational},
    SteppingMethod{"variational-maximal", "discrete mechanics with every body by itself",
                   maximalVariational},
    SteppingMethod{"multipliers", "joints, loops, contacts and limits as Lagrange multipliers",
                   multipliers}};

const MethodIntegrator* SteppingMethod::find(std::string_view integrator) const {
  for (const MethodIntegrator& each : integrators)
    if (each.name == integrator) return &each;
  return nullptr;
}

const SteppingMethod& steppingMethod(std::string_view name) {
  for (const SteppingMethod& method : steppingMethods)
    if (method.name == name) return method;
  std::vector<std::string_view> names;
  for (const SteppingMethod& method : steppingMethods) names.push_back(method.name);
  throw MechanismError("method", "no method is named " + detail::quoted(name) +
                                     detail::suggestion(name, "methods", names));
}

const SteppingMethod& defaultMethod(const Mechanism& mechanism) {
  for (const SteppingMethod& method : steppingMethods) {
    const Capabilities& keeps = method.integrators.front().keeps;
    if ((mechanism.nonholonomic.empty() || keeps.nonholonomic) &&
        (mechanism.contact.colliders.empty() || keeps.contact))
      return method;
  }
  return steppingMethods.front();
}

std::unique_ptr<Integrator> makeIntegrator(const SteppingMethod& method, std::string_view name,
                                           const IntegratorContext& context,
                                           const VariationalOptions& options) {
  const MethodIntegrator* const integrator = method.find(name);
  if (integrator == nullptr)
    throw MechanismError("integrator",
                         "the method " + detail::quoted(method.name) + " has no integrator named " +
                             detail::quoted(name) +
                             detail::suggestion(name, "integrators", integratorNames(method)));
  requireCapable(method, *integrator, context.mechanism);
  return integrator->make(context, options);
}

std::string methodsJson() {
  using detail::JsonValue;
  using Kind = JsonValue::Kind;
  const auto text = [](std::string_view words) { return JsonValue(std::string(words)); };
  constexpr std::array<std::pair<const char*, bool Capabilities::*>, 5> kept{
      {{"loops", &Capabilities::loops},
       {"contact", &Capabilities::contact},
       {"limits", &Capabilities::limits},
       {"nonholonomic", &Capabilities::nonholonomic},
       {"generalJoints", &Capabilities::generalJoints}}};
  JsonValue all{Kind::array};
  for (const SteppingMethod& method : steppingMethods) {
    JsonValue integrators{Kind::array};
    for (const MethodIntegrator& integrator : method.integrators) {
      JsonValue& each = integrators.items.emplace_back(Kind::object);
      each.add("name", text(integrator.name));
      each.add("description", text(integrator.description));
      for (const auto& [key, what] : kept)
        each.add(key, JsonValue(Kind::boolean, integrator.keeps.*what ? 1 : 0));
    }
    JsonValue& each = all.items.emplace_back(Kind::object);
    each.add("name", text(method.name));
    each.add("description", text(method.description));
    each.add("integrators", std::move(integrators));
  }
  return detail::writeJson(all, -1);
}

}  // namespace linkwork
