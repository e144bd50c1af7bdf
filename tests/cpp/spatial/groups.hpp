#pragma once

#include <cmath>
#include <random>
#include <vector>

#include "linkwork/spatial/quaternion.hpp"
#include "linkwork/spatial/se3.hpp"
#include "linkwork/spatial/twist.hpp"

/// A common interface of the groups of spatial/. Every law is written once.
///
/// Element<S> and Vector<S> (of the Lie algebra), exp, log, compose, inverse; adjoint(g) and
/// bracket on the algebra; matrix(g) and algebra(ξ), a faithful matrix representation; the
/// tangents.
namespace linkwork::test::spatial {

struct RotationTangents {
  template <typename V>
  static auto left(const V& phi) {
    return so3::leftTangent(phi);
  }
  template <typename V>
  static auto right(const V& phi) {
    return so3::rightTangent(phi);
  }
  template <typename V>
  static auto leftInverse(const V& phi) {
    return so3::leftTangentInverse(phi);
  }
  template <typename V>
  static auto rightInverse(const V& phi) {
    return so3::rightTangentInverse(phi);
  }
};

struct Rotations : RotationTangents {
  static constexpr int dimension = 3;
  template <typename S>
  using Vector = Vector3<S>;
  template <typename S>
  using Element = Matrix3<S>;

  template <typename S>
  static Element<S> exp(const Vector<S>& phi) {
    return so3::exp(phi);
  }
  template <typename S>
  static Vector<S> log(const Element<S>& g) {
    return so3::log(g);
  }
  template <typename S>
  static Element<S> compose(const Element<S>& g, const Element<S>& h) {
    return g * h;
  }
  template <typename S>
  static Element<S> inverse(const Element<S>& g) {
    return g.transpose();
  }
  template <typename S>
  static Matrix3<S> adjoint(const Element<S>& g) {
    return g;
  }
  template <typename S>
  static Vector<S> bracket(const Vector<S>& a, const Vector<S>& b) {
    return a.cross(b);
  }
  template <typename S>
  static Matrix3<S> matrix(const Element<S>& g) {
    return g;
  }
  template <typename S>
  static Matrix3<S> algebra(const Vector<S>& phi) {
    return hat(phi);
  }
};

struct UnitQuaternions : RotationTangents {
  static constexpr int dimension = 3;
  template <typename S>
  using Vector = Vector3<S>;
  template <typename S>
  using Element = Eigen::Quaternion<S>;

  template <typename S>
  static Element<S> exp(const Vector<S>& phi) {
    return quaternion::exp(phi);
  }
  template <typename S>
  static Vector<S> log(const Element<S>& g) {
    return quaternion::log(g);
  }
  template <typename S>
  static Element<S> compose(const Element<S>& g, const Element<S>& h) {
    return g * h;
  }
  template <typename S>
  static Element<S> inverse(const Element<S>& g) {
    return g.conjugate();
  }
  template <typename S>
  static Matrix3<S> adjoint(const Element<S>& g) {
    return g.toRotationMatrix();
  }
  template <typename S>
  static Vector<S> bracket(const Vector<S>& a, const Vector<S>& b) {
    return a.cross(b);
  }
  template <typename S>
  static Matrix3<S> matrix(const Element<S>& g) {
    return g.toRotationMatrix();
  }
  template <typename S>
  static Matrix3<S> algebra(const Vector<S>& phi) {
    return hat(phi);
  }
};

struct RigidMotions {
  static constexpr int dimension = 6;
  template <typename S>
  using Vector = Vector6<S>;
  template <typename S>
  using Element = Transform<S>;

  template <typename S>
  static Element<S> exp(const Vector<S>& xi) {
    return se3::exp(xi);
  }
  template <typename S>
  static Vector<S> log(const Element<S>& g) {
    return se3::log(g);
  }
  template <typename S>
  static Element<S> compose(const Element<S>& g, const Element<S>& h) {
    return g * h;
  }
  template <typename S>
  static Element<S> inverse(const Element<S>& g) {
    return g.inverse();
  }
  template <typename S>
  static Matrix6<S> adjoint(const Element<S>& g) {
    return g.adjoint();
  }
  template <typename S>
  static Vector<S> bracket(const Vector<S>& a, const Vector<S>& b) {
    return crossMotion(a, b);
  }
  template <typename S>
  static Eigen::Matrix<S, 4, 4> matrix(const Element<S>& g) {
    Eigen::Matrix<S, 4, 4> result = Eigen::Matrix<S, 4, 4>::Identity();
    result.template topLeftCorner<3, 3>() = g.rotation;
    result.template topRightCorner<3, 1>() = g.translation;
    return result;
  }
  template <typename S>
  static Eigen::Matrix<S, 4, 4> algebra(const Vector<S>& xi) {
    Eigen::Matrix<S, 4, 4> result = Eigen::Matrix<S, 4, 4>::Zero();
    result.template topLeftCorner<3, 3>() = hat(xi.template head<3>());
    result.template topRightCorner<3, 1>() = xi.template tail<3>();
    return result;
  }

  template <typename V>
  static auto left(const V& xi) {
    return se3::leftTangent(xi);
  }
  template <typename V>
  static auto right(const V& xi) {
    return se3::rightTangent(xi);
  }
  template <typename V>
  static auto leftInverse(const V& xi) {
    return se3::leftTangentInverse(xi);
  }
  template <typename V>
  static auto rightInverse(const V& xi) {
    return se3::rightTangentInverse(xi);
  }
};

template <typename Group>
using VectorOf = typename Group::template Vector<double>;
template <typename Group>
using ElementOf = typename Group::template Element<double>;

}  // namespace linkwork::test::spatial
