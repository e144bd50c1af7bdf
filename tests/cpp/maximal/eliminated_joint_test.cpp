#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <catch2/catch.hpp>

#include "dynamics/random_mechanism.hpp"
#include "linkwork/linalg/index.hpp"
#include "linkwork/maximal/eliminated_joint.hpp"

/// Every kind of eliminated joint, compared with its definition by dense matrices.
namespace linkwork::test {
namespace {

using maximal::EliminatedBall;
using maximal::EliminatedFreedom;
using maximal::EliminatedJoint;
using Columns = Eigen::Matrix<double, 6, Eigen::Dynamic>;

Vec3<double> randomVec3(Random& random) { return Vec3<double>::from(randomVector(random, 1)); }

Motion<double> randomMotion(Random& random) { return {randomVec3(random), randomVec3(random)}; }
Force<double> randomForce(Random& random) { return {randomVec3(random), randomVec3(random)}; }

/// Returns a positive definite inertia.
ArticulatedInertia<double> randomArticulatedInertia(Random& random) {
  ArticulatedInertia<double> inertia{
      SymmetricMatrix3<double>::Diagonal(1), {}, SymmetricMatrix3<double>::Diagonal(1)};
  for (int k = 0; k < 6; ++k) {
    const Force<double> f = randomForce(random);
    inertia.subtractDyad(f * -1.0, f);
  }
  return inertia;
}

/// Rounding of several hundred operations on numbers of order 10.
constexpr double close = 1e-12;

template <typename Joint>
void check(Joint& joint, const Columns& s, double reflected, Random& random) {
  const ArticulatedInertia<double> inertia = randomArticulatedInertia(random);
  const std::vector<double> inertias(6, reflected);
  REQUIRE(joint.factor(inertias.data(), inertia));
  const auto n = s.cols();
  const Matrix6<double> a = inertia.matrix();
  const Eigen::MatrixXd d = s.transpose() * a * s + reflected * Eigen::MatrixXd::Identity(n, n);
  const Eigen::MatrixXd share = d.ldlt().solve(s.transpose());  // D⁻¹Sᵀ
  const Matrix6<double> passed = a - a * s * share * a;
  const Force<double> force = randomForce(random);
  const Motion<double> c = randomMotion(random);

  const Vec3<double> r = randomVec3(random);
  Matrix6<double> shift = Matrix6<double>::Identity();  // motion at the joint from a motion at −r
  shift.bottomLeftCorner<3, 3>() = -hat(Eigen::Vector3d(r.x, r.y, r.z));
  CHECK((joint.inertiaFrom(r).matrix() - shift.transpose() * passed * shift).norm() < 10 * close);

  double effort[6], half[6], again[6] = {};
  const Vector6<double> left = joint.pass(force, c, effort).vector();
  const Eigen::VectorXd expected = share * force.vector();
  CHECK((Eigen::Map<Eigen::VectorXd>(effort, n) - expected).norm() < close);
  CHECK((left - (force.vector() - a * s * expected + passed * c.vector())).norm() < 10 * close);

  const Motion<double> before = randomMotion(random);
  const Vector6<double> after = joint.accelerate(effort, before).vector();
  CHECK((after - (before.vector() + s * (expected - share * a * before.vector()))).norm() <
        10 * close);

  const Vector6<double> halfLeft = joint.substitute(force, half).vector();
  CHECK((halfLeft - (force.vector() - a * s * expected)).norm() < 10 * close);
  const Eigen::Map<Eigen::VectorXd> x(half, n);
  CHECK(x.squaredNorm() == Approx(force.vector().dot(s * expected)).epsilon(1e-12));
  joint.addEffort(2, half, again);
  CHECK((Eigen::Map<Eigen::VectorXd>(again, n) - 2 * expected).norm() < close);
}

template <int n>
void checkGeneral(Random& random) {
  EliminatedJoint<n> joint;
  Columns s(6, n);
  for (int k = 0; k < n; ++k) {
    joint.motions[at(k)] = randomMotion(random);
    s.col(k) = joint.motions[at(k)].vector();
  }
  check(joint, s, uniform(random, 0, 1), random);
}

}  // namespace

TEST_CASE("eliminated joints with any number of dofs agree with their definition", "[maximal]") {
  Random random(11);
  for (int i = 0; i < 20; ++i) {
    CAPTURE(i);
    checkGeneral<1>(random);
    checkGeneral<2>(random);
    checkGeneral<3>(random);
    checkGeneral<4>(random);
    checkGeneral<5>(random);
    checkGeneral<6>(random);

    EliminatedJoint<1, AngularMotion<double>> revolute;
    revolute.motions[0].angular = randomVec3(random);
    Columns s = Columns::Zero(6, 1);
    s.col(0).head<3>() = revolute.motions[0].angular.vector();
    check(revolute, s, 0.3, random);

    EliminatedBall ball;
    // No reflected inertia: it requires one axis, or no inertia on the joint.
    check(ball, Matrix6<double>::Identity().leftCols<3>(), 0, random);
    EliminatedFreedom freedom;
    check(freedom, Matrix6<double>::Identity(), 0, random);
  }
}

TEST_CASE("a joint that moves no inertia is refused, also if rounding leaves some", "[maximal]") {
  const double nothing[3] = {}, something[3] = {1e-3, 1e-3, 1e-3};
  // A rod along x has no inertia about x except rounding.
  ArticulatedInertia<double> rod;
  rod.J = {1e-16, 1, 1, 0, 0, 0};
  rod.M = SymmetricMatrix3<double>::Diagonal(1);
  EliminatedJoint<1, AngularMotion<double>> revolute;
  revolute.motions[0].angular = {1, 0, 0};
  CHECK_FALSE(revolute.factor(nothing, rod));
  CHECK(revolute.factor(something, rod));
  revolute.motions[0].angular = {0, 1, 0};
  CHECK(revolute.factor(nothing, rod));
  // The same along (1, 1, 1)/√3, where no single entry of the inertia reveals it.
  ArticulatedInertia<double> skewRod = rod;
  skewRod.J = {2.0 / 3, 2.0 / 3, 2.0 / 3, -1.0 / 3, -1.0 / 3, -1.0 / 3};
  EliminatedBall ball;
  CHECK_FALSE(ball.factor(nothing, skewRod));
  CHECK(ball.factor(something, skewRod));
  EliminatedJoint<2> slider;
  slider.motions = {Motion<double>{{}, {1, 0, 0}},
                    Motion<double>{{}, {1, 0, 0}}};  // the same twice
  CHECK_FALSE(slider.factor(nothing, rod));
  rod.J.yy = std::nan("");
  CHECK_FALSE(revolute.factor(nothing, rod));
}

}  // namespace linkwork::test
