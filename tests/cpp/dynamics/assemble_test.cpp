#include "linkwork/assemble.hpp"

#include <catch2/catch.hpp>

#include "dynamics/fixture.hpp"
#include "dynamics/random_mechanism.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/dynamics/configuration.hpp"
#include "linkwork/dynamics/setup/closure_equations.hpp"
#include "linkwork/json.hpp"
#include "linkwork/linalg/singular_values.hpp"
#include "mechanism/reference_files.hpp"

namespace linkwork::test {
namespace {

using Catch::Matchers::Contains;
using Names = std::set<std::string, std::less<>>;

/// Constraint violations are sums of several dozen products of lengths of order one.
constexpr double closedTo = 1e-13;

double largestGap(const Fixture& on) {
  const ClosureError<double> error = closureError<double>(on.tree, on.q, on.work);
  return std::max({error.loopPosition, error.loopAngle, error.coupling});
}

/// Returns the largest rate at which the distance from a pose changes along the loops, by the
/// independent velocities: |Gᵀ (q ⊖ q_desired)| over |q ⊖ q_desired|. The metric of rotations is
/// that of the joints' coordinates.
double slope(const Fixture& on, const Eigen::VectorXd& desired) {
  Eigen::VectorXd away(on.tree.velocitySize()), along(on.tree.degreesOfFreedom());
  difference<double>(on.tree, desired, on.q, away);
  projectForces<double>(on.tree, away, on.work, along);
  return along.lpNorm<Eigen::Infinity>() / away.norm();
}

/// Returns a mechanism with joints displaced from the loops.
Mechanism displaced(const Mechanism& mechanism, double size, std::uint64_t seed) {
  const ClusterTree<double> tree = openTree(mechanism);
  Random random(seed);
  Eigen::VectorXd delta(tree.velocitySize()), q(tree.positionSize());
  for (double& entry : delta) entry = uniform(random, -size, size);
  retract<double>(tree, tree.initialPosition(), delta, q);
  Mechanism open = mechanism;
  open.initialState = NamedState{.q = namedPosition(mechanism, q)};
  return open;
}

std::vector<Mechanism> linkages() {
  return {fourBar(),
          sixBar({.kind = SixBarKind::watt}),
          sixBar({.kind = SixBarKind::stephenson}),
          fourBarChain({.units = 4}),
          gearedLeg(),
          differentialLeg(),
          beltChain(),
          minitaur(),
          telloHumanoid({.base = RobotBase::fixed})};
}

}  // namespace

TEST_CASE("singular values reconstruct their matrix", "[linalg]") {
  Random random(1);
  for (const auto& [rows, columns] : {std::pair{1, 4}, {3, 3}, {5, 8}, {6, 4}}) {
    Eigen::MatrixXd a(rows, columns);
    for (double& entry : a.reshaped()) entry = uniform(random, -1, 1);
    a.row(rows - 1) *= 1e-9;
    const SingularValues svd(a);
    CHECK(svd.rank(1e-6) == std::min(rows, columns) - (rows > 1 && rows <= columns));
    const Eigen::VectorXd x = Eigen::VectorXd::LinSpaced(columns, 1, 2), image = a * x;
    // The solution of least norm is the projection of x onto the row space of A.
    const Eigen::VectorXd least = svd.solve(image, 0, 0);
    CHECK((a * least - image).norm() <= 1e-14);
    CHECK((least + svd.kernelPart(x, 0) - x).norm() <=
          1e-6);  // the row of 1e-9 limits the accuracy
    CHECK(std::abs(least.dot(svd.kernelPart(x, 0))) <= 1e-6);
  }
}

TEST_CASE("an assembled pose is closed, regular and the nearest one on its loops",
          "[dynamics][loops]") {
  for (const Mechanism& mechanism : linkages()) {
    CAPTURE(mechanism.name);
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
      const Mechanism open = displaced(mechanism, 0.1, seed);
      const Fixture on(assemble(open));  // throws if a pose is open or singular
      CHECK(largestGap(on) <= closedTo);
      // Sliding ends at steps of 1e-12 rad. Their rate of decrease is that of the curvature.
      CHECK(slope(on, flatPosition(open, *open.initialState)) <= 1e-9);
    }
  }
}

TEST_CASE("displaced random loops of all joint types close again", "[dynamics][loops]") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    CAPTURE(seed);
    auto [mechanism, state] = randomMechanism(seed);
    mechanism.initialState = NamedState{.q = state.q};
    const Fixture on(assemble(displaced(mechanism, 0.05, seed)));
    CHECK(largestGap(on) <= closedTo);
  }
}

TEST_CASE("assembly keeps a closed and regular pose", "[dynamics][loops]") {
  for (const Mechanism& mechanism : linkages()) {
    CAPTURE(mechanism.name);
    const Mechanism assembled = assemble(mechanism);
    for (const auto& [joint, q] : mechanism.initialState->q)
      for (std::size_t i = 0; i < q.size(); ++i)
        CHECK(std::abs(assembled.initialState->q.at(joint)[i] - q[i]) <= 1e-11);
  }
}

TEST_CASE("assembly projects velocities onto those that keep loops closed", "[dynamics][loops]") {
  Mechanism mechanism = fourBar({.startSpeed = 3});
  const JointValues closedSpeeds = mechanism.initialState->v;
  CHECK(assemble(mechanism).initialState->v.at("crank")[0] ==
        Approx(closedSpeeds.at("crank")[0]).epsilon(1e-12));
  mechanism.initialState->v = {{"crank", {3.0}}};
  const Fixture on(assemble(mechanism));  // throws if velocities violate the loop
  // The nearest point to (3, 0, 0) on the line of consistent velocities.
  const Eigen::VectorXd line = flatVelocity(mechanism, closedSpeeds);
  const Eigen::VectorXd desired = flatVelocity(mechanism, {{"crank", {3.0}}});
  CHECK((on.v - line.dot(desired) / line.squaredNorm() * line).norm() <= 1e-12);
}

TEST_CASE("fixed joints keep their positions, and other joints close around them",
          "[dynamics][loops]") {
  const Mechanism mechanism = fourBar();
  for (const double angle : {-2.0, 0.4, 1.7}) {
    const Mechanism assembled = assemble(mechanism, {{"crank", {angle}}});
    CHECK(assembled.initialState->q.at("crank") == std::vector{angle});
    CHECK(largestGap(Fixture(assembled)) <= closedTo);
  }
}

TEST_CASE("rotors turn many times to follow a joint that is set", "[dynamics][loops]") {
  for (const double ratio : {6.0, 100.0, 1000.0}) {
    CAPTURE(ratio);
    GearedArmOptions options;
    options.joints = 1;
    options.ratio = ratio;
    options.startAngle = 0;
    const Mechanism assembled = assemble(gearedArm(options), {{"joint1", {0.5}}});
    CHECK(assembled.initialState->q.at("joint1") == std::vector{0.5});
    CHECK(assembled.initialState->q.at("rotor1").front() == Approx(0.5 * ratio).epsilon(1e-12));
  }
}

TEST_CASE("an error of a loop that cannot close names the loop and its violation",
          "[dynamics][loops][errors]") {
  Mechanism mechanism = fourBar();
  CHECK_THROWS_WITH(
      assemble(mechanism, {{"crank", {0.3}}, {"rocker", {2.5}}}),
      Contains("loops[0]: found no position at which it closes; the nearest leaves") &&
          Contains("rad, or as many times the length of the loop, with the joints "
                   "that are set held there"));
  mechanism.loops.front().parentFrame.position.x() += 10;
  CHECK_THROWS_AS(assemble(mechanism), MechanismError);
}

TEST_CASE("assembly agrees with poses of an earlier URDF importer", "[dynamics][loops]") {
  for (const auto& recorded : readJsonFile("tests/data/assemblies.json.gz")) {
    CAPTURE(recorded.at("name"));
    const Mechanism mechanism = mechanismFromJson(recorded.at("mechanism").dump());
    const AssemblyRules rules{.dependent = recorded.at("dependent").get<Names>()};
    const Assembly assembly = findAssembly(mechanism, rules);
    const auto isClosed = [](const AssembledClosures& closures) { return closures.isClosed; };
    CHECK(std::all_of(assembly.closures.begin(), assembly.closures.end(), isClosed) ==
          recorded.at("closes").get<bool>());
    if (!recorded.at("closes")) continue;
    const Fixture there(mechanism, NamedState{.q = recorded.at("q").get<JointValues>()});
    const Fixture here(mechanism, NamedState{.q = assembly.q});
    CHECK(largestGap(here) <= closedTo);
    CHECK(here.tree.degreesOfFreedom() == there.tree.degreesOfFreedom());
    // The importer took least steps and did not slide further. Our poses are as near or nearer,
    // unless its pose is closer to a singularity than ours may be.
    const ClusterTree<double> tree = openTree(mechanism);
    for (ClosureEquations& equations : closureEquations(mechanism, tree)) {
      const auto distance = [&](const Fixture& pose) {
        return equations.difference(tree.initialPosition(), pose.q).norm();
      };
      equations.update(there.q);
      const bool wasSharp = SingularValues(equations.jacobian()).leastRatio(1e-6) > 0.05;
      CHECK((distance(here) <= distance(there) + 1e-9 || !wasSharp));
    }
  }
}

}  // namespace linkwork::test
