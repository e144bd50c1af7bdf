#include "linkwork/maximal/slip_constraint.hpp"

#include <cmath>

#include "linkwork/jet.hpp"

namespace linkwork::maximal {
namespace {

/// √(1 − a_z²): how steep a disc stands.
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
