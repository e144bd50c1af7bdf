#include <catch2/catch.hpp>

#include "arguments.hpp"
#include "closeness.hpp"
#include "groups.hpp"
#include "linkwork/spatial.hpp"
#include "linkwork/spatial/twist.hpp"

/// Twists and wrenches are dual: transforms preserve their power.
namespace linkwork::test::spatial {
namespace {

struct TwistsAndWrenches {
  std::mt19937_64 random;
  Transform<double> pose = se3::exp(3 * randomMatrix<6>(random));
  Vector6<double> v = randomMatrix<6>(random);
  Vector6<double> w = randomMatrix<6>(random);
  Vector6<double> f = randomMatrix<6>(random);
};

TEST_CASE("transforms of twists and wrenches preserve power and are inverse to each other",
          "[spatial]") {
  for (unsigned seed = 0; seed < 100; ++seed) {
    const TwistsAndWrenches s{std::mt19937_64(seed)};
    CHECK(s.pose.wrenchToParent(s.f).dot(s.pose.twistToParent(s.v)) ==
          Approx(s.f.dot(s.v)).margin(rounding));
    CHECK(s.pose.wrenchToChild(s.f).dot(s.pose.twistToChild(s.v)) ==
          Approx(s.f.dot(s.v)).margin(rounding));
    CHECK(distance(s.pose.twistToChild(s.pose.twistToParent(s.v)), s.v) < rounding);
    CHECK(distance(s.pose.wrenchToChild(s.pose.wrenchToParent(s.f)), s.f) < rounding);
    CHECK(distance(s.pose.twistToChild(s.v), s.pose.inverse().twistToParent(s.v)) < rounding);
    CHECK(distance(s.pose.wrenchToChild(s.f), s.pose.inverse().wrenchToParent(s.f)) < rounding);
  }
}

TEST_CASE("the adjoint is the matrix of the twist transform, its inverse transpose of the wrench's",
          "[spatial]") {
  for (unsigned seed = 0; seed < 100; ++seed) {
    const TwistsAndWrenches s{std::mt19937_64(seed)};
    const Matrix6<double> toParent = s.pose.adjoint();
    const Matrix6<double> toChild = s.pose.inverse().adjoint();
    CHECK(distance(s.pose.twistToParent(s.v), toParent * s.v) < rounding);
    CHECK(distance(s.pose.twistToChild(s.v), toChild * s.v) < rounding);
    CHECK(distance(s.pose.wrenchToParent(s.f), toChild.transpose() * s.f) < rounding);
    CHECK(distance(s.pose.wrenchToChild(s.f), toParent.transpose() * s.f) < rounding);
  }
}

TEST_CASE("a twist gives the velocities of points of its frame", "[spatial]") {
  for (unsigned seed = 0; seed < 100; ++seed) {
    const TwistsAndWrenches s{std::mt19937_64(seed)};
    // Velocity of one point, computed in the child and in the parent: R (v + ω × x) = v' + ω' × x'.
    const Vector3<double> point = s.w.head<3>();
    const Vector6<double> moved = s.pose.twistToParent(s.v);
    const Vector3<double> inChild = s.v.tail<3>() + s.v.head<3>().cross(point);
    const Vector3<double> inParent = moved.tail<3>() + moved.head<3>().cross(s.pose * point);
    CHECK(distance(s.pose.rotation * inChild, inParent) < rounding);
    CHECK(distance(s.pose.inverse() * (s.pose * point), point) < rounding);
  }
}

TEST_CASE("cross products of twists and wrenches are dual", "[spatial]") {
  for (unsigned seed = 0; seed < 100; ++seed) {
    const TwistsAndWrenches s{std::mt19937_64(seed)};
    CHECK(crossForceMatrix(s.v) == -crossMotionMatrix(s.v).transpose());
    CHECK(distance(crossMotion(s.v, s.w), crossMotionMatrix(s.v) * s.w) < rounding);
    CHECK(distance(crossForce(s.v, s.f), crossForceMatrix(s.v) * s.f) < rounding);
    CHECK(s.w.dot(crossForce(s.v, s.f)) ==
          Approx(-crossMotion(s.v, s.w).dot(s.f)).margin(rounding));
    // A change of frame transforms both.
    const Vector6<double> v = s.pose.twistToParent(s.v);
    CHECK(distance(s.pose.twistToParent(crossMotion(s.v, s.w)),
                   crossMotion(v, s.pose.twistToParent(s.w))) < rounding);
    CHECK(distance(s.pose.wrenchToParent(crossForce(s.v, s.f)),
                   crossForce(v, s.pose.wrenchToParent(s.f))) < rounding);
  }
}

}  // namespace
}  // namespace linkwork::test::spatial
