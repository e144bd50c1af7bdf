#include "linkwork/contact/coulomb_problem.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "linkwork/spatial.hpp"
#include "spatial/arguments.hpp"

/// The impulse of one contact, checked with Coulomb's law.
namespace linkwork::test {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector2d;
using Eigen::Vector3d;

Vector3d solved(const Matrix3d& w, const Vector3d& b, double friction) {
  Vector3d lambda = Vector3d::Constant(std::nan(""));
  REQUIRE(contact::solveLocalCone(w, b, friction, lambda));
  return lambda;
}

}  // namespace

TEST_CASE("one contact opens, sticks or slides by Coulomb's law", "[contact]") {
  std::mt19937_64 random(1);
  int left = 0, stuck = 0, slid = 0;
  for (int i = 0; i < 3000; ++i) {
    const Matrix3d half = spatial::randomMatrix<3, 3>(random);
    const Matrix3d w = half * half.transpose() + 0.3 * Matrix3d::Identity();
    const Vector3d b = spatial::randomMatrix<3>(random);
    const double friction = 0.6 * std::abs(spatial::uniform(random));
    CAPTURE(i, friction);
    const Vector3d lambda = solved(w, b, friction), u = w * lambda + b;
    const Vector2d impulse = lambda.tail<2>(), slip = u.tail<2>();
    // W is at most 3.3, its inverse 1/0.3, b at most √3: rounding of numbers of about ten.
    constexpr double bound = 1e3 * epsilon;
    if (b[0] >= 0) {
      CHECK(lambda == Vector3d::Zero());
      ++left;
      continue;
    }
    CHECK(lambda[0] > 0);
    CHECK(std::abs(u[0]) <= bound);
    CHECK(impulse.norm() <= friction * lambda[0] + bound);
    if (slip.norm() <= bound) {
      ++stuck;
      continue;
    }
    CHECK(std::abs(impulse.norm() - friction * lambda[0]) <= bound);
    CHECK(impulse.dot(slip) <= -impulse.norm() * slip.norm() * (1 - bound) + bound);
    CHECK(std::abs(impulse[0] * slip[1] - impulse[1] * slip[0]) <= bound);
    ++slid;
  }
  CHECK(left > 1000);
  CHECK(stuck > 50);
  CHECK(slid > 500);
}

TEST_CASE("if W is isotropic, friction opposes sliding to rounding", "[contact]") {
  const Matrix3d w = Eigen::Vector3d(2, 0.5, 0.5).asDiagonal();
  // Near an axis, one component of the direction is almost constant. The other one must still
  // converge.
  for (const double angle : {1e-9, 1e-7, 1e-5, 1e-3, 0.1, 0.7, 1.5})
    for (int quarter = 0; quarter < 4; ++quarter) {
      CAPTURE(angle, quarter);
      const double direction = angle + quarter * spatial::pi / 2;
      const Vector3d b(-1, std::cos(direction), std::sin(direction));
      const Vector3d lambda = solved(w, b, 0.25);
      const Vector3d expected(0.5, -0.125 * b[1], -0.125 * b[2]);
      CHECK((lambda - expected).norm() <= 8 * epsilon);
    }
}

TEST_CASE("a contact slides in the direction that its data prescribe", "[contact]") {
  std::mt19937_64 random(2);
  // Near an axis, one component of the direction is almost constant. The other one must still
  // converge.
  for (const double angle : {1e-9, 1e-8, 1e-7, 1e-6, 1e-4, 0.01, 0.3})
    for (int quarter = 0; quarter < 4; ++quarter)
      for (int i = 0; i < 20; ++i) {
        CAPTURE(angle, quarter, i);
        const double direction = angle + quarter * spatial::pi / 2;
        const Vector3d impulse(1, 0.1 * std::cos(direction), 0.1 * std::sin(direction));
        const Matrix3d half = spatial::randomMatrix<3, 3>(random);
        const Matrix3d w = half * half.transpose() + Matrix3d::Identity();
        const Vector3d slip(0, -7 * impulse[1], -7 * impulse[2]);
        // With little friction on a body with inertia in all directions, this is the only solution.
        const Vector3d lambda = solved(w, slip - w * impulse, 0.1);
        CHECK((lambda - impulse).norm() <= 1e3 * epsilon);
      }
}

TEST_CASE("a contact without friction has a normal impulse only, and an opening contact has none",
          "[contact]") {
  Matrix3d w;
  w << 2, 0.3, 0.1, 0.3, 1, 0, 0.1, 0, 1;
  CHECK(solved(w, {-1, 0.2, 0.3}, 0) == Vector3d(0.5, 0, 0));
  // Sticking is possible too, with λ = (1, 0.2, 0). A contact that does not approach stays open.
  w << 1, -5, 0, -5, 30, 0, 0, 0, 1;
  CHECK(solved(w, {0, -1, 0}, 0.5) == Vector3d::Zero());
}

}  // namespace linkwork::test
