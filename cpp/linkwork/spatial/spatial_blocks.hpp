#pragma once

#include "linkwork/spatial/symmetric_matrix3.hpp"
#include "linkwork/spatial/vec3.hpp"

/// Spatial vectors and articulated inertias of plain numbers that stay in registers, for recursions
/// over thousands of bodies. The same quantities as Vector6 and ArticulatedInertia, the angular
/// part first.
namespace linkwork {

/// (ω; v), the angular and the linear velocity of a point, or (n; f), a moment about it and a
/// force.
template <typename Scalar>
struct SpatialVector {
  Vec3<Scalar> angular, linear;

  static SpatialVector from(const Scalar* at) {
    return {Vec3<Scalar>::from(at), Vec3<Scalar>::from(at + 3)};
  }
  static SpatialVector from(const Vector6<Scalar>& v) { return from(v.data()); }
  void to(Scalar* at) const { angular.to(at), linear.to(at + 3); }
  Vector6<Scalar> vector() const {
    Vector6<Scalar> v;
    to(v.data());
    return v;
  }

  friend SpatialVector operator+(const SpatialVector& a, const SpatialVector& b) {
    return {a.angular + b.angular, a.linear + b.linear};
  }
  friend SpatialVector operator-(const SpatialVector& a, const SpatialVector& b) {
    return {a.angular - b.angular, a.linear - b.linear};
  }
  friend SpatialVector operator*(const Scalar& s, const SpatialVector& a) {
    return {s * a.angular, s * a.linear};
  }
};

template <typename Scalar>
Scalar dot(const SpatialVector<Scalar>& a, const SpatialVector<Scalar>& b) {
  return dot(a.angular, b.angular) + dot(a.linear, b.linear);
}

/// (u; 0): a rotation about an axis through the point.
template <typename Scalar>
struct Turning {
  Vec3<Scalar> axis;

  friend SpatialVector<Scalar> operator*(const Scalar& s, const Turning& a) {
    return {s * a.axis, {}};
  }
};

template <typename Scalar>
Scalar dot(const Turning<Scalar>& a, const SpatialVector<Scalar>& b) {
  return dot(a.axis, b.angular);
}
template <typename Scalar>
SpatialVector<Scalar> operator+(const SpatialVector<Scalar>& a, const Turning<Scalar>& b) {
  return {a.angular + b.axis, a.linear};
}

template <typename Scalar>
Vec3<Scalar> operator*(const SymmetricMatrix3<Scalar>& s, const Vec3<Scalar>& v) {
  return {s.xx * v.x + s.xy * v.y + s.xz * v.z, s.xy * v.x + s.yy * v.y + s.yz * v.z,
          s.xz * v.x + s.yz * v.y + s.zz * v.z};
}

/// Any 3×3 block, by its columns.
template <typename Scalar>
struct Block3 {
  Vec3<Scalar> x, y, z;

  Vec3<Scalar> rowX() const { return {x.x, y.x, z.x}; }
  Vec3<Scalar> rowY() const { return {x.y, y.y, z.y}; }
  Vec3<Scalar> rowZ() const { return {x.z, y.z, z.z}; }
  Vec3<Scalar> operator*(const Vec3<Scalar>& v) const { return v.x * x + v.y * y + v.z * z; }
  Vec3<Scalar> transposedTimes(const Vec3<Scalar>& v) const {
    return {dot(x, v), dot(y, v), dot(z, v)};
  }
  friend Block3 operator+(const Block3& a, const Block3& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
  }
};

/// An articulated inertia seen from a point: [n; f] = [J H; Hᵀ M] [ω; v].
template <typename Scalar>
struct SpatialInertia {
  SymmetricMatrix3<Scalar> rotational;  ///< J
  Block3<Scalar> coupling;              ///< H
  SymmetricMatrix3<Scalar> linear;      ///< M

  SpatialVector<Scalar> operator*(const SpatialVector<Scalar>& m) const {
    return {rotational * m.angular + coupling * m.linear,
            coupling.transposedTimes(m.angular) + linear * m.linear};
  }
  SpatialVector<Scalar> operator*(const Turning<Scalar>& m) const {
    return {rotational * m.axis, coupling.transposedTimes(m.axis)};
  }
  friend SpatialInertia operator+(const SpatialInertia& a, const SpatialInertia& b) {
    return {a.rotational + b.rotational, a.coupling + b.coupling, a.linear + b.linear};
  }
};

/// S − u vᵀ if that is symmetric.
template <typename Scalar>
SymmetricMatrix3<Scalar> minusDyad(const SymmetricMatrix3<Scalar>& s, const Vec3<Scalar>& u,
                                   const Vec3<Scalar>& v) {
  return {s.xx - u.x * v.x, s.yy - u.y * v.y, s.zz - u.z * v.z,
          s.xy - u.x * v.y, s.xz - u.x * v.z, s.yz - u.y * v.z};
}

/// I − u vᵀ if that is symmetric.
template <typename Scalar>
SpatialInertia<Scalar> minusDyad(const SpatialInertia<Scalar>& i, const SpatialVector<Scalar>& u,
                                 const SpatialVector<Scalar>& v) {
  return {minusDyad(i.rotational, u.angular, v.angular),
          {i.coupling.x - v.linear.x * u.angular, i.coupling.y - v.linear.y * u.angular,
           i.coupling.z - v.linear.z * u.angular},
          minusDyad(i.linear, u.linear, v.linear)};
}

/// The motion of the point at r, and the force about it.
template <typename Scalar>
SpatialVector<Scalar> motionAt(const Vec3<Scalar>& r, const SpatialVector<Scalar>& m) {
  return {m.angular, m.linear + cross(m.angular, r)};
}
template <typename Scalar>
SpatialVector<Scalar> forceAbout(const Vec3<Scalar>& r, const SpatialVector<Scalar>& f) {
  return {f.angular - cross(r, f.linear), f.linear};
}

/// An inertia seen from the point at r: with s(r) the cross product's matrix,
///   M' = M      H' = H − s(r) M      J' = J − s(r) Hᵀ + H' s(r)
template <typename Scalar>
SpatialInertia<Scalar> inertiaAbout(const Vec3<Scalar>& r, const SpatialInertia<Scalar>& i) {
  const SymmetricMatrix3<Scalar>&j = i.rotational, &m = i.linear;
  const Block3<Scalar>& h = i.coupling;
  const Block3<Scalar> g{h.x + cross(Vec3<Scalar>{m.xx, m.xy, m.xz}, r),
                         h.y + cross(Vec3<Scalar>{m.xy, m.yy, m.yz}, r),
                         h.z + cross(Vec3<Scalar>{m.xz, m.yz, m.zz}, r)};
  const Vec3<Scalar> x = cross(h.rowX(), r), y = cross(h.rowY(), r);
  const Vec3<Scalar> alsoY = cross(g.rowY(), r), alsoZ = cross(g.rowZ(), r);
  return {{j.xx + cross(h.rowX() + g.rowX(), r).x, j.yy + cross(h.rowY() + g.rowY(), r).y,
           j.zz + cross(h.rowZ() + g.rowZ(), r).z, j.xy + x.y + alsoY.x, j.xz + x.z + alsoZ.x,
           j.yz + y.z + alsoZ.y},
          g,
          m};
}

}  // namespace linkwork
