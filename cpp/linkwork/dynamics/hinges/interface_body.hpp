#pragma once

#include "linkwork/dynamics/hinges/plan.hpp"
#include "linkwork/spatial/articulated_inertia.hpp"

/// What the recursion over hinges and the general one hand each other at a body where they meet.
///
/// The general recursion knows a body by its twist (ω; v) and its spatial acceleration; that over
/// hinges by ω and the acceleration of the origin itself, l = a + ω × v. Dynamics is the same to an
/// observer who drifts along at constant speed, so the general recursion may begin on a hinge's
/// body with v = 0, and that over hinges need not know v at all.
namespace linkwork::hinges {

inline Eigen::Map<const Eigen::Vector3d> vector(const double* numbers) {
  return Eigen::Map<const Eigen::Vector3d>(numbers);
}

inline Vector6<double> stacked(const double* angular, const double* linear) {
  Vector6<double> result;
  result << vector(angular), vector(linear);
  return result;
}

inline void unstack(const Vector6<double>& stacked, double* angular, double* linear) {
  for (int k = 0; k < 3; ++k) {
    angular[k] = stacked[k];
    linear[k] = stacked[3 + k];
  }
}

/// (0; ω × v): what tells the two accelerations of a general body's frame apart.
inline Vector6<double> turningAcceleration(const Vector6<double>& twist) {
  Vector6<double> result = Vector6<double>::Zero();
  result.tail<3>() = twist.head<3>().cross(twist.tail<3>());
  return result;
}

inline ArticulatedInertia<double> inertiaOf(const Articulated<double>& given) {
  const double* j = given.j;
  const double* m = given.m;
  return {{j[0], j[1], j[2], j[3], j[4], j[5]},
          Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(given.h),
          {m[0], m[1], m[2], m[3], m[4], m[5]}};
}

/// Adds an inertia and a force, given at the acceleration `bias` of the body, to the hinges' sum.
inline void add(const ArticulatedInertia<double>& inertia, const Vector6<double>& force,
                const Vector6<double>& bias, Articulated<double>& sum) {
  const auto& j = inertia.rotational;
  const auto& m = inertia.linear;
  const double jNumbers[6] = {j.xx, j.yy, j.zz, j.xy, j.xz, j.yz};
  const double mNumbers[6] = {m.xx, m.yy, m.zz, m.xy, m.xz, m.yz};
  for (int k = 0; k < 6; ++k) {
    sum.j[k] += jNumbers[k];
    sum.m[k] += mNumbers[k];
  }
  for (int k = 0; k < 9; ++k) sum.h[k] += inertia.coupling(k / 3, k % 3);
  const Vector6<double> atBias = force + inertia * bias;
  for (int k = 0; k < 3; ++k) {
    sum.n[k] += atBias[k];
    sum.f[k] += atBias[3 + k];
  }
}

}  // namespace linkwork::hinges
