#include <catch2/catch.hpp>

#include "arguments.hpp"
#include "closeness.hpp"
#include "linkwork/spatial/factored_pose.hpp"
#include "linkwork/spatial/se3.hpp"

/// Poses as products of axis rotations and translations, compared with the same poses in full.
namespace linkwork::test::spatial {
namespace {

/// Rotations and translations, some about or along the previous axis or by quarter turns, and an
/// arbitrary rotation.
struct PoseSample {
  std::mt19937_64 random;
  FactoredPose<double> steps;
  Transform<double> whole;

  explicit PoseSample(unsigned seed) : random(seed) {
    for (int i = 0; i < 12; ++i) {
      const int axis = static_cast<int>(random() % 3);
      Vector3<double> along = Vector3<double>::Zero();
      if (random() % 2) {
        const double angle = random() % 2 ? pi * uniform(random) : pi / 2;
        const double c = angle == pi / 2 ? 0 : std::cos(angle), s = std::sin(angle);
        steps.turn(axis, c, s);
        along[axis] = angle;
        whole = whole * Transform<double>{so3::exp(along), Vector3<double>::Zero()};
      } else {
        along[axis] = uniform(random);
        steps.slide(axis, along[axis]);
        whole = whole * Transform<double>{Matrix3<double>::Identity(), along};
      }
    }
    const Transform<double> last = se3::exp(randomMatrix<6>(random));
    steps = steps * last;
    whole = whole * last;
  }
};

}  // namespace

TEST_CASE("a factored pose transforms as the full pose", "[spatial]") {
  PoseSample on(GENERATE(range(1u, 50u)));
  const Vector6<double> x = randomMatrix<6>(on.random);
  CHECK(distance(on.steps.twistToChild(x), on.whole.twistToChild(x)) < rounding);
  CHECK(distance(on.steps.wrenchToParent(x), on.whole.wrenchToParent(x)) < rounding);

  const FrameMotion<double> motion{vec3(randomMatrix<3>(on.random)),
                                   vec3(randomMatrix<3>(on.random)),
                                   vec3(randomMatrix<3>(on.random))};
  const FrameMotion<double> found = motionToChild(on.steps, motion);
  const FrameMotion<double> expected = motionToChild(on.whole, motion);
  CHECK(distance(found.velocity.vector(), expected.velocity.vector()) < rounding);
  CHECK(distance(found.angular.vector(), expected.angular.vector()) < rounding);
  CHECK(distance(found.linear.vector(), expected.linear.vector()) < rounding);

  const Vector6<double> diagonal = randomMatrix<6>(on.random);
  ArticulatedInertia<double> inertia;
  inertia.subtractDyad(diagonal, diagonal);
  CHECK(distance(inertiaToParent(on.steps, inertia).matrix(),
                 inertiaToParent(on.whole, inertia).matrix()) < rounding);
}

}  // namespace linkwork::test::spatial
