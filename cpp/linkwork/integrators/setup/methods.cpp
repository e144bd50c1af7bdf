#include "linkwork/integrators/methods.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include "linkwork/constraints/delassus/tree_response.hpp"
#include "linkwork/integrators/composed_steps.hpp"
#include "linkwork/integrators/contact_steps.hpp"
#include "linkwork/integrators/first_order_steps.hpp"
#include "linkwork/integrators/implicit_kicks.hpp"
#include "linkwork/integrators/maximal_variational_integrator.hpp"
#include "linkwork/integrators/minimal_variational_integrator.hpp"
#include "linkwork/integrators/part_runge_kutta.hpp"
#include "linkwork/integrators/rattle.hpp"
#include "linkwork/integrators/step_map.hpp"
#include "linkwork/maximal/multiplier_response.hpp"
#include "linkwork/mechanism/json/value.hpp"
#include "linkwork/mechanism/wording.hpp"

namespace linkwork {
namespace {

using Made = std::unique_ptr<Integrator>;

constexpr double anyPart = std::numeric_limits<double>::infinity();
constexpr EnergyBalance drifts{0.02, 0.25, 2e-4, false}, comesBack{0.02, anyPart, 5e-3, false},
    isLate{0.005, anyPart, 2e-3, false}, isImplicit{0.02, anyPart, 5e-3, true},
    driftsImplicitly{0.02, anyPart, 2e-4, true};

std::unique_ptr<constraints::StateResponse> inJoints(const IntegratorContext& context) {
  return std::make_unique<constraints::TreeResponse>(context.tree);
}

std::unique_ptr<constraints::StateResponse> inParts(const IntegratorContext& context) {
  return std::make_unique<maximal::MultiplierStateResponse>(context.tree);
}

/// Whether a step may need to solve for forces: of contacts, limits, joint friction or drives.
bool hasConstraints(const IntegratorContext& context) {
  if (!contact::UnilateralConstraints::areNone(context.mechanism)) return true;
  for (int i = 0; i < context.drives.size(); ++i)
    if (context.drives.canBeSolved(i)) return true;
  return false;
}

/// Adds contact to an integrator if the mechanism can have any. `predicted` as in ContactSteps.
Made touching(Made smooth, const IntegratorContext& context,
              std::unique_ptr<constraints::StateResponse> (*response)(const IntegratorContext&),
              double predicted = 0.5) {
  if (!hasConstraints(context)) return smooth;
  return std::make_unique<ContactSteps>(std::move(smooth), context, response, predicted);
}

Made rungeKutta4(const IntegratorContext& context, const VariationalOptions&) {
  return touching(makeRungeKutta4(context.tree, context.work), context, inJoints);
}

Made semiImplicitEuler(const IntegratorContext& context, const VariationalOptions&) {
  return touching(makeSemiImplicitEuler(context.tree, context.work), context, inJoints, 1.0);
}

Made rosenbrock(const IntegratorContext& context, const VariationalOptions&) {
  return touching(makeRosenbrock(context.tree, context.work), context, inJoints);
}

constexpr std::array articulatedBody{
    MethodIntegrator{"rk4", "Runge–Kutta, order 4", {}, drifts, rungeKutta4, mapRungeKutta4},
    MethodIntegrator{"semi-implicit-euler",
                     "velocities first, order 1",
                     {},
                     isLate,
                     semiImplicitEuler,
                     mapSemiImplicitEuler},
    MethodIntegrator{"rosenbrock",
                     "order 2, L-stable for springs and dampers of joints",
                     {},
                     driftsImplicitly,
                     rosenbrock,
                     mapRosenbrock}};

struct InJoints {
  static Made step(const ClusterTree<double>& tree, const VariationalOptions& options) {
    return std::make_unique<MinimalVariationalIntegrator>(tree, options.minimal);
  }
  static constexpr auto response = inJoints;
};

struct InParts {
  static Made step(const ClusterTree<double>& tree, const VariationalOptions& options) {
    return std::make_unique<MaximalVariationalIntegrator>(tree, options.maximal);
  }
  static constexpr auto response = inParts;
};

/// Adds implicit springs and dampers to steps if the mechanism has any, and contact.
template <typename Coordinates>
Made variational(Made smooth, const IntegratorContext& context, const VariationalOptions& options) {
  if (ImplicitJoints joints(context.tree, context.work, ImplicitJoints::ofVariational);
      joints.canBeStiff())
    smooth = std::make_unique<ImplicitKicks>(
        std::move(smooth), context, std::move(joints),
        [&](const ClusterTree<double>& tree) { return Coordinates::step(tree, options); });
  return touching(std::move(smooth), context, Coordinates::response);
}

template <typename Coordinates>
Made secondOrder(const IntegratorContext& context, const VariationalOptions& options) {
  return variational<Coordinates>(Coordinates::step(context.tree, options), context, options);
}

template <typename Coordinates>
Made fourthOrder(const IntegratorContext& context, const VariationalOptions& options) {
  return variational<Coordinates>(
      std::make_unique<FourthOrderComposition>(Coordinates::step(context.tree, options)), context,
      options);
}

template <typename Coordinates>
Made adaptive(const IntegratorContext& context, const VariationalOptions& options) {
  return makeAdaptiveSteps(secondOrder<Coordinates>(context, options), context.tree);
}

using Mapping = decltype(MethodIntegrator::map);

template <typename Coordinates>
constexpr std::array<MethodIntegrator, 3> variationalIntegrators(const Capabilities& keeps,
                                                                 Mapping second, Mapping fourth) {
  return {{{"second-order", "the method's own step, order 2", keeps, isImplicit,
            secondOrder<Coordinates>, second},
           {"fourth-order", "five of its steps composed, order 4", keeps, isImplicit,
            fourthOrder<Coordinates>, fourth},
           {"adaptive", "its step, of a length that follows the motion: reversible, not symplectic",
            keeps, isImplicit, adaptive<Coordinates>, second}}};
}

constexpr Capabilities allKept{.nonholonomic = true};

constexpr auto minimalVariational =
    variationalIntegrators<InJoints>({}, mapMinimalVariational, mapMinimalFourthOrder);
constexpr auto maximalVariational =
    variationalIntegrators<InParts>(allKept, mapMaximalVariational, mapMaximalFourthOrder);

template <typename Steps>
Made multiplier(const IntegratorContext& context, const VariationalOptions&) {
  return std::make_unique<Steps>(context);
}

template <DriftControl control>
Made maximalRungeKutta(const IntegratorContext& context, const VariationalOptions&) {
  return touching(std::make_unique<MaximalRungeKutta>(context, control), context, inParts);
}

constexpr std::array multipliers{
    MethodIntegrator{"rattle", "order 2, energy without drift", allKept, comesBack,
                     multiplier<Rattle>, mapRattle},
    MethodIntegrator{"rk4", "Runge–Kutta, order 4, projected onto the constraints", allKept, drifts,
                     maximalRungeKutta<DriftControl::projection>, mapMaximalRungeKutta4},
    MethodIntegrator{"baumgarte", "Runge–Kutta, drift fed back into the accelerations", allKept,
                     drifts, maximalRungeKutta<DriftControl::baumgarte>, mapBaumgarte},
    MethodIntegrator{"first-order", "forces give velocities: to drag a mechanism about", allKept,
                     drifts, multiplier<FirstOrderSteps>, mapFirstOrder}};

std::vector<std::string_view> integratorNames(const SteppingMethod& method,
                                              bool Capabilities::*kept = &Capabilities::loops) {
  std::vector<std::string_view> names;
  for (const MethodIntegrator& each : method.integrators)
    if (each.keeps.*kept) names.push_back(each.name);
  return names;
}

/// Lists the methods with an integrator that has a capability.
std::string methodsThat(bool Capabilities::*keep) {
  std::vector<std::string_view> names;
  for (const SteppingMethod& each : steppingMethods)
    if (!integratorNames(each, keep).empty()) names.push_back(each.name);
  return detail::listed(names);
}

void requireCapable(const SteppingMethod& method, const MethodIntegrator& integrator,
                    const Mechanism& mechanism) {
  const Capabilities& keeps = integrator.keeps;
  if (!keeps.nonholonomic && !mechanism.nonholonomic.empty())
    throw MechanismError("method", detail::quoted(method.name) +
                                       " does not satisfy the mechanism's nonholonomic constraints "
                                       "(methods that do: " +
                                       methodsThat(&Capabilities::nonholonomic) + ")");
}

/// The integrator of a mechanism with a joint that moves no mass. It always throws MechanismError.
class MasslessIntegrator final : public Integrator {
 public:
  explicit MasslessIntegrator(const ClusterTree<double>& tree) : tree_(tree) {}

  void start(const MotionState&) override { tree_.requireMass(); }
  double step(double, StepForces&, MotionState&) override {
    tree_.requireMass();
    return 0;
  }

 private:
  const ClusterTree<double>& tree_;
};

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
  // RATTLE does this in its own steps.
  if (!mechanism.contact.colliders.empty()) return steppingMethod("multipliers");
  for (const SteppingMethod& method : steppingMethods) {
    const Capabilities& keeps = method.integrators.front().keeps;
    if (mechanism.nonholonomic.empty() || keeps.nonholonomic) return method;
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
  if (!context.tree.massFault().empty()) return std::make_unique<MasslessIntegrator>(context.tree);
  return integrator->make(context, options);
}

std::unique_ptr<StepMapper> makeStepMapper(const SteppingMethod& method, std::string_view name,
                                           const IntegratorContext& context,
                                           const VariationalOptions& options) {
  if (!context.mechanism.nonholonomic.empty())
    throw MechanismError("nonholonomic",
                         "steps under nonholonomic constraints have no derivatives here");
  return method.find(name)->map(context, options);
}

std::string methodsJson() {
  using detail::JsonValue;
  using Kind = JsonValue::Kind;
  const auto text = [](std::string_view words) { return JsonValue(std::string(words)); };
  constexpr std::array<std::pair<const char*, bool Capabilities::*>, 3> kept{
      {{"loops", &Capabilities::loops},
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
