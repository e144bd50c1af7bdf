#include "linkwork/maximal/articulated_parts.hpp"

#include <algorithm>
#include <utility>

#include "linkwork/dynamics/articulation.hpp"
#include "linkwork/maximal/joint_motion_space.hpp"

namespace linkwork::maximal {
namespace {

/// R J Rᵀ.
Symmetric turned(const Symmetric& j, const Eigen::Matrix3d& rotation) {
  const double* r = rotation.data();
  const Vec3 x{r[0], r[3], r[6]}, y{r[1], r[4], r[7]}, z{r[2], r[5], r[8]};
  const Vec3 jx = j * x, jy = j * y, jz = j * z;
  return {dot(x, jx), dot(y, jy), dot(z, jz), dot(x, jy), dot(x, jz), dot(y, jz)};
}

/// Adds the inertia of a single part about its joint: R J Rᵀ, −m s(offset), m.
void addOwn(double mass, const Vec3& offset, const Symmetric& inertia, SpatialInertia& i) {
  i.linear.xx += mass, i.linear.yy += mass, i.linear.zz += mass;
  const Vec3 r = mass * offset;
  Block3<double>& h = i.coupling;
  h.x.y -= r.z, h.x.z += r.y, h.y.x += r.z, h.y.z -= r.x, h.z.x -= r.y, h.z.y += r.x;
  i.rotational += inertia;
}

SpatialVector entryOf(const PartVector* c, int joint) {
  return c ? SpatialVector::from((*c)[at(joint)]) : SpatialVector();
}

}  // namespace

ArticulatedParts::ArticulatedParts(const ConstraintGraph& graph)
    : graph_(&graph),
      bodies_(graph.rigid.parts.size()),
      links_(bodies_.size()),
      motions_(bodies_.size()),
      applied_(bodies_.size()) {
  int efforts = 0;
  for (std::size_t p = 1; p < bodies_.size(); ++p) {
    const RigidPart& part = graph.rigid.parts[p];
    Body& body = bodies_[p];
    body.parent = part.parent;
    body.joint = graph.jointOf[at(part.body)];
    const JointConstraint& joint = graph.joints[at(body.joint)];
    body.mass = part.mass;
    const Eigen::Matrix3d offset = hat(joint.frames.onChild.translation);
    body.inertia = Symmetric::fromUpper(part.inertia - part.mass * offset * offset);
    body.velocities = joint.velocities;
    const double armature = graph.tree->body(part.body).armature;
    std::fill_n(body.reflected.begin(), body.velocities, armature);
    body.effort = std::exchange(efforts, efforts + body.velocities);
    takePlace(body, joint.type == JointType::revolute                     ? Kind::revolute
                    : joint.type == JointType::spherical && armature == 0 ? Kind::ball
                    : body.velocities == 6                                ? Kind::free
                                           : general(body.velocities));
    Body& parent = bodies_[at(part.parent)];
    if (part.parent != groundPart && part.parent + 1 != static_cast<int>(p) && parent.branch < 0) {
      parent.branch = static_cast<int>(branches_.size());
      branches_.emplace_back();
    }
  }
  branchForces_.resize(branches_.size());
  efforts_.assign(at(efforts), 0.0);
}

/// Adds an eliminated joint of a kind to its list.
void ArticulatedParts::takePlace(Body& body, Kind kind) {
  body.kind = kind;
  body.propagates = body.parent != groundPart && kind != Kind::free;
  std::size_t next = 0;
  const auto takeOf = [&](auto& list) {
    if (next++ != static_cast<std::size_t>(kind)) return;
    body.place = static_cast<int>(list.size());
    list.emplace_back();
  };
  std::apply([&](auto&... lists) { (takeOf(lists), ...); }, joints_);
}

/// Closed forms of spherical and free joints exclude such inertia.
void ArticulatedParts::addInertia(int part, std::span<const double> inertia) {
  Body& body = bodies_[at(part)];
  for (std::size_t k = 0; k < inertia.size(); ++k) body.reflected[k] += inertia[k];
  if (body.kind == Kind::ball || body.kind == Kind::free) takePlace(body, general(body.velocities));
}

/// S of a joint in world axes at its child's origin.
void ArticulatedParts::writeMotions(const Body& body, const JointPose& pose,
                                    SpatialVector* motions) const {
  const MotionColumns subspace = motionsOf(graph_->joints[at(body.joint)], pose);
  for (int k = 0; k < body.velocities; ++k) {
    const Eigen::Vector3d angular = pose.childAxes * subspace.col(k).head<3>();
    const Eigen::Vector3d linear = pose.childAxes * subspace.col(k).tail<3>();
    motions[k] = {Vec3::from(angular), Vec3::from(linear)};
  }
}
void ArticulatedParts::writeMotions(const Body&, const JointPose& pose,
                                    Turning<double>* motions) const {
  motions->axis = Vec3::from(pose.childAxes.data() + 6);
}

template <typename Eliminated>
bool ArticulatedParts::eliminate(const Body& body, const JointPose& pose,
                                 const SpatialInertia& inertia, double smallest,
                                 Eliminated& joint) const {
  if constexpr (requires { joint.motions; }) writeMotions(body, pose, joint.motions.data());
  return joint.factor(body.reflected.data(), inertia, smallest);
}

void ArticulatedParts::factor(const PartConfiguration& configuration) {
  factor(configuration, leastPivot, [](int) {});
}

void ArticulatedParts::factor(const PartConfiguration& configuration, double smallest,
                              const std::function<void(int part)>& support) {
  std::fill(branches_.begin(), branches_.end(), SpatialInertia());
  SpatialInertia inertia, passed;  // about the part's joint: its subtree, without and with itself
  for (std::size_t p = bodies_.size(); p-- > 1;) {
    const Body& body = bodies_[p];
    Link& link = links_[p];
    const JointPose& pose = configuration.joints[at(body.joint)];
    link.offset = Vec3::from(pose.childOffset);
    link.inertia = turned(body.inertia, configuration.parts[p].rotation);
    link.step = Vec3::from(pose.parentOffset);
    if (body.parent != groundPart)
      link.step = link.step -
                  Vec3::from(configuration.joints[at(bodies_[at(body.parent)].joint)].childOffset);

    if (body.branch >= 0) inertia = inertia + branches_[at(body.branch)];
    addOwn(body.mass, link.offset, link.inertia, inertia);
    const auto eliminateBeyond = [&](double part) {
      return withJoint(body, [&](auto& joint) {
        if (!eliminate(body, pose, inertia, part, joint)) return false;
        passed = body.propagates ? joint.inertiaFrom(link.step) : SpatialInertia();
        return true;
      });
    };
    if (!eliminateBeyond(smallest)) {
      support(static_cast<int>(p));
      if (!eliminateBeyond(leastPivot))
        throw masslessJoint(*graph_->tree, graph_->rigid.parts[p].body);
    }
    inertia = passed;
    if (body.parent + 1 != static_cast<int>(p)) {
      if (body.propagates) {
        SpatialInertia& branch = branches_[at(bodies_[at(body.parent)].branch)];
        branch = branch + inertia;
      }
      inertia = SpatialInertia();
    }
  }
}

void ArticulatedParts::gather(const PartVector& forces, const PartVector* c) {
  std::fill(branchForces_.begin(), branchForces_.end(), SpatialVector());
  SpatialVector f;  // about the part's joint: on its subtree, without and with itself
  for (std::size_t p = bodies_.size(); p-- > 1;) {
    const Body& body = bodies_[p];
    const Link& link = links_[p];
    f = f + forceAbout(link.offset, SpatialVector::from(forces[p]));
    if (body.branch >= 0) f = f + branchForces_[at(body.branch)];
    withJoint(body, [&](auto& joint) {
      f = joint.pass(f, entryOf(c, body.joint), &efforts_[at(body.effort)]);
    });
    f = forceAbout(-link.step, f);
    if (body.parent + 1 != static_cast<int>(p)) {
      if (body.propagates) {
        SpatialVector& branch = branchForces_[at(bodies_[at(body.parent)].branch)];
        branch = branch + f;
      }
      f = {};
    }
  }
}

void ArticulatedParts::spread(const PartVector* c, PartVector& y) {
  y.resize(bodies_.size());
  y[groundPart].setZero();
  for (std::size_t p = 1; p < bodies_.size(); ++p) {
    const Body& body = bodies_[p];
    const Link& link = links_[p];
    const SpatialVector before =
        motionAt(link.step, motions_[at(body.parent)]) - entryOf(c, body.joint);
    const SpatialVector after = withJoint(
        body, [&](auto& joint) { return joint.accelerate(&efforts_[at(body.effort)], before); });
    motions_[p] = after;
    motionAt(-link.offset, after).to(y[p].data());
  }
}

void ArticulatedParts::forwardSubstitute(std::span<const int> parts, const Vector6<double>* forces,
                                         ResponseColumn& column) {
  column.parts.clear(), column.places.clear(), column.values.clear();
  heads_.clear();
  const auto apply = [&](int part, const SpatialVector& force) {
    SpatialVector& here = applied_[at(part)];
    here = here + force;
    if (std::find(heads_.begin(), heads_.end(), part) == heads_.end()) heads_.push_back(part);
  };
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (parts[i] != groundPart)
      apply(parts[i], forceAbout(links_[at(parts[i])].offset, SpatialVector::from(forces[i])));

  while (!heads_.empty()) {
    const auto last = std::max_element(heads_.begin(), heads_.end());
    const int part = *last;
    heads_.erase(last);
    const Body& body = bodies_[at(part)];
    column.parts.push_back(part);
    column.places.push_back(static_cast<int>(column.values.size()));
    column.values.resize(column.values.size() + at(body.velocities));
    double* const values = &column.values[at(column.places.back())];
    const SpatialVector force = std::exchange(applied_[at(part)], SpatialVector());
    const SpatialVector passed =
        withJoint(body, [&](auto& joint) { return joint.substitute(force, values); });
    if (body.propagates) apply(body.parent, forceAbout(-links_[at(part)].step, passed));
  }
}

void ArticulatedParts::add(double multiplier, const ResponseColumn& column) {
  for (std::size_t i = 0; i < column.parts.size(); ++i) {
    const Body& body = bodies_[at(column.parts[i])];
    withJoint(body, [&](auto& joint) {
      joint.addEffort(multiplier, &column.values[at(column.places[i])], &efforts_[at(body.effort)]);
    });
  }
}

void ArticulatedParts::respond(const ResponseColumn& column, PartVector& y) {
  std::fill(efforts_.begin(), efforts_.end(), 0.0);
  add(1, column);
  spread(nullptr, y);
}

double ResponseColumn::dot(const ResponseColumn& other) const {
  const ResponseColumn &a = *this, &b = other;
  std::size_t i = a.parts.size(), j = b.parts.size();
  const auto valuesFrom = [](const ResponseColumn& column, std::size_t part) {
    return part < column.parts.size() ? at(column.places[part]) : column.values.size();
  };
  const auto product = [&](std::size_t from, std::size_t end, std::size_t otherFrom) {
    const auto count = static_cast<Eigen::Index>(end - from);
    return Eigen::Map<const Eigen::VectorXd>(a.values.data() + from, count)
        .dot(Eigen::Map<const Eigen::VectorXd>(b.values.data() + otherFrom, count));
  };
  while (i > 0 && j > 0 && a.parts[i - 1] == b.parts[j - 1]) --i, --j;  // from the root
  double sum = product(valuesFrom(a, i), a.values.size(), valuesFrom(b, j));
  while (i > 0 && j > 0) {  // common parts further from the root, if any
    const int x = a.parts[i - 1], y = b.parts[j - 1];
    if (a.parts.front() < y || b.parts.front() < x) break;
    if (x == y) sum += product(valuesFrom(a, i - 1), valuesFrom(a, i), valuesFrom(b, j - 1));
    if (x <= y) --i;
    if (y <= x) --j;
  }
  return sum;
}

Vector6<double> ArticulatedParts::momentum(int part, const Vector6<double>& y) const {
  const Link& link = links_[at(part)];
  const double mass = bodies_[at(part)].mass;
  const SpatialVector m = SpatialVector::from(y);
  const Vec3& r = link.offset;
  return SpatialVector{link.inertia * m.angular - mass * cross(r, cross(m.angular, r)),
                       mass * m.linear}
      .vector();
}

Vector6<double> ArticulatedParts::aboutJoint(int part, const Vector6<double>& force) const {
  return forceAbout(links_[at(part)].offset, SpatialVector::from(force)).vector();
}

Vector6<double> ArticulatedParts::onParent(int part, const Vector6<double>& force) const {
  return forceAbout(-links_[at(part)].step, SpatialVector::from(force)).vector();
}

}  // namespace linkwork::maximal
