#pragma once

#include "linkwork/spatial/spatial_vectors.hpp"

namespace linkwork::kernels {

/// Mass [kg], first moment m c [kg·m] and inertia about the origin [kg·m²] of a body or of its
/// subtree, in its frame.
template <typename S>
struct RigidInertia {
  S mass;
  Vec3<S> moment;
  SymmetricMatrix3<S> rotational;

  [[gnu::always_inline]] RigidInertia& operator+=(const RigidInertia& other) {
    mass += other.mass;
    moment += other.moment;
    rotational += other.rotational;
    return *this;
  }
  /// I x
  [[gnu::always_inline]] friend Force<S> operator*(const RigidInertia& I, const Motion<S>& x) {
    return {I.rotational * x.angular + cross(I.moment, x.linear),
            cross(x.angular, I.moment) + I.mass * x.linear};
  }
  /// I (ω; 0)
  [[gnu::always_inline]] friend Force<S> operator*(const RigidInertia& I, const Vec3<S>& angular) {
    return {I.rotational * angular, cross(angular, I.moment)};
  }
};

}  // namespace linkwork::kernels
