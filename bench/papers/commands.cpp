#include "papers/commands.hpp"

#include <algorithm>
#include <vector>

#include "linkwork/contact/queries/contact_accelerations.hpp"
#include "linkwork/contact/unilateral_constraints.hpp"
#include "linkwork/mechanism/wording.hpp"
#include "linkwork/simulation/queries/state_queries.hpp"
#include "papers/methods.hpp"

namespace linkwork::papers {
namespace {

using detail::JsonValue;
using Kind = JsonValue::Kind;

[[noreturn]] void failUnknown(const std::string& kind, std::string_view name,
                              const std::vector<std::string_view>& names) {
  throw MechanismError(kind, "no " + kind + " is named " + detail::quoted(name) +
                                 detail::suggestion(name, kind + "s", names));
}

/// The exact methods.
std::vector<const Method*> accelerationMethods() {
  std::vector<const Method*> exact;
  for (const Method& method : methods)
    if (method.isExact) exact.push_back(&method);
  return exact;
}

const Method& methodNamed(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Method* method : accelerationMethods()) {
    if (method->name == name) return *method;
    names.push_back(method->name);
  }
  failUnknown("method", name, names);
}

bool isSatisfied(const QueriedState& at, const Method& method) {
  return method.satisfiesNonholonomic || at.tree.nonholonomic().empty();
}

/// `largest` grows to the largest acceleration, without contacts and stops or with them: at rest on
/// a floor what is left is rounding of what was there without it.
Eigen::VectorXd accelerations(const QueriedState& at, const Method& method, double& largest) {
  Eigen::VectorXd a(at.tree.velocitySize());
  const auto dynamics = method.make(at.mechanism, at.tree);
  const auto compare = [&] {
    if (a.size() > 0) largest = std::max(largest, a.lpNorm<Eigen::Infinity>());
  };
  dynamics->forwardDynamics(at.q, at.v, at.forces, a);
  compare();
  if (contact::UnilateralConstraints::areNone(at.mechanism)) return a;
  const Drives drives(at.mechanism, at.tree, at.tendons);
  contact::ContactAccelerations contacts(at.mechanism, at.tree, drives);
  contacts.addContacts(
      at.q, at.v,
      [&](const AppliedForces<double>& contactForces, Eigen::VectorXd& accelerated) {
        AppliedForces<double> forces = at.forces;
        forces.add(contactForces);
        dynamics->forwardDynamics(at.q, at.v, forces, accelerated);
      },
      a);
  compare();
  return a;
}

JsonValue forwardDynamics(const QueriedState& at, const Method& method) {
  at.tree.requireMass();
  if (!isSatisfied(at, method)) {
    std::vector<std::string_view> able;
    for (const Method* each : accelerationMethods())
      if (each->satisfiesNonholonomic) able.push_back(each->name);
    throw MechanismError("method", detail::quoted(method.name) +
                                       " does not satisfy the mechanism's nonholonomic constraints "
                                       "(methods that do: " +
                                       detail::listed(able) + ")");
  }
  double largest = 0;
  JsonValue answer{Kind::object};
  answer.add("a", detail::byJoint(at.mechanism, accelerations(at, method, largest)));
  return answer;
}

JsonValue check(const QueriedState& at) {
  at.tree.requireMass();
  double largest = 0, disagreement = 0;
  std::vector<Eigen::VectorXd> results;
  JsonValue byMethod{Kind::object};
  for (const Method* method : accelerationMethods()) {
    if (!isSatisfied(at, *method)) continue;
    const Eigen::VectorXd a = accelerations(at, *method, largest);
    for (const Eigen::VectorXd& other : results)
      if (a.size() > 0)
        disagreement = std::max(disagreement, (a - other).lpNorm<Eigen::Infinity>());
    results.push_back(a);
    JsonValue each{Kind::object};
    each.add("a", detail::byJoint(at.mechanism, a));
    byMethod.add(std::string(method->name), std::move(each));
  }
  JsonValue answer{Kind::object};
  answer.add("methods", std::move(byMethod));
  answer.add("largestDisagreement", detail::finite(disagreement));
  answer.add("relativeDisagreement", detail::finite(largest > 0 ? disagreement / largest : 0));
  return answer;
}

}  // namespace

std::string runCommand(std::string_view command, std::string_view mechanismJson,
                       std::string_view stateJson, std::string_view method) {
  std::vector<std::string_view> names{"forward-dynamics", "check"};
  for (const StateQuery& each : stateQueries) names.push_back(each.name);
  if (std::find(names.begin(), names.end(), command) == names.end())
    failUnknown("command", command, names);
  const Method& chosen = methodNamed(method);
  QueriedState at(mechanismJson, stateJson);
  const JsonValue answer =
      command == "check" ? check(at)
      : command == "forward-dynamics"
          ? forwardDynamics(at, chosen)
          : std::find_if(stateQueries.begin(), stateQueries.end(), [&](const StateQuery& each) {
              return each.name == command;
            })->answer(at);
  return detail::writeJson(answer, -1);
}

}  // namespace linkwork::papers
