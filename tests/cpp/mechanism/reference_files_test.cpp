#include "reference_files.hpp"

#include <catch2/catch.hpp>

#include "gunzip.hpp"
#include "linkwork/json.hpp"

using namespace linkwork;

TEST_CASE("every reference mechanism and state loads, and is written back the same",
          "[mechanism]") {
  const std::string set = GENERATE("robots", "random");
  for (const auto& file : test::referenceFiles(set)) {
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

TEST_CASE("a compressed file is read completely or refused", "[mechanism]") {
  // printf 'linkwork linkwork linkwork' | gzip -9n: a fixed code and a copy of the first word.
  const std::string file(
      "\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\xcb\xc9\xcc\xcb\x2e\xcf\x2f\xca\x56"
      "\xc8\x41\x67\x00\x00\x95\xde\x8c\x23\x1a\x00\x00\x00",
      32);
  CHECK(test::gunzip(file) == "linkwork linkwork linkwork");
  for (std::size_t i = 10; i < file.size() - 4; ++i) {
    std::string damaged = file;
    damaged[i] = static_cast<char>(damaged[i] ^ 1);
    CHECK_THROWS_AS(test::gunzip(damaged), std::runtime_error);
    CHECK_THROWS_AS(test::gunzip(file.substr(0, i)), std::runtime_error);
  }
}
