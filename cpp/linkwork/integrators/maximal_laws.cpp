#include <algorithm>

#include "linkwork/integrators/maximal_system.hpp"
#include "linkwork/joints/any_joint.hpp"
#include "linkwork/joints/twist_forces.hpp"
#include "linkwork/maximal/joint_motion_space.hpp"
#include "linkwork/spatial/se3.hpp"

// Damping, friction and reflected inertia of joints in a step: impulses that depend on velocities
// by a law,
//
//   λ = −(h/2) d(u) − I (u − v_k)      or, where twists are resisted,      λ = −(h/2) S_kᵀ d(ξ)
//
// at the node, and as much of d at the end, with S there.

namespace linkwork::maximal {

/// u = Δq/h of a joint, or its ξ.
void MaximalSystem::readRates(const MaximalState& node, double h, std::size_t joint) {
  const JointConstraint& constraint = graph_.joints[joint];
  const TreeBody<double>& body = bodyOf(constraint);
  const JointPose &pose = node.joints[joint], &change = jointChanges_[joint];
  if (body.resistsTwist()) {
    twists_[joint] = se3::log(pose.relative().inverse() * (pose + change).relative()) / h;
    return;
  }
  if (constraint.function) {
    for (int k = 0; k < constraint.velocities; ++k)
      rates_[body.velocity + k] = (change.coordinates[at(k)] - pose.coordinates[at(k)]) / h;
    return;
  }
  if (constraint.velocities == 1) {
    rates_[body.velocity] = coordinateChange(constraint, pose, change) / h;
    return;
  }
  withJoint(constraint.type, constraint.measure, [&]<typename Kind>(const Kind& kind) {
    if constexpr (Kind::velocitySize > 0) {
      const typename Kind::Position before = node.q.segment<Kind::positionSize>(body.position);
      typename Kind::Position after;
      readPosition(constraint.type, constraint.measure, pose + change, before.data(), after.data());
      rates_.segment<Kind::velocitySize>(body.velocity) = kind.difference(before, after) / h;
    }
  });
}

/// λ of the laws at the node.
MaximalSystem::JointVector MaximalSystem::lawImpulses(const MaximalState& node, double h,
                                                      std::size_t joint) const {
  const JointConstraint& constraint = graph_.joints[joint];
  const TreeBody<double>& body = bodyOf(constraint);
  JointVector impulses(constraint.lawRows);
  if (body.resistsTwist())
    return -0.5 * h *
           motionsOf(constraint, node.joints[joint])
               .transpose()
               .lazyProduct(resistingWrench(body, twists_[joint]));
  for (int i = 0; i < constraint.lawRows; ++i) {
    const double u = rates_[body.velocity + i];
    impulses[i] = -0.5 * h * resistance(resistanceOf(body, i), u) -
                  body.reflectedInertia * (u - node.v[body.velocity + i]);
  }
  return impulses;
}

/// What their derivatives by velocities of parts are made of, with the joint at `pose` at the end:
/// rows, and what stands before them.
void MaximalSystem::lawRows(const MaximalState& node, double h, std::size_t joint,
                            const JointPose& pose, RowWrench* rows, double* factors) const {
  const JointConstraint& constraint = graph_.joints[joint];
  const TreeBody<double>& body = bodyOf(constraint);
  if (!body.resistsTwist()) {
    freeWrenches(constraint, pose, rows);
    for (int i = 0; i < constraint.lawRows; ++i)
      factors[i] += 0.5 * h * resistanceSlope(resistanceOf(body, i), rates_[body.velocity + i]);
    return;
  }
  const Vector6<double>& twist = twists_[joint];
  const MotionColumns motions = motionsOf(constraint, node.joints[joint]);
  const auto tangentInverse = se3::rightTangentInverseBlocks(Vector6<double>(h * twist));
  for (int i = 0; i < constraint.lawRows; ++i) {
    Vector6<double> wrench = motions.col(i);
    for (int k = 0; k < 6; ++k) wrench[k] *= resistanceSlope(body, twist[k]);
    rows[i] = inWorld(pose, tangentInverse.transposeTimes(wrench));
    factors[i] = 0.5 * h;
  }
}

bool MaximalSystem::moveLaws(const MaximalState& node, double h, const Eigen::VectorXd& x) {
  const auto hasLaws = [](const JointConstraint& joint) { return joint.lawRows > 0; };
  if (std::none_of(graph_.joints.begin(), graph_.joints.end(), hasLaws)) return true;
  if (!move(node, h, x)) return false;
  for (std::size_t j = 0; j < graph_.joints.size(); ++j)
    if (hasLaws(graph_.joints[j])) readRates(node, h, j);
  return true;
}

double MaximalSystem::addLawImpulses(const MaximalState& end, double h,
                                     Eigen::VectorXd& impulses) const {
  double work = 0;
  for (std::size_t j = 0; j < graph_.joints.size(); ++j) {
    const JointConstraint& constraint = graph_.joints[j];
    if (constraint.lawRows == 0) continue;
    const TreeBody<double>& body = bodyOf(constraint);
    if (body.resistsTwist()) {
      const Vector6<double> wrench = resistingWrench(body, twists_[j]);
      impulses.segment(body.velocity, constraint.lawRows) -=
          0.5 * h * motionsOf(constraint, end.joints[j]).transpose().lazyProduct(wrench);
      work -= h * wrench.dot(twists_[j]);
      continue;
    }
    for (int i = 0; i < constraint.lawRows; ++i) {
      const double u = rates_[body.velocity + i], force = -resistance(resistanceOf(body, i), u);
      impulses[body.velocity + i] += 0.5 * h * force;
      work += h * force * u;
    }
  }
  return work;
}

}  // namespace linkwork::maximal
