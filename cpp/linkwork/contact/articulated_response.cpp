#include "linkwork/contact/articulated_response.hpp"

#include <algorithm>

#include "linkwork/dynamics/configuration.hpp"
#include "linkwork/dynamics/force_crossing.hpp"
#include "linkwork/dynamics/kinematics.hpp"
#include "linkwork/dynamics/operational_space.hpp"

namespace linkwork::contact {

ArticulatedResponse::ArticulatedResponse(const ClusterTree<double>& tree)
    : tree_(tree),
      rigid_(tree),
      work_(tree),
      q_(tree.initialPosition()),
      change_(Eigen::VectorXd::Zero(tree.velocitySize())),
      before_{change_, std::vector<Vector6<double>>(rigid_.parts.size(), Vector6<double>::Zero())},
      now_(before_),
      poses_(rigid_.parts.size()),
      twists_(tree.bodies().size()),
      crossings_(tree.clusters().size()) {
  int dofs = 0;
  for (const Cluster<double>& cluster : tree.clusters()) dofs = std::max(dofs, cluster.dofs);
  z_.resize(dofs);
}

void ArticulatedResponse::place(const Eigen::VectorXd& q) {
  q_ = q;
  change_.setZero();
  updateKinematics<double>(tree_, q_, change_, work_);
  updatePoses(tree_, work_);
  for (std::size_t p = 1; p < poses_.size(); ++p) {
    const int body = rigid_.parts[p].body;
    const Transform<double>& pose = work_.of(body).pose;
    poses_[p].rotation = pose.rotation;
    poses_[p].position = pose * Eigen::Vector3d(-rigid_.frames[at(body)].translation);
  }
  isArticulated_ = false;
}

void ArticulatedResponse::move(const Eigen::VectorXd& before, const Eigen::VectorXd& now,
                               bool isForeseen) {
  isForeseen_ = isForeseen;
  before_.joints = before;
  now_.joints = now;
  spread(before_);
  spread(now_);
}

/// Velocities of parts from those of joints, outward.
void ArticulatedResponse::spread(Motion& motion) {
  for (std::size_t i = 0; i < twists_.size(); ++i) {
    const TreeBody<double>& body = tree_.bodies()[i];
    twists_[i] = work_.jointSubspaces.middleCols(body.velocity, body.velocities) *
                 motion.joints.segment(body.velocity, body.velocities);
    if (body.parent != ground)
      twists_[i] += work_.bodies[i].toParent.twistToChild(twists_[at(body.parent)]);
  }
  for (std::size_t p = 1; p < motion.parts.size(); ++p) {
    const auto body = at(rigid_.parts[p].body);
    const Eigen::Vector3d spin = twists_[body].head<3>();
    const Eigen::Vector3d center = -rigid_.frames[body].translation;
    motion.parts[p] << poses_[p].rotation * spin,
        poses_[p].rotation * (twists_[body].tail<3>() + spin.cross(center));
  }
}

double ArticulatedResponse::jointRate(int body, When when) const {
  return motion(when).joints[tree_.body(body).velocity];
}

void ArticulatedResponse::articulate() {
  if (!isArticulated_) articulateInertias(tree_, work_);
  isArticulated_ = true;
}

/// An impulse along a contact's axis, on a body of one of its parts, in that body's frame.
Vector6<double> ArticulatedResponse::wrench(int body, const PushRow& row, double impulse) const {
  const Transform<double>& pose = work_.of(body).pose;
  const Eigen::Vector3d force = impulse * (pose.rotation.transpose() * row.axis);
  const Eigen::Vector3d point = pose.rotation.transpose() * (row.point - pose.translation);
  Vector6<double> result;
  result << point.cross(force), force;
  return result;
}

/// z of a row at a cluster, zeros where it comes there for the first time.
double* ArticulatedResponse::crossingOf(const Cluster<double>& cluster, int row) {
  std::vector<Crossing>& here =
      crossings_[static_cast<std::size_t>(&cluster - tree_.clusters().data())];
  if (here.empty() || here.back().row != row) {
    here.push_back({row, static_cast<int>(values_.size())});
    values_.resize(values_.size() + at(cluster.dofs), 0.0);
  }
  return &values_[at(here.back().place)];
}

/// A force on a body to the ground, leaving z on its way.
void ArticulatedResponse::carry(int body, Vector6<double> force, int row) {
  while (body != ground) {
    const Cluster<double>& cluster = tree_.clusterOf(tree_.body(body));
    crossCluster<double, 1>(tree_, cluster, body, work_, force, z_);
    Eigen::Map<Eigen::VectorXd>(crossingOf(cluster, row), cluster.dofs) += z_.head(cluster.dofs);
    body = cluster.parent;
  }
}

/// The same of a unit force on a joint's coordinate: L z = Gᵀe, −W z on the body that carries it.
void ArticulatedResponse::carryFromJoint(int joint, double sign, int row) {
  const TreeBody<double>& body = tree_.body(joint);
  const Cluster<double>& cluster = tree_.clusterOf(body);
  const auto factor = factorOf(cluster, work_);
  Vector6<double> left = Vector6<double>::Zero();
  double* const z = crossingOf(cluster, row);
  for (int k = 0; k < cluster.dofs; ++k) {
    z[k] = sign * (cluster.constraint ? work_.of(tree_, cluster).basis(body.local, k) : 1);
    for (int l = 0; l < k; ++l) z[k] -= factor(k, l) * z[l];
    left -= z[k] * work_.gains.col(cluster.firstDof + k);
  }
  if (cluster.parent == ground) return;
  if (!cluster.constraint) left = work_.of(joint).toParent.wrenchToParent(left);
  carry(cluster.parent, left, row);
}

void ArticulatedResponse::anticipate(std::span<const PushRow> rows, Eigen::MatrixXd& w) {
  articulate();
  const auto count = static_cast<Eigen::Index>(rows.size());
  if (w.rows() < count) w.resize(count, count);
  values_.clear();
  for (std::vector<Crossing>& list : crossings_) list.clear();
  for (int r = 0; r < static_cast<int>(count); ++r) {
    const PushRow& row = rows[at(r)];
    if (row.isOfJoint()) {
      carryFromJoint(row.joint, row.sign, r);
      continue;
    }
    for (std::size_t side = 0; side < 2; ++side)
      if (const int part = row.parts[side]; part != groundPart) {
        const int body = rigid_.parts[at(part)].body;
        carry(body, wrench(body, row, side == 1 ? 1 : -1), r);
      }
  }
  w.topLeftCorner(count, count).setZero();
  for (std::size_t c = 0; c < crossings_.size(); ++c) {
    const Cluster<double>& cluster = tree_.clusters()[c];
    const auto factor = factorOf(cluster, work_);
    for (const Crossing& one : crossings_[c])
      for (const Crossing& other : crossings_[c]) {
        if (other.row > one.row) break;
        for (int k = 0; k < cluster.dofs; ++k)
          w(one.row, other.row) +=
              values_[at(one.place + k)] * factor(k, k) * values_[at(other.place + k)];
      }
  }
  w.topLeftCorner(count, count).triangularView<Eigen::StrictlyUpper>() =
      w.topLeftCorner(count, count).transpose();
}

/// Δv of impulses, in change_.
void ArticulatedResponse::sweep(std::span<const PushRow> rows, const double* impulses) {
  articulate();
  work_.jointForces.setZero();
  work_.reducedForces.setZero();
  for (BodyScratch<double>& body : work_.bodies) body.force.setZero();
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const PushRow& row = rows[r];
    if (row.isOfJoint()) {
      work_.jointForces[tree_.body(row.joint).velocity] += row.sign * impulses[r];
      continue;
    }
    for (std::size_t side = 0; side < 2; ++side)
      if (const int part = row.parts[side]; part != groundPart) {
        const int body = rigid_.parts[at(part)].body;
        work_.of(body).force -= wrench(body, row, side == 1 ? impulses[r] : -impulses[r]);
      }
  }
  for (auto cluster = tree_.clusters().rbegin(); cluster != tree_.clusters().rend(); ++cluster)
    articulateForce<Bias::withoutBias>(tree_, *cluster, work_);
  VectorRef<double> change(change_);
  accelerate<Bias::withoutBias>(tree_, Vector6<double>::Zero().eval(), work_, change);
}

void ArticulatedResponse::respond(std::span<const PushRow> rows, const double* impulses) {
  sweep(rows, impulses);
  now_.joints += change_;
  spread(now_);
}

void ArticulatedResponse::displace(std::span<const PushRow> rows, const double* impulses) {
  sweep(rows, impulses);
  retract<double>(tree_, q_, change_, q_);
}

}  // namespace linkwork::contact
