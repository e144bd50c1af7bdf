#include "linkwork/maximal/articulated_parts.hpp"

#include <algorithm>
#include <cmath>

#include "linkwork/errors.hpp"
#include "linkwork/linalg/cholesky.hpp"
#include "linkwork/maximal/joint_motion_space.hpp"

namespace linkwork::maximal {
namespace {

/// Below this part of its own diagonal a pivot is rounding.
constexpr double leastPivot = 4 * epsilon;

Symmetric symmetricOf(const Eigen::Matrix3d& m) {
  return {m(0, 0), m(0, 1), m(0, 2), m(1, 1), m(1, 2), m(2, 2)};
}

/// R J Rᵀ.
Symmetric turned(const Symmetric& j, const Eigen::Matrix3d& rotation) {
  const double* r = rotation.data();
  const Vec3 x{r[0], r[3], r[6]}, y{r[1], r[4], r[7]}, z{r[2], r[5], r[8]};
  const Vec3 jx = j * x, jy = j * y, jz = j * z;
  return {dot(x, jx), dot(x, jy), dot(x, jz), dot(y, jy), dot(y, jz), dot(z, jz)};
}

/// D⁻¹ by cofactors; false unless D is positive definite beyond rounding of its diagonal.
bool invert(const Symmetric& d, Symmetric& inverse) {
  const double xx = d.yy * d.zz - d.yz * d.yz, xy = d.xz * d.yz - d.xy * d.zz,
               xz = d.xy * d.yz - d.xz * d.yy, zz = d.xx * d.yy - d.xy * d.xy;
  const double determinant = d.xx * xx + d.xy * xy + d.xz * xz;
  if (!(d.xx > 0 && zz > leastPivot * d.xx * d.yy && determinant > leastPivot * zz * d.zz))
    return false;
  const double scale = 1 / determinant;
  inverse = {scale * xx,
             scale * xy,
             scale * xz,
             scale * (d.xx * d.zz - d.xz * d.xz),
             scale * (d.xy * d.xz - d.xx * d.yz),
             scale * zz};
  return true;
}

/// K of a ball joint, which passes forces alone, seen from the parent's joint.
Inertia inertiaOfForces(const Vec3& step, const Symmetric& k) {
  const Square b{cross(step, k.rowX()), cross(step, k.rowY()), cross(step, k.rowZ())};
  const Vec3 y = cross(step, b.columnY()), z = cross(step, b.columnZ());
  return {k, b, {cross(step, b.columnX()).x, y.x, z.x, y.y, z.y, z.z}};
}

/// Adds a part alone, seen from its joint: m, m s(arm), R J Rᵀ.
void addOwn(double mass, const Vec3& arm, const Symmetric& inertia, Inertia& m) {
  m.a.xx += mass, m.a.yy += mass, m.a.zz += mass;
  const Vec3 r = mass * arm;
  m.b.x.y -= r.z, m.b.x.z += r.y, m.b.y.x += r.z, m.b.y.z -= r.x, m.b.z.x -= r.y, m.b.z.y += r.x;
  m.c = m.c + inertia;
}

/// K of a ball joint, ÂS D⁻¹ and D⁻¹, in this order.
bool factorBall(double reflected, const Inertia& m, Inertia& passed) {
  Symmetric d = m.c;
  d.xx += reflected, d.yy += reflected, d.zz += reflected;
  if (!invert(d, passed.c)) return false;
  passed.b = m.b * passed.c;
  passed.a = minusProduct(m.a, passed.b, m.b);
  return true;
}

bool factorHinge(const Vec3& axis, double reflected, const Inertia& m, double& inverse,
                 SpatialVector& gain, Inertia& passed) {
  const SpatialVector u{m.b * axis, m.c * axis};
  const double along = dot(axis, u.angular) + reflected;
  if (!(along > leastPivot * (m.c.xx + m.c.yy + m.c.zz))) return false;
  inverse = 1 / along;
  gain = inverse * u;
  passed = {minusProduct(m.a, u.linear, gain.linear), minusProduct(m.b, u.linear, gain.angular),
            minusProduct(m.c, u.angular, gain.angular)};
  return true;
}

/// L of Â.
bool factorFree(const Inertia& m, Matrix6<double>& lower) {
  for (int k = 0; k < 6; ++k) {
    const Vector6<double> unit = Vector6<double>::Unit(k);
    (m * SpatialVector::from(unit.data())).to(lower.col(k).data());
  }
  return choleskyInPlace(lower);
}

/// S of a joint in world axes, (linear; angular) columns, at its child's origin.
void worldMotions(const JointConstraint& tie, const JointPose& pose, SpatialVector* motions) {
  const MotionColumns subspace = motionsOf(tie, pose);
  for (int k = 0; k < tie.velocities; ++k) {
    const Eigen::Vector3d linear = pose.childAxes * subspace.col(k).tail<3>();
    const Eigen::Vector3d angular = pose.childAxes * subspace.col(k).head<3>();
    motions[k] = {Vec3::from(linear), Vec3::from(angular)};
  }
}

}  // namespace

ArticulatedParts::ArticulatedParts(const ConstraintGraph& graph)
    : graph_(&graph),
      bodies_(graph.rigid.parts.size()),
      links_(bodies_.size()),
      motions_(bodies_.size()),
      roots_(bodies_.size()),
      pushes_(bodies_.size()) {
  int efforts = 0;
  for (std::size_t p = 1; p < bodies_.size(); ++p) {
    const RigidPart& part = graph.rigid.parts[p];
    Body& body = bodies_[p];
    body.parent = part.parent;
    body.joint = graph.jointOf[at(part.body)];
    body.mass = part.mass;
    const Eigen::Vector3d arm = graph.joints[at(body.joint)].frames.onChild.translation;
    const Eigen::Matrix3d offset = hat(arm);
    body.inertia = symmetricOf(part.inertia - part.mass * offset * offset);
    body.reflected = graph.tree->body(part.body).reflectedInertia;
    const JointType type = graph.joints[at(body.joint)].type;
    body.velocities = graph.joints[at(body.joint)].velocities;
    body.effort = efforts;
    efforts += body.velocities;
    if (type == JointType::spherical) {
      body.kind = Kind::ball;
    } else if (type == JointType::revolute) {
      body.kind = Kind::hinge;
    } else if (type == JointType::free) {
      body.kind = Kind::free;
      body.more = static_cast<int>(frees_.size());
      frees_.emplace_back();
    } else if (body.velocities > 3) {
      body.kind = Kind::many;
      body.more = static_cast<int>(manys_.size());
      manys_.emplace_back();
    } else {
      body.more = static_cast<int>(others_.size());
      others_.emplace_back();
    }
    Body& parent = bodies_[at(part.parent)];
    if (part.parent != groundPart && part.parent + 1 != static_cast<int>(p) && parent.meeting < 0) {
      parent.meeting = static_cast<int>(meetings_.size());
      meetings_.emplace_back();
    }
  }
  meetingForces_.resize(meetings_.size());
  efforts_.assign(at(efforts), 0.0);
}

void ArticulatedParts::complain(const Body& body) const {
  throw SimulationError("joint \"" + graph_->tree->jointName(graph_->joints[at(body.joint)].body) +
                        "\" moves no mass: the mass matrix is singular");
}

void ArticulatedParts::factor(const Placement& placement) {
  ++factored_;
  std::fill(meetings_.begin(), meetings_.end(), Inertia());
  Inertia m;  // about the part's joint: first what it carries, then itself too
  for (std::size_t p = bodies_.size(); p-- > 1;) {
    const Body& body = bodies_[p];
    Link& link = links_[p];
    const JointPose& pose = placement.joints[at(body.joint)];
    link.arm = Vec3::from(pose.arm);
    link.inertia = turned(body.inertia, placement.parts[p].rotation);

    if (body.meeting >= 0) m = m + meetings_[at(body.meeting)];
    addOwn(body.mass, link.arm, link.inertia, m);
    bool isMoving = true;
    switch (body.kind) {
      case Kind::ball:
        isMoving = factorBall(body.reflected, m, link.passed);
        break;
      case Kind::hinge:
        link.axis = Vec3::from(pose.childAxes.data() + 6);
        isMoving = factorHinge(link.axis, body.reflected, m, link.inverse, link.gain, link.passed);
        break;
      case Kind::other:
        isMoving = factorOther(body, link, m, pose);
        break;
      case Kind::many:
        isMoving = factorMany(body, link, m, pose);
        break;
      case Kind::free:
        isMoving = factorFree(m, frees_[at(body.more)]);
        break;
    }
    if (!isMoving) complain(body);
    if (body.parent == groundPart || body.kind == Kind::free) {
      link.step = Vec3::from(pose.reach);
      m = Inertia();
      continue;
    }
    const Body& parent = bodies_[at(body.parent)];
    link.step = Vec3::from(pose.reach) - Vec3::from(placement.joints[at(parent.joint)].arm);
    m = body.kind == Kind::ball ? inertiaOfForces(link.step, link.passed.a)
                                : inertiaAbout(-link.step, link.passed);
    if (body.parent + 1 != static_cast<int>(p)) {
      Inertia& meeting = meetings_[at(parent.meeting)];
      meeting = meeting + m;
      m = Inertia();
    }
  }
}

bool ArticulatedParts::factorOther(const Body& body, Link& link, const Inertia& m,
                                   const JointPose& pose) {
  Other& other = others_[at(body.more)];
  worldMotions(graph_->joints[at(body.joint)], pose, other.motions.data());
  std::array<SpatialVector, 3> u;
  for (std::size_t k = 0; k < 3; ++k) u[k] = m * other.motions[k];
  const auto entry = [&](std::size_t i, std::size_t k) { return dot(other.motions[i], u[k]); };
  Symmetric d{entry(0, 0), entry(0, 1), entry(0, 2), entry(1, 1), entry(1, 2), entry(2, 2)};
  d.xx += body.reflected;
  d.yy += body.velocities > 1 ? body.reflected : 1;
  d.zz += body.velocities > 2 ? body.reflected : 1;
  if (!invert(d, other.inverse)) return false;

  const Symmetric& inverse = other.inverse;
  const std::array rows{inverse.rowX(), inverse.rowY(), inverse.rowZ()};
  link.passed = m;
  for (std::size_t k = 0; k < 3; ++k) {
    other.gains[k] = rows[k].x * u[0] + rows[k].y * u[1] + rows[k].z * u[2];
    link.passed = {minusProduct(link.passed.a, u[k].linear, other.gains[k].linear),
                   minusProduct(link.passed.b, u[k].linear, other.gains[k].angular),
                   minusProduct(link.passed.c, u[k].angular, other.gains[k].angular)};
  }
  return true;
}

bool ArticulatedParts::factorMany(const Body& body, Link& link, const Inertia& m,
                                  const JointPose& pose) {
  Many& many = manys_[at(body.more)];
  const auto n = at(body.velocities);
  worldMotions(graph_->joints[at(body.joint)], pose, many.motions.data());
  link.passed = m;
  // W = ÂS L⁻ᵀ column by column, and K = Â − W Wᵀ.
  for (std::size_t k = 0; k < n; ++k) {
    SpatialVector gain = m * many.motions[k];
    for (std::size_t i = 0; i <= k; ++i) {
      double entry = dot(many.motions[i], m * many.motions[k]);
      if (i == k) entry += body.reflected;
      for (std::size_t j = 0; j < i; ++j) entry -= many.lower(k, j) * many.lower(i, j);
      if (i == k && !(entry > 0)) return false;
      many.lower(k, i) = i == k ? std::sqrt(entry) : entry / many.lower(i, i);
    }
    for (std::size_t j = 0; j < k; ++j) gain = gain - many.lower(k, j) * many.gains[j];
    many.gains[k] = 1 / many.lower(k, k) * gain;
    const SpatialVector& w = many.gains[k];
    link.passed = {minusProduct(link.passed.a, w.linear, w.linear),
                   minusProduct(link.passed.b, w.linear, w.angular),
                   minusProduct(link.passed.c, w.angular, w.angular)};
  }
  return true;
}

}  // namespace linkwork::maximal
