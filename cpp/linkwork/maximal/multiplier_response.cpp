#include "linkwork/maximal/multiplier_response.hpp"

#include <algorithm>
#include <array>

#include "linkwork/dynamics/operational_space.hpp"
#include "linkwork/maximal/joint_motion_space.hpp"
#include "linkwork/maximal/part_motion.hpp"

namespace linkwork::maximal {
namespace {

Vector6<double> through(const Eigen::Vector3d& offset, const Eigen::Vector3d& force,
                        const Eigen::Vector3d& torque) {
  Vector6<double> result;
  result.tail<3>() = force;
  result.head<3>() = torque + offset.cross(force);
  return result;
}

bool isTree(const ClusterTree<double>& tree) {
  return tree.nonholonomic().empty() &&
         std::none_of(tree.clusters().begin(), tree.clusters().end(), [](const auto& cluster) {
           return cluster.constraint && !cluster.constraint->isConstant();
         });
}

}  // namespace

PartRow velocityRow(const JointConstraint& constraint, const JointPose& pose,
                    const Vector6<double>& along) {
  std::array<RowWrench, 6> wrenches;
  freeWrenches(constraint, pose, wrenches.data());
  RowWrench wrench{Eigen::Vector3d::Zero(), Eigen::Vector3d::Zero()};
  for (int k = 0; k < 6; ++k) {
    if (along[k] == 0) continue;
    wrench.force += along[k] * wrenches[at(k)].force;
    wrench.torque += along[k] * wrenches[at(k)].torque;
  }
  PartRow row;
  row.parts = {constraint.frames.parent, constraint.frames.child};
  row.forces[0] = through(pose.parentOffset, -wrench.force, -wrench.torque);
  row.forces[1] = through(pose.childOffset, wrench.force, wrench.torque);
  return row;
}

MultiplierResponse::MultiplierResponse(MultiplierDynamics& dynamics)
    : dynamics_(dynamics),
      isTree_(isTree(dynamics.tree())),
      kinematics_(dynamics.tree()),
      columns_(dynamics.tree(), kinematics_.rigid()),
      damped_(dynamics.tree(), columns_),
      still_(Eigen::VectorXd::Zero(dynamics.tree().velocitySize())),
      shift_(at(dynamics.partCount()), Vector6<double>::Zero()) {}

MultiplierResponse& MultiplierResponse::of(PartConfiguration& configuration,
                                           const Eigen::VectorXd& q, const PartVector& before,
                                           PartVector& now, SmoothForce smooth) {
  configuration_ = &configuration;
  q_ = &q;
  before_ = &before;
  now_ = &now;
  smooth_ = smooth;
  return *this;
}

PartRow MultiplierResponse::ofJoint(int body, const Vector6<double>& along) const {
  const auto joint = at(dynamics_.graph().jointOf[at(body)]);
  return velocityRow(dynamics_.graph().joints[joint], configuration_->joints[joint], along);
}

double MultiplierResponse::jointRate(int body, int component, When when) const {
  return ofJoint(body, Vector6<double>::Unit(component)).rate(velocities(when));
}

void MultiplierResponse::write(std::span<const constraints::ForceRow> rows) {
  rows_.clear();
  for (const constraints::ForceRow& row : rows) {
    if (row.isOfJoint()) {
      rows_.push_back(ofJoint(row.joint, row.along));
      continue;
    }
    PartRow& on = rows_.emplace_back();
    on.parts = row.parts;
    for (std::size_t side = 0; side < 2; ++side) {
      if (row.parts[side] == groundPart) continue;
      const Eigen::Vector3d offset =
          row.point - configuration_->parts[at(row.parts[side])].position;
      const Eigen::Vector3d axis = side == 0 ? (-row.axis).eval() : row.axis,
                            none = Eigen::Vector3d::Zero();
      on.forces[side] = row.isMoment ? through(offset, none, axis) : through(offset, axis, none);
    }
  }
}

void MultiplierResponse::assembleSimple(std::span<const constraints::ForceRow> rows,
                                        Eigen::MatrixXd& w) {
  write(rows);
  dynamics_.assembleDelassus(rows_, w);
}

/// The tree's operator, if only tree joints constrain the parts.
constraints::DampedDelassus* MultiplierResponse::dampedSimple(
    std::span<const constraints::ForceRow> rows) {
  if (!isTree_) return nullptr;
  kinematics_.place(*q_, still_);
  eliminateInertias(dynamics_.tree(), kinematics_.work());
  columns_.place(kinematics_.work(), rows);
  damped_.place(kinematics_.work());
  return &damped_;
}

void MultiplierResponse::respondSimple(std::span<const constraints::ForceRow> rows,
                                       const double* impulses) {
  write(rows);
  dynamics_.respond(rows_, impulses, *now_);
}

double MultiplierResponse::displaceSimple(std::span<const constraints::ForceRow> rows,
                                          const double* impulses, double most) {
  write(rows);
  std::fill(shift_.begin(), shift_.end(), Vector6<double>::Zero());
  dynamics_.respond(rows_, impulses, shift_);
  double largest = 0;
  for (const Vector6<double>& shift : shift_)
    largest = std::max({largest, shift.head<3>().norm(), shift.tail<3>().norm()});
  const double part = std::min(1.0, most / largest);
  std::vector<PartPose>& parts = configuration_->parts;
  for (std::size_t p = 1; p < shift_.size(); ++p)
    parts[p] = turned(parts[p], part * shift_[p].tail<3>(), part * shift_[p].head<3>());
  dynamics_.placeJoints(*configuration_);
  return part;
}

MultiplierStateResponse::MultiplierStateResponse(const ClusterTree<double>& tree)
    : dynamics_(tree),
      response_(dynamics_),
      kinematics_(tree),
      before_(at(dynamics_.partCount()), Vector6<double>::Zero()),
      now_(before_),
      left_(before_),
      change_(before_),
      q_(tree.initialPosition()),
      v_(tree.initialVelocity()) {
  dynamics_.place(q_, configuration_);
  response_.of(configuration_, q_, before_, now_);
}

void MultiplierStateResponse::place(const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
  q_ = q;
  v_ = v;
  dynamics_.place(q_, configuration_);
  dynamics_.partVelocities(configuration_, q_, v_, before_);
  left_ = now_ = before_;
  smooth_ = {};
  isFactored_ = false;
}

void MultiplierStateResponse::accelerate(const Eigen::VectorXd& a, SmoothForce smooth) {
  smooth_ = smooth;
  kinematics_.place(q_, velocity());
  kinematics_.accelerations(a, change_);
  for (std::size_t p = 1; p < now_.size(); ++p) now_[p] += smooth.time * change_[p];
}

const Eigen::VectorXd& MultiplierStateResponse::velocity() {
  dynamics_.jointVelocities(configuration_, left_, v_);
  return v_;
}

void MultiplierStateResponse::settle(const Eigen::VectorXd& v) {
  dynamics_.partVelocities(configuration_, q_, v, left_);
  before_ = now_ = left_;
  smooth_ = {};
}

void MultiplierStateResponse::factor() {
  if (!isFactored_) dynamics_.factor(configuration_);
  isFactored_ = true;
}

double MultiplierStateResponse::jointRate(int body, int component, When when) const {
  return response_.jointRate(body, component, when);
}

void MultiplierStateResponse::assembleSimple(std::span<const constraints::ForceRow> rows,
                                             Eigen::MatrixXd& w) {
  factor();
  response_.assembleDelassus(rows, w);
}

constraints::DampedDelassus* MultiplierStateResponse::dampedSimple(
    std::span<const constraints::ForceRow> rows) {
  return response_.of(configuration_, q_, before_, now_).damped(rows);
}

void MultiplierStateResponse::respondSimple(std::span<const constraints::ForceRow> rows,
                                            const double* impulses) {
  factor();
  for (Vector6<double>& change : change_) change.setZero();
  response_.of(configuration_, q_, before_, change_).respond(rows, impulses);
  response_.of(configuration_, q_, before_, now_);
  for (std::size_t p = 1; p < now_.size(); ++p) {
    now_[p] += change_[p];
    left_[p] += change_[p];
  }
}

double MultiplierStateResponse::displaceSimple(std::span<const constraints::ForceRow> rows,
                                               const double* impulses, double most) {
  factor();
  const double part = response_.displace(rows, impulses, most);
  dynamics_.readPosition(configuration_, q_);
  isFactored_ = false;
  return part;
}

}  // namespace linkwork::maximal
