#include "linkwork/constraints/delassus/tree_response.hpp"

#include <algorithm>
#include <numeric>

#include "linkwork/dynamics/configuration.hpp"
#include "linkwork/dynamics/force_response.hpp"
#include "linkwork/dynamics/kinematics.hpp"
#include "linkwork/spatial/twist.hpp"

namespace linkwork::constraints {

PartKinematics::PartKinematics(const ClusterTree<double>& tree)
    : tree_(tree),
      rigid_(tree),
      work_(tree),
      v_(tree.velocitySize()),
      poses_(rigid_.parts.size()),
      motions_(tree.bodies().size()) {}

void PartKinematics::place(const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
  v_ = v;
  updateKinematics<double>(tree_, q, v_, work_);
  updatePoses(tree_, work_);
  for (std::size_t p = 1; p < poses_.size(); ++p) {
    const int body = rigid_.parts[p].body;
    const Transform<double>& pose = work_.of(body).pose;
    poses_[p].rotation = pose.rotation;
    poses_[p].position = pose * Eigen::Vector3d(-rigid_.frames[at(body)].translation);
  }
}

void PartKinematics::velocities(const Eigen::VectorXd& v, std::vector<Vector6<double>>& parts) {
  for (std::size_t i = 0; i < motions_.size(); ++i) {
    const TreeBody<double>& body = tree_.bodies()[i];
    motions_[i] = work_.jointSubspaces.middleCols(body.velocity, body.velocities) *
                  v.segment(body.velocity, body.velocities);
    if (body.parent != ground)
      motions_[i] += work_.bodies[i].toParent.twistToChild(motions_[at(body.parent)]);
  }
  for (std::size_t p = 1; p < parts.size(); ++p) {
    const auto body = at(rigid_.parts[p].body);
    const Eigen::Vector3d spin = motions_[body].head<3>();
    const Eigen::Vector3d center = -rigid_.frames[body].translation;
    parts[p] << poses_[p].rotation * spin,
        poses_[p].rotation * (motions_[body].tail<3>() + spin.cross(center));
  }
}

/// a_i = X a_p + S v̇ + Ṡ q̇ + v_i × S q̇, and of the center c  a + α × c + ω × v_c.
void PartKinematics::accelerations(const Eigen::VectorXd& a, std::vector<Vector6<double>>& parts) {
  for (std::size_t i = 0; i < motions_.size(); ++i) {
    const TreeBody<double>& body = tree_.bodies()[i];
    const BodyWorkspace<double>& here = work_.bodies[i];
    const auto subspace = work_.jointSubspaces.middleCols(body.velocity, body.velocities);
    const Vector6<double> relative = subspace * v_.segment(body.velocity, body.velocities);
    motions_[i] = subspace * a.segment(body.velocity, body.velocities);
    motions_[i] += here.subspaceRate + crossMotion(here.velocity, relative);
    if (body.parent != ground) motions_[i] += here.toParent.twistToChild(motions_[at(body.parent)]);
  }
  for (std::size_t p = 1; p < parts.size(); ++p) {
    const auto body = at(rigid_.parts[p].body);
    const Eigen::Vector3d turning = motions_[body].head<3>();
    const Eigen::Vector3d spin = work_.bodies[body].velocity.head<3>();
    const Eigen::Vector3d center = -rigid_.frames[body].translation;
    const Eigen::Vector3d speed = work_.bodies[body].velocity.tail<3>() + spin.cross(center);
    parts[p] << poses_[p].rotation * turning,
        poses_[p].rotation * (motions_[body].tail<3>() + turning.cross(center) + spin.cross(speed));
  }
}

namespace {

/// The wrench of a unit impulse along a contact's row, in the frame of a body.
Vector6<double> unitWrench(const Transform<double>& pose, const ForceRow& row) {
  const Eigen::Vector3d axis = pose.rotation.transpose() * row.axis;
  const Eigen::Vector3d point = pose.rotation.transpose() * (row.point - pose.translation);
  Vector6<double> result;
  if (row.isMoment)
    result << axis, Eigen::Vector3d::Zero();
  else
    result << point.cross(axis), axis;
  return result;
}

}  // namespace

TreeResponse::TreeResponse(const ClusterTree<double>& tree)
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
      clusters_(tree.clusters().size()),
      columns_(tree, parts_.rigid()),
      damped_(tree, columns_) {
  std::iota(clusters_.begin(), clusters_.end(), 0);
}

void TreeResponse::place(const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
  q_ = q;
  v_ = beforeRates_ = nowRates_ = v;
  parts_.place(q, v);
  parts_.velocities(v, before_);
  now_ = before_;
  smooth_ = {};
  isEliminated_ = false;
}

void TreeResponse::accelerate(const Eigen::VectorXd& a, SmoothForce smooth) {
  smooth_ = smooth;
  nowRates_ += smooth.time * a;
  parts_.place(q_, v_);
  parts_.accelerations(a, partChange_);
  for (std::size_t p = 1; p < now_.size(); ++p) now_[p] += smooth.time * partChange_[p];
}

void TreeResponse::settle(const Eigen::VectorXd& v) {
  v_ = v;
  beforeRates_ = nowRates_ = v_;
  parts_.velocities(v_, before_);
  now_ = before_;
  smooth_ = {};
}

double TreeResponse::jointRate(int body, int component, When when) const {
  return (when == When::now ? nowRates_ : beforeRates_)[tree_.body(body).velocity + component];
}

void TreeResponse::eliminate() {
  if (!isEliminated_) eliminateInertias(tree_, work_);
  isEliminated_ = true;
}

void TreeResponse::assembleSimple(std::span<const ForceRow> rows, Eigen::MatrixXd& w) {
  eliminate();
  columns_.place(work_, rows);
  columns_.assemble(w);
}

DampedDelassus* TreeResponse::dampedSimple(std::span<const ForceRow> rows) {
  eliminate();
  columns_.place(work_, rows);
  damped_.place(work_);
  return &damped_;
}

void TreeResponse::addImpulses(std::span<const ForceRow> rows, const double* impulses) {
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const ForceRow& row = rows[r];
    if (row.isOfJoint()) {
      const int velocity = tree_.body(row.joint).velocity;
      row.forEachComponent(
          [&](int k, double factor) { work_.jointForces[velocity + k] += factor * impulses[r]; });
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

/// Writes the effect of the impulses to change_.
void TreeResponse::computeChange() {
  eliminate();
  respondToForces<double>(tree_, clusters_, work_, change_);
}

void TreeResponse::respondSimple(std::span<const ForceRow> rows, const double* impulses) {
  clearForces(work_);
  addImpulses(rows, impulses);
  computeChange();
  v_ += change_;
  nowRates_ += change_;
  parts_.velocities(change_, partChange_);
  for (std::size_t p = 1; p < now_.size(); ++p) now_[p] += partChange_[p];
}

/// The parts keep their momenta in world axes, projected onto the joints: H v = Jᵀ M V.
double TreeResponse::displaceSimple(std::span<const ForceRow> rows, const double* impulses,
                                    double most) {
  clearForces(work_);
  addImpulses(rows, impulses);
  computeChange();
  const double largest = change_.lpNorm<Eigen::Infinity>(), part = std::min(1.0, most / largest);
  if (part < 1) change_ *= part;
  retract<double>(tree_, q_, change_, q_);
  left_ = parts_.poses();
  parts_.place(q_, v_);
  isEliminated_ = false;
  keepMomenta(now_, left_);
  return part;
}

void TreeResponse::keepMomenta(const std::vector<Vector6<double>>& velocities,
                               const std::vector<PartPose>& poses) {
  clearForces(work_);
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
    if (body.armature != 0)
      work_.jointForces.segment(body.velocity, body.velocities) +=
          body.armature * v_.segment(body.velocity, body.velocities);
  computeChange();
  v_ = change_;
}

}  // namespace linkwork::constraints
