#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "linkwork/dynamics/compile.hpp"
#include "linkwork/dynamics/configuration.hpp"
#include "linkwork/json.hpp"
#include "linkwork/model/joint_limits.hpp"
#include "linkwork/simulation.hpp"

/// Limits of joints with several coordinates, and of balls.
namespace linkwork::test {
namespace {

struct Way {
  std::string method, integrator;
};

/// All methods with inertia.
Way anyWay() {
  return GENERATE(Way{"articulated-body", "rk4"}, Way{"articulated-body", "semi-implicit-euler"},
                  Way{"variational", "second-order"}, Way{"variational-maximal", "second-order"},
                  Way{"multipliers", "rattle"}, Way{"multipliers", "rk4"});
}

/// A homogeneous ball without gravity on a joint, at a velocity of it.
Mechanism ballOn(JointType type, const std::vector<double>& v) {
  Mechanism mechanism;
  mechanism.name = "ball";
  mechanism.gravity.setZero();
  Body& body = mechanism.bodies.emplace_back();
  body.name = "ball";
  body.mass = 2;
  body.inertia = {0.1, 0.1, 0.1, 0, 0, 0};
  Joint& joint = mechanism.joints.emplace_back();
  joint.name = "joint";
  joint.type = type;
  joint.parent = "world";
  joint.child = "ball";
  mechanism.initialState = NamedState{};
  mechanism.initialState->v["joint"] = v;
  return mechanism;
}

Simulation run(const Mechanism& mechanism, const Way& way, double seconds) {
  Simulation simulation(mechanism,
                        {.method = way.method, .integrator = way.integrator, .step = 1e-3});
  simulation.advance(seconds);
  return simulation;
}

Eigen::Vector3d childAxis(const Simulation& simulation, int axis) {
  const Eigen::Quaterniond rotation(simulation.q()[3], simulation.q()[0], simulation.q()[1],
                                    simulation.q()[2]);
  return rotation * Eigen::Vector3d::Unit(axis);
}

}  // namespace

TEST_CASE("a cone stops the swing of a ball and lets it turn about its own axis", "[limits]") {
  const Way way = anyWay();
  CAPTURE(way.method, way.integrator);
  Mechanism mechanism = ballOn(JointType::spherical, {0.6, 0.8, 0});
  mechanism.joints[0].ballLimits = BallLimits{.cone = 0.5};
  const Simulation simulation = run(mechanism, way, 2);
  CHECK(std::acos(childAxis(simulation, 2).z()) == Approx(0.5).epsilon(1e-5));
  CHECK(Eigen::Map<const Eigen::Vector3d>(simulation.v().data()).norm() < 1e-9);

  // Turning about z of the child, on the cone, is free.
  mechanism.initialState->v["joint"] = {0.6, 0.8, 2};
  const Simulation turning = run(mechanism, way, 2);
  CHECK(std::acos(childAxis(turning, 2).z()) <= 0.5 + 1e-5);
  CHECK(turning.v()[2] > 1);
}

TEST_CASE("a cone returns the part of the speed that its restitution specifies", "[limits]") {
  const Way way = anyWay();
  CAPTURE(way.method, way.integrator);
  Mechanism mechanism = ballOn(JointType::spherical, {1, 0, 0});
  mechanism.joints[0].ballLimits = BallLimits{.cone = 0.5, .restitution = 0.5};
  const Simulation simulation = run(mechanism, way, 1);
  CHECK(simulation.v()[0] == Approx(-0.5).epsilon(1e-9));
  CHECK(2 * std::asin(simulation.q()[0]) == Approx(0.5 - 0.5 * 0.5).margin(2e-3));  // a step's way
}

TEST_CASE("a twist has two ends, and swing is free", "[limits]") {
  const Way way = anyWay();
  CAPTURE(way.method, way.integrator);
  Mechanism mechanism = ballOn(JointType::spherical, {0, 0, 1});
  mechanism.joints[0].ballLimits = BallLimits{.twist = {{-0.3, 0.4, 0}}};
  const Simulation up = run(mechanism, way, 1);
  CHECK(2 * std::atan2(up.q()[2], up.q()[3]) == Approx(0.4).epsilon(1e-5));
  mechanism.initialState->v["joint"] = {0, 0, -1};
  const Simulation down = run(mechanism, way, 1);
  CHECK(2 * std::atan2(down.q()[2], down.q()[3]) == Approx(-0.3).epsilon(1e-5));
  mechanism.initialState->v["joint"] = {1, 0, 0};
  CHECK(run(mechanism, way, 1).v()[0] == Approx(1).epsilon(1e-9));
}

TEST_CASE("the whole turn of a ball ends at its limit, about any axis", "[limits]") {
  const Way way = anyWay();
  CAPTURE(way.method, way.integrator);
  Mechanism mechanism = ballOn(JointType::spherical, {1, -2, 2});
  mechanism.joints[0].ballLimits = BallLimits{.turn = 1.2};
  const Simulation simulation = run(mechanism, way, 1);
  CHECK(2 * std::acos(simulation.q()[3]) == Approx(1.2).epsilon(1e-5));
  CHECK(Eigen::Map<const Eigen::Vector3d>(simulation.v().data()).norm() < 1e-9);
}

TEST_CASE("every coordinate of a joint has its own range", "[limits]") {
  const Way way = anyWay();
  const JointType type = GENERATE(JointType::universal, JointType::cylindrical, JointType::planar);
  CAPTURE(way.method, way.integrator, name(type));
  const bool isPlanar = type == JointType::planar;
  Mechanism mechanism = ballOn(type, isPlanar ? std::vector{1.0, 2.0, 0.0} : std::vector{1.0, 2.0});
  mechanism.joints[0].coordinateLimits.resize(isPlanar ? 3 : 2);
  mechanism.joints[0].coordinateLimits[0].upper = 0.25;
  const Simulation first = run(mechanism, way, 1);
  CHECK(first.q()[0] == Approx(0.25).epsilon(1e-5));
  CHECK(std::abs(first.v()[0]) < 1e-9);
  CHECK(first.v()[1] > 1);
  mechanism.joints[0].coordinateLimits[0] = {};
  mechanism.joints[0].coordinateLimits[1].upper = 0.5;
  const Simulation second = run(mechanism, way, 0.6);
  CHECK(second.q()[1] == Approx(0.5).epsilon(1e-5));
  CHECK(std::abs(second.v()[1]) < 1e-9);
  CHECK(second.v()[0] > 0.5);
}

TEST_CASE("the rates of measures are their derivatives", "[limits]") {
  Mechanism mechanism = ballOn(JointType::spherical, {0, 0, 0});
  mechanism.joints[0].ballLimits = BallLimits{.cone = 1, .twist = {{-1, 1, 0}}, .turn = 1};
  const ClusterTree<double> tree = compile(mechanism);
  const std::vector<JointLimit> limits = limitsOf(mechanism, tree);
  REQUIRE(limits.size() == 3);
  for (const Eigen::Vector4d& pose :
       {Eigen::Vector4d(0.3, -0.2, 0.5, 0.8), Eigen::Vector4d(-0.6, 0.1, -0.2, -0.4)})
    for (const JointLimit& limit : limits)
      for (int k = 0; k < 3; ++k) {
        const Eigen::VectorXd q = pose.normalized();
        constexpr double small = 1e-6;
        Eigen::VectorXd back = q, ahead = q;
        retract<double>(tree, q, Eigen::VectorXd(-small * Eigen::Vector3d::Unit(k)), back);
        retract<double>(tree, q, Eigen::VectorXd(small * Eigen::Vector3d::Unit(k)), ahead);
        const double rate =
            (measure(limit, ahead).value - measure(limit, back).value) / (2 * small);
        CHECK(measure(limit, q).along[k] == Approx(rate).margin(1e-9));
      }
}

TEST_CASE("limits of balls and coordinates are read, written and checked", "[limits]") {
  Mechanism mechanism = ballOn(JointType::spherical, {0, 0, 0});
  mechanism.joints[0].ballLimits =
      BallLimits{.cone = 0.5, .twist = {{-0.5, 0.25, 0}}, .restitution = 0.5};
  CHECK(mechanismFromJson(toJson(mechanism)) == mechanism);
  mechanism.joints[0].ballLimits = BallLimits{};
  CHECK_THROWS_WITH(compile(mechanism), Catch::Contains("joints[0].ballLimits: found no bound"));
  mechanism.joints[0].ballLimits = BallLimits{.twist = {{-4, 0, 0}}};
  CHECK_THROWS_WITH(compile(mechanism), Catch::Contains("joints[0].ballLimits.twist.lower"));
  mechanism.joints[0].ballLimits = BallLimits{.cone = 4};
  CHECK_THROWS_WITH(compile(mechanism), Catch::Contains("joints[0].ballLimits.cone"));
  Mechanism slide = ballOn(JointType::cylindrical, {0, 0});
  slide.joints[0].coordinateLimits.resize(1);
  CHECK_THROWS_WITH(compile(slide), Catch::Contains("expected 2 ranges"));
  slide.joints[0].coordinateLimits.resize(2);
  slide.joints[0].coordinateLimits[1].lower = 0;
  CHECK(mechanismFromJson(toJson(slide)) == slide);
  slide.joints[0].ballLimits = BallLimits{.cone = 1};
  CHECK_THROWS_WITH(compile(slide), Catch::Contains("takes no ballLimits"));
}

}  // namespace linkwork::test
