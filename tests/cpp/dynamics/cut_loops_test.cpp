#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "dynamics/dense_maximal.hpp"
#include "dynamics/large_loops.hpp"
#include "dynamics/tolerance.hpp"

/// Large clusters, whose forward dynamics cut their loops (dynamics/cut_loops.hpp).
namespace linkwork::test {
namespace {

/// At random velocities and forces, some steps from the symmetric start.
Fixture moving(const Mechanism& mechanism) {
  Fixture on(mechanism);
  std::mt19937 random(7);
  std::uniform_real_distribution<double> number(-1, 1);
  for (double& entry : on.v) entry = number(random);
  closeLoops<double>(on.tree, on.work, on.q, on.v);
  for (double& entry : on.forces.torque) entry = number(random);
  for (Vector6<double>& wrench : on.forces.wrenches)
    for (double& entry : wrench) entry = number(random);
  on.forces.hasWrenches = true;
  on.update();
  return on;
}

bool isCut(const Fixture& on) {
  for (const Cluster<double>& cluster : on.tree.clusters())
    if (cluster.isCut()) return true;
  return false;
}

}  // namespace

TEST_CASE("accelerations of large loops agree with a dense computation in maximal coordinates") {
  const auto [type, links] =
      GENERATE(std::pair(JointType::revolute, 40), std::pair(JointType::spherical, 20));
  const std::string base = GENERATE("world", "base");
  const Fixture on = moving(ring(links, type, base));
  REQUIRE(isCut(on));
  const Eigen::VectorXd a = on.forward();
  CAPTURE(links, base);
  CHECK((a - denseForwardDynamics(on)).norm() <= solveTolerance(on, 100) * a.norm());
}

TEST_CASE("inverse dynamics reproduce the forces of large loops") {
  const Fixture on = moving(ring(60, JointType::revolute, "base"));
  REQUIRE(isCut(on));
  const Eigen::VectorXd torque = on.inverse(on.forward());
  CHECK(torque.lpNorm<Eigen::Infinity>() <= 1e-9);  // forces are of 1 N·m, over 60 links
}

}  // namespace linkwork::test
