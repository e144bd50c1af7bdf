#include <algorithm>

#include "linkwork/dynamics/forces.hpp"
#include "linkwork/maximal/joint_motion_space.hpp"
#include "linkwork/maximal/multiplier_dynamics.hpp"
#include "linkwork/model/body_joint.hpp"

/// Between q, v and torques of joints and poses, velocities and forces of parts.
namespace linkwork::maximal {

void MultiplierDynamics::place(const Eigen::VectorXd& q, PartConfiguration& configuration) const {
  graph_.place(q, configuration.parts, configuration.joints);
}

void MultiplierDynamics::placeJoints(PartConfiguration& configuration) const {
  configuration.joints.resize(graph_.joints.size());
  for (std::size_t j = 0; j < graph_.joints.size(); ++j) {
    const JointFrames& frames = graph_.joints[j].frames;
    JointPose& pose = configuration.joints[j];
    const auto near = pose.coordinates;
    pose = JointPose::at(frames, configuration.parts[at(frames.parent)],
                         configuration.parts[at(frames.child)]);
    pose.coordinates = near;
    if (graph_.joints[j].function) findCoordinates(graph_.joints[j], pose);
  }
}

void MultiplierDynamics::placeJoints(const Eigen::VectorXd& q,
                                     PartConfiguration& configuration) const {
  for (std::size_t j = 0; j < graph_.joints.size(); ++j) {
    const JointConstraint& constraint = graph_.joints[j];
    if (constraint.function && !constraint.isLoop())
      std::copy_n(&q[tree().body(constraint.body).position], constraint.positions,
                  configuration.joints[j].coordinates.begin());
  }
  placeJoints(configuration);
}

void MultiplierDynamics::readPosition(const PartConfiguration& configuration,
                                      Eigen::VectorXd& q) const {
  for (std::size_t j = 0; j < graph_.joints.size(); ++j) {
    const JointConstraint& constraint = graph_.joints[j];
    if (constraint.isLoop()) continue;
    double* const here = &q[tree().body(constraint.body).position];
    double before[7];
    std::copy_n(here, constraint.positions, before);
    linkwork::maximal::readPosition(constraint, configuration.joints[j], before, here);
  }
}

void MultiplierDynamics::partVelocities(const PartConfiguration& configuration,
                                        const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                        PartVector& velocities) const {
  velocities.resize(at(partCount()));
  velocities[groundPart].setZero();
  for (std::size_t j = 0; j < graph_.joints.size(); ++j) {
    const JointConstraint& constraint = graph_.joints[j];
    if (constraint.isLoop()) continue;
    const JointPose& pose = configuration.joints[j];
    const TreeBody<double>& body = tree().body(constraint.body);
    Vector6<double> local;
    withJoint(body, [&]<typename Joint>(const Joint& joint) {
      const typename Joint::Position position =
          q.segment<Joint::positionSize>(body.position, body.positions);
      const typename Joint::Velocity velocity =
          v.segment<Joint::velocitySize>(body.velocity, body.velocities);
      local = joint.motionSubspace(position) * velocity;
    });
    const Vector6<double>& parent = velocities[at(constraint.frames.parent)];
    Vector6<double>& child = velocities[at(constraint.frames.child)];
    child.head<3>() = parent.head<3>() + pose.childAxes * local.head<3>();
    child.tail<3>() = parent.tail<3>() + parent.head<3>().cross(pose.parentOffset) +
                      pose.childAxes * local.tail<3>() - child.head<3>().cross(pose.childOffset);
  }
}

void MultiplierDynamics::gatherForces(const PartConfiguration& configuration,
                                      const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                      const AppliedForces<double>& applied, PartVector& forces) {
  forces.resize(at(partCount()));
  for (std::size_t p = 0; p < forces.size(); ++p)
    forces[p] << Eigen::Vector3d::Zero(), graph_.rigid.parts[p].mass * tree().gravity();
  jointForces_ = applied.torque;
  addPassiveForces<double>(tree(), q, v, jointForces_);
  for (std::size_t j = 0; j < graph_.joints.size(); ++j) {
    const JointConstraint& constraint = graph_.joints[j];
    if (constraint.isLoop()) continue;
    const double* const tau = &jointForces_[tree().body(constraint.body).velocity];
    const int size = constraint.velocities;
    if (std::all_of(tau, tau + size, [](double each) { return each == 0; })) continue;
    const JointPose& pose = configuration.joints[j];
    RowWrench wrenches[6];
    freeWrenches(constraint, pose, wrenches);
    Eigen::Vector3d force = Eigen::Vector3d::Zero(), torque = force;
    for (int k = 0; k < size; ++k) {
      force += tau[k] * wrenches[k].force;
      torque += tau[k] * wrenches[k].torque;
    }
    Vector6<double>&child = forces[at(constraint.frames.child)],
    &parent = forces[at(constraint.frames.parent)];
    child.tail<3>() += force, child.head<3>() += torque + pose.childOffset.cross(force);
    parent.tail<3>() -= force, parent.head<3>() -= torque + pose.parentOffset.cross(force);
  }
  if (applied.hasWrenches) {
    for (std::size_t i = 0; i < applied.wrenches.size(); ++i) {
      const auto part = at(graph_.rigid.part(static_cast<int>(i)));
      const Eigen::Vector3d force = applied.wrenches[i].tail<3>();
      forces[part].tail<3>() += force;
      forces[part].head<3>() +=
          applied.wrenches[i].head<3>() - configuration.parts[part].position.cross(force);
    }
  }
  forces[groundPart].setZero();
}

void MultiplierDynamics::addGyroscopicForces(const PartConfiguration& configuration,
                                             const PartVector& velocities,
                                             PartVector& forces) const {
  for (std::size_t p = 1; p < forces.size(); ++p) {
    const Eigen::Matrix3d& rotation = configuration.parts[p].rotation;
    const Eigen::Vector3d omega = rotation.transpose() * velocities[p].head<3>();
    const Eigen::Vector3d spin = graph_.rigid.parts[p].inertia * omega;
    forces[p].head<3>() -= rotation * omega.cross(spin);
  }
}

void MultiplierDynamics::applyInertia(const PartConfiguration& configuration, const PartVector& y,
                                      PartVector& result) const {
  result.resize(y.size());
  result[groundPart].setZero();
  for (std::size_t p = 1; p < y.size(); ++p) {
    const Eigen::Matrix3d& rotation = configuration.parts[p].rotation;
    const Eigen::Vector3d turning = rotation.transpose() * y[p].head<3>();
    result[p].tail<3>() = graph_.rigid.parts[p].mass * y[p].tail<3>();
    result[p].head<3>() = rotation * (graph_.rigid.parts[p].inertia * turning);
  }
}

}  // namespace linkwork::maximal
