#include "linkwork/json.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <random>

#include "linkwork/catalogue.hpp"
#include "linkwork/errors.hpp"

using namespace linkwork;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

/// A mechanism in which no number is round, no field has its default, and every joint type occurs.
Mechanism unroundMechanism(std::mt19937& random) {
  std::uniform_real_distribution<double> any(0.1, 1);
  const auto vector = [&] { return Eigen::Vector3d(any(random), -any(random), any(random)); };
  const auto frame = [&] {
    const Eigen::AngleAxisd turn(any(random), vector().normalized());
    return Frame{vector(), Eigen::Quaterniond(turn)};
  };
  Mechanism mechanism;
  mechanism.name = "\"odd\" näme\n";
  mechanism.gravity = vector();
  mechanism.initialState.emplace();
  std::string parent(worldName);
  for (const JointType type : allJointTypes) {
    Joint joint;
    joint.type = type;
    joint.name = std::string(name(type)) + " joint";
    joint.parent = parent;
    joint.child = parent = std::string(name(type)) + ".body";
    joint.parentFrame = frame();
    joint.childFrame = frame();
    if (hasAxis(type)) joint.axis = vector().normalized();
    if (type == JointType::universal) joint.axis2 = joint.axis.unitOrthogonal();
    if (type == JointType::helical) joint.pitch = any(random);
    if (velocitySize(type) > 0) {
      joint.damping = any(random);
      joint.stiffness = any(random);
      joint.friction = any(random);
    }
    if (positionSize(type) == 1) {
      joint.rest = any(random);
      joint.limits = {-any(random), any(random)};
      mechanism.initialState->q[joint.name] = {any(random)};
    }
    Body body{joint.child, any(random), vector(), {2, 2 + any(random), 2, 0.1, any(random), -0.2}};
    Shape shape;
    shape.type = ShapeType::capsule;
    shape.radius = any(random);
    shape.endRadius = shape.radius + 0.1;
    shape.length = any(random) + 0.1;
    shape.frame = frame();
    shape.color = "#0a1B2c";
    body.shapes.push_back(shape);
    mechanism.bodies.push_back(std::move(body));
    mechanism.joints.push_back(std::move(joint));
  }
  Loop loop;
  static_cast<JointGeometry&>(loop) = mechanism.joints[3];
  loop.parent = mechanism.bodies[6].name;
  mechanism.loops.push_back(loop);
  Loop rod;
  rod.type = JointType::rod;
  rod.name = "rod";
  rod.parent = loop.parent;
  rod.child = loop.child;
  rod.parentFrame = frame();
  rod.length = any(random);
  mechanism.loops.push_back(rod);
  mechanism.couplings.push_back(
      {"gear", {{"revolute joint", any(random)}, {"helical joint", -any(random)}}, any(random)});
  for (const ColliderType type : allColliderTypes) {
    Collider collider;
    collider.body = isFixedToWorld(type) ? worldName : mechanism.bodies[2].name;
    collider.type = type;
    if (type == ColliderType::box) collider.size = {any(random), any(random), any(random)};
    const bool isLong = type == ColliderType::capsule || type == ColliderType::cylinder;
    if (type == ColliderType::sphere || isLong) collider.radius = any(random);
    if (isLong) collider.length = any(random);
    if (type == ColliderType::hull) collider.points = {vector(), vector(), vector(), vector()};
    if (type == ColliderType::heightfield) {
      collider.extents = {any(random), any(random)};
      collider.heights = {{any(random), any(random)}, {any(random), any(random)}};
    }
    collider.frame = frame();
    collider.friction = any(random);
    collider.torsionalFriction = any(random);
    collider.rollingFriction = any(random);
    collider.restitution = any(random);
    collider.surfaceVelocity = vector();
    mechanism.contact.colliders.push_back(collider);
  }
  mechanism.contact.selfCollision = false;
  mechanism.nonholonomic = {
      RollingDisc{mechanism.bodies[1].name, vector(), vector().normalized(), any(random),
                  any(random)},
      KnifeEdge{mechanism.bodies[1].name, vector(), vector().normalized()},
      VelocityRatio{{{"revolute joint", any(random)}, {"prismatic joint", -any(random)}}}};
  mechanism.sites = {{"tip", mechanism.bodies[2].name, frame()}, {"mark", "world", {}}};
  mechanism.about = {"title", "what it is", "who made it", "licence", "where it came from"};
  mechanism.schema = "mechanism.schema.json";
  mechanism.initialState->q["spherical joint"] = {0.5, -0.5, 0.5, 0.5};
  mechanism.initialState->v["free joint"] = {any(random), 0, 1e-300, 1e300, -0.0, any(random)};
  return mechanism;
}

}  // namespace

TEST_CASE("a mechanism written and read again is bitwise identical", "[mechanism]") {
  std::mt19937 random(1);
  for (int i = 0; i < 20; ++i) {
    const Mechanism mechanism = unroundMechanism(random);
    validate(mechanism);
    // Reading normalizes directions. A normalized direction is kept from then on.
    const Mechanism once = mechanismFromJson(toJson(mechanism));
    CHECK(mechanismFromJson(toJson(once)) == once);
    CHECK(mechanismFromJson(toJson(once, 2)) == once);
    CHECK(toJson(mechanismFromJson(toJson(once, 2))) == toJson(once));
    CHECK(once.bodies == mechanism.bodies);
    CHECK(once.nonholonomic == mechanism.nonholonomic);
    CHECK(once.about == mechanism.about);
    CHECK(once.schema == mechanism.schema);
    CHECK(once.sites.size() == mechanism.sites.size());
    CHECK(once.initialState == mechanism.initialState);
  }
}

TEST_CASE("a state written and read again is bitwise identical", "[mechanism]") {
  std::mt19937 random(2);
  const Mechanism mechanism = unroundMechanism(random);
  NamedState state = *mechanism.initialState;
  state.tau["planar joint"] = {0.1, 0.2, 1.0 / 3};
  state.a["cylindrical joint"] = {-1e-17, 5e-324};
  state.wrenches["free.body"] << 1, 2, 0.1, 4, 5, std::nextafter(6.0, 7.0);
  CHECK(stateFromJson(toJson(state), mechanism) == state);
  CHECK(stateFromJson(toJson(state, 2), mechanism) == state);
  CHECK(stateFromJson("{}", mechanism) == NamedState{});
}

TEST_CASE("defaults agree with the format", "[mechanism]") {
  const Mechanism mechanism = mechanismFromJson(R"({ "linkwork": 1,
    "bodies": [ { "name": "a", "mass": 1, "inertia": [1, 2, 3] } ],
    "joints": [ { "name": "j", "type": "revolute", "parent": "world", "child": "a" } ] })");
  CHECK(mechanism.gravity == Eigen::Vector3d(0, 0, -9.81));
  CHECK(mechanism.bodies[0].inertia == std::array<double, 6>{1, 2, 3, 0, 0, 0});
  CHECK(mechanism.bodies[0].centerOfMass == Eigen::Vector3d::Zero());
  Joint expected;
  expected.type = JointType::revolute;
  expected.name = "j";
  expected.parent = "world";
  expected.child = "a";
  CHECK(mechanism.joints[0] == expected);
  CHECK(mechanism.nonholonomic.empty());
  CHECK(mechanism.contact == ContactModel{});
  CHECK_FALSE(mechanism.initialState);
}

TEST_CASE("defaults of contact and of nonholonomic constraints agree with the format",
          "[mechanism]") {
  const Mechanism mechanism = mechanismFromJson(R"({ "linkwork": 1,
    "bodies": [ { "name": "a", "mass": 1, "inertia": [1, 2, 3] } ],
    "joints": [ { "name": "j", "type": "free", "parent": "world", "child": "a" } ],
    "nonholonomic": [ { "type": "rolling-disc", "body": "a", "radius": 0.3 },
                      { "type": "knife-edge", "body": "a" } ],
    "contact": { "colliders": [ { "body": "world", "type": "plane" },
                                { "body": "a", "type": "sphere", "radius": 0.1 } ] } })");
  CHECK(mechanism.nonholonomic ==
        std::vector<Nonholonomic>{RollingDisc{.body = "a", .radius = 0.3}, KnifeEdge{.body = "a"}});
  const ContactModel& contact = mechanism.contact;
  CHECK(contact.selfCollision);
  CHECK(contact.colliders[0] == Collider{.body = "world", .type = ColliderType::plane});
  CHECK(contact.colliders[1] ==
        Collider{.body = "a", .type = ColliderType::sphere, .radius = 0.1, .friction = 0.8});
}

TEST_CASE("axes and nearly unit quaternions are normalized", "[mechanism]") {
  const Mechanism mechanism = mechanismFromJson(R"({ "linkwork": 1,
    "bodies": [ { "name": "a", "mass": 1, "inertia": [1, 2, 3] },
                { "name": "b", "mass": 1, "inertia": [1, 2, 3] } ],
    "joints": [ { "name": "j", "type": "revolute", "parent": "world", "child": "a", "axis": [0, 3, 4],
                  "parentFrame": { "rotation": [0, 0, 0.7071068, 0.7071068] } },
                { "name": "k", "type": "free", "parent": "world", "child": "b" } ],
    "initialState": { "q": { "k": [1, 2, 3, 0, 0.6000002, 0, 0.8] } } })");
  CHECK((mechanism.joints[0].axis - Eigen::Vector3d(0, 0.6, 0.8)).norm() < 1e-15);
  CHECK(std::abs(mechanism.joints[0].parentFrame.rotation.norm() - 1) < 1e-15);
  const std::vector<double>& q = mechanism.initialState->q.at("k");
  CHECK(std::abs(Eigen::Vector4d::Map(q.data() + 3).norm() - 1) < 1e-15);
}

TEST_CASE("an unphysical inertia is a warning, not an error", "[mechanism]") {
  const auto warnings = validate(mechanismFromJson(R"({ "linkwork": 1,
    "bodies": [ { "name": "foot", "mass": 1, "inertia": [0.4, 0.1, 0.1] } ],
    "joints": [ { "name": "j", "type": "free", "parent": "world", "child": "foot" } ] })"));
  REQUIRE(warnings.size() == 1);
  CHECK(warnings[0] ==
        "bodies[0].inertia: principal moments 0.4, 0.1, 0.1 kg·m² break the triangle inequality "
        "(0.4 > 0.1 + 0.1): no rigid body has them (\"foot\")");
}

TEST_CASE("massless bodies are allowed if other bodies give them inertia", "[mechanism]") {
  const auto warnings = [](const std::string& bodies, const std::string& rest) {
    return validate(
        mechanismFromJson(R"({ "linkwork": 1, "bodies": [ )" + bodies + " ], " + rest + " }"));
  };
  const auto loads = [&](const std::string& bodies, const std::string& rest) {
    const std::vector<std::string> found = warnings(bodies, rest);
    return std::none_of(found.begin(), found.end(),
                        [](const std::string& warning) { return warning.starts_with("joints"); });
  };
  const std::string massless = R"({ "name": "a", "mass": 0 })";
  const std::string heavy = R"({ "name": "b", "mass": 1, "inertia": [1, 1, 1] })";
  const std::string joints = R"("joints": [
    { "name": "j", "type": "revolute", "parent": "world", "child": "a" },
    { "name": "k", "type": "TYPE", "parent": "PARENT", "child": "b" } ])";
  const auto joined = [&](std::string type, std::string parent) {
    std::string text = joints;
    text.replace(text.find("TYPE"), 4, type);
    return text.replace(text.find("PARENT"), 6, parent);
  };
  // A rotor: inertia about its axis alone.
  CHECK(loads(
      R"({ "name": "a", "mass": 0, "inertia": [0, 0, 1] })",
      R"("joints": [ { "name": "j", "type": "revolute", "parent": "world", "child": "a" } ])"));
  // A massless link that supports a heavy link.
  CHECK(loads(massless + "," + heavy, joined("fixed", "a")));
  CHECK(loads(massless + "," + heavy, joined("prismatic", "a")));
  // Connected to a heavy link by a gear or a loop.
  CHECK(loads(
      massless + "," + heavy,
      joined("revolute", "world") +
          R"(, "couplings": [ { "name": "g", "terms": [ { "joint": "j", "coefficient": 1 }, { "joint": "k", "coefficient": 2 } ] } ])"));
  CHECK(
      loads(massless + "," + heavy,
            joined("revolute", "world") +
                R"(, "loops": [ { "name": "l", "type": "fixed", "parent": "a", "child": "b" } ])"));
  // But not alone, and not on another massless link.
  const auto alone = warnings(massless + "," + heavy, joined("revolute", "world"));
  REQUIRE(alone.size() == 1);
  CHECK_THAT(alone[0], StartsWith("joints[0]: ") && Contains("\"a\"") && Contains("\"j\""));
  const auto both = warnings(massless + R"(, { "name": "b", "mass": 0 })", joined("fixed", "a"));
  REQUIRE(both.size() == 1);
  CHECK_THAT(both[0], StartsWith("joints[0]: ") && Contains("\"j\""));
}

TEST_CASE("numbers that JSON cannot store are refused in values built in C++", "[mechanism]") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  const auto fails = [](auto change, const std::string& path) {
    Mechanism mechanism = gearedArm();
    change(mechanism);
    CHECK_THROWS_AS(validate(mechanism), MechanismError);
    CHECK_THROWS_WITH(validate(mechanism), StartsWith(path + ": ") && Contains("finite"));
  };
  fails([&](Mechanism& m) { m.gravity.z() = nan; }, "gravity[2]");
  fails([&](Mechanism& m) { m.bodies[1].mass = nan; }, "bodies[1].mass");
  fails([&](Mechanism& m) { m.bodies[1].centerOfMass.x() = infinity; },
        "bodies[1].centerOfMass[0]");
  fails([&](Mechanism& m) { m.bodies[1].inertia[3] = nan; }, "bodies[1].inertia[3]");
  fails([&](Mechanism& m) { m.joints[2].axis.y() = nan; }, "joints[2].axis[1]");
  fails([&](Mechanism& m) { m.joints[2].damping = nan; }, "joints[2].damping");
  fails([&](Mechanism& m) { m.joints[2].rest = -infinity; }, "joints[2].rest");
  fails([&](Mechanism& m) { m.joints[2].parentFrame.position.z() = nan; },
        "joints[2].parentFrame.position[2]");
  fails([&](Mechanism& m) { m.joints[2].childFrame.rotation.w() = nan; },
        "joints[2].childFrame.rotation[3]");
  fails([&](Mechanism& m) { m.joints[2].limits = {nan, 1}; }, "joints[2].limits.lower");
  fails([&](Mechanism& m) { m.couplings[0].terms[1].coefficient = nan; },
        "couplings[0].terms[1].coefficient");
  fails([&](Mechanism& m) { m.couplings[0].offset = infinity; }, "couplings[0].offset");
  fails([&](Mechanism& m) { m.initialState->q["joint1"][0] = nan; }, "initialState.q.joint1[0]");
}

TEST_CASE("forces are not part of an initial state", "[mechanism]") {
  Mechanism mechanism = gearedArm();
  mechanism.initialState->tau["joint1"] = {1};
  CHECK_THROWS_WITH(validate(mechanism), StartsWith("initialState: only q and v"));
}

TEST_CASE("an error of a long cycle names its ends", "[mechanism]") {
  Mechanism mechanism = chain({.links = 30});
  mechanism.joints[0].parent = mechanism.bodies.back().name;
  CHECK_THROWS_WITH(validate(mechanism), Contains("cycle") && Contains(" → \"…\" → ") &&
                                             Contains(mechanism.bodies.back().name) &&
                                             !Contains("\"link15\""));
}

TEST_CASE("an error in a state file names its path", "[mechanism]") {
  ChainOptions balls;
  balls.joint = JointType::spherical;
  balls.links = 2;
  const Mechanism mechanism = chain(balls);
  const auto errorOf = [&](const char* text) -> std::string {
    try {
      stateFromJson(text, mechanism);
    } catch (const MechanismError& error) {
      return error.what();
    }
    return "no error";
  };
  CHECK_THAT(errorOf("[]"), StartsWith("state: expected an object"));
  CHECK_THAT(errorOf(R"({"p": {}})"), StartsWith("p: unknown key") && Contains("wrenches"));
  CHECK_THAT(errorOf(R"({"q": []})"), StartsWith("q: expected an object"));
  CHECK_THAT(errorOf(R"({"q": {"join1": []}})"),
             StartsWith("q.join1: no joint") && Contains("did you mean \"joint1\""));
  CHECK_THAT(errorOf(R"({"q": {"joint1": [0, 0, 1]}})"),
             StartsWith("q.joint1: expected 4 numbers") && Contains("found 3"));
  CHECK_THAT(errorOf(R"({"q": {"joint1": [0, 0, 0, 0]}})"), StartsWith("q.joint1: the quaternion"));
  CHECK_THAT(errorOf(R"({"q": {"joint1": [0, 0, 0, "1"]}})"),
             StartsWith("q.joint1[3]: expected a number"));
  CHECK_THAT(errorOf(R"({"v": {"joint1": [0, 0, 0, 1]}})"), StartsWith("v.joint1: expected 3"));
  CHECK_THAT(errorOf(R"({"tau": {"joint2": 1}})"), StartsWith("tau.joint2: expected an array"));
  CHECK_THAT(errorOf(R"({"a": {"joint2": [1]}})"), StartsWith("a.joint2: expected 3 numbers"));
  CHECK_THAT(errorOf(R"({"wrenches": {"link1": [0, 0, 1]}})"),
             StartsWith("wrenches.link1: expected the 6 numbers"));
  CHECK_THAT(errorOf(R"({"wrenches": {"my link": [0, 0, 1, 0, 0, 0]}})"),
             StartsWith("wrenches[\"my link\"]: no body") && Contains("link1, link2"));
  CHECK_THAT(errorOf(R"({"q": {"joint1": [0,0,0,1], "joint1": [0,0,0,1]}})"),
             StartsWith("q.joint1: key given twice"));
}

TEST_CASE("long chains load, and long lists of names are truncated", "[mechanism]") {
  const Mechanism mechanism = chain({.links = 2000});
  std::string text = toJson(mechanism);
  CHECK(mechanismFromJson(text) == mechanism);
  text.replace(text.rfind("\"link1999\""), 10, "\"lnk1999\"");
  CHECK_THROWS_WITH(mechanismFromJson(text), Contains("did you mean \"link1999\"") &&
                                                 Contains("… and 1977 more") &&
                                                 Contains("joints[1999].parent"));
}
