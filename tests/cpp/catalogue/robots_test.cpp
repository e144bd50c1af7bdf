#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "dynamics/fixture.hpp"
#include "dynamics/tolerance.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/dynamics/compile.hpp"
#include "linkwork/errors.hpp"
#include "linkwork/json.hpp"
#include "mechanism/reference_files.hpp"

namespace linkwork::test {
namespace {

using Json = nlohmann::json;

struct Robot {
  std::string_view name;
  const char* reference;  ///< file of reference numbers, if there is one
  int dofs;               ///< with a floating base
  Mechanism (*build)(const RobotOptions&);
};

const Robot robots[] = {{"miniCheetah", "mini_cheetah", 18, miniCheetah},
                        {"minitaur", nullptr, 14, minitaur},
                        {"mitHumanoid", "mit_humanoid", 24, mitHumanoid},
                        {"telloHumanoid", nullptr, 24, telloHumanoid},
                        {"jvrc1", "jvrc1_humanoid", 38, jvrc1}};

/// Renames the joints' values from the reference's names to ours. Both list joints in the same
/// order.
JointValues renamed(const Json& values, const Mechanism& theirs, const Mechanism& ours) {
  JointValues result;
  for (std::size_t i = 0; i < ours.joints.size(); ++i)
    if (values.contains(theirs.joints[i].name))
      result[ours.joints[i].name] = values.at(theirs.joints[i].name).get<std::vector<double>>();
  return result;
}

double largestDifference(const Eigen::VectorXd& a, const Eigen::VectorXd& b) {
  return (a - b).lpNorm<Eigen::Infinity>() / b.lpNorm<Eigen::Infinity>();
}

double totalMass(const Mechanism& mechanism) {
  double sum = 0;
  for (const Body& body : mechanism.bodies) sum += body.mass;
  return sum;
}

}  // namespace

TEST_CASE("the catalogue's robots have the published number of dofs", "[catalogue]") {
  for (const Robot& robot : robots) {
    INFO(robot.name);
    CHECK(compile(robot.build({})).degreesOfFreedom() == robot.dofs);
    CHECK(compile(robot.build({RobotBase::hanging})).degreesOfFreedom() == robot.dofs);
    CHECK(compile(robot.build({RobotBase::fixed})).degreesOfFreedom() == robot.dofs - 6);
    CHECK(catalogueMechanism(robot.name) == robot.build({}));
    CHECK(catalogueMechanism(robot.name, R"({"base": "hanging", "gravity": 1.62})") ==
          robot.build({RobotBase::hanging, 1.62}));
    for (const Body& body : robot.build({}).bodies) {
      INFO(body.name);
      CHECK_FALSE(body.shapes.empty());
    }
  }
}

TEST_CASE("the accelerations of the catalogue's robots agree with the reference",
          "[catalogue][reference]") {
  for (const Robot& robot : robots) {
    if (!robot.reference) continue;
    INFO(robot.name);
    const Json json = readJsonFile(referenceFile("robots", robot.reference));
    const Mechanism theirs = mechanismFromJson(json.at("mechanism").dump());
    const Mechanism ours = robot.build({});
    REQUIRE(ours.joints.size() == theirs.joints.size());
    for (const Json& one : json.at("cases")) {
      NamedState state;
      state.q = renamed(one.at("state").at("q"), theirs, ours);
      state.v = renamed(one.at("state").at("v"), theirs, ours);
      state.tau = renamed(one.at("state").at("tau"), theirs, ours);
      const Fixture on(ours, state);
      // The reference has twelve digits. It was solved with a mass matrix of condition number κ.
      const double tolerance = capped(1e-15 * one.at("condition").get<double>());
      const Eigen::VectorXd expected = flatVelocity(ours, renamed(one.at("a"), theirs, ours));
      CHECK(largestDifference(on.forward(), expected) <= tolerance);
      CHECK(on.kinetic() == Approx(one.at("kinetic").get<double>()).epsilon(1e-11));
      CHECK(on.potential() ==
            Approx(one.at("potential").get<double>()).epsilon(1e-11).margin(1e-9));
    }
  }
}

TEST_CASE("the Tello's differentials turn their joints by sums and differences of motor angles",
          "[catalogue]") {
  const Mechanism mechanism = telloHumanoid({RobotBase::fixed});
  const Fixture on(mechanism);
  // Hip: equal crank angles pitch the thigh, and opposite angles roll it (mirror symmetry).
  const StateLayout layout(mechanism);
  const auto velocityOf = [&](const std::string& name) {
    for (std::size_t i = 0; i < mechanism.joints.size(); ++i)
      if (mechanism.joints[i].name == name) return layout.velocity[i];
    FAIL("no joint " << name);
    return 0;
  };
  // Every motion on the loops is G ẏ. The columns of G give the left leg's hip and knee.
  for (std::size_t c = 0; c < on.tree.clusters().size(); ++c) {
    const Cluster<double>& cluster = on.tree.clusters()[c];
    const auto at = [&](const std::string& name) {
      for (int k = 0; k < cluster.spanning(); ++k)
        if (cluster.velocities[static_cast<std::size_t>(k)] == velocityOf(name)) return k;
      return -1;
    };
    if (!cluster.constraint) continue;
    const Eigen::MatrixXd basis = on.work.constraints[c].basis.leftCols(cluster.dofs);
    const int roll = at("leftHipRoll"), first = at("leftHipCrank1"), second = at("leftHipCrank2");
    if (roll >= 0) {
      CHECK(cluster.dofs == 2);
      const Eigen::RowVectorXd pitch = basis.row(at("leftHipPitch"));
      Eigen::Matrix2d outputs;  // of roll and pitch
      outputs << basis.row(roll), pitch;
      const Eigen::RowVector2d mean = (basis.row(first) + basis.row(second)) / 2;
      const Eigen::RowVector2d gap = basis.row(first) - basis.row(second);
      CHECK(std::abs((mean * outputs.inverse())[0]) < 1e-12);  // the mean does not roll
      CHECK(std::abs((gap * outputs.inverse())[1]) < 1e-12);   // the difference does not pitch
    }
    const int knee = at("leftKnee");
    if (knee >= 0) {
      CHECK(cluster.dofs == 2);
      const Eigen::RowVectorXd sum =
          basis.row(at("leftKneeAnkleRotor1")) + basis.row(at("leftKneeAnkleRotor2"));
      CHECK((sum - 12 * basis.row(knee)).norm() < 1e-12);  // 2 · ratio
    }
  }
}

TEST_CASE("a hanging robot starts with its weight supported", "[catalogue]") {
  for (const Robot& robot : robots) {
    INFO(robot.name);
    const Mechanism mechanism = robot.build({RobotBase::hanging});
    const Joint& base = mechanism.joints.front();
    const double sag = mechanism.initialState->q.at(base.name)[2];
    CHECK(-base.stiffness * sag == Approx(totalMass(mechanism) * 9.81).epsilon(1e-14));
    CHECK(mechanism.initialState->q.at(base.name)[6] == 1);
    // Under gravity, a floating robot starts to fall.
    const Mechanism floating = robot.build({});
    CHECK(base.parentFrame.position.z() + sag ==
          Approx(floating.initialState->q.at(base.name)[2]).epsilon(1e-14));
  }
}

TEST_CASE("damping acts on all joints of a robot except its base joint", "[catalogue]") {
  for (const Robot& robot : robots) {
    const Mechanism mechanism = robot.build({RobotBase::floating, 9.81, 0.3});
    CHECK(mechanism.joints.front().damping == 0);
    for (std::size_t i = 1; i < mechanism.joints.size(); ++i)
      CHECK(mechanism.joints[i].damping == 0.3);
  }
}

TEST_CASE("an unknown base is an error that lists the known bases", "[catalogue]") {
  CHECK_THROWS_WITH(catalogueMechanism("jvrc1", R"({"base": "hangin"})"),
                    Catch::Matchers::StartsWith("options.base: no base is named \"hangin\"; did "
                                                "you mean \"hanging\"?"));
}

}  // namespace linkwork::test
