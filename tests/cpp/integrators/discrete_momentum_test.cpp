#include <catch2/catch.hpp>

#include "dynamics/random_mechanism.hpp"
#include "linkwork/integrators/discrete_momentum.hpp"
#include "linkwork/spatial/displacement.hpp"
#include "linkwork/spatial/se3.hpp"

/// The effect of a displacement on a body's momenta, in closed form.
namespace linkwork::test {
namespace {

Vector6<double> randomTwist(Random& random, double turn) {
  Vector6<double> twist;
  twist << turn * randomVector(random, 1).normalized(), randomVector(random, 0.5);
  return twist;
}

Displacement displacementOf(const Vector6<double>& twist) {
  const Vector3<double> turn = twist.head<3>();
  const AngleFunctions<double> angle(turn.squaredNorm());
  return {angle.cosHalf(), 0.5 * angle.sincHalf() * turn, se3::exp(twist).translation};
}

RigidBodyInertia<double> randomInertia(Random& random) {
  const Matrix3<double> root = Matrix3<double>::Random();
  return RigidBodyInertia<double>::fromCenterOfMass(
      uniform(random, 0.5, 2), randomVector(random, 0.3), root * root.transpose());
}

}  // namespace

TEST_CASE("displacements compose as transforms do, and small ones keep their precision",
          "[integrators]") {
  Random random(1);
  for (const double turn : {1e-12, 1e-3, 0.5, 3.0, 5.0}) {
    CAPTURE(turn);
    const Vector6<double> first = randomTwist(random, turn), second = randomTwist(random, turn);
    const Displacement a = displacementOf(first), b = displacementOf(second);
    const Transform<double> frame = se3::exp(randomTwist(random, 2));
    const auto gap = [](const Transform<double>& x, const Transform<double>& y) {
      return (x.rotation - y.rotation).norm() + (x.translation - y.translation).norm();
    };
    CHECK(gap((a * b).transform(), se3::exp(first) * se3::exp(second)) < 64 * epsilon);
    CHECK(gap(a.seenFrom(frame).transform(), frame.inverse() * a.transform() * frame) <
          64 * epsilon);
    CHECK(gap((a * a.inverse()).transform(), Transform<double>::Identity()) < 64 * epsilon);
    // Near a full turn the logarithm amplifies errors by 1/(2π − θ).
    CHECK((a.log() - first).norm() < 64 * epsilon * first.norm());
  }
}

TEST_CASE("momenta at both ends of a step agree with the tangents of exp", "[integrators]") {
  Random random(2);
  const double h = 0.01;
  for (const double turn : {1e-9, 0.1, 0.3, 0.9, 1.1, 3.0, 4.5}) {
    CAPTURE(turn);
    const RigidBodyInertia<double> inertia = randomInertia(random);
    const Vector6<double> moved = randomTwist(random, turn), mean = inertia * moved / h;
    const DiscreteMomentum<double> momentum = discreteMomentum(inertia, moved, h);
    const double size = 256 * epsilon * mean.norm();  // D' grows to 3 towards a full turn
    CHECK((momentum.atStart() - se3::leftTangentInverseBlocks(moved).transposeTimes(mean)).norm() <
          size);
    CHECK((momentum.atEnd() - se3::rightTangentInverseBlocks(moved).transposeTimes(mean)).norm() <
          size);

    // Its derivative by the pose at the end, compared with central differences of width δ. Their
    // errors are δ² and ε/δ.
    const double delta = 1e-5;
    const Matrix6<double> tangent = momentumTangent(inertia, moved, h).matrix();
    for (int k = 0; k < 6; ++k) {
      const auto momentumAt = [&](double by) {
        const Vector6<double> change = by * Vector6<double>::Unit(k);
        const Displacement there = displacementOf(moved) * displacementOf(change);
        return discreteMomentum(inertia, there.log(), h).atStart();
      };
      const Vector6<double> difference = (momentumAt(delta) - momentumAt(-delta)) / (2 * delta);
      CHECK((difference - tangent.col(k)).norm() < 1e-7 * tangent.norm());
    }
  }
}

}  // namespace linkwork::test
