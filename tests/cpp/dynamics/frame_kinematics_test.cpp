#include <catch2/catch.hpp>

#include "dynamics/model_motion.hpp"
#include "linkwork/errors.hpp"

namespace linkwork::test {
namespace {

/// Calls `check(motion, frame)` with a frame on every body of random mechanisms.
template <typename Check>
void onRandomFrames(std::uint64_t count, Check&& check) {
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    CAPTURE(seed);
    ModelMotion on(seed);
    Random random(seed);
    for (const Body& body : on.model.mechanism().bodies) {
      CAPTURE(body.name);
      check(on, BodyFrame{body.name, {randomVector(random, 1), randomRotation(random)}});
    }
  }
}

constexpr std::array bothAxes{DirectionAxes::frame, DirectionAxes::world};

}  // namespace

TEST_CASE("a frame's Jacobian maps independent velocities to its twist", "[dynamics][frames]") {
  onRandomFrames(60, [](ModelMotion& on, const BodyFrame& frame) {
    for (const DirectionAxes axes : bothAxes) {
      const Eigen::MatrixXd jacobian = on.model.jacobian(on.q, frame, axes);
      const Eigen::VectorXd twist = on.model.frameTwist(on.q, on.v, frame, axes);
      // The same sums in another order, both through G.
      CHECK(largest(jacobian * on.velocity - twist) <=
            1e3 * epsilon * on.reach * (largest(jacobian) * largest(on.velocity) + largest(twist)));
    }
  });
}

TEST_CASE("a frame's acceleration agrees with its Jacobian and the Jacobian's rate",
          "[dynamics][frames]") {
  onRandomFrames(60, [](ModelMotion& on, const BodyFrame& frame) {
    for (const DirectionAxes axes : bothAxes) {
      const Eigen::MatrixXd jacobian = on.model.jacobian(on.q, frame, axes);
      const Eigen::MatrixXd rate = on.model.jacobianRate(on.q, on.v, frame, axes);
      const Eigen::VectorXd found = on.model.frameAcceleration(on.q, on.v, on.a, frame, axes);
      const Eigen::VectorXd expected = jacobian * on.acceleration + rate * on.velocity;
      const double scale = (1 + largest(jacobian)) * largest(on.acceleration) +
                           (1 + largest(rate)) * largest(on.velocity) + largest(found);
      CHECK(largest(found - expected) <=
            capped(1e3 * epsilon * on.reach * on.reach * on.reach) * scale);
    }
  });
}

TEST_CASE("the rates of a frame's Jacobian and twist agree with time differences",
          "[dynamics][frames]") {
  onRandomFrames(30, [](ModelMotion& on, const BodyFrame& frame) {
    for (const DirectionAxes axes : bothAxes) {
      const Eigen::MatrixXd rate = on.model.jacobianRate(on.q, on.v, frame, axes);
      const Eigen::MatrixXd shown = on.rateOf([&](const ModelMotion::State& state) {
        return (on.model.jacobian(state.q, frame, axes) * on.toCoordinatesHere(state.q)).eval();
      });
      const double scale =
          (1 + largest(on.model.jacobian(on.q, frame, axes))) * (1 + largest(on.v)) + largest(rate);
      // Loops close to 1e-12. Differences over h/4 amplify that to 6e-9.
      const double tolerance = capped(1e-8 * on.reach * on.reach);
      CHECK(largest(rate - shown) <= tolerance * scale);

      const Vector6<double> acceleration =
          on.model.frameAcceleration(on.q, on.v, on.a, frame, axes);
      const Eigen::MatrixXd seen = on.rateOf([&](const ModelMotion::State& state) {
        return on.model.frameTwist(state.q, state.v, frame, axes);
      });
      CHECK(largest(acceleration - seen) <=
            tolerance * (scale * (1 + largest(on.v)) + largest(acceleration)));
    }
  });
}

TEST_CASE("a frame's relative twist is the rate of its relative pose", "[dynamics][frames]") {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    CAPTURE(seed);
    ModelMotion on(seed);
    Random random(seed);
    const std::vector<Body>& bodies = on.model.mechanism().bodies;
    const BodyFrame frame{bodies.back().name, {randomVector(random, 1), randomRotation(random)}};
    const BodyFrame reference{bodies.front().name,
                              {randomVector(random, 1), randomRotation(random)}};
    for (const BodyFrame& from : {reference, BodyFrame{}}) {
      const Vector6<double> twist = on.model.relativeTwist(on.q, on.v, frame, from);
      const Transform<double> pose = on.model.relativePose(on.q, frame, from);
      const Eigen::MatrixXd rate = on.rateOf([&](const ModelMotion::State& state) {
        const Transform<double> then = on.model.relativePose(state.q, frame, from);
        Eigen::Matrix<double, 3, 4> both;
        both << then.rotation, then.translation;
        return both;
      });
      Eigen::Matrix<double, 3, 4> expected;
      expected << hat(twist.head<3>()) * pose.rotation, twist.tail<3>();
      CHECK(largest(rate - expected) <=
            capped(1e-8 * on.reach) * (1 + largest(on.v)) * (1 + largest(pose.translation)));
    }
    CHECK(on.model.relativeTwist(on.q, on.v, frame)
              .isApprox(on.model.frameTwist(on.q, on.v, frame), 1e-12));
  }
}

TEST_CASE("poses, twists and accelerations of all bodies agree with those of their frames",
          "[dynamics][frames]") {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    CAPTURE(seed);
    ModelMotion on(seed);
    const auto poses = on.model.poses(on.q);
    const auto twists = on.model.twists(on.q, on.v);
    const auto accelerations = on.model.accelerations(on.q, on.v, on.a);
    for (std::size_t i = 0; i < poses.size(); ++i) {
      const BodyFrame frame{on.model.mechanism().bodies[i].name};
      const Transform<double> pose = on.model.relativePose(on.q, frame);
      CHECK(largest(pose.rotation - poses[i].rotation) <= 1e-14);
      CHECK(largest(pose.translation - poses[i].translation) <= 1e-14 * on.reach);
      CHECK(on.model.frameTwist(on.q, on.v, frame, DirectionAxes::frame) == twists[i]);
      CHECK(on.model.frameAcceleration(on.q, on.v, on.a, frame) == accelerations[i]);
    }
  }
}

TEST_CASE("frames of the world are at rest, and invalid frames are refused", "[dynamics][frames]") {
  ModelMotion on(3);
  const BodyFrame still{.frame = {{1, 2, 3}}};
  CHECK(on.model.jacobian(on.q, still).isZero(0));
  CHECK(on.model.jacobianRate(on.q, on.v, still).isZero(0));
  CHECK(on.model.frameTwist(on.q, on.v, still).isZero(0));
  CHECK(on.model.frameAcceleration(on.q, on.v, on.a, still).isZero(0));
  CHECK(on.model.relativePose(on.q, still).translation == Eigen::Vector3d(1, 2, 3));
  CHECK_THROWS_WITH(on.model.jacobian(on.q, {"hnad"}),
                    Catch::StartsWith("frame.body: no body is named \"hnad\""));
  CHECK_THROWS_WITH(on.model.relativePose(on.q, {}, {"hnad"}),
                    Catch::StartsWith("reference.body: no body is named \"hnad\""));
  const BodyFrame stretched{"world", {{0, 0, 0}, Eigen::Quaterniond(2, 0, 0, 0)}};
  CHECK_THROWS_AS(on.model.jacobian(on.q, stretched), MechanismError);
}

}  // namespace linkwork::test
