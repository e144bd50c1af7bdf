#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "joints/function_kinds.hpp"
#include "joints/function_scenes.hpp"
#include "linkwork/simulation.hpp"

/// Curves with the arc length as coordinate.
namespace linkwork::test {
namespace {

CurveJoint byLength(CurveJoint joint) {
  joint.parameter = CurveParameter::arcLength;
  return joint;
}

JointMotion<double> motionAt(const JointFunction& joint, double s, double speed) {
  JointMotion<double> motion;
  joint.evaluate(&s, &speed, motion);
  return motion;
}

/// c(t) = (3 t, 3 t², 2 t³), with arc length 3 t + 2 t³. Its angle to (1, 0, 1) is constant.
CurveJoint steadyCurve() {
  CurveJoint joint;
  joint.points = {{0, 0, 0}, {1, 0, 0}, {2, 1, 0}, {3, 3, 2}};
  return byLength(joint);
}

/// Splines of degree p with n control points on a circle approximate circles of radius r (sin
/// x/x)^{p+1}, x = π/n, to parts of (n − 1)^{−p−1}.
CurveJoint circle(int points, int degree) {
  CurveJoint joint;
  joint.kind = CurveKind::bSpline;
  joint.degree = degree;
  joint.closed = true;
  for (int i = 0; i < points; ++i) {
    const double angle = 2 * std::numbers::pi * i / points;
    joint.points.emplace_back(std::cos(angle), std::sin(angle), 0);
  }
  return byLength(joint);
}

/// Returns a bead of mass 1 on a curve.
Mechanism beadOn(const CurveJoint& curve, double s, double speed) {
  Mechanism mechanism = onFunction(curve, {s}, {speed});
  mechanism.bodies.resize(1);
  mechanism.joints.resize(1);
  mechanism.initialState->q.erase("revolute");
  mechanism.initialState->v.erase("revolute");
  mechanism.bodies[0].centerOfMass.setZero();
  return mechanism;
}

}  // namespace

TEST_CASE("arc lengths of curves agree with closed forms", "[joints]") {
  const auto steady = jointFunction(steadyCurve());
  CHECK(steady->range(0).lower == 0);
  CHECK(steady->range(0).upper == Approx(5).epsilon(1e-14));
  for (const double t : {0.0, 0.2, 0.5, 0.9, 1.0}) {
    const double s = 3 * t + 2 * t * t * t;
    const Eigen::Vector3d point(3 * t, 3 * t * t, 2 * t * t * t);
    CHECK((steady->pose(&s).translation - point).norm() < 1e-14);
  }

  constexpr int corners = 48, power = 7;
  const double x = std::numbers::pi / corners, size = std::pow(std::sin(x) / x, power + 1);
  const auto round = jointFunction(circle(corners, power));
  const auto angleAt = [&](double s) {
    const Eigen::Vector3d place = round->pose(&s).translation;
    return std::atan2(place.y(), place.x());
  };
  for (const double s : {0.3, 2.0, 5.5, 40.0, -3.0})
    CHECK(std::remainder(angleAt(s) - angleAt(0) - s / size, 2 * std::numbers::pi) ==
          Approx(0).margin(1e-13));
}

TEST_CASE("with arc length as coordinate, the speed of the point is the velocity", "[joints]") {
  for (const bool closed : {false, true})
    for (const CurveFrame frame :
         {CurveFrame::fixed, CurveFrame::frenet, CurveFrame::rotationMinimising}) {
      const auto joint = jointFunction(byLength(splineCurve(frame, closed)));
      const double end = closed ? 20 : joint->range(0).upper;
      for (double s = 0.01; s < end; s += 0.0973 * end) {
        CAPTURE(closed, frame, s);
        constexpr double speed = 1.7;
        const JointMotion<double> motion = motionAt(*joint, s, speed);
        const Eigen::Vector3d tangent = motion.subspace.col(0).tail<3>();
        CHECK(std::abs(tangent.norm() - 1) < 8 * epsilon);
        // The acceleration of the point, with ω × v, is perpendicular to the curve.
        const Eigen::Vector3d turn = motion.subspace.col(0).head<3>();
        const Eigen::Vector3d acceleration =
            motion.bias.tail<3>() + speed * speed * turn.cross(tangent);
        CHECK(std::abs(tangent.dot(acceleration)) < 1e-12 * acceleration.norm());

        // S is the derivative of the pose, and Ṡ v that of S: by jets, through the fit of u(s).
        DerivativeJet at = DerivativeJet::variable(s, 0), rate(speed);
        JointMotion<DerivativeJet> jets;
        joint->evaluate(&at, &rate, jets);
        for (int k = 0; k < 3; ++k)
          CHECK(jets.pose.translation[k].partials[0] ==
                Approx(motion.pose.rotation.row(k).dot(tangent)).margin(1e-10));
        for (int k = 0; k < 6; ++k)
          CHECK(speed * speed * jets.subspace(k, 0).partials[0] ==
                Approx(motion.bias[k]).margin(1e-9 * motion.bias.norm()));
      }
    }
}

TEST_CASE("a bead keeps its speed on a level rail", "[joints]") {
  CurveJoint level = byLength(splineCurve(CurveFrame::fixed, true));
  for (Eigen::Vector3d& point : level.points) point.z() = 0.4;
  for (const std::string method : {"articulated-body", "multipliers"}) {
    INFO(method);
    Simulation simulation(beadOn(level, 0.5, 2), {method, "rk4", 1e-2, {}});
    simulation.step(500);
    if (method == "articulated-body") {
      CHECK(simulation.q()[0] == Approx(10.5).epsilon(1e-12));  // rounding of 500 steps
      CHECK(simulation.v()[0] == Approx(2).epsilon(1e-12));
    } else {
      CHECK(simulation.v()[0] == Approx(2).epsilon(1e-6));  // order 4, in maximal coordinates
    }
  }
}

TEST_CASE("on a curve of constant slope, a bead slides as on an incline", "[joints]") {
  Mechanism mechanism = beadOn(steadyCurve(), 0.1, 0);
  mechanism.gravity = Eigen::Vector3d(1, 0, 1) * 2;  // along the curve: 2 √2 cos 45°
  for (const std::string method : {"articulated-body", "variational"}) {
    INFO(method);
    Simulation simulation(mechanism, {method, "", 1e-3, {}});
    simulation.step(1000);
    // Parabolas are exact in time. The variational integrator evaluates the curve at its time
    // knots.
    CHECK(simulation.q()[0] == Approx(1.1).epsilon(method == "variational" ? 1e-5 : 1e-11));
    CHECK(simulation.v()[0] == Approx(2).epsilon(method == "variational" ? 1e-5 : 1e-11));
  }
}

TEST_CASE("a curve with arc length as coordinate has the limits of its length", "[joints]") {
  Simulation simulation(beadOn(steadyCurve(), 4.9, 3));
  CHECK_THROWS_WITH(simulation.step(1000), Catch::Contains("joint \"function\"") &&
                                               Catch::Contains("defined from 0 to 5"));
}

}  // namespace linkwork::test
