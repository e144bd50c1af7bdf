#include "linkwork/joints/least_over_box.hpp"

#include <catch2/catch.hpp>
#include <limits>

#include "linkwork/joints/described_joints.hpp"

/// The smallest value over a box, for checks of curves and surfaces: accurate and in bounded time.
namespace linkwork::test {

TEST_CASE("the smallest value over a box is accurate, with a bounded number of evaluations",
          "[joints]") {
  constexpr int points = 33;
  constexpr int most = points * points + 30 * points * 4 + 1;  // the grid, and 29 halvings from ½
  int looks = 0;
  const auto leastOf = [&](auto f) {
    looks = 0;
    return leastOverBox<2>({1, 1}, points, [&](const Eigen::Vector2d& at) {
      ++looks;
      return f(at.x(), at.y());
    });
  };
  CHECK(leastOf([](double x, double y) {
          return (x - 0.3) * (x - 0.3) + (y - 0.71) * (y - 0.71);
        }) < 1e-16);
  CHECK(looks <= most);
  // A narrow curved valley, along which compass steps are tiny.
  CHECK(leastOf([](double x, double y) {
          return 1e6 * (y - x * x) * (y - x * x) + (1 - x) * (1 - x);
        }) < 0.1);
  CHECK(looks <= most);
  CHECK(std::isnan(leastOf(
      [](double x, double) { return x > 0.5 ? std::numeric_limits<double>::quiet_NaN() : x; })));
  CHECK(looks <= most);
}

TEST_CASE("control points and curves with arbitrary values load or are refused in bounded time",
          "[joints]") {
  SurfaceJoint steep, huge;
  for (int i = 0; i < 16; ++i) {
    steep.points.emplace_back();
    for (int j = 0; j < 5; ++j) steep.points.back().emplace_back(i, j, std::sin(i * j));
  }
  steep.points[1][2] = {-2, 1000, 0};
  CHECK_THROWS_AS(jointFunction(steep), JointDescriptionError);
  huge.points = {{{0, 0, 0}, {0, 1, 0}}, {{1e5, 1e5, -1000}, {-1000, 1000, 0}}};
  CHECK_THROWS_AS(jointFunction(huge), JointDescriptionError);
  CurveJoint far;
  far.kind = CurveKind::bezier;
  far.frame = CurveFrame::frenet;
  far.points = {{0, 0, 0}, {1e110, 0, 0}, {2e110, 1e110, 0}};
  CHECK_THROWS_AS(jointFunction(far), JointDescriptionError);
}

}  // namespace linkwork::test
