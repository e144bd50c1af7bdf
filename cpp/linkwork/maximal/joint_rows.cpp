#include "linkwork/maximal/joint_rows.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "linkwork/jet.hpp"

namespace linkwork::maximal {
namespace {

constexpr int zAxis = 2;

/// The number closest to `before` that differs from `angle` by whole turns.
double nextTo(double before, double angle) {
  return before + std::remainder(angle - before, 2 * std::numbers::pi);
}
DerivativeJet nextTo(const DerivativeJet& before, const DerivativeJet& angle) {
  return {nextTo(before.value, angle.value), angle.partials};
}

/// Chooses the sign of a quaternion that is closest to `before`.
template <typename Scalar>
void chooseSign(const Scalar* before, Scalar* q) {
  using Coefficients = Eigen::Matrix<Scalar, 4, 1>;
  Eigen::Map<Coefficients> here(q);
  if (Eigen::Map<const Coefficients>(before).dot(here) < Scalar(0)) here = -here;
}

}  // namespace

template <typename Scalar>
void freeWrenches(JointType type, double pitch, const JointPoseOf<Scalar>& pose,
                  RowWrenchOf<Scalar>* wrenches) {
  if (type == JointType::revolute) {
    *wrenches = {Vector3<Scalar>::Zero(), pose.parentAxes.col(zAxis)};
    return;
  }
  withJoint(type, Scalar(pitch), [&]<typename Joint>(const Joint& joint) {
    const MotionColumnsOf<Scalar> subspace = joint.motionSubspace(joint.closest(pose.relative()));
    for (int k = 0; k < Joint::velocitySize; ++k) {  // which are orthogonal
      const Vector6<Scalar> column = subspace.col(k) / subspace.col(k).squaredNorm();
      wrenches[k] = {pose.childAxes * column.template tail<3>(),
                     pose.childAxes * column.template head<3>()};
    }
  });
}

template <typename Scalar>
RowWrenchOf<Scalar> coordinateWrench(JointType type, const JointPoseOf<Scalar>& pose,
                                     const std::type_identity_t<Scalar>& factor) {
  const Vector3<Scalar> axis = factor * pose.parentAxes.col(zAxis);
  if (type == JointType::prismatic) return {axis, Vector3<Scalar>::Zero()};
  return {Vector3<Scalar>::Zero(), axis};
}

double coordinateChange(JointType type, const JointPose& pose, const JointPose& change) {
  if (type == JointType::prismatic)
    return RowRule{RowKind::along, zAxis, zAxis, 0}.change(pose, change);
  return angleChange(pose, change);
}

template <typename Scalar>
void readPosition(JointType type, double pitch, const JointPoseOf<Scalar>& pose,
                  const std::type_identity_t<Scalar>* before, std::type_identity_t<Scalar>* q) {
  withJoint(type, Scalar(pitch), [&]<typename Joint>(const Joint& joint) {
    using Coordinates = Eigen::Matrix<Scalar, Eigen::Dynamic, 1, 0, 7, 1>;
    const Coordinates read = joint.closest(pose.relative());
    std::copy(read.data(), read.data() + read.size(), q);
  });
  switch (type) {
    case JointType::revolute:
    case JointType::helical:
    case JointType::cylindrical:
      q[0] = nextTo(before[0], q[0]);
      break;
    case JointType::universal:
      q[0] = nextTo(before[0], q[0]);
      q[1] = nextTo(before[1], q[1]);
      break;
    case JointType::planar:
      q[2] = nextTo(before[2], q[2]);
      break;
    case JointType::spherical:
      chooseSign(before, q);
      break;
    case JointType::free:
      chooseSign(before + 3, q + 3);
      break;
    default:
      break;
  }
}

template void freeWrenches(JointType, double, const JointPose&, RowWrench*);
template RowWrench coordinateWrench(JointType, const JointPose&, const double&);
template void readPosition(JointType, double, const JointPose&, const double*, double*);

template void freeWrenches(JointType, double, const JointPoseOf<DerivativeJet>&,
                           RowWrenchOf<DerivativeJet>*);
template RowWrenchOf<DerivativeJet> coordinateWrench(JointType, const JointPoseOf<DerivativeJet>&,
                                                     const DerivativeJet&);
template void readPosition(JointType, double, const JointPoseOf<DerivativeJet>&,
                           const DerivativeJet*, DerivativeJet*);

namespace {

/// √(1 − a_z²), the sine of the angle between a disc's axis and the vertical.
template <typename Scalar>
Scalar steepness(const Scalar& upward) {
  using std::sqrt;
  return sqrt((1 - upward) * (1 + upward));
}

}  // namespace

template <typename Scalar>
void SlipConstraint::rowsAt(const Matrix3<Scalar>& rotation, Vector6<Scalar>* to) const {
  const Vector3<Scalar> offset = rotation * point.cast<Scalar>();
  const Vector3<Scalar> axis = rotation * direction.cast<Scalar>();
  const auto write = [&](Vector6<Scalar>& row, const Vector3<Scalar>& along,
                         const Vector3<Scalar>& from) { row << from.cross(along), along; };
  if (!isDisc()) return write(to[0], axis, offset);
  const Vector3<Scalar> down = axis.z() * axis - Vector3<Scalar>::UnitZ();
  const Vector3<Scalar> lowest = offset + (radius / steepness(axis.z())) * down;
  for (int i = 0; i < 3; ++i) write(to[i], Vector3<Scalar>::Unit(i), lowest);
}

template <typename Scalar>
Scalar SlipConstraint::gap(const PartPoseOf<Scalar>& pose) const {
  const Vector3<Scalar> center = pose.position + pose.rotation * point.cast<Scalar>();
  const Vector3<Scalar> axis = pose.rotation * direction.cast<Scalar>();
  return center.z() - radius * steepness(axis.z()) - height;
}

double SlipConstraint::gapChange(const PartPose& pose, const PartChange& change) const {
  const double upward = (pose.rotation * direction).z(), by = (change.turn * direction).z();
  return change.slide.z() + (change.turn * point).z() +
         radius * by * (2 * upward + by) / (steepness(upward) + steepness(upward + by));
}

template void SlipConstraint::rowsAt(const Matrix3<double>&, Vector6<double>*) const;
template void SlipConstraint::rowsAt(const Matrix3<DerivativeJet>&, Vector6<DerivativeJet>*) const;
template double SlipConstraint::gap(const PartPose&) const;
template DerivativeJet SlipConstraint::gap(const PartPoseOf<DerivativeJet>&) const;

}  // namespace linkwork::maximal
