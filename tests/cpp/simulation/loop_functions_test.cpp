#include <catch2/catch.hpp>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

#include "linkwork/assemble.hpp"
#include "linkwork/dynamics.hpp"
#include "linkwork/json.hpp"
#include "linkwork/simulation.hpp"
#include "papers/commands.hpp"
#include "simulation/flat.hpp"
#include "simulation/scenes.hpp"

/// Function loops: sliders between curves, a cam and its follower.
namespace linkwork::test {
namespace {

constexpr double standardGravity = 9.81;

Joint treeJoint(JointType type, const std::string& name, const std::string& parent,
                const std::string& child) {
  Joint joint;
  joint.type = type;
  joint.name = name;
  joint.parent = parent;
  joint.child = child;
  return joint;
}

Joint railJoint(const std::string& name, const std::string& child,
                const std::vector<Eigen::Vector3d>& points) {
  Joint joint = treeJoint(JointType::general, name, "world", child);
  CurveJoint curve;
  curve.points = points;
  joint.function = curve;
  return joint;
}

Loop loopLike(const Joint& joint) {
  Loop loop;
  static_cast<JointGeometry&>(loop) = joint;
  return loop;
}

Body bodyOf(const std::string& name, double mass, double inertia, double center = 0) {
  return {.name = name,
          .mass = mass,
          .centerOfMass = {center, 0, 0},
          .inertia = {inertia, inertia, inertia, 0, 0, 0}};
}

// Archimedes' trammel: a rod whose ends slide on the x and the z axis. θ is its angle to the
// ground.
//
//   (m L² + M L²/4 + I) θ̈ = −g L (m + M/2) cos θ     m of each bead, M and I of the rod
constexpr double beadMass = 0.3, rodMass = 1.2, rodInertia = 0.05, rodLength = 1;
constexpr double trammelInertia =
    beadMass * rodLength * rodLength + rodMass * rodLength * rodLength / 4 + rodInertia;

double trammelAcceleration(double angle) {
  return -standardGravity * rodLength * (beadMass + rodMass / 2) * std::cos(angle) / trammelInertia;
}

double trammelEnergy(double angle, double rate) {
  return trammelInertia * rate * rate / 2 +
         standardGravity * rodLength * (beadMass + rodMass / 2) * std::sin(angle);
}

Mechanism trammel(double angle, double rate) {
  Mechanism mechanism;
  mechanism.name = "trammel";
  mechanism.bodies = {bodyOf("low", beadMass, 0.001),
                      bodyOf("rod", rodMass, rodInertia, rodLength / 2),
                      bodyOf("high", beadMass, 0.001)};
  Joint pin = treeJoint(JointType::revolute, "pin", "low", "rod");
  Joint end = treeJoint(JointType::revolute, "end", "rod", "high");
  pin.axis = end.axis = {0, 1, 0};
  end.parentFrame.position = {rodLength, 0, 0};
  mechanism.joints = {railJoint("ground", "low", {{-2, 0, 0}, {2, 0, 0}}), pin, end};
  mechanism.loops = {loopLike(railJoint("wall", "high", {{0, 0, -2}, {0, 0, 2}}))};
  const double pi = std::numbers::pi, c = rodLength * std::cos(angle),
               s = rodLength * std::sin(angle);
  mechanism.initialState.emplace();
  mechanism.initialState->q = {{"ground", {(c + 2) / 4}},
                               {"pin", {pi + angle}},
                               {"end", {-pi - angle}},
                               {"wall", {(s + 2) / 4}}};
  mechanism.initialState->v = {
      {"ground", {-s * rate / 4}}, {"pin", {rate}}, {"end", {-rate}}, {"wall", {c * rate / 4}}};
  return mechanism;
}

/// Returns a rod in space between two rails, on ball joints.
Mechanism rodBetweenRails() {
  Mechanism mechanism;
  mechanism.name = "rod between two rails";
  mechanism.bodies = {bodyOf("one", 0.3, 0.002), bodyOf("rod", 1, 0.04, 0.5),
                      bodyOf("other", 0.4, 0.002)};
  Joint far = treeJoint(JointType::spherical, "far", "rod", "other");
  far.parentFrame.position = {1, 0, 0};
  mechanism.joints = {
      railJoint("left", "one", {{-2, 0, 0.3}, {-1, 0.2, -0.4}, {1, -0.2, -0.4}, {2, 0, 0.3}}),
      treeJoint(JointType::spherical, "near", "one", "rod"), far};
  mechanism.loops = {loopLike(
      railJoint("right", "other", {{-2, 1, 0.2}, {-1, 0.8, -0.3}, {1, 1.1, -0.3}, {2, 1, 0.3}}))};
  mechanism.initialState.emplace();
  mechanism.initialState->q = {{"left", {0.3}},
                               {"near", {0, 0, 0.7, std::sqrt(0.51)}},
                               {"far", {0, 0, -0.7, std::sqrt(0.51)}},
                               {"right", {0.35}}};
  return assemble(mechanism);
}

// A round disc turns about y with an eccentricity, and a round follower is above it.
//
//   z = √(ρ² − e² cos² φ) − e sin φ                 ρ: sum of the radii, e: eccentricity
//   (I + m z'²) φ̈ = −m z' (z'' φ̇² + g)
constexpr double eccentricity = 0.06, radii = 0.3, followerMass = 0.7, camInertia = 0.02;

struct Lift {
  double height, slope, curvature;  ///< z, z', z''
};

Lift liftAt(double angle) {
  const double e = eccentricity, c = std::cos(angle), s = std::sin(angle),
               root = std::sqrt(radii * radii - e * e * c * c), half = e * e * c * s / root;
  return {root - e * s, half - e * c, e * e * (c * c - s * s) / root - half * half / root + e * s};
}

/// The poles of the spheres are on the cam's axis, or in its plane, where the contact passes them.
Mechanism camAndFollower(bool hasPolesInPlane) {
  Mechanism mechanism;
  mechanism.name = "cam and follower";
  mechanism.bodies = {bodyOf("cam", 1, camInertia), bodyOf("follower", followerMass, 0.001)};
  Joint cam = treeJoint(JointType::revolute, "cam shaft", "world", "cam");
  cam.axis = {0, 1, 0};
  Joint slide = treeJoint(JointType::prismatic, "slide", "world", "follower");
  slide.axis = {0, 0, 1};
  mechanism.joints = {cam, slide};
  ContactSurface disc, wheel;
  disc.radius = 0.2;
  wheel.radius = radii - disc.radius;
  Loop touch = loopLike(treeJoint(JointType::general, "touch", "cam", "follower"));
  touch.function = SurfaceContactJoint{{disc, wheel}, true, 0};
  touch.parentFrame.position = {eccentricity, 0, 0};
  if (!hasPolesInPlane)
    touch.parentFrame.rotation = touch.childFrame.rotation =
        Eigen::AngleAxisd(-std::numbers::pi / 2, Eigen::Vector3d::UnitX());
  mechanism.loops = {touch};
  mechanism.initialState.emplace();
  constexpr double pi = std::numbers::pi;
  mechanism.initialState->q = {{"cam shaft", {0.4}}, {"slide", {liftAt(0.4).height}}};
  mechanism.initialState->q["touch"] = hasPolesInPlane
                                           ? std::vector<double>{pi, 1, 0, -1.4, pi, 0}
                                           : std::vector<double>{-pi / 2, 0, pi / 2, 0, pi, 0};
  Mechanism closed = assemble(mechanism, {{"cam shaft", {0.4}}});
  closed.initialState->v = {{"cam shaft", {3}}};
  closed = assemble(closed);
  JointValues& v = closed.initialState->v;  // the nearest consistent velocities: slower
  const double faster = 3 / v.at("cam shaft").front();
  for (auto& [name, values] : v)
    for (double& value : values) value *= faster;
  return closed;
}

std::vector<Mechanism> looped() {
  return {trammel(0.7, 1.5), rodBetweenRails(), camAndFollower(false), camAndFollower(true)};
}

}  // namespace

TEST_CASE("a bead on two crossing wires rests, and the wires support its weight", "[simulation]") {
  Mechanism mechanism;
  mechanism.bodies = {bodyOf("bead", 2, 0.001)};
  mechanism.joints = {railJoint("one", "bead", {{-1, 0, 0}, {0, 0, 0.4}, {1, 0.2, 0}})};
  mechanism.loops = {
      loopLike(railJoint("other", "bead", {{0, -1, 0.3}, {0, 0.1, 0.1}, {0, 1, 0.3}}))};
  mechanism.initialState.emplace();
  mechanism.initialState->q = {{"one", {0.5}}, {"other", {0.5}}};
  for (const Stepping& stepping : allSteppings()) {
    INFO(stepping.method << ", " << stepping.integrator);
    Simulation simulation(mechanism, {stepping.method, stepping.integrator, 1e-3, {}});
    simulation.step(20);
    CHECK(std::abs(simulation.q()[0] - 0.5) + std::abs(simulation.q()[1] - 0.5) < 1e-13);
    CHECK(vectorOf(simulation.v()).norm() < 1e-12);
  }
  Simulation simulation(mechanism);
  const auto reactions = vectorOf(simulation.reactions());  // of "one" and "other"
  REQUIRE(reactions.size() == 18);
  const Eigen::Vector3d weight = reactions.segment<3>(3) + reactions.segment<3>(15);
  CHECK((weight - Eigen::Vector3d(0, 0, 2 * standardGravity)).norm() < 1e-11);
}

TEST_CASE("a trammel of two rails moves as a pendulum", "[simulation]") {
  for (const double angle : {-2.1, 0.3, 0.7, 1.5}) {
    Simulation simulation(trammel(angle, 1.5));
    CHECK(simulation.forwardDynamics()[1] == Approx(trammelAcceleration(angle)).epsilon(1e-11));
    CHECK(simulation.kineticEnergy() + simulation.potentialEnergy() ==
          Approx(trammelEnergy(angle, 1.5)).epsilon(1e-12));
  }
  double angle = 0.7, rate = 1.5;
  constexpr double h = 2e-3;
  for (int i = 0; i < 500; ++i) {  // Runge–Kutta
    const double a = trammelAcceleration(angle), b = trammelAcceleration(angle + h / 2 * rate),
                 c = trammelAcceleration(angle + h / 2 * rate + h * h / 4 * a),
                 d = trammelAcceleration(angle + h * rate + h * h / 2 * b);
    angle += h * rate + h * h / 6 * (a + b + c);
    rate += h / 6 * (a + 2 * b + 2 * c + d);
  }
  for (const Stepping& stepping : inertialSteppings()) {
    INFO(stepping.method << ", " << stepping.integrator);
    Simulation simulation(trammel(0.7, 1.5), {stepping.method, stepping.integrator, h, {}});
    const bool isFourth = stepping.integrator == "rk4" || stepping.integrator == "fourth-order" ||
                          stepping.integrator == "baumgarte";
    if (stepping.integrator == "adaptive") continue;  // ends at another time
    simulation.step(500);
    // Errors of order four, two and one of two milliseconds at about 5 rad/s.
    const double tolerance = isFourth                                       ? 1e-7
                             : stepping.integrator == "semi-implicit-euler" ? 2e-2
                                                                            : 1e-4;
    CHECK(std::abs(simulation.q()[1] - std::numbers::pi - angle) < tolerance);
  }
}

TEST_CASE("a follower follows the profile of its round cam", "[simulation]") {
  for (const bool hasPolesInPlane : {false, true})
    for (const std::string method :
         {"articulated-body", "variational", "variational-maximal", "multipliers"}) {
      INFO(method << (hasPolesInPlane ? ", over poles" : ""));
      Simulation simulation(camAndFollower(hasPolesInPlane), {.method = method, .step = 5e-3});
      for (int i = 0; i < 300; ++i) {
        if (i > 0) simulation.step();
        const double angle = simulation.q()[0], rate = simulation.v()[0];
        const auto [height, slope, curvature] = liftAt(angle);
        CHECK(simulation.q()[1] == Approx(height).margin(1e-13));
        CHECK(simulation.v()[1] == Approx(slope * rate).margin(1e-11));
        const double acceleration = -followerMass * slope *
                                    (curvature * rate * rate + standardGravity) /
                                    (camInertia + followerMass * slope * slope);
        const auto a = simulation.forwardDynamics();
        CHECK(a[0] == Approx(acceleration).margin(1e-9));
        CHECK(a[1] == Approx(slope * acceleration + curvature * rate * rate).margin(1e-9));
      }
    }
}

TEST_CASE("all methods agree on function loops, and keep them closed for ten seconds",
          "[simulation]") {
  for (const Mechanism& mechanism : looped()) {
    INFO(mechanism.name);
    const nlohmann::json agreement = nlohmann::json::parse(
        papers::runCommand("check", toJson(mechanism), "", "articulated-body"));
    CHECK(agreement.at("methods").size() == 7);
    CHECK(agreement.at("relativeDisagreement") < 1e-11);  // rounding of several hundred sums
    for (const std::string method :
         {"articulated-body", "variational", "variational-maximal", "multipliers"}) {
      INFO(method);
      Simulation simulation(mechanism, {.method = method, .step = 2e-2});
      double gap = 0;
      for (int i = 0; i < 500; ++i) {
        simulation.step();
        gap = std::max(gap, simulation.loopError());
      }
      CHECK(gap < 1e-12);
    }
  }
}

TEST_CASE("bodies joined by a function loop do not collide", "[simulation]") {
  const Mechanism smooth = camAndFollower(false);
  Mechanism mechanism = smooth;  // with solids that overlap by 0.1 m
  mechanism.contact.colliders = {
      {.body = "cam",
       .type = ColliderType::sphere,
       .radius = 0.25,
       .frame = {.position = {eccentricity, 0, 0}}},
      {.body = "follower", .type = ColliderType::sphere, .radius = 0.15}};
  Simulation one(smooth, {.method = "multipliers"}), other(mechanism, {.method = "multipliers"});
  one.step(20);
  other.step(20);
  CHECK(other.contactForces().empty());
  CHECK((vectorOf(one.q()) - vectorOf(other.q())).norm() < 1e-13);
}

TEST_CASE("files and states contain function loops by their names", "[mechanism]") {
  for (const Mechanism& mechanism : looped())
    CHECK(mechanismFromJson(toJson(mechanism)) == mechanism);

  const Mechanism mechanism = trammel(0.7, 1.5);
  const Model model(mechanism);
  CHECK(model.degreesOfFreedom() == 1);
  CHECK(model.mechanism().joints.back().name == "wall");
  CHECK(model.mechanism().bodies.back().name == "wall");
  CHECK(model.joint("wall").position == 3);
  CHECK(stateFromJson(R"({"q": {"wall": [0.4]}})", mechanism).q.at("wall").front() == 0.4);
  CHECK_THROWS_WITH(stateFromJson(R"({"q": {"wall": [0.4, 1]}})", mechanism),
                    Catch::Contains("q.wall: expected 1 number"));

  const auto broken = [&](auto&& change) {
    Mechanism wrong = mechanism;
    change(wrong);
    return wrong;
  };
  CHECK_THROWS_WITH(validate(broken([](Mechanism& wrong) { wrong.loops[0].name = "pin"; })),
                    Catch::Contains("loops[0].name: \"pin\" is the name of a joint or a body"));
  CHECK_THROWS_WITH(validate(broken([](Mechanism& wrong) { wrong.loops[0].function = {}; })),
                    Catch::Contains("loops[0].function: a general joint needs to say"));
  CHECK_THROWS_WITH(
      validate(broken([](Mechanism& wrong) { wrong.loops[0].function = CurveJoint(); })),
      Catch::Contains("loops[0].curve.points"));
  CHECK_THROWS_WITH(validate(broken([](Mechanism& wrong) { wrong.loops[0].length = 1; })),
                    Catch::Contains("a curve loop takes no length"));
  CHECK_THROWS_WITH(
      Simulation(broken([](Mechanism& wrong) { wrong.initialState->q["wall"] = {0.1}; })),
      Catch::Contains("loops[0]: does not close") && Catch::Contains("\"wall\""));
  CHECK_THROWS_WITH(assemble(broken([](Mechanism& wrong) {
                      wrong.loops[0].parentFrame.position = {0, 1, 0};  // off the plane
                    })),
                    Catch::Contains("loops[0]: found no position") && Catch::Contains("\"wall\""));
}

}  // namespace linkwork::test
