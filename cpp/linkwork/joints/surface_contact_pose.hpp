#pragma once

#include <cmath>

#include "linkwork/joints/surface_contact_joint.hpp"
#include "linkwork/joints/triple.hpp"

namespace linkwork {

/// Where two surfaces may touch, by coordinates of one: the point is core + offset z, with z the
/// outward normal and x along ∂u.
template <typename Scalar>
struct ContactFrame {
  Triple<Scalar> core, x, y, z;
  double offset = 0;

  Triple<Scalar> point() const { return core + Scalar(offset) * z; }
};

/// A torus, or with major radius 0 a sphere.
template <typename Scalar>
ContactFrame<Scalar> torusFrame(double majorRadius, double minorRadius, const Scalar& u,
                                const Scalar& v) {
  using std::cos, std::sin;
  const Scalar cu = cos(u), su = sin(u), cv = cos(v), sv = sin(v), major(majorRadius);
  return {{major * cu, major * su, Scalar(0)},
          {-su, cu, Scalar(0)},
          {-sv * cu, -sv * su, cv},
          {cv * cu, cv * su, sv},
          minorRadius};
}

/// An ellipsoid (a cos v cos u, b cos v sin u, c sin v).
template <typename Scalar>
ContactFrame<Scalar> ellipsoidFrame(const Triple<double>& semiAxes, const Scalar& u,
                                    const Scalar& v) {
  using std::cos, std::sin, std::sqrt;
  const auto& [a, b, c] = semiAxes;
  const Scalar cu = cos(u), su = sin(u), cv = cos(v), sv = sin(v);
  // |∂u| = cos v √(b² + (a² − b²) sin²u); the normal is along (cos v cos u/a, cos v sin u/b,
  // sin v/c).
  const Scalar alongU = sqrt(Scalar(b * b) + Scalar(a * a - b * b) * (su * su));
  const Scalar level =
      Scalar(1 / (a * a) - 1 / (c * c)) + Scalar(1 / (b * b) - 1 / (a * a)) * (su * su);
  const Scalar normal = sqrt(Scalar(1 / (c * c)) + cv * cv * level);
  const Triple<Scalar> x =
      (Scalar(1) / alongU) * Triple<Scalar>{Scalar(-a) * su, Scalar(b) * cu, Scalar(0)};
  const Triple<Scalar> z =
      (Scalar(1) / normal) *
      Triple<Scalar>{Scalar(1 / a) * (cv * cu), Scalar(1 / b) * (cv * su), Scalar(1 / c) * sv};
  return {{Scalar(a) * (cv * cu), Scalar(b) * (cv * su), Scalar(c) * sv}, x, cross(z, x), z, 0};
}

/// The poles of chart 0 are on z, those of chart 1 on x: (x, y, z) of one is (z, x, y) of the
/// other.
template <typename Scalar>
Triple<Scalar> fromChart(int chart, const Triple<Scalar>& a) {
  return chart == 0 ? a : Triple<Scalar>{a.z, a.x, a.y};
}

template <typename Scalar>
ContactFrame<Scalar> contactFrame(const ContactSurface& surface, int chart, const Scalar& u,
                                  const Scalar& v) {
  ContactFrame<Scalar> frame;
  if (surface.type == ContactSurfaceType::torus)
    return torusFrame(surface.majorRadius, surface.minorRadius, u, v);
  if (surface.type == ContactSurfaceType::sphere) {
    frame = torusFrame(0, surface.radius, u, v);
  } else {
    const Eigen::Vector3d& s = surface.semiAxes;
    frame = ellipsoidFrame(
        chart == 0 ? Triple<double>{s[0], s[1], s[2]} : Triple<double>{s[1], s[2], s[0]}, u, v);
  }
  return {fromChart(chart, frame.core), fromChart(chart, frame.x), fromChart(chart, frame.y),
          fromChart(chart, frame.z), frame.offset};
}

/// The pose of the joint SurfaceContactJoint in charts of either surface. With frames (x, y, z) of
/// the parent's surface turned by the spin and of the child's:
///
///   R = x₁x₂ᵀ − y₁y₂ᵀ − z₁z₂ᵀ,    p = point₁ − R point₂
template <typename Scalar>
TriplePose<Scalar> surfaceContactPose(const SurfaceContactJoint& joint,
                                      const std::array<int, 2>& charts, const Scalar* q) {
  using std::cos, std::sin;
  const ContactFrame<Scalar> first = contactFrame(joint.surfaces[0], charts[0], q[0], q[1]);
  const ContactFrame<Scalar> second = contactFrame(joint.surfaces[1], charts[1], q[2], q[3]);
  const Scalar angle = joint.spin ? q[4] : Scalar(joint.angle);
  const auto [x, y] = turned(first.x, first.y, Scalar(cos(angle)), Scalar(sin(angle)));
  const auto column = [&](const Scalar& alongX, const Scalar& alongY, const Scalar& alongZ) {
    return alongX * x - alongY * y - alongZ * first.z;
  };
  const Triple<Scalar> onFirst =
      first.core + Scalar(first.offset + second.offset) * first.z;  // R z₂ = −z₁
  const Triple<Scalar> core =
      column(dot(second.x, second.core), dot(second.y, second.core), dot(second.z, second.core));
  return {column(second.x.x, second.y.x, second.z.x), column(second.x.y, second.y.y, second.z.y),
          column(second.x.z, second.y.z, second.z.z), onFirst - core};
}

}  // namespace linkwork
