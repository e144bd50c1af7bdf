#include "linkwork/catalogue.hpp"

#include <Eigen/Geometry>
#include <catch2/catch.hpp>
#include <map>
#include <numbers>
#include <numeric>
#include <random>

#include "linkwork/errors.hpp"
#include "linkwork/json.hpp"
#include "linkwork/parts.hpp"

using namespace linkwork;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

/// Pose and velocity of a body in the world.
struct Motion {
  Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
  Eigen::Vector3d spin{0, 0, 0};      ///< angular velocity
  Eigen::Vector3d velocity{0, 0, 0};  ///< of the body's origin

  Eigen::Vector3d velocityAt(const Eigen::Vector3d& point) const {
    return velocity + spin.cross(point - pose.translation());
  }
};

Eigen::Isometry3d poseOf(const Frame& frame) {
  return Eigen::Translation3d(frame.position) * frame.rotation;
}

double valueOr0(const JointValues& values, const std::string& joint) {
  const auto found = values.find(joint);
  return found == values.end() ? 0 : found->second.front();
}

/// Of a spherical or a free joint, whose quaternion comes last.
Eigen::Isometry3d relativePose(const JointValues& positions, const Joint& joint) {
  Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
  const auto found = positions.find(joint.name);
  if (found == positions.end()) return pose;
  const std::vector<double>& q = found->second;
  if (q.size() == 7) pose.translate(Eigen::Vector3d::Map(q.data()));
  const Eigen::Vector4d coefficients = Eigen::Vector4d::Map(q.data() + q.size() - 4);
  return pose.rotate(Eigen::Quaterniond(coefficients));
}

/// The motion of every body in the initial state, of mechanisms whose joints are revolute or
/// prismatic, or spherical or free and at rest, and listed with parents before children.
std::map<std::string, Motion> initialMotions(const Mechanism& mechanism) {
  std::map<std::string, Motion> motions{{std::string(worldName), {}}};
  for (const Joint& joint : mechanism.joints) {
    const Motion& parent = motions.at(joint.parent);
    const double q = valueOr0(mechanism.initialState->q, joint.name);
    const double rate = valueOr0(mechanism.initialState->v, joint.name);
    const Eigen::Isometry3d onParent = parent.pose * poseOf(joint.parentFrame);
    const Eigen::Vector3d axis = onParent.linear() * joint.axis;
    Motion motion;
    Eigen::Isometry3d across = Eigen::Isometry3d::Identity();
    if (joint.type == JointType::revolute)
      across.rotate(Eigen::AngleAxisd(q, joint.axis));
    else if (joint.type == JointType::spherical || joint.type == JointType::free)
      across = relativePose(mechanism.initialState->q, joint);
    else
      across.translate(q * joint.axis);
    motion.pose = onParent * across * poseOf(joint.childFrame).inverse();
    const bool turns = joint.type == JointType::revolute;
    motion.spin = parent.spin + (turns ? rate : 0) * axis;
    const Eigen::Vector3d pivot = (onParent * across).translation();
    motion.velocity = parent.velocityAt(pivot) + (turns ? 0 : rate) * axis +
                      motion.spin.cross(motion.pose.translation() - pivot);
    motions[joint.child] = motion;
  }
  return motions;
}

/// The largest residual of loops (revolute, spherical or rods) and couplings, in position and in
/// velocity.
double closureError(const Mechanism& mechanism) {
  const auto motions = initialMotions(mechanism);
  double largest = 0;
  const auto see = [&](double residual) { largest = std::max(largest, std::abs(residual)); };
  for (const Loop& loop : mechanism.loops) {
    const Motion &parent = motions.at(loop.parent), &child = motions.at(loop.child);
    const Eigen::Isometry3d here = parent.pose * poseOf(loop.parentFrame);
    const Eigen::Isometry3d there = child.pose * poseOf(loop.childFrame);
    const Eigen::Vector3d axis = here.linear() * loop.axis;
    if (loop.type == JointType::rod) {
      const Eigen::Vector3d along = there.translation() - here.translation();
      see(along.norm() - loop.length);
      see(along.normalized().dot(child.velocityAt(there.translation()) -
                                 parent.velocityAt(here.translation())));
      continue;
    }
    see((here.translation() - there.translation()).norm());
    if (loop.type == JointType::revolute) see((axis - there.linear() * loop.axis).norm());
    see((parent.velocityAt(here.translation()) - child.velocityAt(here.translation())).norm());
    if (loop.type == JointType::revolute) see((parent.spin - child.spin).cross(axis).norm());
  }
  for (const Coupling& coupling : mechanism.couplings) {
    double position = -coupling.offset, velocity = 0;
    for (const CouplingTerm& term : coupling.terms) {
      position += term.coefficient * valueOr0(mechanism.initialState->q, term.joint);
      velocity += term.coefficient * valueOr0(mechanism.initialState->v, term.joint);
    }
    see(position);
    see(velocity);
  }
  return largest;
}

double totalMass(const Mechanism& mechanism) {
  return std::accumulate(mechanism.bodies.begin(), mechanism.bodies.end(), 0.0,
                         [](double sum, const Body& body) { return sum + body.mass; });
}

class Random {
 public:
  double between(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(engine_);
  }
  int whole(int low, int high) { return std::uniform_int_distribution<int>(low, high)(engine_); }

 private:
  std::mt19937 engine_{5};
};

/// What holds for everything in the catalogue. Loops close to rounding: 1e-12 at lengths about 1.
void checkCommonLaws(const Mechanism& mechanism, double gravity, double damping) {
  // A robot keeps its published figures, even those that no rigid body has.
  const bool isRobot = !mechanism.bodies.front().shapes.empty();
  for (const std::string& warning : validate(mechanism)) {
    CHECK(isRobot);
    CHECK_THAT(warning, Contains("triangle inequality"));
  }
  CHECK(mechanismFromJson(toJson(mechanism)) == mechanism);
  CHECK(mechanism.gravity == Eigen::Vector3d(0, 0, -gravity));
  for (const Joint& joint : mechanism.joints) CHECK(joint.damping == damping);
}

}  // namespace

TEST_CASE("every catalogue mechanism is valid as it comes", "[catalogue]") {
  for (const std::string_view name : catalogueNames()) {
    INFO(name);
    const Mechanism mechanism = catalogueMechanism(name);
    checkCommonLaws(mechanism, 9.81, 0);
    CHECK(closureError(mechanism) < 1e-12);
  }
  CHECK(catalogueNames().size() == 25);
}

TEST_CASE("chains of every joint type are valid", "[catalogue]") {
  for (const JointType type : allJointTypes) {
    if (type == JointType::fixed || type == JointType::free) continue;
    for (const int links : {1, 2, 30}) {
      ChainOptions options;
      options.links = links;
      options.joint = type;
      options.axes = {{0, 0, 1}, {1, 2, 3}, {0, 1, 0}};
      options.startAngle = -1.9;
      options.gravity = 3.7;
      options.damping = 0.1;
      const Mechanism mechanism = chain(options);
      // Axes come out of a file with unit length, which (1, 2, 3) has not.
      const Mechanism read = mechanismFromJson(toJson(mechanism));
      checkCommonLaws(read, 3.7, 0.1);
      CHECK(mechanism.bodies.size() == static_cast<std::size_t>(links));
      CHECK(totalMass(mechanism) == Approx(links * options.mass));
    }
  }
}

TEST_CASE("chains of any size are valid and reach as far as their links", "[catalogue]") {
  Random random;
  for (int i = 0; i < 50; ++i) {
    ChainOptions options;
    options.links = i == 0 ? 5000 : random.whole(1, 40);
    options.length = std::pow(10, random.between(-3, 2));
    options.mass = std::pow(10, random.between(-6, 6));
    options.startAngle = random.between(-3, 3);
    const Mechanism mechanism = chain(options);
    checkCommonLaws(mechanism, 9.81, 0);
    const Motion tip = initialMotions(mechanism).at(mechanism.bodies.back().name);
    const Eigen::Vector3d end = tip.pose * Eigen::Vector3d(0, 0, -options.length);
    const double reach = options.links * options.length;
    // About +y, a positive angle swings what hangs towards -x. Rounding adds up link by link.
    const Eigen::Vector3d expected(-std::sin(options.startAngle), 0, -std::cos(options.startAngle));
    CHECK((end - reach * expected).norm() < 1e-15 * options.links * reach + 1e-15);
  }
}

TEST_CASE("draped chains lie straight over their bar", "[catalogue]") {
  Random random;
  for (int i = 0; i < 30; ++i) {
    DrapedChainOptions options;
    options.links = random.whole(2, 60);
    options.length = random.between(0.05, 0.5);
    options.radius = random.between(0.05, 0.45) * options.length;
    options.joint = i % 2 ? JointType::spherical : JointType::revolute;
    options.drop = random.between(0, 1);
    options.shift = random.between(-0.5, 0.5);
    options.damping = random.between(0, 1);
    const Mechanism mechanism = drapedChain(options);
    checkCommonLaws(mechanism, 9.81, options.damping);
    const auto motions = initialMotions(mechanism);
    const double top = options.barHeight + options.barRadius + options.drop + options.radius;
    for (int k = 1; k <= options.links; ++k)
      CHECK(motions.at("link" + std::to_string(k)).pose.translation().z() == Approx(top));
    const Eigen::Vector3d first = motions.at("link1").pose.translation();
    const Eigen::Vector3d last =
        motions.at(mechanism.bodies.back().name).pose * Eigen::Vector3d(options.length, 0, 0);
    const double reach = options.links * options.length;
    CHECK(0.5 * (first + last).x() == Approx(options.shift * reach).margin(1e-12));
    CHECK(last.x() - first.x() == Approx(reach));
  }
  CHECK_THROWS_WITH(drapedChain({.length = 0.1, .radius = 0.05}),
                    Contains("options.radius: expected at most 0.45 of the length"));
  CHECK_THROWS_WITH(drapedChain({.joint = JointType::prismatic}),
                    Contains("options.joint: found prismatic; expected spherical or revolute"));
}

TEST_CASE("rings of any number of links close over the ground", "[catalogue]") {
  Random random;
  for (int i = 0; i < 30; ++i) {
    ClosedRingOptions options;
    options.links = i == 0 ? 200 : random.whole(3, 40);
    options.tilt = random.between(0, std::numbers::pi / 2);
    options.drop = random.between(0, 1);
    const Mechanism mechanism = closedRing(options);
    checkCommonLaws(mechanism, 9.81, 0);
    CHECK(closureError(mechanism) < 1e-12);
    double lowest = 1e3;
    for (const auto& [name, motion] : initialMotions(mechanism))
      if (name != worldName) lowest = std::min(lowest, motion.pose.translation().z());
    CHECK(lowest == Approx(options.drop + options.radius));
  }
}

TEST_CASE("a disc starts rolling: what touches stands still", "[catalogue]") {
  Random random;
  for (int i = 0; i < 50; ++i) {
    RollingDiscOptions options;
    options.radius = random.between(0.1, 1);
    options.lean = random.between(-1.4, 1.4);
    options.speed = random.between(-3, 3);
    options.turning = random.between(-3, 3);
    const Mechanism mechanism = rollingDisc(options);
    checkCommonLaws(mechanism, 9.81, 0);
    const Eigen::Isometry3d pose =
        relativePose(mechanism.initialState->q, mechanism.joints.front());
    const std::vector<double>& v = mechanism.initialState->v.at("disc");
    // Of the disc's rim, the point below the centre is the lowest and is the world's origin.
    const Eigen::Vector3d lowest(0, -options.radius, 0);
    CHECK((pose * lowest).norm() < 1e-15);
    CHECK((pose.linear() * Eigen::Vector3d(1, 0, 0)).z() == Approx(0).margin(1e-15));
    const Eigen::Vector3d spin = Eigen::Vector3d::Map(v.data());
    CHECK((Eigen::Vector3d::Map(v.data() + 3) + spin.cross(lowest)).norm() < 1e-14);
    CHECK((pose.linear() * spin).dot(pose.linear() * Eigen::Vector3d::UnitZ()) ==
          Approx(-options.speed / options.radius + options.turning * pose.linear()(2, 2)));
  }
}

TEST_CASE("boxes stand on each other", "[catalogue]") {
  const Mechanism mechanism = boxStack({.boxes = 5, .size = 0.3, .mass = 2, .massRatio = 1.5});
  checkCommonLaws(mechanism, 9.81, 0);
  for (int i = 0; i < 5; ++i) {
    CHECK(mechanism.bodies[static_cast<std::size_t>(i)].mass == Approx(2 * std::pow(1.5, i)));
    CHECK(mechanism.initialState->q.at("box" + std::to_string(i + 1))[2] ==
          Approx(0.3 * (i + 0.5)));
  }
}

TEST_CASE("capsules have the inertia of their parts", "[catalogue]") {
  // A ball where there is no bar between, and a bar where there are hardly balls.
  const auto ball = capsule("ball", 3, {0, 0, 0}, {0, 0, 1e-9}, 0.2).inertia;
  for (int i = 0; i < 3; ++i)
    CHECK(ball[static_cast<std::size_t>(i)] == Approx(0.4 * 3 * 0.04).epsilon(1e-8));
  const auto slender = capsule("bar", 3, {0, 0, 0}, {2, 0, 0}, 1e-4).inertia;
  const auto bar = cylinder("bar", 3, {0, 0, 0}, {2, 0, 0}, 1e-4).inertia;
  CHECK(slender[1] == Approx(bar[1]).epsilon(1e-3));
  // Equal slices: a capsule is a bar and a ball whose halves are moved apart by Steiner's theorem.
  const double m = 3, r = 0.2, length = 0.7, bars = m * length / (length + 4 * r / 3), b = m - bars;
  const double half = 3 * r / 8;  // the middle of half a ball, from its flat side
  const double own = 0.4 * b * r * r - b * half * half;
  const double across = bars * (3 * r * r + length * length) / 12 + own +
                        b * (half + length / 2) * (half + length / 2);
  const Body body = capsule("capsule", m, {0, 0, 0}, {0, 0, length}, r);
  CHECK(body.inertia[0] == Approx(across));
  CHECK(body.inertia[2] == Approx(bars * r * r / 2 + 0.4 * b * r * r));
}

TEST_CASE("pendulums on carts are valid", "[catalogue]") {
  Random random;
  for (int i = 0; i < 50; ++i) {
    CartPendulumOptions options;
    options.cartMass = std::pow(10, random.between(-3, 6));
    options.poleMass = std::pow(10, random.between(-3, 6));
    options.poleLength = std::pow(10, random.between(-2, 2));
    options.damping = random.between(0, 10);
    const Mechanism mechanism = cartPendulum(options);
    checkCommonLaws(mechanism, 9.81, options.damping);
    CHECK(totalMass(mechanism) == Approx(options.cartMass + options.poleMass));
  }
}

TEST_CASE("four-bars close, and turn fully exactly as Grashof says", "[catalogue]") {
  Random random;
  int turning = 0;
  for (int i = 0; i < 200; ++i) {
    FourBarOptions options;
    options.ground = random.between(0.1, 1);
    options.crank = random.between(0.1, 1);
    options.coupler = random.between(0.1, 1);
    options.rocker = random.between(0.1, 1);
    options.couplerPoint = {random.between(-1, 1), random.between(-1, 1)};
    int assembled = 0;
    for (int k = 0; k < 72; ++k) {
      options.startAngle = (k - 36) * std::numbers::pi / 36;
      options.startSpeed = random.between(-20, 20);
      try {
        const Mechanism mechanism = fourBar(options);
        ++assembled;
        // Near the ends of its range a linkage that does not turn fully is ill-conditioned: its
        // rates, and with them the rounding in them, grow without bound.
        const double fastest = std::max({1.0, std::abs(mechanism.initialState->v.at("coupler")[0]),
                                         std::abs(mechanism.initialState->v.at("rocker")[0])});
        CHECK(closureError(mechanism) < 1e-13 * fastest);
        if (k % 12 == 0) checkCommonLaws(mechanism, 9.81, 0);
      } catch (const MechanismError& error) {
        CHECK_THAT(error.what(), StartsWith("options.startAngle: the linkage does not assemble"));
      }
    }
    const double shortest =
        std::min({options.ground, options.crank, options.coupler, options.rocker});
    const bool mayTurn = shortest == options.crank || shortest == options.ground;
    const bool turnsFully = isGrashof(options) && mayTurn;
    CHECK((assembled == 72) == turnsFully);
    turning += turnsFully;
  }
  CHECK(turning > 20);
  CHECK(isGrashof(FourBarOptions{}));
}

TEST_CASE("four-bars weigh their bars' lengths times density", "[catalogue]") {
  FourBarOptions options;
  options.coupler = 0.5;
  options.couplerPoint = {0, 0.375};  // a right angle: sides 0.5, 0.375, 0.625
  CHECK(totalMass(fourBar(options)) ==
        Approx(options.density * (options.crank + options.rocker + 0.5 + 0.375 + 0.625)));
  options.couplerPoint = {0.5, 0};  // on the rocker's pin: the bar there and back
  CHECK(validate(fourBar(options)).empty());
}

TEST_CASE("six-bars close all the way round, whatever their crank", "[catalogue]") {
  Random random;
  for (const SixBarKind kind : {SixBarKind::watt, SixBarKind::stephenson})
    for (int i = 0; i < 200; ++i) {
      SixBarOptions options;
      options.kind = kind;
      options.crank = i < 100 ? 0.2 : random.between(0.05, 0.2);
      options.startAngle = (i % 100 - 50) * std::numbers::pi / 50;
      options.startSpeed = random.between(-20, 20);
      const Mechanism mechanism = sixBar(options);
      checkCommonLaws(mechanism, 9.81, 0);
      CHECK(closureError(mechanism) < 1e-13);
      CHECK(mechanism.loops.size() == 2);
    }
}

TEST_CASE("chains of four-bars close, by either joint", "[catalogue]") {
  Random random;
  for (int i = 0; i < 60; ++i) {
    FourBarChainOptions options;
    options.units = i == 0 ? 1000 : random.whole(1, 12);
    options.length = random.between(0.05, 1);
    options.width = options.length * random.between(0.8, 1.2);
    options.rocker = i % 3 ? random.between(1, 1.5) : 1;
    options.closure = i % 2 ? JointType::spherical : JointType::revolute;
    options.startAngle = random.between(-0.6, 0.6);
    const Mechanism mechanism = fourBarChain(options);
    checkCommonLaws(mechanism, 9.81, 0);
    CHECK(closureError(mechanism) < 1e-13 * options.units);
    CHECK(mechanism.bodies.size() == 3 * static_cast<std::size_t>(options.units));
  }
}

TEST_CASE("the Minitaur's legs close, on any base", "[catalogue]") {
  for (const RobotBase base : {RobotBase::floating, RobotBase::hanging, RobotBase::fixed}) {
    const Mechanism robot = minitaur({base});
    CHECK(validate(robot).empty());
    CHECK(closureError(robot) < 1e-15);
    CHECK(robot.loops.size() == 4);
    CHECK(totalMass(robot) == Approx(5.04));
  }
}

TEST_CASE("slider-cranks close all the way round", "[catalogue]") {
  Random random;
  for (int i = 0; i < 200; ++i) {
    SliderCrankOptions options;
    options.crank = random.between(0.05, 0.5);
    options.offset = random.between(-0.3, 0.3);
    options.rod = (options.crank + std::abs(options.offset)) * random.between(1.05, 3);
    options.startAngle = random.between(-std::numbers::pi, std::numbers::pi);
    options.startSpeed = random.between(-20, 20);
    options.damping = 0.2;
    const Mechanism mechanism = sliderCrank(options);
    checkCommonLaws(mechanism, 9.81, 0.2);
    CHECK(closureError(mechanism) < 1e-12);
    CHECK(totalMass(mechanism) ==
          Approx(options.density * (options.crank + options.rod) + options.sliderMass));
  }
}

TEST_CASE("geared arms have a rotor at every joint, turned by the ratio", "[catalogue]") {
  Random random;
  for (int i = 0; i < 50; ++i) {
    GearedArmOptions options;
    options.joints = i == 0 ? 500 : random.whole(1, 12);
    options.ratio = random.between(1, 1000);
    options.startAngle = random.between(-3, 3);
    const Mechanism mechanism = gearedArm(options);
    checkCommonLaws(mechanism, 9.81, 0);
    CHECK(closureError(mechanism) == 0);  // the rotor's angle is the very product in the coupling
    CHECK(mechanism.bodies.size() == 2 * static_cast<std::size_t>(options.joints));
    CHECK(mechanism.couplings.size() == static_cast<std::size_t>(options.joints));
    CHECK(totalMass(mechanism) == Approx(options.joints * (options.mass + options.rotorMass)));
  }
}

TEST_CASE(
    "driven chains have a rotor for every link, on the link before or the transmission's base",
    "[catalogue]") {
  Random random;
  for (int i = 0; i < 50; ++i) {
    BeltChainOptions options;
    options.links = i == 0 ? 1000 : random.whole(1, 12);
    options.linksPerBelt = random.whole(2, 3);
    options.ratio = random.between(1, 1000);
    options.beltRatio = random.between(0.1, 3);
    options.startAngle = random.between(-3, 3);
    const Mechanism belts = beltChain(options);
    const Mechanism gears = gearedChain({.links = options.links,
                                         .ratio = options.ratio,
                                         .axes = {{1, 0, 0}, {0, 0, 1}},
                                         .startAngle = options.startAngle});
    for (const Mechanism& mechanism : {belts, gears}) {
      checkCommonLaws(mechanism, 9.81, 0);
      CHECK(closureError(mechanism) == 0);  // rotors start at the very sum in their coupling
      CHECK(mechanism.bodies.size() == 2 * static_cast<std::size_t>(options.links));
      CHECK(totalMass(mechanism) == Approx(options.links * (options.mass + options.rotorMass)));
    }
    for (const Joint& joint : belts.joints) {
      if (joint.child.substr(0, 5) != "rotor") continue;
      const int base =
          (std::stoi(joint.child.substr(5)) - 1) / options.linksPerBelt * options.linksPerBelt;
      CHECK(joint.parent == (base == 0 ? "world" : "link" + std::to_string(base)));
    }
  }
}

TEST_CASE("geared legs close over the whole range of the ankle", "[catalogue]") {
  double lastCrank = -10;
  for (int i = 0; i <= 24; ++i) {
    GearedLegOptions options;
    options.ankleAngle = 0.6 * (i - 12) / 12;
    options.kneeAngle = 0.06 * i;
    options.size = 0.5 + 0.1 * i;
    options.damping = 0.1;
    const Mechanism mechanism = gearedLeg(options);
    checkCommonLaws(mechanism, 9.81, 0.1);
    CHECK(closureError(mechanism) < 1e-12);
    CHECK(totalMass(mechanism) == Approx(11.75 * std::pow(options.size, 3)));
    // The ankle turns with the crank, and never near the pose where crank and rod line up.
    const double crank = mechanism.initialState->q.at("crank")[0];
    CHECK(crank > lastCrank);
    CHECK(std::abs(std::cos(mechanism.initialState->q.at("rod")[0])) > 0.5);
    lastCrank = crank;
  }
}

TEST_CASE("the geared leg has 7 links, 5 rotors, 1 loop", "[catalogue]") {
  const Mechanism leg = gearedLeg();
  CHECK(leg.bodies.size() == 12);
  CHECK(leg.couplings.size() == 5);
  CHECK(leg.loops.size() == 1);
}

TEST_CASE("differential legs close over the whole range of their joints", "[catalogue]") {
  Random random;
  for (int i = 0; i < 300; ++i) {
    int corner = i;  // the corners of the range, then anywhere
    const auto within = [&](double low, double high) {
      const bool isHigh = corner % 2 == 1;
      corner /= 2;
      return i < 32 ? (isHigh ? high : low) : random.between(low, high);
    };
    DifferentialLegOptions options;
    options.ratio = random.between(1, 100);
    options.hipYaw = within(-1, 1);
    options.hipRoll = within(-0.3, 0.3);
    options.hipPitch = within(-0.8, 0.8);
    options.knee = within(-1.5, 1.5);
    options.ankle = within(-1, 0.6);
    const Mechanism leg = differentialLeg(options);
    checkCommonLaws(leg, 9.81, 0);
    CHECK(closureError(leg) < 1e-13 * options.ratio);
    CHECK(leg.bodies.size() == 13);
    CHECK(totalMass(leg) == Approx(4.0743));
  }
}

TEST_CASE("branching trees have the rods that their levels make", "[catalogue]") {
  for (int depth = 1; depth <= 6; ++depth) {
    for (int branches = 1; branches <= 4; ++branches) {
      BranchingTreeOptions options;
      options.depth = depth;
      options.branches = branches;
      options.shrink = 0.3 + 0.1 * depth;
      const Mechanism mechanism = branchingTree(options);
      checkCommonLaws(mechanism, 9.81, 0);
      std::size_t rods = 0;
      for (int level = 0, inLevel = 1; level < depth; ++level, inLevel *= branches)
        rods += static_cast<std::size_t>(inLevel);
      CHECK(mechanism.bodies.size() == rods);
    }
  }
  CHECK(validate(branchingTree(
                     {.depth = 10, .branches = 2, .length = 0.01, .mass = 1e-3, .shrink = 0.3}))
            .empty());
}

TEST_CASE("the catalogue by name builds what the functions build", "[catalogue]") {
  CHECK(catalogueMechanism("chain") == chain());
  CHECK(catalogueMechanism("chain", "{}") == chain());
  CHECK(catalogueMechanism(
            "chain", R"({"links": 3, "joint": "universal", "axes": [[1, 0, 0], [0, 0, 1]]})") ==
        chain({.links = 3, .joint = JointType::universal, .axes = {{1, 0, 0}, {0, 0, 1}}}));
  CHECK(catalogueMechanism("fourBar", R"({"couplerPoint": [0.1, 0.2], "gravity": 1.6})") ==
        fourBar({.couplerPoint = {0.1, 0.2}, .gravity = 1.6}));
  CHECK(catalogueMechanism("cartPendulum", R"({"poleLength": 2})") ==
        cartPendulum({.poleLength = 2}));
  CHECK(catalogueMechanism("sliderCrank", R"({"rod": 0.5})") == sliderCrank({.rod = 0.5}));
  CHECK(catalogueMechanism("sixBar", R"({"kind": "stephenson"})") ==
        sixBar({.kind = SixBarKind::stephenson}));
  CHECK(catalogueMechanism("fourBarChain", R"({"units": 2, "closure": "spherical"})") ==
        fourBarChain({.units = 2, .closure = JointType::spherical}));
  CHECK(catalogueMechanism("gearedArm", R"({"joints": 2})") == gearedArm({.joints = 2}));
  CHECK(catalogueMechanism("gearedChain", R"({"links": 2, "axes": [[0, 0, 1]]})") ==
        gearedChain({.links = 2, .axes = {{0, 0, 1}}}));
  CHECK(catalogueMechanism("beltChain", R"({"linksPerBelt": 3, "beltRatio": 2})") ==
        beltChain({.linksPerBelt = 3, .beltRatio = 2}));
  CHECK(catalogueMechanism("gearedLeg", R"({"ratio": 9})") == gearedLeg({.ratio = 9}));
  CHECK(catalogueMechanism("differentialLeg", R"({"knee": 0.5})") ==
        differentialLeg({.knee = 0.5}));
  CHECK(catalogueMechanism("branchingTree", R"({"depth": 2})") == branchingTree({.depth = 2}));
}

TEST_CASE("a fault in the options is named with its path", "[catalogue]") {
  const auto errorOf = [](const char* name, const char* options) -> std::string {
    try {
      catalogueMechanism(name, options);
    } catch (const MechanismError& error) {
      return error.what();
    }
    return "no error";
  };
  CHECK_THAT(errorOf("chian", ""), StartsWith("catalogue: no mechanism is named \"chian\"") &&
                                       Contains("did you mean \"chain\"") && Contains("gearedLeg"));
  CHECK_THAT(errorOf("chain", "[1]"), StartsWith("options: expected an object"));
  CHECK_THAT(errorOf("chain", "{"), StartsWith("line 1, column 2: not valid JSON"));
  CHECK_THAT(
      errorOf("chain", R"({"link": 3})"),
      StartsWith("options.link: unknown key; did you mean \"links\"") && Contains("startAngle"));
  CHECK_THAT(errorOf("chain", R"({"links": 0})"),
             StartsWith("options.links: expected 1 to 5000, found 0"));
  CHECK_THAT(errorOf("chain", R"({"links": 2.5})"), StartsWith("options.links: expected a whole"));
  CHECK_THAT(errorOf("chain", R"({"links": 1e99})"), StartsWith("options.links: expected a whole"));
  CHECK_THAT(errorOf("chain", R"({"length": "1"})"),
             StartsWith("options.length: expected a number"));
  CHECK_THAT(errorOf("chain", R"({"length": -1})"),
             StartsWith("options.length: expected 0.001 to"));
  CHECK_THAT(errorOf("chain", R"({"joint": "ball"})"), StartsWith("options.joint: no joint type"));
  CHECK_THAT(errorOf("chain", R"({"joint": "free"})"), StartsWith("options.joint: a free joint"));
  CHECK_THAT(errorOf("chain", R"({"axes": []})"), StartsWith("options.axes: is empty"));
  CHECK_THAT(errorOf("chain", R"({"axes": [0, 1, 0]})"),
             StartsWith("options.axes[0]: expected an array"));
  CHECK_THAT(errorOf("chain", R"({"axes": [[0, 0, 0]]})"), StartsWith("options.axes: every axis"));
  CHECK_THAT(errorOf("chain", R"({"gravity": -9.81})"),
             StartsWith("options.gravity: expected 0 to 100"));
  CHECK_THAT(errorOf("fourBar", R"({"couplerPoint": [0, 0, 0]})"),
             StartsWith("options.couplerPoint: "));
  CHECK_THAT(errorOf("fourBar", R"({"crank": 2})"),
             StartsWith("options.startAngle: ") && Contains("assemble"));
  CHECK_THAT(errorOf("sixBar", R"({"kind": "wat"})"),
             StartsWith("options.kind: no kind is named \"wat\"") &&
                 Contains("did you mean \"watt\"") && Contains("stephenson"));
  CHECK_THAT(errorOf("fourBarChain", R"({"closure": "rod"})"),
             StartsWith("options.closure: a rod joint closes no planar four-bar"));
  CHECK_THAT(errorOf("fourBarChain", R"({"startAngle": 1.57})"),
             StartsWith("options.startAngle: ") && Contains("assemble"));
  CHECK_THAT(errorOf("sliderCrank", R"({"rod": 0.1})"),
             StartsWith("options.rod: expected longer than"));
  CHECK_THAT(errorOf("branchingTree", R"({"depth": 10, "branches": 6})"),
             StartsWith("options.depth: 10 levels of 6 branches"));
}
