#include <catch2/catch.hpp>
#include <cmath>
#include <functional>

#include "contact/bodies.hpp"
#include "linkwork/catalogue.hpp"
#include "linkwork/simulation.hpp"
#include "simulation/flat.hpp"

/// Velocities right after an impact, by every method. The time of the impact is known to a step;
/// velocities are of first order.
namespace linkwork::test {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;
using Eigen::VectorXd;

/// A motion up to its first impact.
struct FirstImpact {
  std::string name;
  Mechanism mechanism;
  std::function<VectorXd(Simulation&)> velocity;
  VectorXd expected;    ///< expected velocity
  double acceleration;  ///< around the impact
};

/// A box falls on one of its edges, without friction, with v = √(2 g H). The impulse
/// p = (1 + e) v / (1/m + x²/I) acts at x from below the center:
///
///   v⁺ = p/m − v      ω⁺ = p x / I
FirstImpact boxOnItsEdge(double restitution) {
  constexpr double mass = 2, lean = 0.3, height = 0.4;
  const Vector3d size(0.4, 0.3, 0.2), inertia = boxInertia(mass, size);
  const double x = (size.z() * std::sin(lean) - size.x() * std::cos(lean)) / 2,
               reach = (size.z() * std::cos(lean) + size.x() * std::sin(lean)) / 2;
  Mechanism mechanism = incline(0, 0, restitution);
  addBody(mechanism, "box", mass, inertia, box(size, 0), {0, 0, height + reach}, {0, 0, 0},
          Eigen::Quaterniond(Eigen::AngleAxisd(-lean, Vector3d::UnitY())));
  const double speed = std::sqrt(2 * standardGravity * height),
               impulse = (1 + restitution) * speed / (1 / mass + x * x / inertia.y());
  const Vector2d expected(impulse / mass - speed, -impulse * x / inertia.y());
  return {"box on its edge", mechanism,
          [](Simulation& simulation) {
            return Vector2d(simulation.momentum()[5] / mass, simulation.v()[1]);
          },
          expected, standardGravity * expected.norm() / speed};
}

/// A joint swings against its stop: v⁺ = v⁻ − (1 + e) v⁻ⱼ r/rⱼ. r is the change of accelerations by
/// a unit torque on the joint. v⁻ comes from a motion without the stop, in steps of 10 µs.
FirstImpact againstStop(const std::string& name, Mechanism mechanism, std::size_t joint, double way,
                        double restitution) {
  Simulation swing(mechanism, {.method = "articulated-body", .step = 1e-5});
  const double stop = swing.q()[joint] + way;
  VectorXd q, v;
  double passed = 0;
  while (passed < 1) {
    q = vectorOf(swing.q()), v = vectorOf(swing.v());
    swing.step();
    passed = (swing.q()[joint] - q[joint]) / (stop - q[joint]);
  }
  q += (vectorOf(swing.q()) - q) / passed;
  v += (vectorOf(swing.v()) - v) / passed;
  const auto accelerations = [&](const VectorXd& velocity, double torque) {
    swing.setState(std::vector(q.begin(), q.end()), std::vector(velocity.begin(), velocity.end()));
    swing.setTorque(mechanism.joints[joint].name, std::vector<double>{torque});
    return vectorOf(swing.forwardDynamics());
  };
  const VectorXd arriving = accelerations(v, 0), response = accelerations(v, 1) - arriving;
  const VectorXd expected = v - (1 + restitution) * v[joint] / response[joint] * response;
  const double acceleration = arriving.norm() + accelerations(expected, 0).norm();

  JointLimits limits{.restitution = restitution};
  (way > 0 ? limits.upper : limits.lower) = stop;
  mechanism.joints[joint].limits = limits;
  return {name, mechanism, [](Simulation& simulation) { return vectorOf(simulation.v()); },
          expected, acceleration};
}

FirstImpact doublePendulumOnItsStop(double restitution) {
  return againstStop("two links, the outer one on its stop", chain({.links = 2, .startAngle = 1.2}),
                     1, 0.5, restitution);
}

FirstImpact fourBarOnItsStop(double restitution) {
  return againstStop("four-bar on its stop", fourBar(), 0, 1.5, restitution);
}

/// Returns the largest error over step lengths from h down to 0.8 h, over the change of velocity in
/// a step. They meet the impact in different parts of a step.
double missedAfter(const FirstImpact& impact, const Stepping& by, double h) {
  constexpr int lengths = 10;
  double missed = 0;
  for (int i = 0; i < lengths; ++i) {
    const double step = h * (1 - 0.2 * i / lengths);
    Simulation simulation(impact.mechanism, {by.method, by.integrator, step, {}});
    while (simulation.contactForces().empty() && simulation.limitForces().empty())
      simulation.step();
    missed = std::max(missed, (impact.velocity(simulation) - impact.expected).norm() /
                                  (step * impact.acceleration));
  }
  return missed;
}

}  // namespace

TEST_CASE("velocities after an impact are of first order in the step length", "[contact][slow]") {
  for (const double restitution : {0.0, 0.5, 1.0})
    for (const FirstImpact& impact :
         {boxOnItsEdge(restitution), doublePendulumOnItsStop(restitution),
          fourBarOnItsStop(restitution)})
      for (const Stepping& by : inertialSteppings()) {
        INFO(impact.name << ", " << restitution << ", " << by.method << ", " << by.integrator);
        const double coarse = missedAfter(impact, by, 1e-3), fine = missedAfter(impact, by, 2.5e-4);
        // The bounce's effect on the accelerations of one step before it and one after.
        // Semi-implicit Euler's own error is half a step's.
        const double own = by.integrator == "semi-implicit-euler" ? 0.5 : 0;
        CHECK(coarse < 2.1 + own);
        // Ten step lengths find the worst part of a step to a fifth. If the velocity is almost 0,
        // the solver's 1e-9 of 10 rad/s over a step remains.
        CHECK(fine == Approx(coarse).epsilon(0.2).margin(1e-6));
      }
}

}  // namespace linkwork::test
