#include <catch2/catch.hpp>

#include "arguments.hpp"
#include "closeness.hpp"
#include "groups.hpp"

/// The laws of a Lie group, checked for all groups.
namespace linkwork::test::spatial {
namespace {

TEMPLATE_TEST_CASE("composition is associative, with identity and inverse", "[spatial]", Rotations,
                   UnitQuaternions, RigidMotions) {
  using G = TestType;
  std::mt19937_64 random(2);
  for (int i = 0; i < 100; ++i) {
    const auto g = G::exp(ordinary<G>(random));
    const auto h = G::exp(ordinary<G>(random));
    const auto k = G::exp(ordinary<G>(random));
    const auto one = G::exp(VectorOf<G>(VectorOf<G>::Zero()));
    const auto leftFirst = G::matrix(G::compose(G::compose(g, h), k));
    CHECK(distance(leftFirst, G::matrix(G::compose(g, G::compose(h, k)))) < rounding);
    CHECK(distance(G::matrix(G::compose(g, h)), G::matrix(g) * G::matrix(h)) < rounding);
    CHECK(distance(G::matrix(G::compose(g, G::inverse(g))), G::matrix(one)) < rounding);
    CHECK(distance(G::matrix(G::compose(G::inverse(g), g)), G::matrix(one)) < rounding);
    CHECK(G::matrix(one) == G::matrix(one).Identity());
    CHECK(G::matrix(G::compose(one, g)) == G::matrix(g));
  }
}

TEMPLATE_TEST_CASE("exp is the power series of the matrix exponential", "[spatial]", Rotations,
                   UnitQuaternions, RigidMotions) {
  using G = TestType;
  for (const auto& xi : withAngles<G>(angles())) {
    CAPTURE(xi.transpose());
    const auto algebra = G::algebra(xi).template cast<long double>().eval();
    auto term = algebra.Identity().eval();
    auto sum = term;
    for (int k = 1; k < 60; ++k) {  // 5.5⁶⁰/60! < 1e-37
      term = (term * algebra / static_cast<long double>(k)).eval();
      sum += term;
    }
    CHECK(distance(G::matrix(G::exp(xi)).template cast<long double>(), sum) < rounding);
  }
}

TEMPLATE_TEST_CASE("log inverts exp below a half turn", "[spatial]", Rotations, UnitQuaternions,
                   RigidMotions) {
  using G = TestType;
  for (const auto& xi : withAngles<G>(anglesBelowPi())) {
    CAPTURE(xi.transpose());
    CHECK(relativeError(G::log(G::exp(xi)), xi) < rounding);
  }
}

TEMPLATE_TEST_CASE("exp inverts log everywhere, and log is the shortest", "[spatial]", Rotations,
                   UnitQuaternions, RigidMotions) {
  using G = TestType;
  for (const auto& xi : withAngles<G>(angles())) {
    CAPTURE(xi.transpose());
    const auto g = G::exp(xi);
    const VectorOf<G> shortest = G::log(g);
    CHECK(shortest.template head<3>().norm() <= pi * (1 + 4 * epsilon));
    CHECK(distance(G::matrix(G::exp(shortest)), G::matrix(g)) < rounding);
  }
}

TEMPLATE_TEST_CASE("exp(-xi) is the inverse of exp(xi)", "[spatial]", Rotations, UnitQuaternions,
                   RigidMotions) {
  using G = TestType;
  for (const auto& xi : withAngles<G>(angles())) {
    CAPTURE(xi.transpose());
    const auto back = G::exp(VectorOf<G>(-xi));
    CHECK(distance(G::matrix(back), G::matrix(G::inverse(G::exp(xi)))) < rounding);
    // The composition of the two motions is small relative to the motion, for any size of the
    // motion.
    const VectorOf<G> rest = G::log(G::compose(G::exp(xi), back));
    CHECK(relativeError(VectorOf<G>(xi + rest), xi) < rounding);
  }
}

TEMPLATE_TEST_CASE("exp of multiples of one vector adds", "[spatial]", Rotations, UnitQuaternions,
                   RigidMotions) {
  using G = TestType;
  for (const auto& xi : withAngles<G>(angles())) {
    CAPTURE(xi.transpose());
    const auto two = G::compose(G::exp(VectorOf<G>(0.25 * xi)), G::exp(VectorOf<G>(0.75 * xi)));
    CHECK(distance(G::matrix(two), G::matrix(G::exp(xi))) < rounding);
  }
}

TEMPLATE_TEST_CASE("conjugation of exp by an element is exp of the adjoint", "[spatial]", Rotations,
                   UnitQuaternions, RigidMotions) {
  using G = TestType;
  std::mt19937_64 random(3);
  for (const auto& xi : withAngles<G>(angles())) {
    CAPTURE(xi.transpose());
    const auto g = G::exp(ordinary<G>(random));
    const auto h = G::exp(ordinary<G>(random));
    const auto moved = G::compose(G::compose(g, G::exp(xi)), G::inverse(g));
    const VectorOf<G> image = G::adjoint(g) * xi;
    CHECK(distance(G::matrix(moved), G::matrix(G::exp(image))) < rounding);  // g exp ξ g⁻¹
    CHECK(distance(G::adjoint(G::compose(g, h)), G::adjoint(g) * G::adjoint(h)) < rounding);
    const VectorOf<G> eta = ordinary<G>(random);
    const VectorOf<G> bracketed = G::bracket(image, VectorOf<G>(G::adjoint(g) * eta));
    CHECK(distance(bracketed, G::adjoint(g) * G::bracket(xi, eta)) < rounding);  // automorphism
  }
}

TEMPLATE_TEST_CASE("the bracket is antisymmetric and satisfies Jacobi's identity", "[spatial]",
                   Rotations, RigidMotions) {
  using G = TestType;
  std::mt19937_64 random(4);
  for (int i = 0; i < 100; ++i) {
    const VectorOf<G> a = ordinary<G>(random);
    const VectorOf<G> b = ordinary<G>(random);
    const VectorOf<G> c = ordinary<G>(random);
    CHECK(distance(G::bracket(a, b), -G::bracket(b, a)) < rounding);
    const VectorOf<G> around = G::bracket(a, G::bracket(b, c)) + G::bracket(b, G::bracket(c, a)) +
                               G::bracket(c, G::bracket(a, b));
    CHECK(around.norm() < rounding);
    // Commutator of the matrices that represent the algebra.
    CHECK(distance(G::algebra(G::bracket(a, b)),
                   G::algebra(a) * G::algebra(b) - G::algebra(b) * G::algebra(a)) < rounding);
  }
}

TEST_CASE("log of a half turn chooses the sign of the axis by the stated rule", "[spatial]") {
  // An exact half turn about (1, -2, 2)/3 as a matrix: the largest component, the first of equals,
  // is positive.
  const Vector3<double> axis(1, -2, 2);
  Matrix3<double> halfTurn = 2.0 / 9.0 * axis * axis.transpose() - Matrix3<double>::Identity();
  CHECK(distance(so3::log(halfTurn), -pi / 3 * axis) < rounding);
  CHECK(so3::log(Matrix3<double>(Vector3<double>(-1, 1, -1).asDiagonal())) ==
        Vector3<double>(0, pi, 0));

  // As a quaternion: the quaternion's own vector part.
  const Eigen::Quaterniond q(0, 0, -1, 0);
  CHECK(quaternion::log(q) == Vector3<double>(0, -pi, 0));
  CHECK(quaternion::log(Eigen::Quaterniond(-q.coeffs())) == Vector3<double>(0, pi, 0));
}

TEST_CASE("both quaternions of a rotation have the same log, for any length", "[spatial]") {
  for (const auto& phi : withAngles<UnitQuaternions>(anglesBelowPi())) {
    const Eigen::Quaterniond q = quaternion::exp(phi);
    CAPTURE(phi.transpose());
    CHECK(relativeError(quaternion::log(Eigen::Quaterniond(-q.coeffs())), phi) < rounding);
    CHECK(relativeError(quaternion::log(q), phi) < rounding);
    const Eigen::Quaterniond longer(3.7 * q.coeffs());
    CHECK(relativeError(quaternion::log(longer), phi) < rounding);
    CHECK(distance(quaternion::normalized(longer).coeffs(), q.coeffs()) < rounding);
    CHECK(distance(q.toRotationMatrix(), so3::exp(phi)) < rounding);
  }
}

}  // namespace
}  // namespace linkwork::test::spatial
