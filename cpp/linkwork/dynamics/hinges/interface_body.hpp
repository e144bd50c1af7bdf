#pragma once

#include <type_traits>

#include "linkwork/dynamics/hinges/plan.hpp"
#include "linkwork/spatial/articulated_inertia.hpp"

/// What the recursion over hinges and the general one hand each other at a body where they meet.
///
/// The general recursion knows a body by its twist (ω; v) and its spatial acceleration; that over
/// hinges by ω and the acceleration of the origin itself, l = a + ω × v. Dynamics is the same to an
/// observer who drifts along at constant speed, so the general recursion may begin on a hinge's
/// body with v = 0, and that over hinges need not know v at all.
namespace linkwork::hinges {

template <typename S>
Eigen::Map<const Vector3<S>> vector(const S* numbers) {
  return Eigen::Map<const Vector3<S>>(numbers);
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

/// (0; ω × v): what tells the two accelerations of a general body's frame apart.
template <typename S>
Vector6<S> turningAcceleration(const Vector6<S>& twist) {
  Vector6<S> result = Vector6<S>::Zero();
  result.template tail<3>() = twist.template head<3>().cross(twist.template tail<3>());
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

/// Adds an inertia and a force, given at the acceleration `bias` of the body, to the hinges' sum.
template <typename S>
void add(const ArticulatedInertia<S>& inertia, const Vector6<S>& force, const Vector6<S>& bias,
         Articulated<S>& sum) {
  const auto& j = inertia.rotational;
  const auto& m = inertia.linear;
  const S jNumbers[6] = {j.xx, j.yy, j.zz, j.xy, j.xz, j.yz};
  const S mNumbers[6] = {m.xx, m.yy, m.zz, m.xy, m.xz, m.yz};
  for (int k = 0; k < 6; ++k) {
    sum.j[k] += jNumbers[k];
    sum.m[k] += mNumbers[k];
  }
  for (int k = 0; k < 9; ++k) sum.h[k] += inertia.coupling(k / 3, k % 3);
  const Vector6<S> atBias = force + inertia * bias;
  for (int k = 0; k < 3; ++k) {
    sum.n[k] += atBias[k];
    sum.f[k] += atBias[3 + k];
  }
}

}  // namespace linkwork::hinges
