#include <catch2/catch.hpp>

#include "dynamics/model_motion.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/errors.hpp"

namespace linkwork::test {
namespace {

/// Returns the target of a frame at a pose.
PoseTarget targetAt(Model& model, const Eigen::VectorXd& q, const BodyFrame& frame) {
  const Transform<double> pose = model.relativePose(q, frame);
  PoseTarget target{frame, pose.translation};
  target.rotation = Eigen::Quaterniond(pose.rotation);
  return target;
}

/// Returns the constraint violation of a pose.
double gapOf(Model& model, const Eigen::VectorXd& q) {
  Eigen::VectorXd closed = q, v = Eigen::VectorXd::Zero(model.velocitySize());
  model.close(closed, v);
  return largest(closed - q);
}

void setLimits(Mechanism& mechanism, const std::string& joint, double lower, double upper) {
  for (Joint& candidate : mechanism.joints)
    if (candidate.name == joint) candidate.limits = JointLimits{lower, upper};
}

/// Returns the gradient over ẏ of the error of one position target.
Eigen::VectorXd slopeAt(Model& model, const Eigen::VectorXd& q, const PoseTarget& target) {
  const Eigen::Vector3d off = target.position - model.relativePose(q, target.frame).translation;
  return -model.jacobian(q, target.frame).bottomRows<3>().transpose() * off;
}

}  // namespace

TEST_CASE("inverse kinematics finds a pose from its targets", "[dynamics][frames]") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    CAPTURE(seed);
    ModelMotion on(seed);
    const double fastest = largest(on.v);
    if (fastest == 0) continue;
    const Eigen::VectorXd there = on.after(0.1 / fastest).q;
    std::vector<PoseTarget> targets;
    for (const Body& body : on.model.mechanism().bodies)
      targets.push_back(targetAt(on.model, there, {body.name, {{0.1, -0.2, 0.3}}}));
    const InverseKinematicsResult found = on.model.inverseKinematics(on.q, targets);
    CHECK(found.isReached);
    CHECK(found.error <= 1e-9);
    CHECK(gapOf(on.model, found.q) <= 1e-9);
    for (const PoseTarget& target : targets) {
      const Transform<double> pose = on.model.relativePose(found.q, target.frame);
      CHECK((pose.translation - target.position).norm() <= 1e-9);
      CHECK((pose.rotation - target.rotation->toRotationMatrix()).norm() <= 1e-8);
    }
  }
}

TEST_CASE("balls stay within their cone, twist and turn", "[dynamics][frames]") {
  Mechanism mechanism;
  mechanism.name = "arm";
  mechanism.bodies.push_back({"arm", 1, {0, 0, 0.5}, {0.1, 0.1, 0.1, 0, 0, 0}});
  Joint& ball = mechanism.joints.emplace_back();
  ball.name = "ball";
  ball.type = JointType::spherical;
  ball.parent = "world";
  ball.child = "arm";
  ball.ballLimits = BallLimits{};
  ball.ballLimits->cone = 0.6;
  const Eigen::Vector3d level = Eigen::Vector3d(1, 2, 0).normalized();
  PoseTarget target{{"arm", {{0, 0, 1}}}, std::sin(1.1) * level};
  target.position.z() = std::cos(1.1);
  {  // The nearest pose leans as far as it may towards the target.
    Model model(mechanism);
    const InverseKinematicsResult found =
        model.inverseKinematics(model.initialPosition(), {target});
    const Eigen::Vector3d tip = model.relativePose(found.q, target.frame) * Eigen::Vector3d::Zero();
    CHECK((tip - (std::sin(0.6) * level + std::cos(0.6) * Eigen::Vector3d::UnitZ())).norm() < 1e-7);
    CHECK(found.error == Approx(2 * std::sin((1.1 - 0.6) / 2)));
  }
  ball.ballLimits = BallLimits{};
  ball.ballLimits->twist = {-0.2, 0.5};
  {  // Of a rotation about z alone the twist is all.
    Model model(mechanism);
    target.position = {0, 0, 1};
    target.rotation = Eigen::Quaterniond(Eigen::AngleAxisd(0.9, Eigen::Vector3d::UnitZ()));
    const InverseKinematicsResult found =
        model.inverseKinematics(model.initialPosition(), {target});
    CHECK(2 * std::atan2(found.q[2], found.q[3]) == Approx(0.5).epsilon(1e-8));
    CHECK(found.error == Approx(0.4));
  }
  ball.ballLimits = BallLimits{};
  ball.ballLimits->turn = 0.7;
  {
    Model model(mechanism);
    target.position = std::sin(1.1) * level + std::cos(1.1) * Eigen::Vector3d::UnitZ();
    target.rotation.reset();
    const InverseKinematicsResult found =
        model.inverseKinematics(model.initialPosition(), {target});
    CHECK(found.q.head<3>().norm() == Approx(std::sin(0.35)).epsilon(1e-8));
    CHECK(found.error == Approx(2 * std::sin(0.2)));
    // A start beyond the limits is moved into them first.
    Eigen::VectorXd far = model.initialPosition();
    far << 0, std::sin(0.6), 0, std::cos(0.6);
    CHECK(model.inverseKinematics(far, {target}).q.head<3>().norm() <= std::sin(0.35) + 1e-9);
  }
}

TEST_CASE("an arm stretches towards a target out of reach", "[dynamics][frames]") {
  for (const JointType joint : {JointType::revolute, JointType::spherical}) {
    ChainOptions options;
    options.links = 5;
    options.length = 0.2;
    options.joint = joint;
    Model model(chain(options));
    const BodyFrame tip{model.mechanism().bodies.back().name, {{0, 0, -0.2}}};
    const Eigen::Vector3d root =
        model.relativePose(model.initialPosition(), {model.mechanism().bodies.front().name})
            .translation;
    PoseTarget target{tip, root + Eigen::Vector3d(1.2, 0, 0.9)};
    const InverseKinematicsResult found =
        model.inverseKinematics(model.initialPosition(), {target});
    CHECK_FALSE(found.isReached);
    CHECK(std::abs(found.error - (1.5 - 1.0)) <= 1e-8);  // flat: second order in small angles
    const Eigen::Vector3d reached = model.relativePose(found.q, tip).translation - root;
    CHECK((reached - Eigen::Vector3d(0.8, 0, 0.6)).norm() <= 1e-4);
  }
}

TEST_CASE("a coupler point comes as near to its target as the linkage allows",
          "[dynamics][frames]") {
  Model model(fourBar());
  const BodyFrame point{"coupler", {{0.25, 0, 0.2}}};
  const Eigen::VectorXd& start = model.initialPosition();
  for (const double angle : {0.3, 1.7, 3.0, 4.4, 5.9}) {
    CAPTURE(angle);
    const Eigen::Vector3d home = model.relativePose(start, point).translation;
    const PoseTarget target{point,
                            home + 0.1 * Eigen::Vector3d(std::cos(angle), 0.3, std::sin(angle))};
    const InverseKinematicsResult found = model.inverseKinematics(start, {target});
    CHECK(gapOf(model, found.q) <= 1e-9);
    // One dof: at the nearest point of its curve, the target is perpendicular.
    CHECK(largest(slopeAt(model, found.q, target)) <= 1e-7);
    CHECK(found.error < (target.position - home).norm());
  }
}

TEST_CASE("inverse kinematics satisfies the limits of joints, dependent joints included",
          "[dynamics][frames]") {
  const Mechanism free = fourBar();
  Model unlimited(free);
  const BodyFrame point{"coupler", {{0.25, 0, 0.2}}};
  const Eigen::VectorXd start = unlimited.initialPosition();
  const Eigen::VectorXd forward = unlimited.spanning(start, Eigen::VectorXd::Constant(1, 1));
  for (const std::string joint : {"crank", "coupler", "rocker"})
    for (const double way : {-0.4, 0.4}) {
      CAPTURE(joint, way);
      const JointPlace place = unlimited.joint(joint);
      Eigen::VectorXd q = start + way * forward, v = Eigen::VectorXd::Zero(3);
      unlimited.close(q, v);
      PoseTarget target = targetAt(unlimited, q, point);
      target.rotation.reset();
      REQUIRE(unlimited.inverseKinematics(start, {target}).isReached);

      // A limit half-way: beyond it, the error would decrease further.
      const double stop = 0.5 * (start[place.position] + q[place.position]);
      const bool isUpper = stop > start[place.position];
      Mechanism limited = free;
      setLimits(limited, joint, isUpper ? -10 : stop, isUpper ? stop : 10);
      Model model(limited);
      const InverseKinematicsResult found = model.inverseKinematics(start, {target});
      CHECK_FALSE(found.isReached);
      CHECK(std::abs(found.q[place.position] - stop) <= 1e-8);
      CHECK(found.jointsAtLimits == std::vector<std::string>{joint});
      CHECK(gapOf(model, found.q) <= 1e-9);

      // A start beyond the limit is moved back to it.
      const InverseKinematicsResult back = model.inverseKinematics(q, {target});
      CHECK(std::abs(back.q[place.position] - stop) <= 1e-8);
    }
  Mechanism impossible = free;
  setLimits(impossible, "rocker", 100, 101);
  Model model(impossible);
  CHECK_THROWS_AS(model.inverseKinematics(start, {}), SimulationError);
}

TEST_CASE(
    "inverse kinematics of a humanoid's foot moves its leg only, if all other joints are fixed",
    "[dynamics][frames]") {
  RobotOptions options;
  options.base = RobotBase::fixed;
  Model model(telloHumanoid(options));
  const Eigen::VectorXd& start = model.initialPosition();
  const BodyFrame foot{"leftFoot", {{0.02, 0, -0.03}}};
  const Eigen::VectorXd still = Eigen::VectorXd::Zero(model.velocitySize());

  InverseKinematicsOptions held;
  for (const Joint& joint : model.mechanism().joints)
    if (!joint.name.starts_with("left") || joint.name.starts_with("leftShoulder"))
      held.held.push_back(joint.name);
  held.held.push_back("leftHipYaw");
  PoseTarget target = targetAt(model, start, foot);
  target.position += Eigen::Vector3d(0.05, 0.02, 0.04);
  target.rotation.reset();
  const InverseKinematicsResult found = model.inverseKinematics(start, {target}, held);
  CHECK(found.isReached);
  CHECK(gapOf(model, found.q) <= 1e-9);
  for (const std::string& name : held.held) {
    const JointPlace place = model.joint(name);
    CHECK(largest(found.q.segment(place.position, place.positionSize) -
                  start.segment(place.position, place.positionSize)) <= 1e-9);
  }
  // With one fixed joint in each cluster of the leg, the foot cannot follow.
  for (const Joint& joint : model.mechanism().joints)
    if (joint.name.starts_with("left")) held.held.push_back(joint.name);
  const InverseKinematicsResult stuck = model.inverseKinematics(start, {target}, held);
  CHECK_FALSE(stuck.isReached);
  CHECK(largest(stuck.q - start) <= 1e-9);
}

TEST_CASE("further searches reach poses of an arm that the first one misses",
          "[dynamics][frames]") {
  ChainOptions options;
  options.links = 6;
  options.length = 0.3;
  options.axes = {{0, 0, 1}, {0, 1, 0}, {0, 1, 0}, {0, 0, 1}, {0, 1, 0}, {0, 0, 1}};
  Mechanism mechanism = chain(options);
  for (Joint& joint : mechanism.joints) joint.limits = JointLimits{-2.6, 2.6};
  Model model(mechanism);
  const BodyFrame tip{mechanism.bodies.back().name, {{0, 0, -0.3}}};
  InverseKinematicsOptions once, often;
  often.searches = 30;
  int first = 0, reached = 0;
  constexpr int count = 100;
  for (int k = 0; k < count; ++k) {
    CAPTURE(k);
    Eigen::VectorXd there(6);
    for (int i = 0; i < 6; ++i) there[i] = 2.6 * std::sin(7.3 * k + 2.1 * i + 0.3 * k * i);
    const PoseTarget target = targetAt(model, there, tip);
    const Eigen::VectorXd& start = model.initialPosition();
    const InverseKinematicsResult one = model.inverseKinematics(start, {target}, once);
    const InverseKinematicsResult found = model.inverseKinematics(start, {target}, often);
    first += one.isReached;
    reached += found.isReached;
    CHECK(found.error <= one.error);
    if (one.isReached) CHECK(found.q == one.q);
    CHECK(found.q.cwiseAbs().maxCoeff() <= 2.6 + 1e-9);
    CHECK(model.inverseKinematics(start, {target}, often).q == found.q);
    // An attitude alone is reached from anywhere, at a weight of 0 for the position.
    PoseTarget attitude = target;
    attitude.position = {9, 9, 9};
    attitude.positionWeight = 0;
    CHECK(model.inverseKinematics(start, {attitude}, often).isReached);
  }
  CAPTURE(first, reached);
  CHECK(first < count);
  CHECK(reached >= 0.99 * count);
}

TEST_CASE("further searches find other branches of loops, and keep held joints",
          "[dynamics][frames]") {
  Model model(sixBar());
  const Eigen::VectorXd& start = model.initialPosition();
  const Eigen::VectorXd forward = model.spanning(start, Eigen::VectorXd::Constant(1, 1));
  Eigen::VectorXd there = start + 0.5 * forward, v = Eigen::VectorXd::Zero(forward.size());
  model.close(there, v);
  const std::string body = model.mechanism().bodies.back().name;
  InverseKinematicsOptions options;
  options.searches = 10;
  const InverseKinematicsResult found =
      model.inverseKinematics(start, {targetAt(model, there, {body})}, options);
  CHECK(found.isReached);
  CHECK(gapOf(model, found.q) <= 1e-9);

  Mechanism mechanism = model.mechanism();
  options.held = {mechanism.joints.front().name};
  PoseTarget far{{body}, {5, 5, 5}};
  const InverseKinematicsResult held = model.inverseKinematics(start, {far}, options);
  CHECK_FALSE(held.isReached);
  const JointPlace place = model.joint(options.held.front());
  CHECK(std::abs(held.q[place.position] - start[place.position]) <= 1e-9);

  options.searches = 0;
  CHECK_THROWS_WITH(model.inverseKinematics(start, {far}, options),
                    Catch::StartsWith("options.searches"));
}

TEST_CASE("invalid targets are refused, and fixed frames stay", "[dynamics][frames]") {
  Model model(fourBar());
  const Eigen::VectorXd& q = model.initialPosition();
  CHECK(model.inverseKinematics(q, {}).isReached);
  PoseTarget target{{"coupler"}};
  target.positionWeight = -1;
  CHECK_THROWS_WITH(model.inverseKinematics(q, {target}),
                    Catch::StartsWith("targets[0].positionWeight"));
  target.positionWeight = 1;
  target.rotation = Eigen::Quaterniond(0, 0, 0, 0);
  CHECK_THROWS_AS(model.inverseKinematics(q, {target}), MechanismError);
  CHECK_THROWS_WITH(model.inverseKinematics(q, {{{"cuopler"}}}),
                    Catch::StartsWith("targets[0].frame.body"));
  InverseKinematicsOptions options;
  options.held = {"no such joint"};
  CHECK_THROWS_AS(model.inverseKinematics(q, {}, options), MechanismError);
  CHECK_THROWS_AS(model.inverseKinematics(q * std::nan(""), {}), MechanismError);
}

}  // namespace linkwork::test
