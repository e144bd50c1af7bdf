#pragma once

#include <catch2/catch.hpp>

#include "dynamics/fixture.hpp"
#include "dynamics/random_mechanism.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/json.hpp"
#include "mechanism/reference_files.hpp"

namespace linkwork::test {

/// Calls `check(fixture)` at every state of every robot in the reference data. A failed check
/// prints the file.
template <typename Check>
void onRobots(Check&& check) {
  int count = 0;
  for (const auto& file : referenceFiles("robots")) {
    INFO(file.filename().string());
    const nlohmann::json json = readJsonFile(file);
    const Mechanism mechanism = mechanismFromJson(json.at("mechanism").dump());
    for (const nlohmann::json& each : json.at("cases")) {
      CAPTURE(++count);
      check(Fixture(mechanism, stateFromJson(each.at("state").dump(), mechanism)));
    }
  }
}

/// The same for every mechanism of the catalogue, in a random motion on its loops. Mechanisms with
/// nonholonomic constraints are excluded, because only the multipliers support them.
template <typename Check>
void onCatalogue(Check&& check) {
  for (const std::string_view name : catalogueNames()) {
    CAPTURE(name);
    Fixture on(catalogueMechanism(name));
    if (!on.tree.nonholonomic().empty()) continue;
    Random random(1);
    Eigen::VectorXd free(on.tree.degreesOfFreedom());
    for (double& entry : free) entry = uniform(random, -1, 1);
    spanFromIndependent<double>(on.tree, free, on.work, on.v);
    for (double& entry : on.forces.torque) entry = uniform(random, -1, 1);
    on.update();
    check(on);
  }
}

/// The same for random mechanisms of every kind, each at a state on its loops.
template <typename Check>
void onRandomMechanisms(Check&& check) {
  for (std::uint64_t seed = 1; seed <= 240; ++seed) {
    CAPTURE(seed);
    const auto [mechanism, state] = randomMechanism(seed);
    check(Fixture(mechanism, state));
  }
}

}  // namespace linkwork::test
