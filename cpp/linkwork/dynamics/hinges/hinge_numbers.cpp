#include "linkwork/dynamics/hinges/hinge_numbers.hpp"

#include <cmath>
#include <limits>

#include "linkwork/elementary.hpp"

namespace linkwork::hinges {
namespace {

/// Relative rounding error of an axisymmetric inertia.
constexpr double roundingTolerance = 1e-13;

/// Extracts p, γ, α, q₀ and d from T(p) Rz(γ) Rx(α) Rz(q₀) Tz(d).
void placeHinge(const Transform<double>& placement, PlannedHinge& hinge) {
  // Rz(γ) Rx(α) z = (sin γ sin α, −cos γ sin α, cos α); the first row of Rx(α) Rz(q₀) is (cos q₀,
  // −sin q₀, 0).
  const Eigen::Matrix3d& r = placement.rotation;
  const Eigen::Vector3d axis = r.col(2);
  const double sine = elementary::hypot(axis.x(), axis.y());
  const bool leans = sine > std::numeric_limits<double>::epsilon();
  hinge.cosSlope = leans ? axis.z() : std::copysign(1, axis.z());
  hinge.sinSlope = leans ? sine : 0;
  hinge.cosTurn = leans ? -axis.y() / sine : 1;
  hinge.sinTurn = leans ? axis.x() / sine : 0;
  const Eigen::RowVector3d row = hinge.cosTurn * r.row(0) + hinge.sinTurn * r.row(1);
  hinge.start.angle = elementary::atan2(-row.y(), row.x());

  const Eigen::Vector3d& origin = placement.translation;
  const double slide = origin.dot(axis);
  const Eigen::Vector3d foot = origin - slide * axis;
  const auto none = [](double value, double size) {
    return std::abs(value) <= roundingTolerance * size;
  };
  const bool turns = !none(hinge.sinTurn, 1) || hinge.cosTurn < 0;
  if (turns || !none(foot.y(), origin.norm()) || !none(foot.z(), origin.norm())) {
    hinge.placement = Placement::general;
    hinge.offset = Vec3<double>::from(origin);
    return;
  }
  hinge.placement = none(hinge.cosSlope, 1) ? Placement::perpendicular : Placement::skew;
  hinge.offset.x = foot.x();
  hinge.slide = slide;
}

}  // namespace

bool isAxisymmetric(const RigidBodyInertia<double>& inertia) {
  const auto& j = inertia.rotational;
  const double size = j.xx + j.yy + j.zz;
  const double aside = elementary::hypot(inertia.moment.x(), inertia.moment.y());
  const auto none = [&](double value) { return std::abs(value) <= roundingTolerance * size; };
  return none(j.xx - j.yy) && none(j.xy) && none(j.xz) && none(j.yz) &&
         aside * aside <= roundingTolerance * roundingTolerance * inertia.mass * size;
}

PlannedHinge hingeOf(const ClusterTree<double>& tree, int index) {
  const TreeBody<double>& body = tree.body(index);
  PlannedHinge hinge{};
  placeHinge(body.placement, hinge);
  hinge.start.position = body.position;
  hinge.velocity = body.velocity;
  hinge.body = index;
  hinge.parent = body.parent;
  hinge.inner = -1;
  return hinge;
}

namespace {

template <typename Body>
void setMassAndInertia(const RigidBodyInertia<double>& inertia, double half, Body& body) {
  body.inertia = {inertia.mass, Vec3<double>::from(inertia.moment), inertia.rotational};
  body.second = secondMoments(half, inertia.rotational);
}

double halfTrace(const RigidBodyInertia<double>& inertia) {
  const auto& j = inertia.rotational;
  return (j.xx + j.yy + j.zz) / 2;
}

}  // namespace

void setInertia(const RigidBodyInertia<double>& inertia, PlannedHinge& hinge) {
  hinge.half = halfTrace(inertia);
  setMassAndInertia(inertia, hinge.half, hinge);
}

void setInertia(const RigidBodyInertia<double>& inertia, FloatingBody<double>& body) {
  setMassAndInertia(inertia, halfTrace(inertia), body);
}

Transform<double> jointFrame(const Hinge<double>& hinge) {
  Transform<double> result;
  result.rotation << hinge.cosTurn, -hinge.sinTurn * hinge.cosSlope, hinge.sinTurn * hinge.sinSlope,
      hinge.sinTurn, hinge.cosTurn * hinge.cosSlope, -hinge.cosTurn * hinge.sinSlope,  //
      0, hinge.sinSlope, hinge.cosSlope;
  result.translation << hinge.offset.x, hinge.offset.y, hinge.offset.z;
  return result;
}

Transform<double> placementOf(const Hinge<double>& hinge, double c, double s) {
  const Transform<double> joint = jointFrame(hinge);
  Transform<double> result;
  result.rotation.col(0) = c * joint.rotation.col(0) + s * joint.rotation.col(1);
  result.rotation.col(1) = c * joint.rotation.col(1) - s * joint.rotation.col(0);
  result.rotation.col(2) = joint.rotation.col(2);
  result.translation = joint.translation + hinge.slide * joint.rotation.col(2);
  return result;
}

}  // namespace linkwork::hinges
