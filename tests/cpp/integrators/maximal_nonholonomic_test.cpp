#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "dynamics/fixture.hpp"
#include "integrators/step_forces.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/dynamics/compile.hpp"
#include "linkwork/integrators/maximal_variational_integrator.hpp"
#include "linkwork/simulation.hpp"

/// Nonholonomic constraints: no sliding at any time knot, and motions known in closed form.
namespace linkwork::test {
namespace {

constexpr double discMass = 2, discRadius = 0.3, weight = 9.81;

/// A disc in flight with its axis along z.
Mechanism disc() {
  const double across = discMass * discRadius * discRadius / 4;
  Mechanism mechanism;
  mechanism.gravity.setZero();
  mechanism.bodies.push_back(
      {.name = "disc", .mass = discMass, .inertia = {across, across, 2 * across}});
  Joint joint;
  joint.type = JointType::free;
  joint.name = "free";
  joint.parent = worldName;
  joint.child = "disc";
  mechanism.joints.push_back(joint);
  return mechanism;
}

NamedState stateOf(const Eigen::Vector3d& center, const Eigen::Matrix3d& rotation,
                   const Eigen::Vector3d& spin, const Eigen::Vector3d& velocity) {
  const Eigen::Quaterniond q(rotation);
  const Eigen::Vector3d w = rotation.transpose() * spin, v = rotation.transpose() * velocity;
  NamedState state;
  state.q["free"] = {center.x(), center.y(), center.z(), q.x(), q.y(), q.z(), q.w()};
  state.v["free"] = {w.x(), w.y(), w.z(), v.x(), v.y(), v.z()};
  return state;
}

}  // namespace

TEST_CASE("a rolling disc precesses steadily without sliding", "[integrators]") {
  // Axis a at an angle α to the vertical, u up along the disc, both turn about z at Ω. For ω = ω₃ a
  // + Ω sin α u, the angular momentum about the center balances the moment of the contact force if
  //   ω₃ Ω sin α (I_a + m ρ²) = (I_d Ω² sin α − m g ρ) cos α
  const double s = std::sin(1.1), c = std::cos(1.1), turning = 2;
  const double along = discMass * discRadius * discRadius / 2;
  const double spin = (along / 2 * turning * turning * s - discMass * weight * discRadius) * c /
                      (turning * s * (along + discMass * discRadius * discRadius));
  const Eigen::Vector3d a(s, 0, c), u = (Eigen::Vector3d::UnitZ() - c * a) / s, w = a.cross(u);
  Eigen::Matrix3d rotation;
  rotation << u, w, a;
  Mechanism mechanism = disc();
  mechanism.gravity = {0, 0, -weight};
  mechanism.nonholonomic.push_back(RollingDisc{.body = "disc", .radius = discRadius});
  Fixture on(mechanism,
             stateOf(discRadius * u, rotation, spin * a + turning * s * u, discRadius * spin * w));
  const double energy = on.kinetic() + on.potential();

  const auto errors = [&](int steps) {
    MaximalVariationalIntegrator integrator(on.tree);
    MotionState state{on.tree.initialPosition(), on.tree.initialVelocity(), 0};
    Eigen::Vector2d worst(0, 0);  // errors of the tilt and the energy
    for (int i = 0; i < steps; ++i) {
      integrator.step(2 * std::numbers::pi / turning / steps, noForces(), state);
      const Eigen::Matrix3d r =
          Eigen::Quaterniond(state.q[6], state.q[3], state.q[4], state.q[5]).toRotationMatrix();
      const double upward = r(2, 2);
      const Eigen::Vector3d contact = (upward * r.col(2) - Eigen::Vector3d::UnitZ()) * discRadius /
                                      std::sqrt(1 - upward * upward);
      const Eigen::Vector3d slip = r * state.v.tail<3>() + (r * state.v.head<3>()).cross(contact);
      CHECK(slip.norm() < 1e-13);  // rounding of velocities of several m/s
      on.q = state.q;
      on.v = state.v;
      worst[0] = std::max(worst[0], std::abs(upward - c));
      worst[1] = std::max(worst[1], std::abs(on.kinetic() + on.potential() - energy));
    }
    CHECK(integrator.gap() < 1e-14);
    // Returns to its start after a turn about z.
    CHECK((state.q.head<3>() - discRadius * u).norm() < 400.0 / (steps * steps));
    return worst;
  };
  const Eigen::Vector2d coarse = errors(500), fine = errors(1000);
  CHECK(coarse[0] / fine[0] == Approx(4).margin(0.1));
  CHECK(fine[0] < 1e-4);
  CHECK(fine[1] < 1e-7 * energy);
  CHECK(coarse[1] / fine[1] > 3.9);
}

TEST_CASE("a knife edge moves along a circle", "[integrators]") {
  // Without gravity, a blade through the center of mass keeps its speed and angular velocity.
  const double speed = 1.5, turning = 2;
  Mechanism mechanism = disc();
  mechanism.nonholonomic.push_back(KnifeEdge{.body = "disc"});
  Fixture on(mechanism,
             stateOf({0, 0, 0}, Eigen::Matrix3d::Identity(), {0, 0, turning}, {speed, 0, 0}));
  MaximalVariationalIntegrator integrator(on.tree);
  MotionState state{on.tree.initialPosition(), on.tree.initialVelocity(), 0};
  constexpr int steps = 500;
  for (int i = 0; i < steps; ++i) {
    integrator.step(std::numbers::pi / turning / steps, noForces(), state);
    CHECK(std::abs(state.v[4]) < 1e-14 * speed);
    CHECK(state.v[3] == Approx(speed).epsilon(1e-4));
    CHECK(state.v[2] == Approx(turning).epsilon(1e-12));
  }
  CHECK((state.q.head<3>() - Eigen::Vector3d(0, 2 * speed / turning, 0)).norm() < 1e-4);
}

TEST_CASE("a redundant knife edge changes nothing", "[integrators]") {
  // The arm moves in the plane perpendicular to its axes. No point of it has a velocity along the
  // edge's normal.
  const Mechanism free = gearedArm();
  const Eigen::Vector3d axis = free.joints.front().axis;
  Mechanism edged = free;
  for (const Body& body : free.bodies)
    edged.nonholonomic.push_back(KnifeEdge{.body = body.name, .across = axis});
  for (const double step : {1e-6, 1e-5, 1e-4, 1e-3, 1e-2}) {
    CAPTURE(step);
    const SimulationOptions options{"variational-maximal", "fourth-order", step, {}};
    Simulation with(edged, options), without(free, options);
    with.step(50);
    without.step(50);
    // Newton's iterations converge to 1e-11 of a velocity, in each of 250 steps.
    for (std::size_t i = 0; i < with.v().size(); ++i)
      CHECK(with.v()[i] == Approx(without.v()[i]).margin(1e-8));
  }
}

TEST_CASE("a velocity ratio between joints holds", "[integrators]") {
  Mechanism mechanism = disc();
  Body other = mechanism.bodies[0];
  other.name = "other";
  mechanism.bodies.push_back(other);
  mechanism.joints[0].type = JointType::revolute;
  Joint second = mechanism.joints[0];
  second.name = "second";
  second.child = "other";
  mechanism.joints.push_back(second);
  NamedState state;
  state.q["free"] = {0.7};  // does not constrain positions
  state.v = {{"free", {3}}, {"second", {-1}}};
  mechanism.nonholonomic.push_back(VelocityRatio{{{"free", 1}, {"second", 3}}});
  const Fixture on(mechanism, state);
  MaximalVariationalIntegrator integrator(on.tree);
  MotionState moved{on.q, on.v, 0};
  const double torque = 0.9, inertia = discMass * discRadius * discRadius / 2;
  TestForces push([&](double, const Eigen::VectorXd&, const Eigen::VectorXd&,
                      AppliedForces<double>& forces) { forces.torque[0] = torque; });
  constexpr int steps = 200;
  for (int i = 0; i < steps; ++i) integrator.step(1e-3, push, moved);
  // I (1 + 1/9) q̈ = τ on the first joint. The other one follows at −1/3. Error: (ω h)²/6.
  CHECK(moved.v[0] == Approx(3 + torque / (inertia * 10 / 9) * 0.2).epsilon(1e-5));
  CHECK(moved.v[0] + 3 * moved.v[1] == Approx(0).margin(1e-13));
  CHECK(moved.q[0] - 0.7 + 3 * moved.q[1] == Approx(0).margin(1e-12));
}

TEST_CASE("an edge on the ground constrains nothing, and is refused", "[integrators]") {
  Mechanism mechanism = disc();
  Body post = mechanism.bodies[0];
  post.name = "post";
  mechanism.bodies.push_back(post);
  Joint weld;
  weld.type = JointType::fixed;
  weld.name = "weld";
  weld.parent = worldName;
  weld.child = "post";
  mechanism.joints.push_back(weld);
  mechanism.nonholonomic.push_back(KnifeEdge{.body = "post"});
  const ClusterTree<double> tree = compile(mechanism);
  CHECK_THROWS_WITH(MaximalVariationalIntegrator(tree),
                    "nonholonomic[0].body: \"post\" is fixed to the ground; expected a body that "
                    "moves");
}

}  // namespace linkwork::test
