#include "linkwork/contact/articulated_response.hpp"

#include <algorithm>

#include "linkwork/dynamics/configuration.hpp"
#include "linkwork/dynamics/force_crossing.hpp"
#include "linkwork/dynamics/kinematics.hpp"
#include "linkwork/dynamics/operational_space.hpp"

namespace linkwork::contact {

ArticulatedResponse::ArticulatedResponse(const ClusterTree<double>& tree)
    : tree_(tree),
      parts_(tree),
      work_(parts_.work()),
      q_(tree.initialPosition()),
      v_(tree.initialVelocity()),
      change_(Eigen::VectorXd::Zero(tree.velocitySize())),
      beforeRates_(change_),
      nowRates_(change_),
      before_(parts_.poses().size(), Vector6<double>::Zero()),
      now_(before_),
      partChange_(before_),
      left_(parts_.poses()),
      crossings_(tree.clusters().size()) {
  int dofs = 0;
  for (const Cluster<double>& cluster : tree.clusters()) dofs = std::max(dofs, cluster.dofs);
  z_.resize(dofs);
}

void ArticulatedResponse::place(const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
  q_ = q;
  v_ = beforeRates_ = nowRates_ = v;
  parts_.place(q, v);
  parts_.velocities(v, before_);
  now_ = before_;
  push_ = {};
  isArticulated_ = false;
}

void ArticulatedResponse::accelerate(const Eigen::VectorXd& a, Push push) {
  push_ = push;
  nowRates_ += push.time * a;
  parts_.place(q_, v_);
  parts_.accelerations(a, partChange_);
  for (std::size_t p = 1; p < now_.size(); ++p) now_[p] += push.time * partChange_[p];
}

void ArticulatedResponse::settle(const Eigen::VectorXd& v) {
  v_ = v;
  beforeRates_ = nowRates_ = v_;
  parts_.velocities(v_, before_);
  now_ = before_;
  push_ = {};
}

double ArticulatedResponse::jointRate(int body, int component, When when) const {
  return (when == When::now ? nowRates_ : beforeRates_)[tree_.body(body).velocity + component];
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
  return values_.data() + here.back().place;  // past the end where the cluster does not move
}

/// A force on a body to the ground, leaving z on its way.
void ArticulatedResponse::carry(int body, Vector6<double> force, int row) {
  while (body != ground) {
    const Cluster<double>& cluster = tree_.clusterOf(tree_.body(body));
    crossCluster<double, 1>(tree_, cluster, body, work_, force, z_, [](auto&&...) {});
    Eigen::Map<Eigen::VectorXd>(crossingOf(cluster, row), cluster.dofs) += z_.head(cluster.dofs);
    body = cluster.parent;
  }
}

/// The same of a unit force on a joint's coordinate: L z = Gᵀe, −W z on the body that carries it.
void ArticulatedResponse::carryFromJoint(const PushRow& from, int row) {
  const TreeBody<double>& body = tree_.body(from.joint);
  const Cluster<double>& cluster = tree_.clusterOf(body);
  const auto factor = factorOf(cluster, work_);
  Vector6<double> left = Vector6<double>::Zero();
  double* const z = crossingOf(cluster, row);
  for (int k = 0; k < cluster.dofs; ++k) {
    z[k] = from.sign * (cluster.constraint
                            ? work_.of(tree_, cluster).basis(body.local + from.component, k)
                            : (k == from.component ? 1 : 0));
    for (int l = 0; l < k; ++l) z[k] -= factor(k, l) * z[l];
    left -= z[k] * work_.gains.col(cluster.firstDof + k);
  }
  if (cluster.parent == ground) return;
  if (!cluster.constraint) left = work_.of(from.joint).toParent.wrenchToParent(left);
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
      carryFromJoint(row, r);
      continue;
    }
    for (std::size_t side = 0; side < 2; ++side)
      if (const int part = row.parts[side]; part != groundPart) {
        const int body = parts_.rigid().parts[at(part)].body;
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

void ArticulatedResponse::clearImpulses() {
  work_.jointForces.setZero();
  work_.reducedForces.setZero();
  for (BodyScratch<double>& body : work_.bodies) body.force.setZero();
}

void ArticulatedResponse::addImpulses(std::span<const PushRow> rows, const double* impulses) {
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const PushRow& row = rows[r];
    if (row.isOfJoint()) {
      work_.jointForces[tree_.body(row.joint).velocity + row.component] += row.sign * impulses[r];
      continue;
    }
    for (std::size_t side = 0; side < 2; ++side)
      if (const int part = row.parts[side]; part != groundPart) {
        const int body = parts_.rigid().parts[at(part)].body;
        work_.of(body).force -= wrench(body, row, side == 1 ? impulses[r] : -impulses[r]);
      }
  }
}

/// What the impulses change, in change_.
void ArticulatedResponse::sweep() {
  articulate();
  for (auto cluster = tree_.clusters().rbegin(); cluster != tree_.clusters().rend(); ++cluster)
    articulateForce<Bias::withoutBias>(tree_, *cluster, work_);
  VectorRef<double> change(change_);
  linkwork::accelerate<Bias::withoutBias>(tree_, Vector6<double>::Zero().eval(), work_, change);
}

void ArticulatedResponse::respond(std::span<const PushRow> rows, const double* impulses) {
  clearImpulses();
  addImpulses(rows, impulses);
  sweep();
  v_ += change_;
  nowRates_ += change_;
  parts_.velocities(change_, partChange_);
  for (std::size_t p = 1; p < now_.size(); ++p) now_[p] += partChange_[p];
}

/// Parts keep their momenta in the world, as far as joints let them: H v = Jᵀ M V.
void ArticulatedResponse::displace(std::span<const PushRow> rows, const double* impulses) {
  clearImpulses();
  addImpulses(rows, impulses);
  sweep();
  retract<double>(tree_, q_, change_, q_);
  left_ = parts_.poses();
  parts_.place(q_, v_);
  isArticulated_ = false;
  keepMomenta(now_, left_);
}

void ArticulatedResponse::keepMomenta(const std::vector<Vector6<double>>& velocities,
                                      const std::vector<PartPose>& poses) {
  clearImpulses();
  for (std::size_t p = 1; p < velocities.size(); ++p) {
    const RigidPart& part = parts_.rigid().parts[p];
    const Eigen::Matrix3d& attitude = poses[p].rotation;
    const Eigen::Vector3d spin =
        attitude * (part.inertia * (attitude.transpose() * velocities[p].head<3>()));
    const Eigen::Vector3d impulse = part.mass * velocities[p].tail<3>();
    const Transform<double>& pose = work_.of(part.body).pose;
    const Eigen::Vector3d offset = parts_.poses()[p].position - pose.translation;
    Vector6<double> onBody;
    onBody << pose.rotation.transpose() * (spin + offset.cross(impulse)),
        pose.rotation.transpose() * impulse;
    work_.of(part.body).force -= onBody;
  }
  for (const TreeBody<double>& body : tree_.bodies())
    if (body.reflectedInertia != 0)
      work_.jointForces.segment(body.velocity, body.velocities) +=
          body.reflectedInertia * v_.segment(body.velocity, body.velocities);
  sweep();
  v_ = change_;
}

}  // namespace linkwork::contact
