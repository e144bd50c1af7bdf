#pragma once

#include <cmath>

#include "linkwork/joint.hpp"
#include "linkwork/joints/described_joints.hpp"
#include "linkwork/joints/piecewise_polynomial.hpp"
#include "linkwork/spatial/vec3_pose.hpp"

namespace linkwork {

/// A Bézier surface made ready: Σ coefficients[i][j] sⁱ tʲ with s = u − ½, t = v − ½.
struct SurfaceShape {
  std::vector<std::vector<Vec3<double>>> coefficients;
  bool spin = true;
};

/// Point and tangents ∂u, ∂v.
template <typename Scalar>
struct SurfaceTangents {
  Vec3<Scalar> point, alongU, alongV;
};

/// By Horner's rule in t for every power of s, then in s, each with its derivative.
template <typename Scalar>
SurfaceTangents<Scalar> surfaceTangents(const SurfaceShape& surface, const Scalar& u,
                                        const Scalar& v) {
  const Scalar s = u - Scalar(0.5), t = v - Scalar(0.5);
  const Vec3<Scalar> zero{Scalar(0), Scalar(0), Scalar(0)};
  SurfaceTangents<Scalar> sum{zero, zero, zero};
  for (std::size_t i = surface.coefficients.size(); i-- > 0;) {
    const std::vector<Vec3<double>>& row = surface.coefficients[i];
    Vec3<Scalar> value = zero, slope = zero;
    for (std::size_t j = row.size(); j-- > 0;) {
      slope = t * slope + value;
      value = t * value + Vec3<Scalar>{Scalar(row[j].x), Scalar(row[j].y), Scalar(row[j].z)};
    }
    sum.alongU = s * sum.alongU + sum.point;
    sum.point = s * sum.point + value;
    sum.alongV = s * sum.alongV + slope;
  }
  return sum;
}

/// The pose of the joint SurfaceJoint: the frame on the surface, and the spin as a factor.
template <typename Scalar>
std::vector<Vec3Pose<Scalar>> surfaceFactors(const SurfaceShape& surface, const Scalar* q) {
  const SurfaceTangents<Scalar> at = surfaceTangents(surface, q[0], q[1]);
  const Vec3<Scalar> x = normalized(at.alongU), z = normalized(cross(at.alongU, at.alongV));
  std::vector<Vec3Pose<Scalar>> factors{{x, cross(z, x), z, at.point}};
  if (surface.spin) factors.push_back(turnAboutZ(q[2]));
  return factors;
}

/// Checks the description and prepares it. Throws JointDescriptionError.
SurfaceShape surfaceShape(const SurfaceJoint& joint);

}  // namespace linkwork
