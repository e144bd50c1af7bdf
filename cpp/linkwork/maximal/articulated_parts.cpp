#include "linkwork/maximal/articulated_parts.hpp"

#include <algorithm>
#include <utility>

#include "linkwork/dynamics/articulation.hpp"
#include "linkwork/maximal/joint_motion_space.hpp"

namespace linkwork::maximal {
namespace {

Motion<double> entryOf(const PartVector* c, int joint) {
  return c ? Motion<double>::from((*c)[at(joint)]) : Motion<double>();
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
    body.inertia = RigidBodyInertia<double>::fromCenterOfMass(
                       part.mass, -joint.frames.onChild.translation, part.inertia)
                       .rotational;
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
                                    Motion<double>* motions) const {
  const MotionColumns subspace = motionsOf(graph_->joints[at(body.joint)], pose);
  for (int k = 0; k < body.velocities; ++k) {
    const Eigen::Vector3d angular = pose.childAxes * subspace.col(k).head<3>();
    const Eigen::Vector3d linear = pose.childAxes * subspace.col(k).tail<3>();
    motions[k] = {Vec3<double>::from(angular), Vec3<double>::from(linear)};
  }
}
void ArticulatedParts::writeMotions(const Body&, const JointPose& pose,
                                    AngularMotion<double>* motions) const {
  motions->angular = Vec3<double>::from(pose.childAxes.data() + 6);
}

template <typename Eliminated>
bool ArticulatedParts::eliminate(const Body& body, const JointPose& pose,
                                 const ArticulatedInertia<double>& inertia, double smallest,
                                 Eliminated& joint) const {
  if constexpr (requires { joint.motions; }) writeMotions(body, pose, joint.motions.data());
  return joint.factor(body.reflected.data(), inertia, smallest);
}

void ArticulatedParts::factor(const PartConfiguration& configuration) {
  factor(configuration, leastPivot, [](int) {});
}

void ArticulatedParts::factor(const PartConfiguration& configuration, double smallest,
                              const std::function<void(int part)>& support) {
  std::fill(branches_.begin(), branches_.end(), ArticulatedInertia<double>());
  // About the part's joint: its subtree, without and with itself.
  ArticulatedInertia<double> inertia, passed;
  for (std::size_t p = bodies_.size(); p-- > 1;) {
    const Body& body = bodies_[p];
    Link& link = links_[p];
    const JointPose& pose = configuration.joints[at(body.joint)];
    link.offset = Vec3<double>::from(pose.childOffset);
    link.inertia = body.inertia.rotated(configuration.parts[p].rotation);
    link.step = Vec3<double>::from(pose.parentOffset);
    if (body.parent != groundPart)
      link.step -=
          Vec3<double>::from(configuration.joints[at(bodies_[at(body.parent)].joint)].childOffset);

    if (body.branch >= 0) inertia += branches_[at(body.branch)];
    inertia += RigidBodyInertia<double>{body.mass, -(body.mass * link.offset), link.inertia};
    const auto eliminateBeyond = [&](double part) {
      return withJoint(body, [&](auto& joint) {
        if (!eliminate(body, pose, inertia, part, joint)) return false;
        passed = body.propagates ? joint.inertiaFrom(link.step) : ArticulatedInertia<double>();
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
      if (body.propagates) branches_[at(bodies_[at(body.parent)].branch)] += inertia;
      inertia = {};
    }
  }
}

void ArticulatedParts::gather(const PartVector& forces, const PartVector* c) {
  std::fill(branchForces_.begin(), branchForces_.end(), Force<double>());
  Force<double> f;  // about the part's joint: on its subtree, without and with itself
  for (std::size_t p = bodies_.size(); p-- > 1;) {
    const Body& body = bodies_[p];
    const Link& link = links_[p];
    f += Force<double>::from(forces[p]).shifted(-link.offset);
    if (body.branch >= 0) f += branchForces_[at(body.branch)];
    withJoint(body, [&](auto& joint) {
      f = joint.pass(f, entryOf(c, body.joint), &efforts_[at(body.effort)]);
    });
    f = f.shifted(link.step);
    if (body.parent + 1 != static_cast<int>(p)) {
      if (body.propagates) branchForces_[at(bodies_[at(body.parent)].branch)] += f;
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
    const Motion<double> before = motions_[at(body.parent)].at(link.step) - entryOf(c, body.joint);
    const Motion<double> after = withJoint(
        body, [&](auto& joint) { return joint.accelerate(&efforts_[at(body.effort)], before); });
    motions_[p] = after;
    after.at(-link.offset).to(y[p].data());
  }
}

void ArticulatedParts::forwardSubstitute(std::span<const int> parts, const Vector6<double>* forces,
                                         ResponseColumn& column) {
  column.parts.clear(), column.places.clear(), column.values.clear();
  heads_.clear();
  const auto apply = [&](int part, const Force<double>& force) {
    applied_[at(part)] += force;
    if (std::find(heads_.begin(), heads_.end(), part) == heads_.end()) heads_.push_back(part);
  };
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (parts[i] != groundPart)
      apply(parts[i], Force<double>::from(forces[i]).shifted(-links_[at(parts[i])].offset));

  while (!heads_.empty()) {
    const auto last = std::max_element(heads_.begin(), heads_.end());
    const int part = *last;
    heads_.erase(last);
    const Body& body = bodies_[at(part)];
    column.parts.push_back(part);
    column.places.push_back(static_cast<int>(column.values.size()));
    column.values.resize(column.values.size() + at(body.velocities));
    double* const values = &column.values[at(column.places.back())];
    const Force<double> force = std::exchange(applied_[at(part)], Force<double>());
    const Force<double> passed =
        withJoint(body, [&](auto& joint) { return joint.substitute(force, values); });
    if (body.propagates) apply(body.parent, passed.shifted(links_[at(part)].step));
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
  const auto [omega, v] = Motion<double>::from(y);
  const Vec3<double>& r = link.offset;
  return Force<double>{link.inertia * omega - mass * cross(r, cross(omega, r)), mass * v}.vector();
}

Vector6<double> ArticulatedParts::aboutJoint(int part, const Vector6<double>& force) const {
  return Force<double>::from(force).shifted(-links_[at(part)].offset).vector();
}

Vector6<double> ArticulatedParts::onParent(int part, const Vector6<double>& force) const {
  return Force<double>::from(force).shifted(links_[at(part)].step).vector();
}

}  // namespace linkwork::maximal
