#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "arguments.hpp"
#include "closeness.hpp"
#include "linkwork/spatial/articulated_inertia.hpp"
#include "linkwork/spatial/crank_angle.hpp"
#include "linkwork/spatial/scalar_traits.hpp"

/// Special cases with a known structure, compared with full matrices, and the angle of a crank,
/// compared with its equation.
namespace linkwork::test::spatial {
namespace {

using Block = Eigen::Matrix2d;

/// Whether the structure of the block was recognized, and the block is R B Rᵀ.
bool isTurned(double c, double s, Block block) {
  Block turn;
  turn << c, -s, s, c;
  const Block expected = turn * block * turn.transpose();
  if (!turnKnownBlock(c, s, block(0, 0), block(0, 1), block(1, 0), block(1, 1))) return false;
  CHECK(distance(block, expected) < rounding);
  return true;
}

}  // namespace

TEST_CASE("blocks rotate by quarter turns, and with one entry by any angle, as their matrices do",
          "[spatial]") {
  std::mt19937_64 random(2);
  for (int i = 0; i < 20; ++i) {
    const Block full = randomMatrix<2, 2>(random);
    for (const double sign : {1.0, -1.0}) {
      CHECK(isTurned(sign, 0, full));
      CHECK(isTurned(0, sign, full));
    }
    Block single = Block::Zero();
    single(0, 0) = full(0, 0);
    const double angle = pi * uniform(random), c = std::cos(angle), s = std::sin(angle);
    CHECK(isTurned(c, s, single));
    CHECK_FALSE(isTurned(c, s, full));
    for (const auto& [row, column] : {std::pair(0, 1), std::pair(1, 0), std::pair(1, 1)}) {
      Block other = single;
      other(row, column) = full(row, column);
      CHECK_FALSE(isTurned(c, s, other));
    }
  }
}

TEST_CASE("a pivot is accepted above zero, or above rounding", "[spatial]") {
  double pivot = 1e-300, none = 0, undefined = std::numeric_limits<double>::quiet_NaN();
  CHECK(acceptPivot(pivot));
  CHECK_FALSE(acceptPivot(none));
  CHECK_FALSE(acceptPivot(undefined));
  const double least = 1e-3;
  double above = 1.1e-3, equal = 1e-3;
  CHECK(acceptPivot(above, least));
  CHECK_FALSE(acceptPivot(equal, least));
}

TEST_CASE("a row and column of an articulated inertia can be cleared", "[spatial]") {
  std::mt19937_64 random(3);
  for (int entry = 0; entry < 6; ++entry) {
    const Matrix6<double> half = randomMatrix<6, 6>(random);
    Matrix6<double> expected = half * half.transpose();
    ArticulatedInertia<double> a{
        SymmetricMatrix3<double>::fromUpper(expected.topLeftCorner<3, 3>()),
        Mat3<double>::from(expected.topRightCorner<3, 3>()),
        SymmetricMatrix3<double>::fromUpper(expected.bottomRightCorner<3, 3>())};
    expected.row(entry).setZero();
    expected.col(entry).setZero();
    a.clear(entry);
    CHECK(a.matrix() == expected);
  }
}

TEST_CASE("a crank's angle solves its equation on the branch and in the turn of the last angle",
          "[spatial]") {
  std::mt19937_64 random(4);
  for (int i = 0; i < 500; ++i) {
    const double a = 3 * uniform(random), b = 3 * uniform(random);
    const double reach = std::hypot(a, b), towards = std::atan2(b, a);
    const double offset = 0.1 + 1.4 * (1 + uniform(random)), turns = 2 * pi * (i % 7 - 3);
    for (const double branch : {1.0, -1.0}) {
      const double angle = towards + branch * offset + turns;
      const double c = reach * std::cos(offset);
      // A step from the last angle, on the same side of both dead centers.
      const double near = angle + 0.09 * uniform(random);
      const auto found = crankAngle(a, b, c, near, 1e-8);
      REQUIRE(found);
      // Near a dead center, the angle amplifies errors by at most 1 / sin(offset).
      CHECK(std::abs(*found - angle) <= 100 * epsilon * (1 + std::abs(angle)) / std::sin(offset));
    }
  }
  CHECK_FALSE(crankAngle(3.0, 4.0, 5.1, 0.0, 1e-8));  // out of reach
  CHECK_FALSE(crankAngle(3.0, 4.0, 5.0, 0.0, 1e-8));  // rod and crank aligned
  CHECK_FALSE(crankAngle(3.0, 4.0, 4.99, 0.0, 0.1));  // almost aligned
  CHECK(crankAngle(3.0, 4.0, 4.99, 0.0, 0.01));
}

}  // namespace linkwork::test::spatial
