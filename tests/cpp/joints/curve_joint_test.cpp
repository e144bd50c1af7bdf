#include <catch2/catch.hpp>

#include "joints/function_kinds.hpp"
#include "linkwork/joints/curve_pose.hpp"
#include "linkwork/joints/described_joints.hpp"
#include "linkwork/joints/surface_pose.hpp"

/// Points and frames along curves and on surfaces.
namespace linkwork::test {

namespace {

/// De Casteljau's algorithm.
Eigen::Vector3d bezierPoint(std::vector<Eigen::Vector3d> points, double u) {
  for (std::size_t left = points.size() - 1; left > 0; --left)
    for (std::size_t i = 0; i < left; ++i) points[i] += u * (points[i + 1] - points[i]);
  return points[0];
}

/// Cox–de Boor recursion for one basis function on the knots.
double basis(const std::vector<double>& knots, std::size_t i, int degree, double u) {
  if (degree == 0) return knots[i] <= u && u < knots[i + 1] ? 1 : 0;
  const std::size_t p = static_cast<std::size_t>(degree);
  const auto part = [](double over, double under) { return under > 0 ? over / under : 0; };
  return part(u - knots[i], knots[i + p] - knots[i]) * basis(knots, i, degree - 1, u) +
         part(knots[i + p + 1] - u, knots[i + p + 1] - knots[i + 1]) *
             basis(knots, i + 1, degree - 1, u);
}

JointMotion<double> motionAlong(const JointFunction& joint, double u) {
  JointMotion<double> motion;
  const double one = 1;
  joint.evaluate(&u, &one, motion);
  return motion;
}

std::string refusal(const CurveJoint& joint) {
  try {
    jointFunction(joint);
  } catch (const JointDescriptionError& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("points of curves agree with their constructions", "[joints]") {
  const CurveJoint bezier = bezierCurve(CurveFrame::fixed);
  for (const double u : {0.0, 0.3, 0.8, 1.0})
    CHECK((jointFunction(bezier)->pose(&u).translation - bezierPoint(bezier.points, u)).norm() <
          1e-14);

  for (const bool closed : {false, true})
    for (const int degree : {2, 3, 5}) {
      CurveJoint joint = splineCurve(CurveFrame::fixed, closed);
      joint.degree = degree;
      const auto function = jointFunction(joint);
      const int count = static_cast<int>(joint.points.size());
      const int pieces = closed ? count : count - degree, controls = pieces + degree;
      std::vector<double> knots;
      for (int i = 0; i <= controls + degree; ++i)
        knots.push_back(closed ? i - degree : std::clamp(i - degree, 0, pieces));
      for (double u = 0.07; u < pieces; u += 0.31) {
        CAPTURE(closed, degree, u);
        Eigen::Vector3d point = Eigen::Vector3d::Zero();
        for (int i = 0; i < controls; ++i)
          point += basis(knots, static_cast<std::size_t>(i), degree, u) *
                   joint.points[static_cast<std::size_t>(i % count)];
        CHECK((function->pose(&u).translation - point).norm() < 1e-14);
      }
    }
}

TEST_CASE("an open curve has ends, and a closed curve is periodic", "[joints]") {
  const auto open = jointFunction(splineCurve(CurveFrame::rotationMinimising, false));
  CHECK(open->range(0).lower == 0);
  CHECK(open->range(0).upper == 6);
  for (const CurveFrame frame :
       {CurveFrame::fixed, CurveFrame::frenet, CurveFrame::rotationMinimising}) {
    const auto closed = jointFunction(splineCurve(frame, true));
    CHECK(std::isinf(closed->range(0).upper));
    for (const double u : {0.0, 0.4, 4.7}) {
      const Transform<double> here = closed->pose(&u);
      for (const int rounds : {-2, 1, 5}) {
        const double again = u + 9 * rounds;
        CHECK((closed->pose(&again).translation - here.translation).norm() < 1e-13);
        CHECK((closed->pose(&again).rotation - here.rotation).norm() < 1e-12);
      }
    }
  }
}

TEST_CASE("the rotation of frames along a curve agrees with their definitions", "[joints]") {
  for (const bool spline : {false, true})
    for (const bool closed : {false, true}) {
      if (closed && !spline) continue;
      const auto curve = [&](CurveFrame frame) {
        return spline ? splineCurve(frame, closed) : bezierCurve(frame);
      };
      const auto still = jointFunction(curve(CurveFrame::rotationMinimising));
      const auto frenet = jointFunction(curve(CurveFrame::frenet));
      const double end = closed ? 9 : still->range(0).upper;
      const double spread = motionAlong(*still, 0.1).subspace(2, 0);
      // No rotation about the tangent, except the one that closes the curve.
      CHECK((closed || std::abs(spread) < 1e-11));
      for (double u = 0.03; u < end; u += 0.171) {
        CAPTURE(spline, closed, u);
        const JointMotion<double> motion = motionAlong(*still, u);
        CHECK(std::abs(motion.subspace(2, 0) - spread) < 1e-11);
        CHECK(motion.subspace(5, 0) > 0);
        CHECK(motion.subspace.col(0).segment<2>(3).norm() < 1e-13 * motion.subspace(5, 0));
        // Frenet–Serret: the angular velocity (0, κ, τ) has no component along the normal, and κ >
        // 0.
        const JointMotion<double> normal = motionAlong(*frenet, u);
        CHECK(std::abs(normal.subspace(0, 0)) < 1e-11 * normal.subspace.norm());
        CHECK(normal.subspace(1, 0) > 0);
      }
    }
}

TEST_CASE("a parallel-transported frame along a plane curve keeps the plane's normal", "[joints]") {
  CurveJoint joint;
  joint.points = {{0, 0, 0}, {1, 2, 0}, {2, -2, 0}, {3, 0, 0}};  // with an inflection
  joint.frame = CurveFrame::rotationMinimising;
  const auto function = jointFunction(joint);
  double u = 0;
  const Eigen::Matrix3d start = function->pose(&u).rotation;
  const Eigen::Vector3d inFrame = start.transpose() * Eigen::Vector3d::UnitZ();
  for (u = 0; u <= 1; u += 0.05)
    CHECK((function->pose(&u).rotation * inFrame - Eigen::Vector3d::UnitZ()).norm() < 1e-12);
}

TEST_CASE("curves that a point cannot follow are refused with the reason", "[joints]") {
  CurveJoint cusp;
  cusp.points = {{0, 0, 0}, {1, 1, 0}, {0, 1, 0}, {1, 0, 0}};  // c'(1/2) = 0
  CHECK_THAT(refusal(cusp), Catch::StartsWith("points: the curve stops"));
  CurveJoint joint = bezierCurve(CurveFrame::fixed);
  joint.points.resize(1);
  CHECK_THAT(refusal(joint), Catch::Contains("2 to 16 points, found 1"));
  joint.points.assign(20, {0, 0, 1});
  CHECK_THAT(refusal(joint), Catch::Contains("found 20; a B-spline takes any number"));
  joint.points = {{0, 0, 0}, {0, std::nan(""), 1}};
  CHECK_THAT(refusal(joint), Catch::StartsWith("points[1]: not finite"));
  joint = bezierCurve(CurveFrame::fixed);
  joint.closed = true;
  CHECK_THAT(refusal(joint), Catch::StartsWith("closed:"));
  joint = splineCurve(CurveFrame::frenet, true);
  joint.degree = 3;
  CHECK_THAT(refusal(joint), Catch::StartsWith("degree: expected at least 4"));
  joint.degree = 8;
  CHECK_THAT(refusal(joint), Catch::StartsWith("degree: expected 1 to 7, found 8"));
  joint.degree = 3;
  joint.points.resize(3);
  CHECK_THAT(refusal(joint), Catch::Contains("at least 4 points, found 3"));
  CurveJoint straight;
  straight.points = {{0, 0, 0}, {1, 2, 0}, {2, -2, 0}, {3, 0, 0}};
  straight.frame = CurveFrame::frenet;
  CHECK_THAT(refusal(straight), Catch::StartsWith("frame: the curve is straight somewhere"));
}

TEST_CASE("a board is in the tangent plane of its surface", "[joints]") {
  const SurfaceJoint surface = hillySurface(true);
  const auto function = jointFunction(surface);
  CHECK(function->coordinates() == 3);
  CHECK(function->range(1).upper == 1);
  CHECK(std::isinf(function->range(2).upper));
  for (const std::vector<double>& q : positionsOf(*function, 20)) {
    JointMotion<double> motion;
    const double v[] = {0.3, -0.2, 0.5};
    function->evaluate(q.data(), v, motion);
    CHECK(motion.subspace.row(5).norm() < 1e-13);  // stays on the surface
    CHECK((motion.subspace.col(2) - Vector6<double>::Unit(2)).norm() < 1e-14);
    std::vector<Eigen::Vector3d> along;
    for (const auto& row : surface.points) along.push_back(bezierPoint(row, q[1]));
    CHECK((motion.pose.translation - bezierPoint(along, q[0])).norm() < 1e-14);
    // x of the board, without the spin, is along ∂u.
    CHECK(motion.subspace(4, 0) / motion.subspace(3, 0) == Approx(std::tan(-q[2])).epsilon(1e-11));
  }
}

TEST_CASE("surfaces without a normal are refused", "[joints]") {
  const auto refused = [](const SurfaceJoint& joint) {
    try {
      jointFunction(joint);
    } catch (const JointDescriptionError& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  SurfaceJoint joint = hillySurface(false);
  joint.points[2].pop_back();
  CHECK_THAT(refused(joint), Catch::StartsWith("points[2]: expected as many points"));
  joint = hillySurface(false);
  joint.points[1][3].y() = std::nan("");
  CHECK_THAT(refused(joint), Catch::StartsWith("points[1][3]: not finite"));
  joint = hillySurface(false);
  for (Eigen::Vector3d& point : joint.points[0]) point = joint.points[0][0];  // the tip of a cone
  CHECK_THAT(refused(joint), Catch::StartsWith("points: the surface has no normal"));
  joint.points.resize(1);
  CHECK_THAT(refused(joint), Catch::StartsWith("points: expected 2 to 16 entries, found 1"));
}

}  // namespace linkwork::test
