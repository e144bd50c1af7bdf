#include <algorithm>
#include <cmath>

#include "linkwork/joints/any_joint.hpp"
#include "linkwork/maximal/multiplier_dynamics.hpp"
#include "linkwork/maximal/tie_motion.hpp"
#include "linkwork/spatial/so3.hpp"

/// What tree joints and closing rows ask for: their gradients, rates and gaps.
namespace linkwork::maximal {
namespace {

constexpr int hingeAxis = 2;

Sextet sextetOf(const Vector6<double>& v) { return Sextet::from(v.data()); }

/// Motion of the child's joint origin, and turning, relative to the parent.
Sextet relative(const JointTie& tie, const JointPose& pose, const PartVector& y) {
  return motionAt(Triple::from(pose.arm), sextetOf(y[at(tie.frames.child)])) -
         motionAt(Triple::from(pose.reach), sextetOf(y[at(tie.frames.parent)]));
}

/// What turning with ω adds to the acceleration of a point at r: ω×(ω×r).
Triple centripetal(const Triple& omega, const Triple& r) { return cross(omega, cross(omega, r)); }

/// d/dt of `relative` for accelerations of zero: where the rates are u, and turns ω of the child
/// and ω_p of the parent, ω×(ω×arm) − ω_p×(u + ω_p×reach).
Triple pointBias(const JointPose& pose, const Triple& omega, const Triple& omegaParent,
                 const Triple& u) {
  return centripetal(omega, Triple::from(pose.arm)) -
         cross(omegaParent, u + cross(omegaParent, Triple::from(pose.reach)));
}

double along(const RowWrench& wrench, const Sextet& rates) {
  return dot(Triple::from(wrench.force), rates.linear) +
         dot(Triple::from(wrench.torque), rates.angular);
}

/// v of a joint, at most six numbers, from its relative motion.
void readVelocity(const JointTie& tie, const JointPose& pose, const Sextet& rates, double* v) {
  RowWrench wrenches[6];
  freeWrenches(tie, pose, wrenches);
  for (int k = 0; k < tie.velocities; ++k) v[k] = along(wrenches[k], rates);
}

/// The wrench that is dual to one of the velocities with which ArticulatedParts knows a joint.
RowWrench freeWrench(const JointTie& tie, const JointPose& pose, int index) {
  if (tie.type == JointType::spherical)
    return {Eigen::Vector3d::Zero(), Eigen::Vector3d::Unit(index)};
  if (tie.type == JointType::revolute)
    return {Eigen::Vector3d::Zero(), pose.childAxes.col(hingeAxis)};
  RowWrench wrenches[6];
  freeWrenches(tie, pose, wrenches);
  return wrenches[index];
}

/// The gradient of a joint's only coordinate, times a factor.
RowWrench coordinateWrench(const JointTie& tie, const JointPose& pose, double factor) {
  if (!tie.function) return coordinateWrench(tie.type, pose, factor);
  RowWrench wrench;
  freeWrenches(tie, pose, &wrench);
  return {factor * wrench.force, factor * wrench.torque};
}

/// c of a tree joint with rel_j(y) + c = S v̇:
///
///   linear    −(C Ṡv + ω×u + ω_p×u + ω_p×(ω_p×reach) − ω×(ω×arm))
///   angular   −(C Ṡv + ω_p×ω)                u = relative velocity of the child's origin
Sextet treeBias(const JointTie& tie, const JointPose& pose, const PartVector& velocities) {
  const Triple omega = sextetOf(velocities[at(tie.frames.child)]).angular;
  const Triple omegaParent = sextetOf(velocities[at(tie.frames.parent)]).angular;
  const Triple turning = cross(omega, omegaParent);
  if (tie.type == JointType::spherical || tie.type == JointType::revolute)
    return {pointBias(pose, omega, omegaParent, {}), turning};
  const Sextet rates = relative(tie, pose, velocities);
  double v[6];
  readVelocity(tie, pose, rates, v);
  const Vector6<double> bias = biasOf(tie, pose, v);
  const Eigen::Vector3d angular = pose.childAxes * bias.head<3>();
  const Eigen::Vector3d linear = pose.childAxes * bias.tail<3>();
  return {pointBias(pose, omega, omegaParent, rates.linear) - cross(omega, rates.linear) -
              Triple::from(linear),
          turning - Triple::from(angular)};
}

/// J̇v of a row of a loop.
double loopBias(const RowRule& rule, const JointTie& tie, const JointPose& pose,
                const PartVector& velocities) {
  const Triple omega = sextetOf(velocities[at(tie.frames.child)]).angular;
  const Triple omegaParent = sextetOf(velocities[at(tie.frames.parent)]).angular;
  const Sextet rates = relative(tie, pose, velocities);
  const Triple axis = Triple::from(pose.parentAxes.data() + 3 * rule.parentAxis);
  const Triple turned = cross(omegaParent, axis);
  if (rule.kind == RowKind::across) {
    const Triple other = Triple::from(pose.childAxes.data() + 3 * rule.childAxis);
    return dot(cross(cross(omega, other), axis) + cross(other, turned), rates.angular);
  }
  if (rule.kind == RowKind::rod) {
    // d = gap turns with the parent and changes by u; d·d̈ + ḋ·ḋ
    const Triple gap = Triple::from(pose.gap);
    const Triple change = rates.linear + cross(omegaParent, gap);
    const Triple bias = centripetal(omega, Triple::from(pose.arm)) -
                        centripetal(omegaParent, Triple::from(pose.reach) - gap);
    return (dot(change, change) + dot(gap, bias)) / rule.measure;
  }
  const double along =
      dot(axis, pointBias(pose, omega, omegaParent, rates.linear)) + dot(turned, rates.linear);
  return rule.kind == RowKind::screw ? along - rule.measure * dot(turned, rates.angular) : along;
}

/// J̇v of a blade or a disc: ω×(ω×r) of the point, and how the point or the direction moves on it.
double slipBias(const SlipTie& slip, int index, const Eigen::Matrix3d& rotation,
                const Sextet& velocity) {
  const Triple omega = velocity.angular;
  const Eigen::Vector3d worldArm = rotation * slip.point, worldAxis = rotation * slip.direction;
  const Triple arm = Triple::from(worldArm), axis = Triple::from(worldAxis);
  const Triple axisRate = cross(omega, axis);
  if (!slip.isDisc())
    return dot(axis, centripetal(omega, arm)) + dot(axisRate, velocity.linear + cross(omega, arm));
  // The touching point, r = arm + ρ p/|p| with p = (a·z) a − z, and its rate, which is not ω×r.
  const Triple z{0, 0, 1};
  const Triple p = axis.z * axis - z, pRate = axisRate.z * axis + axis.z * axisRate;
  const double squared = dot(p, p);
  const Triple reachRate =
      slip.radius / std::sqrt(squared) * (pRate - (dot(p, pRate) / squared) * p);
  const Triple bias = cross(omega, cross(omega, arm) + reachRate);
  return index == 0 ? bias.x : index == 1 ? bias.y : bias.z;
}

}  // namespace

void MultiplierDynamics::writeForces(const Placement& placement, const ClosingRow& row,
                                     Vector6<double>* forces) const {
  const auto addWrench = [](const RowWrench& wrench, double sign, const Eigen::Vector3d& arm,
                            Vector6<double>& force) {
    force.head<3>() += sign * wrench.force;
    force.tail<3>() += sign * (wrench.torque + arm.cross(wrench.force));
  };
  for (int k = 0; k < row.count; ++k) forces[k].setZero();
  if (row.kind == NodeKind::joint || row.kind == NodeKind::part) {
    const JointTie& tie = graph_.joints[at(row.item)];
    const JointPose& pose = placement.joints[at(row.item)];
    const RowWrench wrench = row.kind == NodeKind::joint ? wrenchOf(tie.rules[at(row.index)], pose)
                                                         : freeWrench(tie, pose, row.index);
    addWrench(wrench, 1, pose.arm, forces[0]);
    addWrench(wrench, -1, pose.reach, forces[1]);
  } else if (row.kind == NodeKind::coupling) {
    const CouplingTie& coupling = graph_.couplings[at(row.item)];
    const auto forceOn = [&](int part) -> Vector6<double>& {
      return forces[std::find(coupling.parts.begin(), coupling.parts.end(), part) -
                    coupling.parts.begin()];
    };
    for (const CouplingTie::Term& term : coupling.terms) {
      const JointTie& joint = graph_.joints[at(term.joint)];
      const JointPose& pose = placement.joints[at(term.joint)];
      const RowWrench wrench = coordinateWrench(joint, pose, term.coefficient);
      addWrench(wrench, 1, pose.arm, forceOn(joint.frames.child));
      if (joint.frames.parent != groundPart)
        addWrench(wrench, -1, pose.reach, forceOn(joint.frames.parent));
    }
  } else {
    const SlipTie& slip = graph_.slips[at(row.item)];
    Vector6<double> rows[3];
    slip.rowsAt(placement.parts[at(slip.part)].rotation, rows);
    forces[0] = rows[row.index];
  }
}

double MultiplierDynamics::rowRate(const Placement& placement, const ClosingRow& row,
                                   const PartVector& velocities) const {
  if (row.kind == NodeKind::coupling) {
    double rate = 0;
    for (const CouplingTie::Term& term : graph_.couplings[at(row.item)].terms) {
      const JointTie& tie = graph_.joints[at(term.joint)];
      const JointPose& pose = placement.joints[at(term.joint)];
      rate += along(coordinateWrench(tie, pose, term.coefficient), relative(tie, pose, velocities));
    }
    return rate;
  }
  Vector6<double> forces[2];
  writeForces(placement, row, forces);
  double rate = 0;
  for (int k = 0; k < row.count; ++k)
    rate += forces[k].dot(velocities[at(closingParts_[at(row.first + k)])]);
  return rate;
}

double MultiplierDynamics::rowBias(const Placement& placement, const ClosingRow& row,
                                   const PartVector& velocities) const {
  if (row.kind == NodeKind::joint) {
    const JointTie& tie = graph_.joints[at(row.item)];
    return loopBias(tie.rules[at(row.index)], tie, placement.joints[at(row.item)], velocities);
  }
  if (row.kind == NodeKind::slip) {
    const SlipTie& slip = graph_.slips[at(row.item)];
    return slipBias(slip, row.index, placement.parts[at(slip.part)].rotation,
                    sextetOf(velocities[at(slip.part)]));
  }
  double bias = 0;
  for (const CouplingTie::Term& term : graph_.couplings[at(row.item)].terms) {
    const JointTie& tie = graph_.joints[at(term.joint)];
    const JointPose& pose = placement.joints[at(term.joint)];
    bias += along(coordinateWrench(tie, pose, term.coefficient), treeBias(tie, pose, velocities));
  }
  return bias;
}

void MultiplierDynamics::accelerationBias(const Placement& placement, const PartVector& velocities,
                                          PartVector& c, Eigen::VectorXd& closing) const {
  c.resize(graph_.joints.size());
  for (std::size_t j = 0; j < c.size(); ++j)
    (graph_.joints[j].isLoop() ? Sextet()
                               : treeBias(graph_.joints[j], placement.joints[j], velocities))
        .to(c[j].data());
  closing.resize(closingRows());
  for (int i = 0; i < closingRows(); ++i)
    closing[i] = rowBias(placement, closings_[at(i)], velocities);
}

void MultiplierDynamics::velocityGaps(const Placement& placement, const PartVector& velocities,
                                      PartVector& c, Eigen::VectorXd& closing) const {
  c.resize(graph_.joints.size());
  for (std::size_t j = 0; j < c.size(); ++j)
    (graph_.joints[j].isLoop() ? Sextet()
                               : relative(graph_.joints[j], placement.joints[j], velocities))
        .to(c[j].data());
  closing.resize(closingRows());
  for (int i = 0; i < closingRows(); ++i)
    closing[i] = rowRate(placement, closings_[at(i)], velocities);
}

namespace {

/// How far a tree joint's child stands from where its q wants it, linear and angular in the world.
Sextet treeGap(const JointTie& tie, const JointPose& pose, const double* q) {
  const Triple gap = Triple::from(pose.gap);
  if (tie.type == JointType::free) return {};
  if (tie.type == JointType::spherical) return {gap, {}};
  if (tie.type == JointType::revolute)
    return {gap, cross(Triple::from(pose.parentAxes.data() + 3 * hingeAxis),
                       Triple::from(pose.childAxes.data() + 3 * hingeAxis))};
  const Transform<double> wanted =
      tie.function ? tie.function->pose(q)
                   : withJoint(tie.type, tie.measure, [&]<typename Joint>(const Joint& joint) {
                       return joint.transform(Eigen::Map<const typename Joint::Position>(q));
                     });
  const Eigen::Matrix3d wantedAxes = pose.parentAxes * wanted.rotation;
  const Eigen::Vector3d turn = wantedAxes * so3::log(wantedAxes.transpose() * pose.childAxes);
  const Eigen::Vector3d slide = pose.gap - pose.parentAxes * wanted.translation;
  return {Triple::from(slide), Triple::from(turn)};
}

}  // namespace

void MultiplierDynamics::positionGaps(const Placement& placement, const Eigen::VectorXd& q,
                                      PartVector& c, Eigen::VectorXd& closing) const {
  c.resize(graph_.joints.size());
  for (std::size_t j = 0; j < c.size(); ++j) {
    const JointTie& tie = graph_.joints[j];
    (tie.isLoop() ? Sextet()
                  : treeGap(tie, placement.joints[j], &q[tree().body(tie.body).position]))
        .to(c[j].data());
  }
  closing.resize(closingRows());
  for (int i = 0; i < closingRows(); ++i) {
    const ClosingRow& row = closings_[at(i)];
    closing[i] = 0;
    if (row.kind == NodeKind::joint) {
      const JointTie& tie = graph_.joints[at(row.item)];
      const JointPose& pose = placement.joints[at(row.item)];
      const double angle = tie.type == JointType::helical
                               ? HelicalJoint<double>(tie.measure).closest(pose.relative())[0]
                               : 0;
      closing[i] = gapOf(tie.rules[at(row.index)], pose, angle);
    } else if (row.kind == NodeKind::slip) {
      const SlipTie& slip = graph_.slips[at(row.item)];
      if (row.index >= slip.slipRows()) closing[i] = slip.gap(placement.parts[at(slip.part)]);
    } else if (const CouplingTie& coupling = graph_.couplings[at(row.item)]; !coupling.isRate) {
      for (const CouplingTie::Term& term : coupling.terms)
        closing[i] +=
            term.coefficient * q[tree().body(graph_.joints[at(term.joint)].body).position];
      closing[i] -= coupling.offset;
    }
  }
}

void MultiplierDynamics::jointVelocities(const Placement& placement, const PartVector& velocities,
                                         Eigen::VectorXd& v) const {
  v.resize(tree().velocitySize());
  for (std::size_t j = 0; j < graph_.joints.size(); ++j) {
    const JointTie& tie = graph_.joints[j];
    if (tie.isLoop()) continue;
    const JointPose& pose = placement.joints[j];
    readVelocity(tie, pose, relative(tie, pose, velocities), &v[tree().body(tie.body).velocity]);
  }
}

void MultiplierDynamics::jointAccelerations(const Placement& placement,
                                            const PartVector& velocities,
                                            const PartVector& accelerations,
                                            Eigen::VectorXd& a) const {
  a.resize(tree().velocitySize());
  for (std::size_t j = 0; j < graph_.joints.size(); ++j) {
    const JointTie& tie = graph_.joints[j];
    if (tie.isLoop()) continue;
    const JointPose& pose = placement.joints[j];
    const Sextet rates = relative(tie, pose, accelerations) + treeBias(tie, pose, velocities);
    readVelocity(tie, pose, rates, &a[tree().body(tie.body).velocity]);
  }
}

}  // namespace linkwork::maximal
