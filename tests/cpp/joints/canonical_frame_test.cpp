#include <Eigen/Geometry>
#include <catch2/catch.hpp>

#include "linkwork/joints/any_joint.hpp"
#include "spatial/arguments.hpp"

/// Joint types by name, and frames that rotate a user's axis to the canonical axis.
namespace linkwork::test::joints {

using Eigen::AngleAxisd, Eigen::Matrix3d, Eigen::Vector3d;

namespace {

/// About ten rounding errors of numbers of order one.
constexpr double tolerance = 32 * epsilon;

/// Random directions, directions along the axes and almost along z. Lengths from 1e-150 to 1e150.
std::vector<Vector3d> axes() {
  std::mt19937_64 random(2);
  std::vector<Vector3d> result;
  for (int i = 0; i < 3; ++i)
    for (const double sign : {1.0, -1.0}) result.emplace_back(sign * Vector3d::Unit(i));
  for (const double off : {1e-300, 1e-16, 1e-8, 1e-4})
    for (const double sign : {1.0, -1.0}) result.emplace_back(off, -off, sign);
  for (int i = 0; i < 20; ++i) result.emplace_back(spatial::randomDirection(random));
  const std::size_t directions = result.size();
  for (std::size_t i = 0; i < directions; ++i)
    for (const double length : {1e-150, 1e-9, 12.0, 1e150}) result.emplace_back(length * result[i]);
  return result;
}

void checkIsRotation(const Matrix3d& frame) {
  CHECK((frame.transpose() * frame - Matrix3d::Identity()).norm() <= tolerance);
  CHECK(frame.determinant() > 0);
}

}  // namespace

TEST_CASE("a rotation about the user's axis is a rotation about z in the canonical frame",
          "[joints]") {
  for (const JointType type :
       {JointType::revolute, JointType::prismatic, JointType::helical, JointType::cylindrical})
    for (const Vector3d& axis : axes()) {
      CAPTURE(name(type), axis.transpose());
      const Vector3d direction = axis.stableNormalized();
      const Matrix3d frame = canonicalFrame(type, axis, Vector3d::Zero());
      checkIsRotation(frame);
      CHECK((frame.col(2) - direction).norm() <= tolerance);
      for (const double angle : {0.3, -2.0}) {
        const Matrix3d expected = AngleAxisd(angle, direction).toRotationMatrix();
        const Matrix3d aboutZ = AngleAxisd(angle, Vector3d::UnitZ()).toRotationMatrix();
        CHECK((frame * aboutZ * frame.transpose() - expected).norm() <= tolerance);
      }
    }
}

TEST_CASE("an axis along z needs no rotation", "[joints]") {
  CHECK(canonicalFrame(JointType::revolute, {0, 0, 3}, {1, 0, 0}) == Matrix3d::Identity());
}

TEST_CASE("universal axes become x and y", "[joints]") {
  std::mt19937_64 random(6);
  for (const Vector3d& axis : axes())
    for (const double askew : {0.0, 1e-9, 1e-6}) {
      CAPTURE(axis.transpose(), askew);
      const Vector3d first = axis.stableNormalized();
      const Vector3d second =
          AngleAxisd(3 * spatial::uniform(random), first) * first.unitOrthogonal();
      // A file's axes may be slightly non-perpendicular. The first axis is kept.
      const Vector3d given = 5 * (second + askew * first);
      const Matrix3d frame = canonicalFrame(JointType::universal, axis, given);
      checkIsRotation(frame);
      CHECK((frame.col(0) - first).norm() <= tolerance);
      CHECK((frame.col(1) - second).norm() <= tolerance);
      const Matrix3d expected =
          (AngleAxisd(0.4, first) * AngleAxisd(-1.1, second)).toRotationMatrix();
      const Matrix3d canonical = UniversalJoint<double>::transform({0.4, -1.1}).rotation;
      CHECK((frame * canonical * frame.transpose() - expected).norm() <= tolerance);
    }
}

TEST_CASE("joint types without an axis keep their frame", "[joints]") {
  for (const JointType type :
       {JointType::fixed, JointType::planar, JointType::spherical, JointType::free}) {
    CHECK_FALSE(hasAxis(type));
    CHECK(canonicalFrame(type, {1, 2, 3}, {0, 1, 0}) == Matrix3d::Identity());
  }
}

TEST_CASE("joint types are found by their exact names only", "[joints]") {
  for (const JointType type : allJointTypes) {
    CHECK(jointTypeFromName(name(type)) == type);
    withJoint(type, 0.1, [&]<typename Joint>(const Joint&) {
      CHECK(Joint::positionSize == positionSize(type));
      CHECK(Joint::velocitySize == velocitySize(type));
    });
    withVelocitySize(velocitySize(type), [&]<int size>() { CHECK(size == velocitySize(type)); });
  }
  for (const auto* unknown : {"", "Revolute", "hinge", "revolute ", "fix"})
    CHECK_FALSE(jointTypeFromName(unknown).has_value());
}

}  // namespace linkwork::test::joints
