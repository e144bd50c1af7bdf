#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "linkwork/elementary.hpp"
#include "linkwork/spatial.hpp"
#include "linkwork/spatial/lanes.hpp"
#include "linkwork/spatial/sine_cosine.hpp"

/// Batched sines and cosines of all joints, compared with the standard library.
namespace linkwork::test {
namespace {

/// Returns angles in one quadrant and in all quadrants, up to the bound, and next to multiples of
/// π/4.
std::vector<double> moderateAngles() {
  std::vector<double> angles{0, 1e-300, 1e-9, 99999.9};
  for (const double most : {1.0, 10.0, 1e3, 99999.0})
    for (int i = 0; i < 1000; ++i) angles.push_back(most * std::cos(1.0 * i));
  for (int k = -40; k <= 40; ++k)
    for (const double near : {-1e-7, 0.0, 1e-7}) angles.push_back(k * 0.78539816339744831 + near);
  return angles;
}

/// One unit in the last place of a number is at most ε times the number. The reduction by π/2 has
/// an error below ε² per turn, which is visible only near zero.
double sineBound(long double exact, double angle) {
  return static_cast<double>(1.5 * epsilon * std::abs(exact) + epsilon * epsilon * std::abs(angle));
}

}  // namespace

TEST_CASE("sines and cosines of moderate angles are accurate to 1.5 units in the last place",
          "[spatial]") {
  const std::vector<double> angles = moderateAngles();
  std::vector<double> sines(angles.size()), cosines(angles.size());
  sineCosine(angles.data(), sines.data(), cosines.data(), static_cast<int>(angles.size()));
  for (std::size_t i = 0; i < angles.size(); ++i) {
    const long double exact = angles[i];
    CAPTURE(angles[i]);
    CHECK(std::abs(static_cast<double>(sines[i] - std::sin(exact))) <=
          sineBound(std::sin(exact), angles[i]));
    CHECK(std::abs(static_cast<double>(cosines[i] - std::cos(exact))) <=
          sineBound(std::cos(exact), angles[i]));
  }
}

TEST_CASE("if one angle is large, all angles use the scalar functions", "[spatial]") {
  for (const double large : {1e5, -3e7, 1e300}) {
    for (std::size_t place = 0; place < 5; ++place) {
      std::array<double, 5> angles{0.1, -0.2, 0.3, 2.4, -3.5}, sines, cosines;
      angles[place] = large;
      sineCosine(angles.data(), sines.data(), cosines.data(), 5);
      for (std::size_t i = 0; i < 5; ++i) {
        CHECK(sines[i] == elementary::sin(angles[i]));
        CHECK(cosines[i] == elementary::cos(angles[i]));
      }
    }
  }
}

TEST_CASE("lanes have the sines and cosines of their numbers, for a large number in any lane",
          "[spatial]") {
  const std::array<double, 4> moderate{0.1, -1.7, 3.3, -40};
  for (int large = -1; large < 4; ++large) {  // −1: none
    Lanes<4> angles(0), sine(0), cosine(0);
    for (int lane = 0; lane < 4; ++lane)
      angles.set(lane, lane == large ? 1e9 + lane : moderate[static_cast<std::size_t>(lane)]);
    sineCosine(&angles, &sine, &cosine, 1);
    for (int lane = 0; lane < 4; ++lane) {
      CAPTURE(large, lane);
      // Both variants are accurate to 1.5 units in the last place.
      CHECK(std::abs(sine[lane] - std::sin(angles[lane])) <= 3 * epsilon);
      CHECK(std::abs(cosine[lane] - std::cos(angles[lane])) <= 3 * epsilon);
    }
  }
}

}  // namespace linkwork::test
