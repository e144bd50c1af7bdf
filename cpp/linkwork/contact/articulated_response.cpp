#include "linkwork/contact/articulated_response.hpp"

#include <algorithm>

#include "linkwork/dynamics/articulation.hpp"
#include "linkwork/dynamics/configuration.hpp"
#include "linkwork/dynamics/kinematics.hpp"
#include "linkwork/dynamics/operational_space.hpp"

namespace linkwork::contact {
namespace {

/// A unit force along a contact's row on the body with this pose, in the body's frame.
Vector6<double> unitWrench(const Transform<double>& pose, const ForceRow& row) {
  const Eigen::Vector3d force = pose.rotation.transpose() * row.axis;
  const Eigen::Vector3d point = pose.rotation.transpose() * (row.point - pose.translation);
  Vector6<double> result;
  result << point.cross(force), force;
  return result;
}

}  // namespace

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
      columns_(tree, parts_.rigid()),
      damped_(tree, columns_) {}

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

void ArticulatedResponse::eliminate() {
  if (!isArticulated_) eliminateInertias(tree_, work_);
  isArticulated_ = true;
}

void ArticulatedResponse::assembleDelassus(std::span<const ForceRow> rows, Eigen::MatrixXd& w) {
  eliminate();
  columns_.place(work_, rows);
  columns_.write(w);
}

DampedResponse* ArticulatedResponse::damped(std::span<const ForceRow> rows) {
  eliminate();
  columns_.place(work_, rows);
  damped_.place(work_);
  return &damped_;
}

void ArticulatedResponse::clearImpulses() {
  work_.jointForces.setZero();
  work_.reducedForces.setZero();
  for (BodyWorkspace<double>& body : work_.bodies) body.force.setZero();
}

void ArticulatedResponse::addImpulses(std::span<const ForceRow> rows, const double* impulses) {
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const ForceRow& row = rows[r];
    if (row.isOfJoint()) {
      work_.jointForces[tree_.body(row.joint).velocity + row.component] += row.sign * impulses[r];
      continue;
    }
    for (std::size_t side = 0; side < 2; ++side)
      if (const int part = row.parts[side]; part != groundPart) {
        const int body = parts_.rigid().parts[at(part)].body;
        work_.of(body).force -=
            unitWrench(work_.of(body).pose, row) * (side == 1 ? impulses[r] : -impulses[r]);
      }
  }
}

/// What the impulses change, in change_.
void ArticulatedResponse::sweep() {
  eliminate();
  for (auto cluster = tree_.clusters().rbegin(); cluster != tree_.clusters().rend(); ++cluster)
    eliminateForce<Bias::withoutBias>(tree_, *cluster, work_);
  VectorRef<double> change(change_);
  linkwork::accelerate<Bias::withoutBias>(tree_, Vector6<double>::Zero().eval(), work_, change);
}

void ArticulatedResponse::respond(std::span<const ForceRow> rows, const double* impulses) {
  clearImpulses();
  addImpulses(rows, impulses);
  sweep();
  v_ += change_;
  nowRates_ += change_;
  parts_.velocities(change_, partChange_);
  for (std::size_t p = 1; p < now_.size(); ++p) now_[p] += partChange_[p];
}

/// Parts keep their momenta in the world, as far as joints let them: H v = Jᵀ M V.
double ArticulatedResponse::displace(std::span<const ForceRow> rows, const double* impulses,
                                     double most) {
  clearImpulses();
  addImpulses(rows, impulses);
  sweep();
  const double largest = change_.lpNorm<Eigen::Infinity>(), part = std::min(1.0, most / largest);
  if (part < 1) change_ *= part;
  retract<double>(tree_, q_, change_, q_);
  left_ = parts_.poses();
  parts_.place(q_, v_);
  isArticulated_ = false;
  keepMomenta(now_, left_);
  return part;
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
