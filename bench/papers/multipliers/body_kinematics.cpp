#include "papers/multipliers/body_kinematics.hpp"

#include <cmath>

#include "linkwork/elementary.hpp"

namespace linkwork::papers {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector2d;
using Eigen::Vector3d;

/// A vector u that turns with ω: u̇ = ω × u, ü = ω̇ × u + ω × (ω × u). Columns from `first` on.
MovingVector turning(const Vector3d& u, const Vector3d& spin, int dimension, int first) {
  MovingVector vector;
  vector.value = u;
  vector.rate = spin.cross(u);
  vector.bias = spin.cross(vector.rate);
  vector.columns.setZero(3, dimension);
  vector.columns.middleCols<3>(first) = -hat(u);
  return vector;
}

void carry(MovingVector& vector, const Vector3d& position, const Vector3d& velocity) {
  vector.value += position;
  vector.rate += velocity;
  vector.columns.leftCols<3>().setIdentity();
}

MovingVector spinOf(const Vector3d& spin, int dimension) {
  MovingVector vector;
  vector.value = vector.rate = spin;
  vector.columns.setZero(3, dimension);
  vector.columns.middleCols<3>(3).setIdentity();
  return vector;
}

Vector3d turned(const Vector2d& u, double angle) {
  const double c = elementary::cos(angle), s = elementary::sin(angle);
  return {c * u.x() - s * u.y(), s * u.x() + c * u.y(), 0};
}

}  // namespace

void Particle::writeMass(Eigen::Ref<Eigen::MatrixXd> to) const { to = mass * Matrix3d::Identity(); }

MovingVector Particle::point() const {
  MovingVector vector = MovingVector::given(position, velocity);
  vector.columns.setIdentity(3, 3);
  return vector;
}

void PlanarBody::writeMass(Eigen::Ref<Eigen::MatrixXd> to) const {
  to = Vector3d(mass, mass, inertia).asDiagonal();
}

MovingVector PlanarBody::direction(const Vector2d& along) const {
  const Vector3d u = turned(along, angle), across = Vector3d::UnitZ().cross(u);
  const double spin = velocity.z();
  MovingVector vector = MovingVector::given(u, spin * across, -spin * spin * u);
  vector.columns.setZero(3, 3);
  vector.columns.col(2) = across;
  return vector;
}

MovingVector PlanarBody::point(const Vector2d& at) const {
  MovingVector vector = direction(at);
  vector.value.head<2>() += position;
  vector.rate.head<2>() += velocity.head<2>();
  vector.columns(0, 0) = vector.columns(1, 1) = 1;
  return vector;
}

MovingVector PlanarBody::spin() const {
  MovingVector vector;
  vector.value.z() = vector.rate.z() = velocity.z();
  vector.columns.setZero(3, 3);
  vector.columns(2, 2) = 1;
  return vector;
}

void RigidBody::writeMass(Eigen::Ref<Eigen::MatrixXd> to) const {
  const Matrix3d rotation = attitude.toRotationMatrix(), turned = rotation * inertia;
  Eigen::Map<Matrix6<double>, 0, Eigen::OuterStride<>> block(
      to.data(), Eigen::OuterStride<>(to.outerStride()));
  block.setZero();
  block.diagonal().head<3>().setConstant(mass);
  block.bottomRightCorner<3, 3>().noalias() = turned * rotation.transpose();
}

Vector6<double> RigidBody::ownForce() const {
  const Matrix3d rotation = attitude.toRotationMatrix();
  const Vector3d turn = rotation.transpose() * velocity.tail<3>();
  Vector6<double> force = Vector6<double>::Zero();
  force.tail<3>() = rotation * (inertia * turn).cross(turn);
  return force;
}

MovingVector RigidBody::direction(const Vector3d& along) const {
  return turning(attitude * along, velocity.tail<3>(), dimension, 3);
}

MovingVector RigidBody::point(const Vector3d& at) const {
  MovingVector vector = direction(at);
  carry(vector, position, velocity.head<3>());
  return vector;
}

MovingVector RigidBody::spin() const { return spinOf(velocity.tail<3>(), dimension); }

void StretchingBody::writeMass(Eigen::Ref<Eigen::MatrixXd> to) const {
  const Matrix3d rotation = attitude.toRotationMatrix();
  const Matrix3d half = stretch.asDiagonal() * moments;
  const Matrix3d stretched = half * stretch.asDiagonal();
  Matrix3d mixed;
  for (int k = 0; k < 3; ++k) mixed.col(k) = half.col(k).cross(Vector3d::Unit(k));
  to.setZero();
  to.diagonal().head<3>().setConstant(mass);
  to.block<3, 3>(3, 3) =
      rotation * (stretched.trace() * Matrix3d::Identity() - stretched) * rotation.transpose();
  to.block<3, 3>(3, 6) = rotation * mixed;
  to.block<3, 3>(6, 3) = to.block<3, 3>(3, 6).transpose();
  to.diagonal().tail<3>() = moments.diagonal();
}

/// B
Matrix3d StretchingBody::biasMatrix() const {
  const Matrix3d spin = hat(attitude.conjugate() * velocity.segment<3>(3));
  const Vector3d rate = velocity.tail<3>();
  return spin * (spin * stretch.asDiagonal()) + 2 * spin * rate.asDiagonal();
}

StretchingBody::Vector9 StretchingBody::ownForce() const {
  const Matrix3d moved = biasMatrix() * moments;
  const Matrix3d both = moved * stretch.asDiagonal();
  Vector3d torque = Vector3d::Zero();
  for (int i = 0; i < 3; ++i) torque += Vector3d::Unit(i).cross(both.col(i));
  Vector9 force;
  force << Vector3d::Zero(), -(attitude * torque), -moved.diagonal();
  return force;
}

MovingVector StretchingBody::direction(const Vector3d& along) const {
  const Matrix3d rotation = attitude.toRotationMatrix();
  const Vector3d rate = velocity.tail<3>();
  const Vector3d stretched = rotation * stretch.cwiseProduct(along);
  MovingVector vector = turning(stretched, velocity.segment<3>(3), dimension, 3);
  vector.rate += rotation * rate.cwiseProduct(along);
  vector.bias = rotation * (biasMatrix() * along);
  vector.columns.rightCols<3>() = rotation * along.asDiagonal();
  return vector;
}

MovingVector StretchingBody::point(const Vector3d& at) const {
  MovingVector vector = direction(at);
  carry(vector, position, velocity.head<3>());
  return vector;
}

MovingVector StretchingBody::spin() const { return spinOf(velocity.segment<3>(3), dimension); }

}  // namespace linkwork::papers
