#pragma once

#include <array>
#include <cmath>

#include "linkwork/spatial/transform.hpp"

/// Three numbers of any scalar, without the templates of a matrix library: what poses of joints are
/// written with, so that they also run on expressions and complex numbers.
namespace linkwork {

template <typename Scalar>
struct Triple {
  Scalar x, y, z;

  friend Triple operator+(const Triple& a, const Triple& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
  }
  friend Triple operator-(const Triple& a, const Triple& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
  }
  friend Triple operator*(const Scalar& s, const Triple& a) { return {s * a.x, s * a.y, s * a.z}; }
};

template <typename Scalar>
Scalar dot(const Triple<Scalar>& a, const Triple<Scalar>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

template <typename Scalar>
Triple<Scalar> cross(const Triple<Scalar>& a, const Triple<Scalar>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

template <typename Scalar>
Scalar length(const Triple<Scalar>& a) {
  using std::sqrt;
  return sqrt(dot(a, a));
}

template <typename Scalar>
Triple<Scalar> normalized(const Triple<Scalar>& a) {
  return (Scalar(1) / length(a)) * a;
}

/// Axes turned about their z by an angle with these functions: the new x and y.
template <typename Scalar>
std::array<Triple<Scalar>, 2> turned(const Triple<Scalar>& x, const Triple<Scalar>& y,
                                     const Scalar& cosine, const Scalar& sine) {
  return {cosine * x + sine * y, cosine * y - sine * x};
}

/// The pose of a frame with these axes and origin.
template <typename Scalar>
struct TriplePose {
  Triple<Scalar> x, y, z, origin;

  Transform<Scalar> transform() const {
    Transform<Scalar> pose;
    const Triple<Scalar>* columns[] = {&x, &y, &z};
    for (int j = 0; j < 3; ++j) {
      pose.rotation(0, j) = columns[j]->x;
      pose.rotation(1, j) = columns[j]->y;
      pose.rotation(2, j) = columns[j]->z;
    }
    pose.translation[0] = origin.x;
    pose.translation[1] = origin.y;
    pose.translation[2] = origin.z;
    return pose;
  }
};

}  // namespace linkwork
