#include <algorithm>

#include "linkwork/dynamics/forces.hpp"
#include "linkwork/jet.hpp"
#include "linkwork/maximal/joint_motion_space.hpp"
#include "linkwork/maximal/multiplier_dynamics.hpp"
#include "linkwork/model/body_joint.hpp"

/// Conversions between q, v and torques of joints, and poses, velocities and forces of parts.
namespace linkwork::maximal {

void MultiplierDynamics::place(const Eigen::VectorXd& q, PartConfiguration& configuration) const {
  graph_.place(q, configuration.parts, configuration.joints);
}

template <typename Scalar>
void MultiplierDynamics::placeJoints(PartConfigurationOf<Scalar>& configuration) const {
  configuration.joints.resize(graph_.joints.size());
  for (std::size_t j = 0; j < graph_.joints.size(); ++j) {
    const JointFrames& frames = graph_.joints[j].frames;
    JointPoseOf<Scalar>& pose = configuration.joints[j];
    const auto near = pose.coordinates;
    pose = JointPoseOf<Scalar>::at(frames, configuration.parts[at(frames.parent)],
                                   configuration.parts[at(frames.child)]);
    pose.coordinates = near;
    if (graph_.joints[j].function)
      findCoordinates(graph_.joints[j], pose);
    else if (graph_.joints[j].isTracked)
      linkwork::maximal::readPosition(graph_.joints[j], pose, near.data(), pose.coordinates.data());
  }
}

template <typename Scalar>
void MultiplierDynamics::placeJoints(const VectorX<Scalar>& q,
                                     PartConfigurationOf<Scalar>& configuration) const {
  configuration.joints.resize(graph_.joints.size());
  for (std::size_t j = 0; j < graph_.joints.size(); ++j) {
    const JointConstraint& constraint = graph_.joints[j];
    if ((constraint.function || constraint.isTracked) && !constraint.isLoop())
      std::copy_n(&q[tree().body(constraint.body).position], constraint.positions,
                  configuration.joints[j].coordinates.begin());
  }
  placeJoints(configuration);
}

template <typename Scalar>
void MultiplierDynamics::readPosition(const PartConfigurationOf<Scalar>& configuration,
                                      VectorX<Scalar>& q) const {
  for (std::size_t j = 0; j < graph_.joints.size(); ++j) {
    const JointConstraint& constraint = graph_.joints[j];
    if (constraint.isLoop()) continue;
    Scalar* const here = &q[tree().body(constraint.body).position];
    Scalar before[7];
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
  jointForces_ = applied.torque;
  addPassiveForces<double>(tree(), q, v, jointForces_);
  spreadForces(configuration, jointForces_, applied, forces);
}

namespace {

bool isSurelyZero(double x) { return x == 0; }
bool isSurelyZero(const DerivativeJet&) { return false; }

/// Adds the wrench of a joint on its child, and its opposite on its parent.
template <typename Scalar>
void exert(const JointFrames& frames, const JointPoseOf<Scalar>& pose, const Vector3<Scalar>& force,
           const Vector3<Scalar>& torque, PartVectorOf<Scalar>& forces) {
  Vector6<Scalar>&child = forces[at(frames.child)], &parent = forces[at(frames.parent)];
  child.template tail<3>() += force;
  child.template head<3>() += torque + pose.childOffset.cross(force);
  parent.template tail<3>() -= force;
  parent.template head<3>() -= torque + pose.parentOffset.cross(force);
}

}  // namespace

template <typename Scalar>
void MultiplierDynamics::spreadForces(const PartConfigurationOf<Scalar>& configuration,
                                      const VectorX<Scalar>& jointForces,
                                      const AppliedForces<Scalar>& applied,
                                      PartVectorOf<Scalar>& forces) const {
  forces.resize(at(partCount()));
  for (std::size_t p = 0; p < forces.size(); ++p) {
    const Eigen::Vector3d weight = graph_.rigid.parts[p].mass * tree().gravity();
    forces[p] << Vector3<Scalar>::Zero(), weight.cast<Scalar>();
  }
  for (std::size_t j = 0; j < graph_.joints.size(); ++j) {
    const JointConstraint& constraint = graph_.joints[j];
    if (constraint.isLoop()) continue;
    const Scalar* const tau = &jointForces[tree().body(constraint.body).velocity];
    const int size = constraint.velocities;
    if (std::all_of(tau, tau + size, [](const Scalar& each) { return isSurelyZero(each); }))
      continue;
    const JointPoseOf<Scalar>& pose = configuration.joints[j];
    RowWrenchOf<Scalar> wrenches[6];
    freeWrenches(constraint, pose, wrenches);
    Vector3<Scalar> force = Vector3<Scalar>::Zero(), torque = force;
    for (int k = 0; k < size; ++k) {
      force += tau[k] * wrenches[k].force;
      torque += tau[k] * wrenches[k].torque;
    }
    exert(constraint.frames, pose, force, torque, forces);
  }
  if (applied.hasWrenches) {
    for (std::size_t i = 0; i < applied.wrenches.size(); ++i) {
      const auto part = at(graph_.rigid.part(static_cast<int>(i)));
      const Vector3<Scalar> force = applied.wrenches[i].template tail<3>();
      forces[part].template tail<3>() += force;
      forces[part].template head<3>() +=
          applied.wrenches[i].template head<3>() - configuration.parts[part].position.cross(force);
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

template <typename Scalar>
void MultiplierDynamics::applyInertia(const PartConfigurationOf<Scalar>& configuration,
                                      const PartVectorOf<Scalar>& y,
                                      PartVectorOf<Scalar>& result) const {
  result.resize(y.size());
  result[groundPart].setZero();
  for (std::size_t p = 1; p < y.size(); ++p) {
    const RigidPart& part = graph_.rigid.parts[p];
    const Matrix3<Scalar>& rotation = configuration.parts[p].rotation;
    const Vector3<Scalar> turning = rotation.transpose() * y[p].template head<3>();
    result[p].template tail<3>() = Scalar(part.mass) * y[p].template tail<3>();
    result[p].template head<3>() = rotation * (part.inertia.cast<Scalar>() * turning);
  }
}

template <typename Scalar>
void MultiplierDynamics::addConstraintForces(const PartConfigurationOf<Scalar>& configuration,
                                             const PartVectorOf<Scalar>& reactions,
                                             const Eigen::VectorXd& multipliers,
                                             PartVectorOf<Scalar>& forces) const {
  const auto add = [&](const JointConstraint& joint, const JointPoseOf<Scalar>& pose,
                       const Scalar& multiplier, const RowWrenchOf<Scalar>& wrench) {
    exert(joint.frames, pose, Vector3<Scalar>(multiplier * wrench.force),
          Vector3<Scalar>(multiplier * wrench.torque), forces);
  };
  for (std::size_t j = 0; j < graph_.joints.size(); ++j)
    if (const JointConstraint& joint = graph_.joints[j]; !joint.isLoop())
      exert(joint.frames, configuration.joints[j], Vector3<Scalar>(reactions[j].template tail<3>()),
            Vector3<Scalar>(reactions[j].template head<3>()), forces);
  for (int i = 0; i < auxiliaryRows(); ++i) {
    const AuxiliaryRow& row = rows_[at(i)];
    const Scalar multiplier(multipliers[i]);
    if (row.kind == NodeKind::joint) {
      const JointConstraint& joint = graph_.joints[at(row.item)];
      const JointPoseOf<Scalar>& pose = configuration.joints[at(row.item)];
      add(joint, pose, multiplier, wrenchOf(joint.rules[at(row.index)], pose));
    } else if (row.kind == NodeKind::coupling) {
      for (const CouplingConstraint::Term& term : graph_.couplings[at(row.item)].terms) {
        const JointConstraint& joint = graph_.joints[at(term.joint)];
        const JointPoseOf<Scalar>& pose = configuration.joints[at(term.joint)];
        add(joint, pose, multiplier,
            coordinateWrench(joint, pose, term.slope(pose.coordinates[0])));
      }
    } else {
      const SlipConstraint& slip = graph_.nonholonomic[at(row.item)];
      Vector6<Scalar> rows[3];
      slip.rowsAt(configuration.parts[at(slip.part)].rotation, rows);
      forces[at(slip.part)] += multiplier * rows[row.index];
    }
  }
  forces[groundPart].setZero();
}

template void MultiplierDynamics::placeJoints(PartConfiguration&) const;
template void MultiplierDynamics::placeJoints(const Eigen::VectorXd&, PartConfiguration&) const;
template void MultiplierDynamics::readPosition(const PartConfiguration&, Eigen::VectorXd&) const;
template void MultiplierDynamics::applyInertia(const PartConfiguration&, const PartVector&,
                                               PartVector&) const;

using JetConfiguration = PartConfigurationOf<DerivativeJet>;
using JetParts = PartVectorOf<DerivativeJet>;
using JetVector = VectorX<DerivativeJet>;
template void MultiplierDynamics::placeJoints(JetConfiguration&) const;
template void MultiplierDynamics::placeJoints(const JetVector&, JetConfiguration&) const;
template void MultiplierDynamics::readPosition(const JetConfiguration&, JetVector&) const;
template void MultiplierDynamics::spreadForces(const JetConfiguration&, const JetVector&,
                                               const AppliedForces<DerivativeJet>&,
                                               JetParts&) const;
template void MultiplierDynamics::applyInertia(const JetConfiguration&, const JetParts&,
                                               JetParts&) const;
template void MultiplierDynamics::addConstraintForces(const JetConfiguration&, const JetParts&,
                                                      const Eigen::VectorXd&, JetParts&) const;

}  // namespace linkwork::maximal
