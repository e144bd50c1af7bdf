#pragma once

#include <catch2/catch.hpp>

#include "dynamics/fixture.hpp"
#include "dynamics/random_mechanism.hpp"
#include "linkwork/mechanism/json/json.hpp"
#include "mechanism/reference_files.hpp"

namespace linkwork::test {

/// Calls `check(fixture)` at every state of every robot among the reference numbers, with its file
/// shown where a check fails.
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
