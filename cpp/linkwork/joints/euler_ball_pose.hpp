#pragma once

#include <cmath>

#include "linkwork/joints/triple.hpp"

namespace linkwork {

/// The pose of the joint EulerBallJoint: Rot(x, a) Rot(y, b) Rot(z, c) in chart 0,
/// Rot(y, a) Rot(x, b) Rot(z, c) in chart 1.
template <typename Scalar>
TriplePose<Scalar> eulerBallPose(int chart, const Scalar* q) {
  using std::cos, std::sin;
  const Scalar ca = cos(q[0]), sa = sin(q[0]), cb = cos(q[1]), sb = sin(q[1]), zero(0);
  const Scalar cc = cos(q[2]), sc = sin(q[2]);
  Triple<Scalar> x, y, z;  // of the first two turns
  if (chart == 0) {
    x = {cb, sa * sb, -ca * sb};
    y = {zero, ca, sa};
    z = {sb, -sa * cb, ca * cb};
  } else {
    x = {ca, zero, -sa};
    y = {sa * sb, cb, ca * sb};
    z = {sa * cb, -sb, ca * cb};
  }
  const auto [turnedX, turnedY] = turned(x, y, cc, sc);
  return {turnedX, turnedY, z, {zero, zero, zero}};
}

}  // namespace linkwork
