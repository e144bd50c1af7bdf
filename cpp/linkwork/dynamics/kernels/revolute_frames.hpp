#pragma once

// Transforms from the frame of a body on a revolute joint to that of its parent and back,
//
//   T(p) Rz(γ) Rx(α) Rz(q + q₀) Tz(d)        (Placement)
//
// for each propagated quantity. Rotations about z and then x cost less than a rotation matrix.
// A quantity defines `rotateZ`, `rotateX`, `quarterX` (90° about x), `shiftZ`, `shiftX` and `shift`
// to its parent's axes or origin. Quantities that go to the child define the inverses.

#include "linkwork/dynamics/kernels/revolute_joint.hpp"
#include "linkwork/spatial/plane_rotation.hpp"

namespace linkwork::kernels {
namespace {

/// Calls `visit` with the joint's placement as a constant.
template <typename Visit>
inline auto withPlacement(const RevolutePlace& revolute, Visit visit) {
  switch (revolute.placement) {
    case Placement::perpendicular:
      return visit.template operator()<Placement::perpendicular>();
    case Placement::skew:
      return visit.template operator()<Placement::skew>();
    default:
      return visit.template operator()<Placement::general>();
  }
}

/// 90°: u' = −v, v' = u.
template <typename T>
inline void quarter(T& u, T& v) {
  const T old = u;
  u = -v;
  v = old;
}
template <typename T>
inline void quarterBack(T& u, T& v) {
  const T old = u;
  u = v;
  v = -old;
}

// Free vectors: only their axes rotate.

template <typename S>
inline void rotateZ(const S& c, const S& s, Vec3<S>& u) {
  turn(c, s, u.x, u.y);
}
template <typename S>
inline void rotateX(const S& c, const S& s, Vec3<S>& u) {
  turn(c, s, u.y, u.z);
}
template <typename S>
inline void quarterX(Vec3<S>& u) {
  quarter(u.y, u.z);
}
template <typename S>
inline void rotateBackZ(const S& c, const S& s, Vec3<S>& u) {
  turnBack(c, s, u.x, u.y);
}
template <typename S>
inline void rotateBackX(const S& c, const S& s, Vec3<S>& u) {
  turnBack(c, s, u.y, u.z);
}
template <typename S>
inline void quarterBackX(Vec3<S>& u) {
  quarterBack(u.y, u.z);
}

/// From the child's axes to the joint's parent, and back.
template <Placement placement, typename S>
inline void toParentAxes(const Revolute<S>& revolute, const S& c, const S& s, Vec3<S>& u) {
  rotateZ(c, s, u);
  if constexpr (placement == Placement::perpendicular)
    quarterX(u);
  else
    rotateX(revolute.cosSlope, revolute.sinSlope, u);
  if constexpr (placement == Placement::general) rotateZ(revolute.cosTurn, revolute.sinTurn, u);
}
template <Placement placement, typename S>
inline void toJointAxes(const Revolute<S>& revolute, Vec3<S>& u) {
  if constexpr (placement == Placement::general) rotateBackZ(revolute.cosTurn, revolute.sinTurn, u);
  if constexpr (placement == Placement::perpendicular)
    quarterBackX(u);
  else
    rotateBackX(revolute.cosSlope, revolute.sinSlope, u);
}
template <Placement placement, typename S>
inline void toChildAxes(const Revolute<S>& revolute, const S& c, const S& s, Vec3<S>& u) {
  toJointAxes<placement>(revolute, u);
  rotateBackZ(c, s, u);
}

// Motions, from parent to child: v' = v − p × ω for an origin displaced by p.

template <Placement placement, typename S>
inline void toJoint(const Revolute<S>& revolute, Motion<S>& motion) {
  if constexpr (placement == Placement::general) {
    motion.linear += cross(motion.angular, revolute.offset);
  } else {
    motion.linear.y += motion.angular.z * revolute.offset.x;
    motion.linear.z -= motion.angular.y * revolute.offset.x;
  }
  toJointAxes<placement>(revolute, motion.angular);
  toJointAxes<placement>(revolute, motion.linear);
}
template <typename S>
inline void jointToChild(const Revolute<S>& revolute, const S& c, const S& s, Motion<S>& motion) {
  rotateBackZ(c, s, motion.angular);
  rotateBackZ(c, s, motion.linear);
  motion.linear.x += motion.angular.y * revolute.slide;
  motion.linear.y -= motion.angular.x * revolute.slide;
}
template <Placement placement, typename S>
inline void toChild(const Revolute<S>& revolute, const S& c, const S& s, Motion<S>& motion) {
  toJoint<placement>(revolute, motion);
  jointToChild(revolute, c, s, motion);
}

// Forces, both ways: n' = n + p × f.

template <typename S>
inline void shiftZ(const S& d, Force<S>& force) {
  force.n.x -= d * force.f.y;
  force.n.y += d * force.f.x;
}
template <typename S>
inline void shiftX(const S& a, Force<S>& force) {
  force.n.y -= a * force.f.z;
  force.n.z += a * force.f.y;
}
template <Placement placement, typename S>
inline void toParent(const Revolute<S>& revolute, const S& c, const S& s, Force<S>& force) {
  shiftZ(revolute.slide, force);
  toParentAxes<placement>(revolute, c, s, force.n);
  toParentAxes<placement>(revolute, c, s, force.f);
  if constexpr (placement == Placement::general)
    force.n += cross(revolute.offset, force.f);
  else
    shiftX(revolute.offset.x, force);
}
template <Placement placement, typename S>
inline void toChild(const Revolute<S>& revolute, const S& c, const S& s, Force<S>& force) {
  if constexpr (placement == Placement::general) {
    force.n -= cross(revolute.offset, force.f);
  } else {
    force.n.y += revolute.offset.x * force.f.z;
    force.n.z -= revolute.offset.x * force.f.y;
  }
  toChildAxes<placement>(revolute, c, s, force.n);
  toChildAxes<placement>(revolute, c, s, force.f);
  force.n.x += revolute.slide * force.f.y;
  force.n.y -= revolute.slide * force.f.x;
}

// Articulated bodies, from child to parent: M' = M, H' = H + p̂ M, J' = J − H p̂ + p̂ H'ᵀ.

/// An articulated body after the elimination of a joint about z: row and column ω_z of A are zero.
/// They are not read or written before `rotateX` fills them.
template <typename S>
struct WithoutAxis {
  ArticulatedBody<S>& body;
};

template <typename S>
[[gnu::always_inline]] inline void rotateZ(const S& c, const S& s, WithoutAxis<S> left) {
  auto& [J, H, M] = left.body.A;
  turnBlock(c, s, J.xx, J.xy, J.yy);
  turnBlock(c, s, H.xx, H.xy, H.yx, H.yy);
  turn(c, s, H.xz, H.yz);
  turnBlock(c, s, M.xx, M.xy, M.yy);
  turn(c, s, M.xz, M.yz);
  rotateZ(c, s, left.body.p.n);
  rotateZ(c, s, left.body.p.f);
}
template <typename S>
[[gnu::always_inline]] inline void rotateZ(const S& c, const S& s, ArticulatedBody<S>& body) {
  rotateZ(c, s, WithoutAxis<S>{body});
  turn(c, s, body.A.J.xz, body.A.J.yz);
  turn(c, s, body.A.H.zx, body.A.H.zy);
}

template <typename S>
[[gnu::always_inline]] inline void shiftZ(const S& d, WithoutAxis<S> left) {
  auto& [J, H, M] = left.body.A;
  const S hxy = H.xy, hyx = H.yx, hyy = H.yy;
  H.xx -= d * M.xy;
  H.xy -= d * M.yy;
  H.xz -= d * M.yz;
  H.yx += d * M.xx;
  H.yy += d * M.xy;
  H.yz += d * M.xz;
  J.xx -= d * (hxy + H.xy);
  J.yy += d * (hyx + H.yx);
  J.xy += d * (H.xx - hyy);
  shiftZ(d, left.body.p);
}
template <typename S>
[[gnu::always_inline]] inline void shiftZ(const S& d, ArticulatedBody<S>& body) {
  shiftZ(d, WithoutAxis<S>{body});
  body.A.J.xz -= d * body.A.H.zy;
  body.A.J.yz += d * body.A.H.zx;
}

/// J_xz = s J_xy, J_xy' = c J_xy, (J_yy, J_yz, J_zz) = (c², cs, s²) J_yy, and rows y and z of H are
/// c and s times row y.
template <typename S>
[[gnu::always_inline]] inline void rotateX(const S& c, const S& s, WithoutAxis<S> left) {
  auto& [J, H, M] = left.body.A;
  turn(c, s, H.xy, H.xz);
  J.xz = s * J.xy;
  J.xy *= c;
  const S yy = J.yy;
  J.yz = c * s * yy;
  J.zz = s * s * yy;
  J.yy = c * c * yy;
  turn(c, s, H.yy, H.yz);
  H.zx = s * H.yx, H.zy = s * H.yy, H.zz = s * H.yz;
  H.yx *= c, H.yy *= c, H.yz *= c;
  turn(c, s, M.xy, M.xz);
  turnBlock(c, s, M.yy, M.yz, M.zz);
  rotateX(c, s, left.body.p.n);
  rotateX(c, s, left.body.p.f);
}
template <typename S>
[[gnu::always_inline]] inline void rotateX(const S& c, const S& s, ArticulatedBody<S>& body) {
  auto& [J, H, M] = body.A;
  turn(c, s, H.xy, H.xz);
  turn(c, s, J.xy, J.xz);
  turnBlock(c, s, J.yy, J.yz, J.zz);
  turn(c, s, H.yx, H.zx);
  turnBlock(c, s, H.yy, H.yz, H.zy, H.zz);
  turn(c, s, M.xy, M.xz);
  turnBlock(c, s, M.yy, M.yz, M.zz);
  rotateX(c, s, body.p.n);
  rotateX(c, s, body.p.f);
}

template <typename S>
inline void quarterX(WithoutAxis<S> left) {
  auto& [J, H, M] = left.body.A;
  quarter(H.xy, H.xz);
  J = {J.xx, S(0), J.yy, S(0), J.xy, S(0)};
  H.zx = H.yx, H.zy = -H.yz, H.zz = H.yy;
  H.yx = H.yy = H.yz = S(0);
  quarter(M.xy, M.xz);
  M = {M.xx, M.zz, M.yy, M.xy, M.xz, -M.yz};
  quarterX(left.body.p.n);
  quarterX(left.body.p.f);
}
template <typename S>
inline void quarterX(ArticulatedBody<S>& body) {
  auto& [J, H, M] = body.A;
  quarter(H.xy, H.xz);
  quarter(J.xy, J.xz);
  J = {J.xx, J.zz, J.yy, J.xy, J.xz, -J.yz};
  quarter(H.yx, H.zx);
  H = {H.xx, H.xy, H.xz, H.yx, H.zz, -H.zy, H.zx, -H.yz, H.yy};
  quarter(M.xy, M.xz);
  M = {M.xx, M.zz, M.yy, M.xy, M.xz, -M.yz};
  quarterX(body.p.n);
  quarterX(body.p.f);
}

template <typename S>
inline void shiftX(const S& a, ArticulatedBody<S>& body) {
  auto& [J, H, M] = body.A;
  const S hyz = H.yz, hzy = H.zy, hzz = H.zz;
  H.yx -= a * M.xz;
  H.yy -= a * M.yz;
  H.yz -= a * M.zz;
  H.zx += a * M.xy;
  H.zy += a * M.yy;
  H.zz += a * M.yz;
  J.xy -= a * H.xz;
  J.xz += a * H.xy;
  J.yy -= a * (hyz + H.yz);
  J.zz += a * (hzy + H.zy);
  J.yz += a * (H.yy - hzz);
  shiftX(a, body.p);
}

template <typename S>
inline void shift(const Vec3<S>& p, ArticulatedBody<S>& body) {
  auto& [J, H, M] = body.A;
  const S x = p.x, y = p.y, z = p.z;
  const Mat3<S> g{
      H.xx + y * M.xz - z * M.xy, H.xy + y * M.yz - z * M.yy, H.xz + y * M.zz - z * M.yz,
      H.yx + z * M.xx - x * M.xz, H.yy + z * M.xy - x * M.yz, H.yz + z * M.xz - x * M.zz,
      H.zx + x * M.xy - y * M.xx, H.zy + x * M.yy - y * M.xy, H.zz + x * M.yz - y * M.xz};
  J.xx += y * (H.xz + g.xz) - z * (H.xy + g.xy);
  J.yy += z * (H.yx + g.yx) - x * (H.yz + g.yz);
  J.zz += x * (H.zy + g.zy) - y * (H.zx + g.zx);
  J.xy += y * g.yz - z * g.yy + z * H.xx - x * H.xz;
  J.xz += y * g.zz - z * g.zy + x * H.xy - y * H.xx;
  J.yz += z * g.zx - x * g.zz + x * H.yy - y * H.yx;
  H = g;
  body.p.n += cross(p, body.p.f);
}

/// From the joint's frame before its rotation to the parent's; `left` is a body or the remainder of
/// an elimination.
template <Placement placement, typename S, typename Left>
[[gnu::always_inline]] inline void jointToParent(const Revolute<S>& revolute,
                                                 ArticulatedBody<S>& body, Left&& left) {
  if constexpr (placement == Placement::perpendicular)
    quarterX(left);
  else
    rotateX(revolute.cosSlope, revolute.sinSlope, left);
  if constexpr (placement == Placement::general) {
    rotateZ(revolute.cosTurn, revolute.sinTurn, body);
    shift(revolute.offset, body);
  } else {
    shiftX(revolute.offset.x, body);
  }
}
template <typename S, typename Left>
[[gnu::always_inline]] inline void childToJoint(const Revolute<S>& revolute, const S& c, const S& s,
                                                Left&& left) {
  shiftZ(revolute.slide, left);
  rotateZ(c, s, left);
}
template <Placement placement, typename S>
[[gnu::always_inline]] inline void toParent(const Revolute<S>& revolute, const S& c, const S& s,
                                            ArticulatedBody<S>& body) {
  childToJoint(revolute, c, s, body);
  jointToParent<placement>(revolute, body, body);
}
template <Placement placement, typename S>
[[gnu::always_inline]] inline void toParent(const Revolute<S>& revolute, const S& c, const S& s,
                                            WithoutAxis<S> left) {
  childToJoint(revolute, c, s, left);
  jointToParent<placement>(revolute, left.body, left);
}

// Rigid bodies, from child to parent.

template <typename S>
inline void rotateZ(const S& c, const S& s, RigidBodyInertia<S>& body) {
  auto& [mass, h, J] = body;
  rotateZ(c, s, h);
  turn(c, s, J.xz, J.yz);
  turnBlock(c, s, J.xx, J.xy, J.yy);
}
template <typename S>
inline void rotateX(const S& c, const S& s, RigidBodyInertia<S>& body) {
  auto& [mass, h, J] = body;
  rotateX(c, s, h);
  turn(c, s, J.xy, J.xz);
  turnBlock(c, s, J.yy, J.yz, J.zz);
}
template <Placement placement, typename S>
inline void toParent(const Revolute<S>& revolute, const S& c, const S& s,
                     RigidBodyInertia<S>& body) {
  if constexpr (placement != Placement::general) body = body.shifted({S(0), S(0), revolute.slide});
  rotateZ(c, s, body);
  if constexpr (placement == Placement::perpendicular)
    rotateX(S(0), S(1), body);
  else
    rotateX(revolute.cosSlope, revolute.sinSlope, body);
  if constexpr (placement == Placement::general) rotateZ(revolute.cosTurn, revolute.sinTurn, body);
  body = body.shifted(revolute.offset);
}

// Frames in the world, from parent to child.

template <Placement placement, typename S>
inline void toChild(const Revolute<S>& revolute, const S& c, const S& s, Vec3Pose<S>& frame) {
  auto& [x, y, z, origin] = frame;
  origin += revolute.offset.x * x;
  if constexpr (placement == Placement::general) {
    origin += revolute.offset.y * y + revolute.offset.z * z;
    turnBack(revolute.cosTurn, revolute.sinTurn, x, y);
  }
  if constexpr (placement == Placement::perpendicular)
    quarterBack(y, z);
  else
    turnBack(revolute.cosSlope, revolute.sinSlope, y, z);
  turnBack(c, s, x, y);
  origin += revolute.slide * z;
}

}  // namespace
}  // namespace linkwork::kernels
