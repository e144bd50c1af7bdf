#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <utility>

#include "contact/bodies.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/simulation.hpp"

/// Smooth motion in contact is of order 2, and of order 1 by semi-implicit Euler: half the step
/// divides the error by 2 to that power.
namespace linkwork::test {
namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;

/// A motion that stays in contact and slides in one direction.
struct SlidingScene {
  std::string name;
  Mechanism mechanism;
  double duration;
  std::function<VectorXd(Simulation&)> reading;
  VectorXd expected;  ///< expected reading
};

/// Classical Runge–Kutta with steps so short that only rounding remains.
VectorXd solved(const std::function<VectorXd(const VectorXd&)>& rate, VectorXd state, double time) {
  constexpr int steps = 2000;
  const double h = time / steps;
  for (int i = 0; i < steps; ++i) {
    const VectorXd a = rate(state), b = rate(state + h / 2 * a), c = rate(state + h / 2 * b),
                   d = rate(state + h * c);
    state += h / 6 * (a + 2 * b + 2 * c + d);
  }
  return state;
}

/// A rod leans on the floor with a ball at its lower end. The other end is on a slider, which moves
/// vertically on a spring at s = r + L cos θ:
///
///   (M + m) s̈ + m a (sin θ θ̈ + cos θ θ̇²) + (M + m) g + k s + c ṡ = N        a = L/2
///   (I + m a²) θ̈ + m a sin θ s̈ + m g a sin θ = N (L sin θ − μ (L cos θ + r))
SlidingScene leaningRod(double damping) {
  constexpr double slider = 0.8, mass = 1.3, length = 1, half = length / 2, inertia = 0.4,
                   radius = 0.05, friction = 0.3, stiffness = 5, angle = 0.9, speed = 2;
  Mechanism mechanism = incline(0, friction);
  const auto addPart = [&](const std::string& name, JointType type, const std::string& parent,
                           const Vector3d& axis) {
    Body body;
    body.name = name;
    mechanism.bodies.push_back(body);
    Joint joint;
    joint.type = type;
    joint.name = name;
    joint.parent = parent;
    joint.child = name;
    joint.axis = axis;
    mechanism.joints.push_back(joint);
  };
  addPart("slider", JointType::prismatic, "world", {0, 0, 1});
  addPart("rod", JointType::revolute, "slider", {0, -1, 0});
  mechanism.bodies[0].mass = slider;
  mechanism.bodies[0].inertia = {0.01, 0.01, 0.01, 0, 0, 0};
  mechanism.bodies[1].mass = mass;
  mechanism.bodies[1].centerOfMass = {0, 0, -half};
  mechanism.bodies[1].inertia = {inertia, inertia, 0.001, 0, 0, 0};
  mechanism.joints[0].stiffness = stiffness;
  mechanism.joints[0].damping = damping;
  Collider tip = ball(radius, friction);
  tip.body = "rod";
  tip.frame.position = {0, 0, -length};
  mechanism.contact.colliders.push_back(tip);
  mechanism.initialState.emplace();
  mechanism.initialState->q = {{"slider", {radius + length * std::cos(angle)}}, {"rod", {angle}}};
  mechanism.initialState->v = {{"slider", {-length * std::sin(angle) * speed}}, {"rod", {speed}}};

  const auto rate = [=](const VectorXd& state) {
    const double s = std::sin(state[0]), c = std::cos(state[0]), w = state[1];
    // s̈ = −L sin θ θ̈ − L cos θ θ̇², N = p θ̈ + q
    const double all = slider + mass;
    const double p = (mass * half - all * length) * s,
                 q = (mass * half - all * length) * c * w * w + all * standardGravity +
                     stiffness * (radius + length * c) - damping * length * s * w;
    const double arm = length * s - friction * (length * c + radius);
    const double lifted = mass * half * s * (standardGravity - length * c * w * w);
    return Eigen::Vector2d(w, (arm * q - lifted) / (inertia + mass * half * half -
                                                    mass * half * length * s * s - arm * p));
  };
  constexpr double duration = 0.15;
  return {"leaning rod, damped by " + std::to_string(damping), mechanism, duration,
          [](Simulation& simulation) {
            return Eigen::Vector2d(simulation.q()[1], duration * simulation.v()[1]);
          },
          solved(rate, Eigen::Vector2d(angle, speed), duration)
              .cwiseProduct(Eigen::Vector2d(1, duration))};
}

/// A ball slides off a fixed ball, at φ from its top:
///
///   m R φ̈ = m g sin φ − μ N      N = m (g cos φ − R φ̇²)      R: between the centers
SlidingScene ballOverBall() {
  constexpr double mass = 2, radius = 0.1, distance = 0.5, friction = 0.2, angle = 0.2, speed = 1.5;
  Mechanism mechanism;
  mechanism.gravity = {0, 0, -standardGravity};
  Collider hill = ball(distance - radius, friction);
  hill.body = "world";
  mechanism.contact.colliders.push_back(hill);
  const Vector3d out(std::sin(angle), 0, std::cos(angle)), along(out.z(), 0, -out.x());
  addBody(mechanism, "ball", mass, Vector3d::Constant(0.4 * mass * radius * radius),
          ball(radius, friction), distance * out, distance * speed * along);
  const auto rate = [=](const VectorXd& state) {
    const double load = standardGravity * std::cos(state[0]) - distance * state[1] * state[1];
    return Eigen::Vector2d(state[1],
                           (standardGravity * std::sin(state[0]) - friction * load) / distance);
  };
  constexpr double duration = 0.15;
  return {"ball over a ball", mechanism, duration,
          [=](Simulation& simulation) {
            const Vector3d at(simulation.q()[0], 0, simulation.q()[2]);
            const Vector3d tangent(at.z(), 0, -at.x());
            return Eigen::Vector2d(std::atan2(at.x(), at.z()),
                                   duration * simulation.momentum().tail<3>().dot(tangent) /
                                       (mass * at.squaredNorm()));
          },
          solved(rate, Eigen::Vector2d(angle, speed), duration)
              .cwiseProduct(Eigen::Vector2d(1, duration))};
}

/// Two links, the second at its stop: they swing as one body. The expected values are those of one
/// body.
SlidingScene pendulumOnItsStop() {
  constexpr double bend = 0.5, duration = 0.3;
  Mechanism mechanism = chain({.links = 2, .startAngle = -1.2});
  mechanism.initialState->q["joint2"] = {bend};
  Mechanism rigid = mechanism;
  mechanism.joints[1].limits = JointLimits{.lower = bend};
  rigid.joints[1].type = JointType::fixed;
  rigid.joints[1].parentFrame.rotation = Eigen::Quaterniond(
      Eigen::AngleAxisd(bend, std::exchange(rigid.joints[1].axis, Joint{}.axis)));
  rigid.initialState->q.erase("joint2");
  Simulation swing(rigid, {.method = "articulated-body", .step = duration / 2000});
  swing.step(2000);
  const auto reading = [](Simulation& simulation) {
    return Eigen::Vector2d(simulation.q()[0], duration * simulation.v()[0]);
  };
  return {"pendulum on its stop", mechanism, duration, reading, reading(swing)};
}

double missedBy(const SlidingScene& scene, const Stepping& by, int steps) {
  SimulationOptions options{by.method, by.integrator, scene.duration / steps, {}};
  options.variational.minimal.tolerance = 1e-13;  // the error of the nonlinear solve must not show
  options.variational.maximal.tolerance = 1e-11;
  Simulation simulation(scene.mechanism, options);
  for (int i = 0; i < steps; ++i) {
    simulation.step();
    CHECK(simulation.contactForces().size() + simulation.limitForces().size() == 1);
  }
  return (scene.reading(simulation) - scene.expected).norm();
}

}  // namespace

TEST_CASE("smooth motion in contact is of order 2, and of order 1 by semi-implicit Euler",
          "[contact]") {
  for (const SlidingScene& scene :
       {leaningRod(0), leaningRod(2), ballOverBall(), pendulumOnItsStop()})
    for (const Stepping& by : inertialSteppings()) {
      if (by.integrator == "adaptive") continue;  // its steps choose their lengths
      INFO(scene.name << ", " << by.method << ", " << by.integrator);
      const int order = by.integrator == "semi-implicit-euler" ? 1 : 2;
      // The next power of the step length changes the order by several hundredths.
      CHECK(std::log2(missedBy(scene, by, 200) / missedBy(scene, by, 400)) ==
            Approx(order).margin(0.1));
    }
}

}  // namespace linkwork::test
