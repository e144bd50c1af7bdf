#pragma once

#include <cmath>
#include <vector>

#include "linkwork/elementary.hpp"
#include "linkwork/spatial.hpp"
#include "linkwork/spatial/vec3.hpp"

/// Poses of plain vectors (vec3.hpp): what kernels and joints are written with. Joints also run on
/// expressions and complex numbers.
namespace linkwork {

/// The pose of a frame with these axes (columns of its rotation) and origin.
template <typename Scalar>
struct Vec3Pose {
  Vec3<Scalar> x, y, z, origin;

  /// a in the axes of the parent.
  [[gnu::always_inline]] Vec3<Scalar> turn(const Vec3<Scalar>& a) const {
    return a.x * x + a.y * y + a.z * z;
  }

  friend Vec3Pose operator*(const Vec3Pose& a, const Vec3Pose& b) {
    return {a.turn(b.x), a.turn(b.y), a.turn(b.z), a.turn(b.origin) + a.origin};
  }

  Transform<Scalar> transform() const {
    Transform<Scalar> pose;
    const Vec3<Scalar>* columns[] = {&x, &y, &z};
    for (int j = 0; j < 3; ++j) {
      pose.rotation(0, j) = columns[j]->x;
      pose.rotation(1, j) = columns[j]->y;
      pose.rotation(2, j) = columns[j]->z;
    }
    pose.translation[0] = origin.x;
    pose.translation[1] = origin.y;
    pose.translation[2] = origin.z;
    return pose;
  }
};

/// The rotation about z by an angle.
template <typename Scalar>
Vec3Pose<Scalar> turnAboutZ(const Scalar& angle) {
  using elementary::cos, elementary::sin;
  const Scalar c = cos(angle), s = sin(angle), zero(0);
  return {{c, s, zero}, {-s, c, zero}, {zero, zero, Scalar(1)}, {zero, zero, zero}};
}

/// As transforms: the factors of an ExpressedJoint.
template <typename Scalar>
std::vector<Transform<Scalar>> transformsOf(const std::vector<Vec3Pose<Scalar>>& poses) {
  std::vector<Transform<Scalar>> transforms;
  for (const Vec3Pose<Scalar>& pose : poses) transforms.push_back(pose.transform());
  return transforms;
}

/// The product of poses, first to last.
template <typename Scalar>
Vec3Pose<Scalar> productOf(const std::vector<Vec3Pose<Scalar>>& factors) {
  Vec3Pose<Scalar> result = factors[0];
  for (std::size_t i = 1; i < factors.size(); ++i) result = result * factors[i];
  return result;
}

}  // namespace linkwork
