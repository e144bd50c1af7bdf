#pragma once

#include <type_traits>

#include "linkwork/dynamics/hinges/plan.hpp"
#include "linkwork/spatial/articulated_inertia.hpp"
#include "linkwork/spatial/body_motion.hpp"

/// What the recursion over hinges and the general one hand each other at a body where they meet.
///
/// Motions are the same to both (body_motion.hpp); inertias, forces and increments are vectors and
/// matrices to the one, plain numbers to the other.
namespace linkwork::hinges {

template <typename S>
Eigen::Map<const Vector3<S>> vector(const S* numbers) {
  return Eigen::Map<const Vector3<S>>(numbers);
}

template <typename S>
Eigen::Map<Vector3<S>> vectorIn(S* numbers) {
  return Eigen::Map<Vector3<S>>(numbers);
}

template <typename S>
Vector6<S> stacked(const S* angular, const S* linear) {
  Vector6<S> result;
  result << vector(angular), vector(linear);
  return result;
}

template <typename S>
void unstack(const Vector6<std::type_identity_t<S>>& stacked, S* angular, S* linear) {
  for (int k = 0; k < 3; ++k) {
    angular[k] = stacked[k];
    linear[k] = stacked[3 + k];
  }
}

template <typename S>
BodyMotion<S> motionOf(const Motion<S>& given) {
  return {vector(given.velocity), vector(given.angular), vector(given.linear)};
}

template <typename S>
Motion<S> stored(const BodyMotion<S>& motion) {
  Motion<S> result;
  vectorIn(result.velocity) = motion.velocity;
  vectorIn(result.angular) = motion.angular;
  vectorIn(result.linear) = motion.linear;
  return result;
}

template <typename S>
ArticulatedInertia<S> inertiaOf(const Articulated<S>& given) {
  const S* j = given.j;
  const S* m = given.m;
  return {{j[0], j[1], j[2], j[3], j[4], j[5]},
          Eigen::Map<const Eigen::Matrix<S, 3, 3, Eigen::RowMajor>>(given.h),
          {m[0], m[1], m[2], m[3], m[4], m[5]}};
}

/// Adds an inertia and a force to the hinges' sum.
template <typename S>
void add(const ArticulatedInertia<S>& inertia, const Vector6<S>& force, Articulated<S>& sum) {
  const auto& j = inertia.rotational;
  const auto& m = inertia.linear;
  const S jNumbers[6] = {j.xx, j.yy, j.zz, j.xy, j.xz, j.yz};
  const S mNumbers[6] = {m.xx, m.yy, m.zz, m.xy, m.xz, m.yz};
  for (int k = 0; k < 6; ++k) {
    sum.j[k] += jNumbers[k];
    sum.m[k] += mNumbers[k];
  }
  for (int k = 0; k < 9; ++k) sum.h[k] += inertia.coupling(k / 3, k % 3);
  for (int k = 0; k < 3; ++k) {
    sum.n[k] += force[k];
    sum.f[k] += force[3 + k];
  }
}

/// The joint's frame on the parent body, before the hinge turns: T(p) Rz(γ) Rx(α).
inline Transform<double> jointFrame(const Hinge<double>& hinge) {
  Transform<double> result;
  result.rotation << hinge.cosTurn, -hinge.sinTurn * hinge.cosSlope, hinge.sinTurn * hinge.sinSlope,
      hinge.sinTurn, hinge.cosTurn * hinge.cosSlope, -hinge.cosTurn * hinge.sinSlope,  //
      0, hinge.sinSlope, hinge.cosSlope;
  result.translation = vector(hinge.offset);
  return result;
}

/// The body's on the parent body.
inline Transform<double> placementOf(const Hinge<double>& hinge, double c, double s) {
  const Transform<double> joint = jointFrame(hinge);
  Transform<double> result;
  result.rotation.col(0) = c * joint.rotation.col(0) + s * joint.rotation.col(1);
  result.rotation.col(1) = c * joint.rotation.col(1) - s * joint.rotation.col(0);
  result.rotation.col(2) = joint.rotation.col(2);
  result.translation = joint.translation + hinge.slide * joint.rotation.col(2);
  return result;
}

}  // namespace linkwork::hinges
