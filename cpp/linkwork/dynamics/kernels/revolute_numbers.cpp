#include "linkwork/dynamics/kernels/revolute_numbers.hpp"

#include <cmath>
#include <limits>

#include "linkwork/elementary.hpp"

namespace linkwork::kernels {
namespace {

/// Relative rounding error of an axisymmetric inertia.
constexpr double roundingTolerance = 1e-13;

/// Extracts p, γ, α, q₀ and d from T(p) Rz(γ) Rx(α) Rz(q₀) Tz(d).
void placeRevolute(const Transform<double>& placement, PlannedRevolute& revolute) {
  // Rz(γ) Rx(α) z = (sin γ sin α, −cos γ sin α, cos α); the first row of Rx(α) Rz(q₀) is (cos q₀,
  // −sin q₀, 0).
  const Eigen::Matrix3d& r = placement.rotation;
  const Eigen::Vector3d axis = r.col(2);
  const double sine = elementary::hypot(axis.x(), axis.y());
  const bool leans = sine > std::numeric_limits<double>::epsilon();
  revolute.cosSlope = leans ? axis.z() : std::copysign(1, axis.z());
  revolute.sinSlope = leans ? sine : 0;
  revolute.cosTurn = leans ? -axis.y() / sine : 1;
  revolute.sinTurn = leans ? axis.x() / sine : 0;
  const Eigen::RowVector3d row = revolute.cosTurn * r.row(0) + revolute.sinTurn * r.row(1);
  revolute.start.angle = elementary::atan2(-row.y(), row.x());

  const Eigen::Vector3d& origin = placement.translation;
  const double slide = origin.dot(axis);
  const Eigen::Vector3d foot = origin - slide * axis;
  const auto none = [](double value, double size) {
    return std::abs(value) <= roundingTolerance * size;
  };
  const bool turns = !none(revolute.sinTurn, 1) || revolute.cosTurn < 0;
  if (turns || !none(foot.y(), origin.norm()) || !none(foot.z(), origin.norm())) {
    revolute.placement = Placement::general;
    revolute.offset = Vec3<double>::from(origin);
    return;
  }
  revolute.placement = none(revolute.cosSlope, 1) ? Placement::perpendicular : Placement::skew;
  revolute.offset.x = foot.x();
  revolute.slide = slide;
}

}  // namespace

bool isAxisymmetric(const RigidBodyInertia<double>& inertia) {
  const auto& j = inertia.rotational;
  const double size = j.xx + j.yy + j.zz;
  const double aside = elementary::hypot(inertia.moment.x, inertia.moment.y);
  const auto none = [&](double value) { return std::abs(value) <= roundingTolerance * size; };
  return none(j.xx - j.yy) && none(j.xy) && none(j.xz) && none(j.yz) &&
         aside * aside <= roundingTolerance * roundingTolerance * inertia.mass * size;
}

PlannedRevolute revoluteOf(const ClusterTree<double>& tree, int index) {
  const TreeBody<double>& body = tree.body(index);
  PlannedRevolute revolute{};
  placeRevolute(body.placement, revolute);
  revolute.start.position = body.position;
  revolute.velocity = body.velocity;
  revolute.body = index;
  revolute.parent = body.parent;
  revolute.inner = -1;
  return revolute;
}

namespace {

template <typename Body>
void setMassAndInertia(const RigidBodyInertia<double>& inertia, double half, Body& body) {
  body.inertia = inertia;
  body.second = secondMoments(half, inertia.rotational);
}

double halfTrace(const RigidBodyInertia<double>& inertia) {
  const auto& j = inertia.rotational;
  return (j.xx + j.yy + j.zz) / 2;
}

}  // namespace

void setInertia(const RigidBodyInertia<double>& inertia, PlannedRevolute& revolute) {
  revolute.half = halfTrace(inertia);
  setMassAndInertia(inertia, revolute.half, revolute);
}

void setInertia(const RigidBodyInertia<double>& inertia, FloatingBody<double>& body) {
  setMassAndInertia(inertia, halfTrace(inertia), body);
}

Transform<double> jointFrame(const Revolute<double>& revolute) {
  Transform<double> result;
  result.rotation << revolute.cosTurn, -revolute.sinTurn * revolute.cosSlope,
      revolute.sinTurn * revolute.sinSlope, revolute.sinTurn, revolute.cosTurn * revolute.cosSlope,
      -revolute.cosTurn * revolute.sinSlope,  //
      0, revolute.sinSlope, revolute.cosSlope;
  result.translation << revolute.offset.x, revolute.offset.y, revolute.offset.z;
  return result;
}

Transform<double> placementOf(const Revolute<double>& revolute, double c, double s) {
  const Transform<double> joint = jointFrame(revolute);
  Transform<double> result;
  result.rotation.col(0) = c * joint.rotation.col(0) + s * joint.rotation.col(1);
  result.rotation.col(1) = c * joint.rotation.col(1) - s * joint.rotation.col(0);
  result.rotation.col(2) = joint.rotation.col(2);
  result.translation = joint.translation + revolute.slide * joint.rotation.col(2);
  return result;
}

}  // namespace linkwork::kernels
