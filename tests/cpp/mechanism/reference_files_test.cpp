#include "reference_files.hpp"

#include <catch2/catch.hpp>

#include "linkwork/json.hpp"

using namespace linkwork;

TEST_CASE("every reference mechanism and state loads and comes back the same", "[mechanism]") {
  const auto files = test::referenceFiles();
  if (files.empty()) WARN("skipped: no reference files in " << test::referenceFolder());
  for (const auto& file : files) {
    INFO(file);
    const nlohmann::json document = test::readJsonFile(file);
    const Mechanism mechanism = mechanismFromJson(document["mechanism"].dump());
    CHECK(mechanism.bodies.size() == document["mechanism"]["bodies"].size());
    CHECK(mechanismFromJson(toJson(mechanism)) == mechanism);

    std::vector<nlohmann::json> states;
    if (document.contains("state")) states.push_back(document["state"]);
    for (const nlohmann::json& each : document.value("cases", nlohmann::json::array()))
      states.push_back(each["state"]);
    CHECK_FALSE(states.empty());
    for (const nlohmann::json& state : states) {
      const NamedState read = stateFromJson(state.dump(), mechanism);
      CHECK(stateFromJson(toJson(read), mechanism) == read);
    }
  }
}
