#include <catch2/catch.hpp>

#include "joints/sized_at_run_time.hpp"
#include "linkwork/spatial/se3.hpp"
#include "spatial/arguments.hpp"

/// `closest`: a loop joint's coordinates from the pose of its frames.
namespace linkwork::test::joints {

using Eigen::VectorXd;

TEST_CASE("the closest coordinates of a joint's own pose give that pose", "[joints]") {
  for (const AnyJoint& joint : everyJoint())
    for (const VectorXd& q : coordinatesOf(joint)) {
      CAPTURE(joint.name(), q.transpose());
      const Transform<double> pose = joint.transform(q);
      const Transform<double> again = joint.transform(joint.closest(pose));
      CHECK((matrixOf(again) - matrixOf(pose)).norm() <= roundingOf(q.norm()));
    }
}

TEST_CASE("the advance of a screw determines its angle", "[joints]") {
  const AnyJoint screw{JointType::helical, 0.3};
  for (const VectorXd& q : coordinatesOf(screw))
    CHECK(std::abs(screw.closest(screw.transform(q))[0] - q[0]) <= roundingOf(q.norm()));
}

TEST_CASE("near a joint's poses, the result of closest is within a few times the smallest distance",
          "[joints]") {
  std::mt19937_64 random(3);
  for (const AnyJoint& joint : everyJoint())
    for (const VectorXd& q : coordinatesOf(joint))
      for (const double size : {1e-9, 1e-4, 1e-2}) {
        CAPTURE(joint.name(), q.transpose(), size);
        const Vector6<double> displacement = size * spatial::randomMatrix<6>(random);
        const Transform<double> pose = joint.transform(q) * se3::exp(displacement);
        const Transform<double> found = joint.transform(joint.closest(pose));
        // The displacement has two units of length per size. The wrong rotation moves a screw's
        // advance or a plane's axes by lever arms below 1.
        const Vector6<double> gap = se3::log(found.inverse() * pose);
        CHECK(gap.norm() <= 4 * std::sqrt(6.0) * size + roundingOf(q.norm()));
      }
}

TEST_CASE(
    "revolute, prismatic, cylindrical and planar joints find the nearest pose in the Frobenius "
    "norm",
    "[joints]") {
  std::mt19937_64 random(4);
  for (const JointType type :
       {JointType::revolute, JointType::prismatic, JointType::cylindrical, JointType::planar}) {
    const AnyJoint joint{type};
    for (const VectorXd& q : coordinatesOf(joint)) {
      const Transform<double> pose =
          joint.transform(q) * se3::exp(Vector6<double>(0.3 * spatial::randomMatrix<6>(random)));
      const VectorXd found = joint.closest(pose);
      const auto squaredGap = [&](const VectorXd& at) {
        return (matrixOf(joint.transform(at)) - matrixOf(pose)).squaredNorm();
      };
      for (int i = 0; i < joint.velocities(); ++i) {
        CAPTURE(joint.name(), q.transpose(), i);
        const auto slope = derivativeAtZero([&](double t) {
          return Vector<double, 1>(squaredGap(found + t * VectorXd::Unit(found.size(), i)));
        });
        CHECK(std::abs(slope[0]) <= differenceTolerance(q.squaredNorm()));
        for (const double far : {-1.5, -0.1, 0.1, 1.5})  // a minimum, not a maximum
          CHECK(squaredGap(found + far * VectorXd::Unit(found.size(), i)) > squaredGap(found));
      }
    }
  }
}

}  // namespace linkwork::test::joints
