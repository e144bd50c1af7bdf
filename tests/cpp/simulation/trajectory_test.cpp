#include "linkwork/model/trajectory.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

using namespace linkwork;

namespace {

/// Checks that position, velocity and acceleration are consistent: central differences with error
/// h².
void checkDerivatives(const TrajectoryCurve& curve, double time) {
  INFO("t = " << time);
  constexpr double h = 1e-4;
  const TrajectoryPoint here = curve.at(time), before = curve.at(time - h),
                        after = curve.at(time + h);
  CHECK(here.velocity == Approx((after.position - before.position) / (2 * h)).margin(2e-5));
  CHECK(here.acceleration == Approx((after.velocity - before.velocity) / (2 * h)).margin(2e-3));
}

}  // namespace

TEST_CASE("waves are summed about their center", "[simulation]") {
  const TrajectoryCurve curve({0.5, {{0.2, 1, 0}, {0.1, 2, std::numbers::pi / 2}}, {}, 0});
  CHECK(curve.at(0).position == Approx(0.6));
  CHECK(curve.at(0).velocity == Approx(0.2 * 2 * std::numbers::pi));
  CHECK(curve.at(0.25).position == Approx(0.5 + 0.2 - 0.1));
  for (double t = -0.4; t < 1.5; t += 0.07) checkDerivatives(curve, t);
}

TEST_CASE("a periodic spline passes its keyframes, and is smooth at the end of a period",
          "[simulation]") {
  const Trajectory trajectory{0.1, {}, {{0.2, 0}, {0.5, 1}, {0.6, 0.8}, {1.1, -0.5}}, 1.2};
  const TrajectoryCurve curve(trajectory);
  for (const Keyframe& frame : trajectory.keyframes)
    for (const int turn : {-2, 0, 3})
      CHECK(curve.at(frame.time + turn * trajectory.period).position ==
            Approx(0.1 + frame.position).margin(1e-12));
  const TrajectoryPoint end = curve.at(1.4 - 1e-9), start = curve.at(1.4 + 1e-9);
  CHECK(end.velocity == Approx(start.velocity).margin(1e-6));
  CHECK(end.acceleration == Approx(start.acceleration).margin(1e-5));
  for (double t = 0.013; t < 2.4; t += 0.05) checkDerivatives(curve, t);
}

TEST_CASE("a spline without period starts and ends at rest", "[simulation]") {
  const TrajectoryCurve curve({0, {}, {{1, 0.3}, {2, -0.4}, {4, 0.9}}, 0});
  CHECK(curve.at(-5).position == 0.3);
  CHECK(curve.at(9).position == 0.9);
  CHECK(curve.at(1 + 1e-9).velocity == Approx(0).margin(1e-7));
  CHECK(curve.at(4 - 1e-9).velocity == Approx(0).margin(1e-7));
  CHECK(curve.at(2).position == Approx(-0.4));
  for (double t = 1.03; t < 3.9; t += 0.11) checkDerivatives(curve, t);
}

TEST_CASE("two keyframes without period define a cubic", "[simulation]") {
  const TrajectoryCurve curve({0, {}, {{0, 0}, {1, 1}}, 0});
  for (const double t : {0.1, 0.5, 0.8})  // 3t² − 2t³
    CHECK(curve.at(t).position == Approx(t * t * (3 - 2 * t)));
}

TEST_CASE("a hundred thousand keyframes are as smooth as a few", "[simulation]") {
  for (const double period : {0.0, 1e5}) {
    Trajectory trajectory{0, {}, {}, period};
    for (int i = 0; i < 100000; ++i) trajectory.keyframes.push_back({i * 0.9, std::sin(0.1 * i)});
    const TrajectoryCurve curve(trajectory);
    for (const int i : {0, 1, 50000, 99998, 99999}) {
      const Keyframe& frame = trajectory.keyframes[static_cast<std::size_t>(i)];
      CHECK(curve.at(frame.time).position == Approx(frame.position).margin(1e-10));
    }
    for (double t = 1; t < 9e4; t += 1234.5) checkDerivatives(curve, t);
  }
}
