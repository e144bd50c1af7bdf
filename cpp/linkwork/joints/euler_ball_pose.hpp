#pragma once

#include <cmath>

#include "linkwork/elementary.hpp"
#include "linkwork/spatial/vec3_pose.hpp"

namespace linkwork {

/// The pose of the joint EulerBallJoint: Rot(x, a) Rot(y, b) Rot(z, c) in chart 0,
/// Rot(y, a) Rot(x, b) Rot(z, c) in chart 1. Three factors.
template <typename Scalar>
std::vector<Vec3Pose<Scalar>> eulerBallFactors(int chart, const Scalar* q) {
  using elementary::cos, elementary::sin;
  const Scalar zero(0), one(1);
  const Vec3<Scalar> none{zero, zero, zero};
  const auto aboutX = [&](const Scalar& angle) -> Vec3Pose<Scalar> {
    const Scalar c = cos(angle), s = sin(angle);
    return {{one, zero, zero}, {zero, c, s}, {zero, -s, c}, none};
  };
  const auto aboutY = [&](const Scalar& angle) -> Vec3Pose<Scalar> {
    const Scalar c = cos(angle), s = sin(angle);
    return {{c, zero, -s}, {zero, one, zero}, {s, zero, c}, none};
  };
  if (chart == 0) return {aboutX(q[0]), aboutY(q[1]), turnAboutZ(q[2])};
  return {aboutY(q[0]), aboutX(q[1]), turnAboutZ(q[2])};
}

}  // namespace linkwork
