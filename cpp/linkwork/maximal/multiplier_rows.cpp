#include <algorithm>
#include <cmath>

#include "linkwork/joints/any_joint.hpp"
#include "linkwork/maximal/joint_motion_space.hpp"
#include "linkwork/maximal/multiplier_dynamics.hpp"
#include "linkwork/spatial/so3.hpp"

/// What tree joints and auxiliary rows ask for: their gradients, rates and gaps.
namespace linkwork::maximal {
namespace {

constexpr int hingeAxis = 2;

/// Motion of the child's joint origin, and turning, relative to the parent.
SpatialVector relative(const JointConstraint& constraint, const JointPose& pose,
                       const PartVector& y) {
  return motionAt(Vec3::from(pose.childOffset),
                  SpatialVector::from(y[at(constraint.frames.child)])) -
         motionAt(Vec3::from(pose.parentOffset),
                  SpatialVector::from(y[at(constraint.frames.parent)]));
}

/// What turning with ω adds to the acceleration of a point at r: ω×(ω×r).
Vec3 centripetal(const Vec3& omega, const Vec3& r) { return cross(omega, cross(omega, r)); }

/// d/dt of `relative` for accelerations of zero: where the rates are u, and turns ω of the child
/// and ω_p of the parent, ω×(ω×r) − ω_p×(u + ω_p×r_p), with r, r_p the offsets of the joint.
Vec3 pointBias(const JointPose& pose, const Vec3& omega, const Vec3& omegaParent, const Vec3& u) {
  return centripetal(omega, Vec3::from(pose.childOffset)) -
         cross(omegaParent, u + cross(omegaParent, Vec3::from(pose.parentOffset)));
}

double along(const RowWrench& wrench, const SpatialVector& rates) {
  return dot(Vec3::from(wrench.force), rates.linear) +
         dot(Vec3::from(wrench.torque), rates.angular);
}

/// v of a joint, at most six numbers, from its relative motion.
void readVelocity(const JointConstraint& constraint, const JointPose& pose,
                  const SpatialVector& rates, double* v) {
  RowWrench wrenches[6];
  freeWrenches(constraint, pose, wrenches);
  for (int k = 0; k < constraint.velocities; ++k) v[k] = along(wrenches[k], rates);
}

/// The wrench that is dual to one of the velocities with which ArticulatedParts knows a joint.
RowWrench freeWrench(const JointConstraint& constraint, const JointPose& pose, int index) {
  RowWrench wrenches[6];
  freeWrenches(constraint, pose, wrenches);
  return wrenches[index];
}

/// c of a tree joint with rel_j(y) + c = S v̇:
///
///   angular   −(C Ṡv + ω_p×ω)
///   linear    −(C Ṡv + ω×u + ω_p×u + ω_p×(ω_p×r_p) − ω×(ω×r))
///
/// with u the relative velocity of the child's origin, r and r_p the way to it from child and
/// parent (JointPose's offsets).
SpatialVector treeBias(const JointConstraint& constraint, const JointPose& pose,
                       const PartVector& velocities) {
  const Vec3 omega = SpatialVector::from(velocities[at(constraint.frames.child)]).angular;
  const Vec3 omegaParent = SpatialVector::from(velocities[at(constraint.frames.parent)]).angular;
  const Vec3 turning = cross(omega, omegaParent);
  if (constraint.type == JointType::spherical || constraint.type == JointType::revolute)
    return {turning, pointBias(pose, omega, omegaParent, {})};
  const SpatialVector rates = relative(constraint, pose, velocities);
  double v[6];
  readVelocity(constraint, pose, rates, v);
  const Vector6<double> bias = biasOf(constraint, pose, v);
  const Eigen::Vector3d angular = pose.childAxes * bias.head<3>();
  const Eigen::Vector3d linear = pose.childAxes * bias.tail<3>();
  return {turning - Vec3::from(angular), pointBias(pose, omega, omegaParent, rates.linear) -
                                             cross(omega, rates.linear) - Vec3::from(linear)};
}

/// J̇v of a row of a loop. The way between the origins changes by u as the parent turns.
double loopBias(const RowRule& rule, const JointConstraint& constraint, const JointPose& pose,
                const PartVector& velocities) {
  const Vec3 omega = SpatialVector::from(velocities[at(constraint.frames.child)]).angular;
  const Vec3 omegaParent = SpatialVector::from(velocities[at(constraint.frames.parent)]).angular;
  const Vec3 gap = Vec3::from(pose.gap);
  const Vec3 rate = relative(constraint, pose, velocities).linear + cross(omegaParent, gap);
  const Vec3 acceleration = centripetal(omega, Vec3::from(pose.childOffset)) -
                            centripetal(omegaParent, Vec3::from(pose.parentOffset) - gap);
  return rule.bias(pose, {omegaParent, omega, rate}, {{}, {}, acceleration});
}

/// J̇v of a blade or a disc: ω×(ω×r) of the point, and how the point or the direction moves on it.
double slipBias(const SlipConstraint& slip, int index, const Eigen::Matrix3d& rotation,
                const SpatialVector& velocity) {
  const Vec3 omega = velocity.angular;
  const Eigen::Vector3d worldArm = rotation * slip.point, worldAxis = rotation * slip.direction;
  const Vec3 arm = Vec3::from(worldArm), axis = Vec3::from(worldAxis);
  const Vec3 axisRate = cross(omega, axis);
  if (!slip.isDisc())
    return dot(axis, centripetal(omega, arm)) + dot(axisRate, velocity.linear + cross(omega, arm));
  // The touching point, r = arm + ρ p/|p| with p = (a·z) a − z, and its rate, which is not ω×r.
  const Vec3 z{0, 0, 1};
  const Vec3 p = axis.z * axis - z, pRate = axisRate.z * axis + axis.z * axisRate;
  const double squared = dot(p, p);
  const Vec3 reachRate = slip.radius / std::sqrt(squared) * (pRate - (dot(p, pRate) / squared) * p);
  const Vec3 bias = cross(omega, cross(omega, arm) + reachRate);
  return index == 0 ? bias.x : index == 1 ? bias.y : bias.z;
}

}  // namespace

void MultiplierDynamics::writeForces(const PartConfiguration& configuration,
                                     const AuxiliaryRow& row, Vector6<double>* forces) const {
  const auto addWrench = [](const RowWrench& wrench, double sign, const Eigen::Vector3d& offset,
                            Vector6<double>& force) {
    force.tail<3>() += sign * wrench.force;
    force.head<3>() += sign * (wrench.torque + offset.cross(wrench.force));
  };
  for (int k = 0; k < row.count; ++k) forces[k].setZero();
  if (row.kind == NodeKind::joint || row.kind == NodeKind::part) {
    const JointConstraint& constraint = graph_.joints[at(row.item)];
    const JointPose& pose = configuration.joints[at(row.item)];
    const RowWrench wrench = row.kind == NodeKind::joint
                                 ? wrenchOf(constraint.rules[at(row.index)], pose)
                                 : freeWrench(constraint, pose, row.index);
    addWrench(wrench, 1, pose.childOffset, forces[0]);
    addWrench(wrench, -1, pose.parentOffset, forces[1]);
  } else if (row.kind == NodeKind::coupling) {
    const CouplingConstraint& coupling = graph_.couplings[at(row.item)];
    const auto forceOn = [&](int part) -> Vector6<double>& {
      return forces[std::find(coupling.parts.begin(), coupling.parts.end(), part) -
                    coupling.parts.begin()];
    };
    for (const CouplingConstraint::Term& term : coupling.terms) {
      const JointConstraint& joint = graph_.joints[at(term.joint)];
      const JointPose& pose = configuration.joints[at(term.joint)];
      const RowWrench wrench = coordinateWrench(joint, pose, term.coefficient);
      addWrench(wrench, 1, pose.childOffset, forceOn(joint.frames.child));
      if (joint.frames.parent != groundPart)
        addWrench(wrench, -1, pose.parentOffset, forceOn(joint.frames.parent));
    }
  } else {
    const SlipConstraint& slip = graph_.slips[at(row.item)];
    Vector6<double> rows[3];
    slip.rowsAt(configuration.parts[at(slip.part)].rotation, rows);
    forces[0] = rows[row.index];
  }
}

double MultiplierDynamics::rowRate(const PartConfiguration& configuration, const AuxiliaryRow& row,
                                   const PartVector& velocities) const {
  if (row.kind == NodeKind::coupling) {
    double rate = 0;
    for (const CouplingConstraint::Term& term : graph_.couplings[at(row.item)].terms) {
      const JointConstraint& constraint = graph_.joints[at(term.joint)];
      const JointPose& pose = configuration.joints[at(term.joint)];
      rate += along(coordinateWrench(constraint, pose, term.coefficient),
                    relative(constraint, pose, velocities));
    }
    return rate;
  }
  Vector6<double> forces[2];
  writeForces(configuration, row, forces);
  double rate = 0;
  for (int k = 0; k < row.count; ++k)
    rate += forces[k].dot(velocities[at(rowParts_[at(row.first + k)])]);
  return rate;
}

double MultiplierDynamics::rowBias(const PartConfiguration& configuration, const AuxiliaryRow& row,
                                   const PartVector& velocities) const {
  if (row.kind == NodeKind::joint) {
    const JointConstraint& constraint = graph_.joints[at(row.item)];
    return loopBias(constraint.rules[at(row.index)], constraint, configuration.joints[at(row.item)],
                    velocities);
  }
  if (row.kind == NodeKind::slip) {
    const SlipConstraint& slip = graph_.slips[at(row.item)];
    return slipBias(slip, row.index, configuration.parts[at(slip.part)].rotation,
                    SpatialVector::from(velocities[at(slip.part)]));
  }
  double bias = 0;
  for (const CouplingConstraint::Term& term : graph_.couplings[at(row.item)].terms) {
    const JointConstraint& constraint = graph_.joints[at(term.joint)];
    const JointPose& pose = configuration.joints[at(term.joint)];
    bias += along(coordinateWrench(constraint, pose, term.coefficient),
                  treeBias(constraint, pose, velocities));
  }
  return bias;
}

void MultiplierDynamics::accelerationBias(const PartConfiguration& configuration,
                                          const PartVector& velocities, PartVector& c,
                                          Eigen::VectorXd& auxiliary) const {
  c.resize(graph_.joints.size());
  for (std::size_t j = 0; j < c.size(); ++j)
    (graph_.joints[j].isLoop() ? SpatialVector()
                               : treeBias(graph_.joints[j], configuration.joints[j], velocities))
        .to(c[j].data());
  auxiliary.resize(auxiliaryRows());
  for (int i = 0; i < auxiliaryRows(); ++i)
    auxiliary[i] = rowBias(configuration, rows_[at(i)], velocities);
}

void MultiplierDynamics::velocityGaps(const PartConfiguration& configuration,
                                      const PartVector& velocities, PartVector& c,
                                      Eigen::VectorXd& auxiliary) const {
  c.resize(graph_.joints.size());
  for (std::size_t j = 0; j < c.size(); ++j)
    (graph_.joints[j].isLoop() ? SpatialVector()
                               : relative(graph_.joints[j], configuration.joints[j], velocities))
        .to(c[j].data());
  auxiliary.resize(auxiliaryRows());
  for (int i = 0; i < auxiliaryRows(); ++i)
    auxiliary[i] = rowRate(configuration, rows_[at(i)], velocities);
}

namespace {

/// How far a tree joint's child stands from where its q wants it, in the world.
SpatialVector treeGap(const JointConstraint& constraint, const JointPose& pose, const double* q) {
  const Vec3 gap = Vec3::from(pose.gap);
  if (constraint.type == JointType::free) return {};
  if (constraint.type == JointType::spherical) return {{}, gap};
  if (constraint.type == JointType::revolute)
    return {cross(Vec3::from(pose.parentAxes.data() + 3 * hingeAxis),
                  Vec3::from(pose.childAxes.data() + 3 * hingeAxis)),
            gap};
  const Transform<double> desired =
      constraint.function
          ? constraint.function->pose(q)
          : withJoint(constraint.type, constraint.measure, [&]<typename Joint>(const Joint& joint) {
              return joint.transform(Eigen::Map<const typename Joint::Position>(q));
            });
  const Eigen::Matrix3d desiredAxes = pose.parentAxes * desired.rotation;
  const Eigen::Vector3d turn = desiredAxes * so3::log(desiredAxes.transpose() * pose.childAxes);
  const Eigen::Vector3d slide = pose.gap - pose.parentAxes * desired.translation;
  return {Vec3::from(turn), Vec3::from(slide)};
}

}  // namespace

void MultiplierDynamics::positionGaps(const PartConfiguration& configuration,
                                      const Eigen::VectorXd& q, PartVector& c,
                                      Eigen::VectorXd& auxiliary) const {
  c.resize(graph_.joints.size());
  for (std::size_t j = 0; j < c.size(); ++j) {
    const JointConstraint& constraint = graph_.joints[j];
    (constraint.isLoop()
         ? SpatialVector()
         : treeGap(constraint, configuration.joints[j], &q[tree().body(constraint.body).position]))
        .to(c[j].data());
  }
  auxiliary.resize(auxiliaryRows());
  for (int i = 0; i < auxiliaryRows(); ++i) {
    const AuxiliaryRow& row = rows_[at(i)];
    auxiliary[i] = 0;
    if (row.kind == NodeKind::joint) {
      const JointConstraint& constraint = graph_.joints[at(row.item)];
      const JointPose& pose = configuration.joints[at(row.item)];
      const double angle =
          constraint.type == JointType::helical
              ? HelicalJoint<double>(constraint.measure).closest(pose.relative())[0]
              : 0;
      auxiliary[i] = constraint.rules[at(row.index)].gap(pose, angle);
    } else if (row.kind == NodeKind::slip) {
      const SlipConstraint& slip = graph_.slips[at(row.item)];
      if (row.index >= slip.slipRows()) auxiliary[i] = slip.gap(configuration.parts[at(slip.part)]);
    } else if (const CouplingConstraint& coupling = graph_.couplings[at(row.item)];
               !coupling.isRate) {
      for (const CouplingConstraint::Term& term : coupling.terms)
        auxiliary[i] +=
            term.coefficient * q[tree().body(graph_.joints[at(term.joint)].body).position];
      auxiliary[i] -= coupling.offset;
    }
  }
}

void MultiplierDynamics::jointVelocities(const PartConfiguration& configuration,
                                         const PartVector& velocities, Eigen::VectorXd& v) const {
  v.resize(tree().velocitySize());
  for (std::size_t j = 0; j < graph_.joints.size(); ++j) {
    const JointConstraint& constraint = graph_.joints[j];
    if (constraint.isLoop()) continue;
    const JointPose& pose = configuration.joints[j];
    readVelocity(constraint, pose, relative(constraint, pose, velocities),
                 &v[tree().body(constraint.body).velocity]);
  }
}

void MultiplierDynamics::jointAccelerations(const PartConfiguration& configuration,
                                            const PartVector& velocities,
                                            const PartVector& accelerations,
                                            Eigen::VectorXd& a) const {
  a.resize(tree().velocitySize());
  for (std::size_t j = 0; j < graph_.joints.size(); ++j) {
    const JointConstraint& constraint = graph_.joints[j];
    if (constraint.isLoop()) continue;
    const JointPose& pose = configuration.joints[j];
    const SpatialVector rates =
        relative(constraint, pose, accelerations) + treeBias(constraint, pose, velocities);
    readVelocity(constraint, pose, rates, &a[tree().body(constraint.body).velocity]);
  }
}

}  // namespace linkwork::maximal
