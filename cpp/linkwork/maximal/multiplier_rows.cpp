#include <algorithm>
#include <cmath>

#include "linkwork/jet.hpp"
#include "linkwork/joints/any_joint.hpp"
#include "linkwork/maximal/joint_motion_space.hpp"
#include "linkwork/maximal/multiplier_dynamics.hpp"
#include "linkwork/spatial/so3.hpp"

/// Gradients, velocities and violations of tree joints and auxiliary rows.
namespace linkwork::maximal {
namespace {

constexpr std::size_t revoluteAxis = 2;

/// rel(y): the motion of the child relative to the parent at the child's joint origin.
template <typename Scalar>
Motion<Scalar> relative(const JointConstraint& constraint, const JointPoseOf<Scalar>& pose,
                        const PartVectorOf<Scalar>& y) {
  return Motion<Scalar>::from(y[at(constraint.frames.child)]).at(vec3(pose.childOffset)) -
         Motion<Scalar>::from(y[at(constraint.frames.parent)]).at(vec3(pose.parentOffset));
}

/// Centripetal acceleration of a point at r: ω×(ω×r).
template <typename Scalar>
Vec3<Scalar> centripetal(const Vec3<Scalar>& omega, const Vec3<Scalar>& r) {
  return cross(omega, cross(omega, r));
}

template <typename Scalar>
Vec3<Scalar> turningOf(const PartVectorOf<Scalar>& velocities, int part) {
  return Motion<Scalar>::from(velocities[at(part)]).angular;
}

/// Linear part of d/dt rel at zero accelerations: ω×(ω×r) − ω_p×(u + ω_p×r_p), with u the linear
/// part of rel, ω and ω_p the angular velocities of child and parent, r and r_p the offsets of the
/// joint.
template <typename Scalar>
Vec3<Scalar> pointBias(const JointPoseOf<Scalar>& pose, const Vec3<Scalar>& omega,
                       const Vec3<Scalar>& omegaParent, const Vec3<Scalar>& u) {
  return centripetal(omega, vec3(pose.childOffset)) -
         cross(omegaParent, u + cross(omegaParent, vec3(pose.parentOffset)));
}

template <typename Scalar>
Scalar along(const RowWrenchOf<Scalar>& wrench, const Motion<Scalar>& rates) {
  return dot(vec3(wrench.force), rates.linear) + dot(vec3(wrench.torque), rates.angular);
}

/// Writes v of a joint, at most six numbers, from its relative motion.
template <typename Scalar>
void readVelocity(const JointConstraint& constraint, const JointPoseOf<Scalar>& pose,
                  const Motion<Scalar>& rates, Scalar* v) {
  RowWrenchOf<Scalar> wrenches[6];
  freeWrenches(constraint, pose, wrenches);
  for (int k = 0; k < constraint.velocities; ++k) v[k] = along(wrenches[k], rates);
}

/// The wrench dual to a velocity of a joint, along the motions with which ArticulatedParts
/// eliminates it. Those of `freeWrenches` differ if the joint is open.
template <typename Scalar>
RowWrenchOf<Scalar> eliminatedWrench(const JointConstraint& constraint,
                                     const JointPoseOf<Scalar>& pose, int index) {
  return inWorld<Scalar>(pose, dualOf(motionsOf(constraint, pose)).col(index));
}

/// c of a tree joint with rel_j(y) + c = S v̇:
///
///   angular   −(C Ṡv + ω_p×ω)
///   linear    −(C Ṡv + ω×u + ω_p×u + ω_p×(ω_p×r_p) − ω×(ω×r))
///
/// with u the relative velocity of the child's origin, r and r_p its offsets from child and parent
/// (JointPose).
template <typename Scalar>
Motion<Scalar> treeBias(const JointConstraint& constraint, const JointPoseOf<Scalar>& pose,
                        const PartVectorOf<Scalar>& velocities) {
  const Vec3<Scalar> omega = turningOf(velocities, constraint.frames.child);
  const Vec3<Scalar> omegaParent = turningOf(velocities, constraint.frames.parent);
  const Vec3<Scalar> turning = cross(omega, omegaParent);
  if (constraint.type == JointType::spherical || constraint.type == JointType::revolute)
    return {turning, pointBias(pose, omega, omegaParent, {})};
  const Motion<Scalar> rates = relative(constraint, pose, velocities);
  Scalar v[6];
  readVelocity(constraint, pose, rates, v);
  const Vector6<Scalar> bias = biasOf(constraint, pose, v);
  const Vector3<Scalar> angular = pose.childAxes * bias.template head<3>();
  const Vector3<Scalar> linear = pose.childAxes * bias.template tail<3>();
  return {turning - vec3(angular), pointBias(pose, omega, omegaParent, rates.linear) -
                                       cross(omega, rates.linear) - vec3(linear)};
}

/// J̇v of a row of a loop. The offset between the origins changes at the rate u + ω_p × offset.
template <typename Scalar>
Scalar loopBias(const RowRule& rule, const JointConstraint& constraint,
                const JointPoseOf<Scalar>& pose, const PartVectorOf<Scalar>& velocities) {
  const Vec3<Scalar> omega = turningOf(velocities, constraint.frames.child);
  const Vec3<Scalar> omegaParent = turningOf(velocities, constraint.frames.parent);
  const Vec3<Scalar> gap = vec3(pose.gap);
  const Vec3<Scalar> rate = relative(constraint, pose, velocities).linear + cross(omegaParent, gap);
  const Vec3<Scalar> acceleration = centripetal(omega, vec3(pose.childOffset)) -
                                    centripetal(omegaParent, vec3(pose.parentOffset) - gap);
  return onScalar<Scalar>(rule).bias(pose, {omegaParent, omega, rate}, {{}, {}, acceleration});
}

/// J̇v of a knife edge or a disc: ω×(ω×r) of the point, and the motion of the point or the direction
/// on the part.
template <typename Scalar>
Scalar slipBias(const SlipConstraint& slip, int index, const Matrix3<Scalar>& rotation,
                const Motion<Scalar>& velocity) {
  using std::sqrt;
  const Vec3<Scalar> omega = velocity.angular;
  const Vector3<Scalar> worldArm = rotation * slip.point.cast<Scalar>();
  const Vector3<Scalar> worldAxis = rotation * slip.direction.cast<Scalar>();
  const Vec3<Scalar> arm = vec3(worldArm), axis = vec3(worldAxis);
  const Vec3<Scalar> axisRate = cross(omega, axis);
  if (!slip.isDisc())
    return dot(axis, centripetal(omega, arm)) + dot(axisRate, velocity.linear + cross(omega, arm));
  // The contact point, r = arm + ρ p/|p| with p = (a·z) a − z, and its rate, which differs from
  // ω×r.
  const Vec3<Scalar> z{Scalar(0), Scalar(0), Scalar(1)};
  const Vec3<Scalar> p = axis.z * axis - z, pRate = axisRate.z * axis + axis.z * axisRate;
  const Scalar squared = dot(p, p);
  const Vec3<Scalar> reachRate =
      slip.radius / sqrt(squared) * (pRate - (dot(p, pRate) / squared) * p);
  const Vec3<Scalar> bias = cross(omega, cross(omega, arm) + reachRate);
  return index == 0 ? bias.x : index == 1 ? bias.y : bias.z;
}

}  // namespace

template <typename Scalar>
void MultiplierDynamics::writeForces(const PartConfigurationOf<Scalar>& configuration,
                                     const AuxiliaryRow& row, Vector6<Scalar>* forces) const {
  const auto addWrench = [](const RowWrenchOf<Scalar>& wrench, const Scalar& sign,
                            const Vector3<Scalar>& offset, Vector6<Scalar>& force) {
    force.template tail<3>() += sign * wrench.force;
    force.template head<3>() += sign * (wrench.torque + offset.cross(wrench.force));
  };
  for (int k = 0; k < row.count; ++k) forces[k].setZero();
  if (row.kind == NodeKind::joint || row.kind == NodeKind::part) {
    const JointConstraint& constraint = graph_.joints[at(row.item)];
    const JointPoseOf<Scalar>& pose = configuration.joints[at(row.item)];
    const RowWrenchOf<Scalar> wrench = row.kind == NodeKind::joint
                                           ? wrenchOf(constraint.rules[at(row.index)], pose)
                                           : eliminatedWrench(constraint, pose, row.index);
    addWrench(wrench, 1, pose.childOffset, forces[0]);
    addWrench(wrench, -1, pose.parentOffset, forces[1]);
  } else if (row.kind == NodeKind::coupling) {
    const CouplingConstraint& coupling = graph_.couplings[at(row.item)];
    const auto forceOn = [&](int part) -> Vector6<Scalar>& {
      return forces[std::find(coupling.parts.begin(), coupling.parts.end(), part) -
                    coupling.parts.begin()];
    };
    for (const CouplingConstraint::Term& term : coupling.terms) {
      const JointConstraint& joint = graph_.joints[at(term.joint)];
      const JointPoseOf<Scalar>& pose = configuration.joints[at(term.joint)];
      const RowWrenchOf<Scalar> wrench =
          coordinateWrench(joint, pose, term.slope(pose.coordinates[0]));
      addWrench(wrench, 1, pose.childOffset, forceOn(joint.frames.child));
      if (joint.frames.parent != groundPart)
        addWrench(wrench, -1, pose.parentOffset, forceOn(joint.frames.parent));
    }
  } else {
    const SlipConstraint& slip = graph_.nonholonomic[at(row.item)];
    Vector6<Scalar> rows[3];
    slip.rowsAt(configuration.parts[at(slip.part)].rotation, rows);
    forces[0] = rows[row.index];
  }
}

template <typename Scalar>
Scalar MultiplierDynamics::rowRate(const PartConfigurationOf<Scalar>& configuration,
                                   const AuxiliaryRow& row,
                                   const PartVectorOf<Scalar>& velocities) const {
  if (row.kind == NodeKind::coupling) {
    Scalar rate(0);
    for (const CouplingConstraint::Term& term : graph_.couplings[at(row.item)].terms) {
      const JointConstraint& constraint = graph_.joints[at(term.joint)];
      const JointPoseOf<Scalar>& pose = configuration.joints[at(term.joint)];
      rate += along(coordinateWrench(constraint, pose, term.slope(pose.coordinates[0])),
                    relative(constraint, pose, velocities));
    }
    return rate;
  }
  Vector6<Scalar> forces[2];
  writeForces(configuration, row, forces);
  Scalar rate(0);
  for (int k = 0; k < row.count; ++k)
    rate += forces[k].dot(velocities[at(rowParts_[at(row.first + k)])]);
  return rate;
}

template <typename Scalar>
Scalar MultiplierDynamics::rowBias(const PartConfigurationOf<Scalar>& configuration,
                                   const AuxiliaryRow& row,
                                   const PartVectorOf<Scalar>& velocities) const {
  if (row.kind == NodeKind::joint) {
    const JointConstraint& constraint = graph_.joints[at(row.item)];
    return loopBias(constraint.rules[at(row.index)], constraint, configuration.joints[at(row.item)],
                    velocities);
  }
  if (row.kind == NodeKind::slip) {
    const SlipConstraint& slip = graph_.nonholonomic[at(row.item)];
    return slipBias(slip, row.index, configuration.parts[at(slip.part)].rotation,
                    Motion<Scalar>::from(velocities[at(slip.part)]));
  }
  Scalar bias(0);
  for (const CouplingConstraint::Term& term : graph_.couplings[at(row.item)].terms) {
    const JointConstraint& constraint = graph_.joints[at(term.joint)];
    const JointPoseOf<Scalar>& pose = configuration.joints[at(term.joint)];
    bias += along(coordinateWrench(constraint, pose, term.slope(pose.coordinates[0])),
                  treeBias(constraint, pose, velocities));
    if (!term.function) continue;
    const Scalar rate = along(coordinateWrench(constraint, pose, Scalar(1)),
                              relative(constraint, pose, velocities));
    bias += term.curvature(pose.coordinates[0]) * rate * rate;
  }
  return bias;
}

template <typename Scalar>
void MultiplierDynamics::accelerationBias(const PartConfigurationOf<Scalar>& configuration,
                                          const PartVectorOf<Scalar>& velocities,
                                          PartVectorOf<Scalar>& c,
                                          VectorX<Scalar>& auxiliary) const {
  c.resize(graph_.joints.size());
  for (std::size_t j = 0; j < c.size(); ++j)
    (graph_.joints[j].isLoop() ? Motion<Scalar>()
                               : treeBias(graph_.joints[j], configuration.joints[j], velocities))
        .to(c[j].data());
  auxiliary.resize(auxiliaryRows());
  for (int i = 0; i < auxiliaryRows(); ++i)
    auxiliary[i] = rowBias(configuration, rows_[at(i)], velocities);
}

template <typename Scalar>
void MultiplierDynamics::relativeVelocities(const PartConfigurationOf<Scalar>& configuration,
                                            const PartVectorOf<Scalar>& velocities,
                                            PartVectorOf<Scalar>& c,
                                            VectorX<Scalar>& auxiliary) const {
  c.resize(graph_.joints.size());
  for (std::size_t j = 0; j < c.size(); ++j)
    (graph_.joints[j].isLoop() ? Motion<Scalar>()
                               : relative(graph_.joints[j], configuration.joints[j], velocities))
        .to(c[j].data());
  auxiliary.resize(auxiliaryRows());
  for (int i = 0; i < auxiliaryRows(); ++i)
    auxiliary[i] = rowRate(configuration, rows_[at(i)], velocities);
}

namespace {

/// Calls `visit` with each joint that has armature, and its index.
template <typename Visit>
void forEachArmature(const ConstraintGraph& graph, Visit visit) {
  for (std::size_t j = 0; j < graph.joints.size(); ++j)
    if (const JointConstraint& joint = graph.joints[j];
        !joint.isLoop() && graph.tree->body(joint.body).armature != 0)
      visit(joint, j);
}

}  // namespace

bool MultiplierDynamics::hasArmature() const {
  bool found = false;
  forEachArmature(graph_, [&](const JointConstraint&, std::size_t) { found = true; });
  return found;
}

void MultiplierDynamics::addArmatureMotions(const PartConfiguration& configuration,
                                            const Eigen::VectorXd& rates, PartVector& c) const {
  forEachArmature(graph_, [&](const JointConstraint& joint, std::size_t j) {
    const JointPose& pose = configuration.joints[j];
    const MotionColumns motions = motionsOf(joint, pose);
    const int first = tree().body(joint.body).velocity;
    Vector6<double> local = Vector6<double>::Zero();
    for (Eigen::Index k = 0; k < motions.cols(); ++k) local += rates[first + k] * motions.col(k);
    c[j] += pose.toWorld(local);
  });
}

void MultiplierDynamics::addArmatureRates(const PartConfiguration& configuration,
                                          const PartVector& c, Eigen::VectorXd& rates) const {
  forEachArmature(graph_, [&](const JointConstraint& joint, std::size_t j) {
    const JointPose& pose = configuration.joints[j];
    const MotionColumns dual = dualOf(motionsOf(joint, pose));
    const Vector6<double> local = pose.toChild(c[j]);
    const int first = tree().body(joint.body).velocity;
    for (Eigen::Index k = 0; k < dual.cols(); ++k) rates[first + k] += dual.col(k).dot(local);
  });
}

template <typename Scalar>
void MultiplierDynamics::velocityViolations(const PartConfigurationOf<Scalar>& configuration,
                                            const PartVectorOf<Scalar>& velocities,
                                            PartVectorOf<Scalar>& c,
                                            VectorX<Scalar>& auxiliary) const {
  relativeVelocities(configuration, velocities, c, auxiliary);
  forEachArmature(graph_, [&](const JointConstraint& joint, std::size_t j) {
    const JointPoseOf<Scalar>& pose = configuration.joints[j];
    const MotionColumnsOf<Scalar> motions = motionsOf(joint, pose), dual = dualOf(motions);
    const Vector6<Scalar> local = pose.toChild(c[j]);
    Vector6<Scalar> free = Vector6<Scalar>::Zero();
    for (Eigen::Index k = 0; k < motions.cols(); ++k)
      free += Scalar(dual.col(k).dot(local)) * motions.col(k);
    c[j] -= pose.toWorld(free);
  });
}

namespace {

/// The deviation of a tree joint's child from its pose at q, in world axes.
template <typename Scalar>
Motion<Scalar> treeViolation(const JointConstraint& constraint, const JointPoseOf<Scalar>& pose,
                             const Scalar* q) {
  const Vec3<Scalar> gap = vec3(pose.gap);
  if (constraint.type == JointType::free) return {};
  if (constraint.type == JointType::spherical) return {{}, gap};
  if (constraint.type == JointType::revolute)
    return {cross(pose.parentAxis(revoluteAxis), pose.childAxis(revoluteAxis)), gap};
  const Transform<Scalar> desired =
      constraint.function
          ? constraint.function->pose(q)
          : withJoint(constraint.type, Scalar(constraint.measure),
                      [&]<typename Joint>(const Joint& joint) {
                        return joint.transform(Eigen::Map<const typename Joint::Position>(q));
                      });
  const Matrix3<Scalar> desiredAxes = pose.parentAxes * desired.rotation;
  const Vector3<Scalar> turn = desiredAxes * so3::log(desiredAxes.transpose() * pose.childAxes);
  const Vector3<Scalar> slide = pose.gap - pose.parentAxes * desired.translation;
  return {vec3(turn), vec3(slide)};
}

}  // namespace

template <typename Scalar>
void MultiplierDynamics::positionViolations(const PartConfigurationOf<Scalar>& configuration,
                                            const VectorX<Scalar>& q, PartVectorOf<Scalar>& c,
                                            VectorX<Scalar>& auxiliary) const {
  c.resize(graph_.joints.size());
  for (std::size_t j = 0; j < c.size(); ++j) {
    const JointConstraint& constraint = graph_.joints[j];
    (constraint.isLoop() ? Motion<Scalar>()
                         : treeViolation(constraint, configuration.joints[j],
                                         &q[tree().body(constraint.body).position]))
        .to(c[j].data());
  }
  auxiliary.resize(auxiliaryRows());
  for (int i = 0; i < auxiliaryRows(); ++i) {
    const AuxiliaryRow& row = rows_[at(i)];
    auxiliary[i] = Scalar(0);
    if (row.kind == NodeKind::joint) {
      const JointConstraint& constraint = graph_.joints[at(row.item)];
      const JointPoseOf<Scalar>& pose = configuration.joints[at(row.item)];
      const Scalar angle =
          constraint.type == JointType::helical
              ? HelicalJoint<Scalar>(constraint.measure).closest(pose.relative())[0]
              : Scalar(0);
      auxiliary[i] = onScalar<Scalar>(constraint.rules[at(row.index)]).gap(pose, angle);
    } else if (row.kind == NodeKind::slip) {
      const SlipConstraint& slip = graph_.nonholonomic[at(row.item)];
      if (row.index >= slip.slipRows()) auxiliary[i] = slip.gap(configuration.parts[at(slip.part)]);
    } else if (const CouplingConstraint& coupling = graph_.couplings[at(row.item)];
               !coupling.isRate) {
      for (const CouplingConstraint::Term& term : coupling.terms)
        auxiliary[i] += term.value(q[tree().body(graph_.joints[at(term.joint)].body).position]);
      auxiliary[i] -= coupling.offset;
    }
  }
}

template <typename Scalar>
void MultiplierDynamics::jointVelocities(const PartConfigurationOf<Scalar>& configuration,
                                         const PartVectorOf<Scalar>& velocities,
                                         VectorX<Scalar>& v) const {
  v.resize(tree().velocitySize());
  for (std::size_t j = 0; j < graph_.joints.size(); ++j) {
    const JointConstraint& constraint = graph_.joints[j];
    if (constraint.isLoop()) continue;
    const JointPoseOf<Scalar>& pose = configuration.joints[j];
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
    const Motion<double> rates =
        relative(constraint, pose, accelerations) + treeBias(constraint, pose, velocities);
    readVelocity(constraint, pose, rates, &a[tree().body(constraint.body).velocity]);
  }
}

template void MultiplierDynamics::writeForces(const PartConfiguration&, const AuxiliaryRow&,
                                              Vector6<double>*) const;
template void MultiplierDynamics::accelerationBias(const PartConfiguration&, const PartVector&,
                                                   PartVector&, Eigen::VectorXd&) const;
template void MultiplierDynamics::relativeVelocities(const PartConfiguration&, const PartVector&,
                                                     PartVector&, Eigen::VectorXd&) const;
template void MultiplierDynamics::velocityViolations(const PartConfiguration&, const PartVector&,
                                                     PartVector&, Eigen::VectorXd&) const;
template void MultiplierDynamics::positionViolations(const PartConfiguration&,
                                                     const Eigen::VectorXd&, PartVector&,
                                                     Eigen::VectorXd&) const;
template void MultiplierDynamics::jointVelocities(const PartConfiguration&, const PartVector&,
                                                  Eigen::VectorXd&) const;

using JetConfiguration = PartConfigurationOf<DerivativeJet>;
using JetParts = PartVectorOf<DerivativeJet>;
using JetVector = VectorX<DerivativeJet>;
template void MultiplierDynamics::writeForces(const JetConfiguration&, const AuxiliaryRow&,
                                              Vector6<DerivativeJet>*) const;
template void MultiplierDynamics::accelerationBias(const JetConfiguration&, const JetParts&,
                                                   JetParts&, JetVector&) const;
template void MultiplierDynamics::relativeVelocities(const JetConfiguration&, const JetParts&,
                                                     JetParts&, JetVector&) const;
template void MultiplierDynamics::velocityViolations(const JetConfiguration&, const JetParts&,
                                                     JetParts&, JetVector&) const;
template void MultiplierDynamics::positionViolations(const JetConfiguration&, const JetVector&,
                                                     JetParts&, JetVector&) const;
template void MultiplierDynamics::jointVelocities(const JetConfiguration&, const JetParts&,
                                                  JetVector&) const;

}  // namespace linkwork::maximal
