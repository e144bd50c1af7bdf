#pragma once

#include <array>
#include <cmath>

#include "linkwork/elementary.hpp"
#include "linkwork/joint.hpp"
#include "linkwork/joints/described_joints.hpp"
#include "linkwork/spatial/vec3_pose.hpp"

namespace linkwork {

/// A frame at a point of a surface, by its coordinates: the point is core + offset z, with z the
/// outward normal and x along ∂u.
template <typename Scalar>
struct ContactFrame {
  Vec3<Scalar> x, y, z;
  Vec3<Scalar> core;       ///< in the axes of the surface
  Vec3<Scalar> coreAlong;  ///< in x, y, z
  double offset = 0;
};

/// A torus, or with major radius 0 a sphere.
template <typename Scalar>
ContactFrame<Scalar> torusFrame(double majorRadius, double minorRadius, const Scalar& u,
                                const Scalar& v) {
  using elementary::cos, elementary::sin;
  const Scalar cu = cos(u), su = sin(u), cv = cos(v), sv = sin(v), major(majorRadius), zero(0);
  return {{-su, cu, zero},
          {-sv * cu, -sv * su, cv},
          {cv * cu, cv * su, sv},
          {major * cu, major * su, zero},
          {zero, -major * sv, major * cv},
          minorRadius};
}

/// An ellipsoid (a cos v cos u, b cos v sin u, c sin v): its normal is along (cos v cos u/a,
/// cos v sin u/b, sin v/c), and |∂u| = cos v √(b² + (a² − b²) sin²u).
template <typename Scalar>
ContactFrame<Scalar> ellipsoidFrame(const Vec3<double>& semiAxes, const Scalar& u,
                                    const Scalar& v) {
  using elementary::cos, elementary::sin, std::sqrt;
  const auto& [a, b, c] = semiAxes;
  const Scalar cu = cos(u), su = sin(u), cv = cos(v), sv = sin(v), zero(0);
  const Scalar alongU = Scalar(1) / sqrt(Scalar(b * b) + Scalar(a * a - b * b) * (su * su));
  const Scalar level =
      Scalar(1 / (a * a) - 1 / (c * c)) + Scalar(1 / (b * b) - 1 / (a * a)) * (su * su);
  const Scalar alongZ = Scalar(1) / sqrt(Scalar(1 / (c * c)) + cv * cv * level);
  const Vec3<Scalar> x{Scalar(-a) * (alongU * su), Scalar(b) * (alongU * cu), zero};
  const Vec3<Scalar> z{Scalar(1 / a) * (alongZ * cv * cu), Scalar(1 / b) * (alongZ * cv * su),
                       Scalar(1 / c) * (alongZ * sv)};
  const Vec3<Scalar> point{Scalar(a) * (cv * cu), Scalar(b) * (cv * su), Scalar(c) * sv};
  const Vec3<Scalar> y = cross(z, x);
  return {x, y, z, point, {Scalar(b * b - a * a) * (alongU * su * cu * cv), dot(y, point), alongZ},
          0};
}

/// The poles of chart 0 are on z, those of chart 1 on x: (x, y, z) of one is (z, x, y) of the
/// other.
template <typename Scalar>
Vec3<Scalar> fromChart(int chart, const Vec3<Scalar>& a) {
  return chart == 0 ? a : Vec3<Scalar>{a.z, a.x, a.y};
}

template <typename Scalar>
ContactFrame<Scalar> contactFrame(const ContactSurface& surface, int chart, const Scalar& u,
                                  const Scalar& v) {
  if (surface.type == ContactSurfaceType::torus)
    return torusFrame(surface.majorRadius, surface.minorRadius, u, v);
  ContactFrame<Scalar> frame;
  if (surface.type == ContactSurfaceType::sphere) {
    frame = torusFrame(0, surface.radius, u, v);
  } else {
    const Eigen::Vector3d& s = surface.semiAxes;
    const Vec3<double> upright{s[0], s[1], s[2]}, lying{s[1], s[2], s[0]};
    frame = ellipsoidFrame(chart == 0 ? upright : lying, u, v);
  }
  for (Vec3<Scalar>* vector : {&frame.x, &frame.y, &frame.z, &frame.core})
    *vector = fromChart(chart, *vector);
  return frame;
}

/// The pose of the joint SurfaceContactJoint in charts of either surface, in three factors: the
/// frame (x₁, y₁, z₁) of the parent's surface, the spin with a half turn about x, and the inverse
/// of the frame of the child's. The first has its origin in the core of the child's surface (where
/// its offset ends), which lies on the common normal.
template <typename Scalar>
std::vector<Vec3Pose<Scalar>> surfaceContactFactors(const SurfaceContactJoint& joint,
                                                    const std::array<int, 2>& charts,
                                                    const Scalar* q) {
  using elementary::cos, elementary::sin;
  const ContactFrame<Scalar> a = contactFrame(joint.surfaces[0], charts[0], q[0], q[1]);
  const ContactFrame<Scalar> b = contactFrame(joint.surfaces[1], charts[1], q[2], q[3]);
  const Scalar angle = joint.spin ? q[4] : Scalar(joint.angle);
  const Scalar c = cos(angle), s = sin(angle), zero(0);
  return {{a.x, a.y, a.z, a.core + Scalar(a.offset + b.offset) * a.z},
          {{c, s, zero}, {s, -c, zero}, {zero, zero, Scalar(-1)}, {zero, zero, zero}},
          {{b.x.x, b.y.x, b.z.x},
           {b.x.y, b.y.y, b.z.y},
           {b.x.z, b.y.z, b.z.z},
           {-b.coreAlong.x, -b.coreAlong.y, -b.coreAlong.z}}};
}

}  // namespace linkwork
