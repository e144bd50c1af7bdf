#include "linkwork/parts.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "dynamics/fixture.hpp"
#include "dynamics/tolerance.hpp"
#include "linkwork/json.hpp"
#include "mechanism/reference_files.hpp"

namespace linkwork::test {
namespace {

using Json = nlohmann::json;

constexpr double chainRatio = 6;

Body linkNamed(const std::string& name) { return {name, 1, {0.5, 0, 0}, {0, 0, 1, 0, 0, 0}}; }
Body rotorNamed(const std::string& name) { return {name, 0, {0, 0, 0}, {0, 0, 1e-4, 0, 0, 0}}; }

/// The uniform chains of the reference data: twelve links of 1 m along x, under gravity.
class UniformChain {
 public:
  UniformChain() { mechanism_.gravity = {9.81, 0, 0}; }

  Joint addLink(const std::string& name) {
    Joint joint;
    joint.type = JointType::revolute;
    joint.name = "j:" + name;
    joint.parent = tip_.empty() ? std::string(worldName) : tip_;
    joint.child = tip_ = name;
    if (joint.parent != worldName) joint.parentFrame.position = {1, 0, 0};
    mechanism_.bodies.push_back(linkNamed(name));
    mechanism_.joints.push_back(joint);
    return joint;
  }
  Mechanism& mechanism() { return mechanism_; }

 private:
  Mechanism mechanism_;
  std::string tip_;
};

/// In the reference, a rotor's joint is named "j:" and the body. The builders use the body's name.
JointValues renamed(const Json& values) {
  JointValues result;
  for (const auto& [name, numbers] : values.items())
    result[name.starts_with("j:rotor") ? name.substr(2) : name] =
        numbers.get<std::vector<double>>();
  return result;
}

void checkAgainst(const char* file, const Mechanism& mechanism) {
  const Json read = readJsonFile(referenceFile("robots", file));
  for (const Json& reference : read.at("cases")) {
    const Json& given = reference.at("state");
    NamedState state;
    state.q = renamed(given.at("q"));
    state.v = renamed(given.at("v"));
    state.tau = renamed(given.at("tau"));
    const Fixture on(mechanism, state);
    const JointValues found = namedVelocity(mechanism, on.forward());
    const JointValues expected = renamed(reference.at("a"));
    double scale = 0, difference = 0;
    for (const auto& [joint, numbers] : expected) {
      scale = std::max(scale, std::abs(numbers[0]));
      difference = std::max(difference, std::abs(found.at(joint)[0] - numbers[0]));
    }
    // Both sides have rounding errors, amplified by the condition number of the mass matrix.
    CHECK(difference <= capped(1e-15 * reference.at("condition").get<double>()) * scale);
  }
}

}  // namespace

TEST_CASE("accelerations of geared joints agree with an independent code",
          "[dynamics][transmissions][reference]") {
  UniformChain chain;
  for (int i = 0; i < 12; ++i) {
    const std::string number = std::to_string(i);
    const Joint joint = chain.addLink("link-" + number);
    addRotor(chain.mechanism(), joint, rotorNamed("rotor-" + number), chainRatio);
  }
  checkAgainst("rev_rotor_chain_12_uniform", chain.mechanism());
}

TEST_CASE("accelerations of parallel belts agree with an independent code",
          "[dynamics][transmissions][reference]") {
  UniformChain chain;
  for (int i = 0; i < 6; ++i) {
    const std::string number = std::to_string(i);
    const std::array joints{chain.addLink("link-A-" + number), chain.addLink("link-B-" + number)};
    addBeltRotors(chain.mechanism(), joints,
                  {rotorNamed("rotor-A-" + number), rotorNamed("rotor-B-" + number)}, chainRatio);
  }
  checkAgainst("rev_pair_rotor_chain_12_uniform", chain.mechanism());
}

}  // namespace linkwork::test
