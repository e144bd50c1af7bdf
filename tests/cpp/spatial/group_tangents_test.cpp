#include <Eigen/Core>
#include <catch2/catch.hpp>

#include "arguments.hpp"
#include "closeness.hpp"
#include "groups.hpp"
#include "linkwork/jet.hpp"

/// The tangents of exp, compared with derivatives by jets through exp and log (exact to rounding,
/// in contrast to finite differences), and with each other.
namespace linkwork::test::spatial {
namespace {

template <typename Group>
using SquareOf = Eigen::Matrix<double, Group::dimension, Group::dimension>;

/// A number with its derivatives by the components of ξ, at most 6.
using Slopes = Jet<6>;
template <typename Group>
using JetVector = typename Group::template Vector<Slopes>;

template <typename Group>
JetVector<Group> variable(const VectorOf<Group>& value) {
  JetVector<Group> result;
  for (int i = 0; i < Group::dimension; ++i) result[i] = Slopes::variable(value[i], i);
  return result;
}

template <typename Group>
JetVector<Group> constant(const VectorOf<Group>& value) {
  JetVector<Group> result;
  for (int i = 0; i < Group::dimension; ++i) result[i] = Slopes(value[i]);
  return result;
}

template <typename Group>
SquareOf<Group> derivative(const JetVector<Group>& vector) {
  SquareOf<Group> result;
  for (int i = 0; i < Group::dimension; ++i)
    for (int j = 0; j < Group::dimension; ++j)
      result(i, j) = vector[i].partials[static_cast<std::size_t>(j)];
  return result;
}

TEMPLATE_TEST_CASE("tangents are the derivatives of exp", "[spatial]", Rotations, UnitQuaternions,
                   RigidMotions) {
  using G = TestType;
  for (const auto& xi : withAngles<G>(angles())) {
    CAPTURE(xi.transpose());
    const auto moving = G::exp(variable<G>(xi));
    const auto back = G::inverse(G::exp(constant<G>(xi)));
    // d/dδ log(exp(ξ + δ) exp(ξ)⁻¹) and d/dδ log(exp(ξ)⁻¹ exp(ξ + δ)) at δ = 0.
    CHECK(distance(G::left(xi), derivative<G>(G::log(G::compose(moving, back)))) < rounding);
    CHECK(distance(G::right(xi), derivative<G>(G::log(G::compose(back, moving)))) < rounding);
  }
}

TEMPLATE_TEST_CASE("inverse tangents are the derivatives of log", "[spatial]", Rotations,
                   UnitQuaternions, RigidMotions) {
  using G = TestType;
  for (const auto& xi : withAngles<G>(anglesBelowPi())) {
    CAPTURE(xi.transpose());
    const auto step = G::exp(variable<G>(VectorOf<G>(VectorOf<G>::Zero())));
    const auto base = G::exp(constant<G>(xi));
    // d/dδ log(exp(δ) exp(ξ)) and d/dδ log(exp(ξ) exp(δ)) at δ = 0.
    CHECK(distance(G::leftInverse(xi), derivative<G>(G::log(G::compose(step, base)))) < rounding);
    CHECK(distance(G::rightInverse(xi), derivative<G>(G::log(G::compose(base, step)))) < rounding);
  }
}

TEMPLATE_TEST_CASE("left and right tangents differ by the adjoint and by the sign of the argument",
                   "[spatial]", Rotations, UnitQuaternions, RigidMotions) {
  using G = TestType;
  for (const auto& xi : withAngles<G>(angles())) {
    CAPTURE(xi.transpose());
    CHECK(distance(G::left(xi), G::adjoint(G::exp(xi)) * G::right(xi)) < rounding);
    CHECK(distance(G::left(VectorOf<G>(-xi)), G::right(xi)) < rounding);
    CHECK(distance(G::leftInverse(VectorOf<G>(-xi)), G::rightInverse(xi)) < rounding);
    CHECK(distance(G::left(xi) * xi, xi) < rounding);  // ξ commutes with itself
  }
}

TEMPLATE_TEST_CASE("tangents times their inverses are the identity", "[spatial]", Rotations,
                   UnitQuaternions, RigidMotions) {
  using G = TestType;
  for (const auto& xi : withAngles<G>(angles())) {
    CAPTURE(xi.transpose());
    // Jl⁻¹ has a pole at 2π: the rounding of the product is proportional to the two factors.
    const auto one = SquareOf<G>::Identity();
    const double leftScale = G::left(xi).norm() * G::leftInverse(xi).norm();
    CHECK((G::left(xi) * G::leftInverse(xi) - one).norm() < 16 * epsilon * leftScale);
    CHECK((G::leftInverse(xi) * G::left(xi) - one).norm() < 16 * epsilon * leftScale);
    CHECK((G::right(xi) * G::rightInverse(xi) - one).norm() < 16 * epsilon * leftScale);
    CHECK((G::rightInverse(xi) * G::right(xi) - one).norm() < 16 * epsilon * leftScale);
  }
}

TEMPLATE_TEST_CASE("Ad(exp) is the exponential of ad", "[spatial]", Rotations, RigidMotions) {
  using G = TestType;
  std::mt19937_64 random(5);
  for (int i = 0; i < 50; ++i) {
    // d/dδ Ad(exp δ) η at δ = 0 is δ ↦ [δ, η].
    const VectorOf<G> eta = ordinary<G>(random);
    const VectorOf<G> direction = ordinary<G>(random);
    const auto step = G::exp(variable<G>(VectorOf<G>(VectorOf<G>::Zero())));
    const JetVector<G> moved = G::adjoint(step) * constant<G>(eta);
    CHECK(distance(derivative<G>(moved) * direction, G::bracket(direction, eta)) < rounding);
  }
}

TEST_CASE("SE(3) tangents multiply as blocks, also transposed", "[spatial]") {
  std::mt19937_64 random(6);
  for (int i = 0; i < 50; ++i) {
    const Vector6<double> xi = 2 * ordinary<RigidMotions>(random);
    const Vector6<double> twist = ordinary<RigidMotions>(random);
    const auto check = [&](const se3::TangentBlocks<double>& blocks, const Matrix6<double>& full) {
      CHECK(distance(blocks.matrix(), full) < rounding);
      CHECK(distance(blocks * twist, full * twist) < rounding);
      CHECK(distance(blocks.transposeTimes(twist), full.transpose() * twist) < rounding);
    };
    check(se3::leftTangentBlocks(xi), se3::leftTangent(xi));
    check(se3::rightTangentBlocks(xi), se3::rightTangent(xi));
    check(se3::leftTangentInverseBlocks(xi), se3::leftTangentInverse(xi));
    check(se3::rightTangentInverseBlocks(xi), se3::rightTangentInverse(xi));
  }
}

}  // namespace
}  // namespace linkwork::test::spatial
