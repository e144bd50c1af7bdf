#include "linkwork/constraints/loop_constraints.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "linkwork/constraints/explicit_constraint.hpp"
#include "linkwork/constraints/rows.hpp"
#include "linkwork/jet.hpp"
#include "linkwork/model/body_joint.hpp"
#include "linkwork/spatial/se3.hpp"
#include "linkwork/spatial/twist.hpp"

namespace linkwork {
namespace {

/// The motion of a body relative to the output body, in the output body's frame.
template <typename Scalar>
struct RelativeMotion {
  Vector6<Scalar> velocity = Vector6<Scalar>::Zero();
  Vector6<Scalar> acceleration = Vector6<Scalar>::Zero();
};

template <typename Scalar>
RelativeMotion<Scalar> motionOf(int body, const Cluster<Scalar>& cluster,
                                const ConstraintWorkspace<Scalar>& workspace) {
  if (body < cluster.firstBody) return {};
  const auto local = static_cast<std::size_t>(body - cluster.firstBody);
  return {workspace.velocities[local], workspace.accelerations[local]};
}

/// Motion subspaces relative to the output body.
template <typename Scalar>
void updateRelativeSubspaces(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                             TreeWorkspace<Scalar>& work) {
  ConstraintWorkspace<Scalar>& workspace = work.of(tree, cluster);
  for (int i = 0; i < cluster.bodyCount; ++i) {
    const TreeBody<Scalar>& body = tree.body(cluster.firstBody + i);
    const Transform<Scalar>& pose = workspace.poses[static_cast<std::size_t>(i)];
    for (int k = 0; k < body.velocities; ++k)
      workspace.subspaces.col(body.local + k) =
          pose.twistToParent(work.jointSubspaces.col(body.velocity + k));
  }
}

/// Velocities and accelerations at q̈ = 0 relative to the output body, after the subspaces.
template <typename Scalar>
void updateRelativeMotion(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                          const ConstVectorRef<Scalar>& q, const ConstVectorRef<Scalar>& v,
                          TreeWorkspace<Scalar>& work) {
  ConstraintWorkspace<Scalar>& workspace = work.of(tree, cluster);
  for (int i = 0; i < cluster.bodyCount; ++i) {
    const TreeBody<Scalar>& body = tree.body(cluster.firstBody + i);
    const RelativeMotion<Scalar> parent = motionOf(body.parent, cluster, workspace);
    const auto at = static_cast<std::size_t>(i);
    const Transform<Scalar>& pose = workspace.poses[at];

    withJoint(body, [&]<typename Joint>(const Joint& joint) {
      const typename Joint::Position position =
          q.template segment<Joint::positionSize>(body.position, body.positions);
      const typename Joint::Velocity velocity =
          v.template segment<Joint::velocitySize>(body.velocity, body.velocities);
      const Vector6<Scalar> relative = workspace.subspaces.template middleCols<Joint::velocitySize>(
                                           body.local, body.velocities) *
                                       velocity;
      workspace.velocities[at] = parent.velocity + relative;
      workspace.accelerations[at] = parent.acceleration +
                                    pose.twistToParent(joint.bias(position, velocity)) +
                                    crossMotion(workspace.velocities[at], relative);
    });
  }
}

/// JointRates of a loop's joint, and their derivatives at q̈ = 0, in the output body's axes. The
/// offset d leads from the parent's point to the child's.
template <typename Scalar>
std::pair<JointRates<Scalar>, JointRates<Scalar>> ratesOf(const RelativeMotion<Scalar>& parent,
                                                          const RelativeMotion<Scalar>& child,
                                                          const Vector3<Scalar>& parentPoint,
                                                          const Vector3<Scalar>& childPoint) {
  const auto pointOf = [](const RelativeMotion<Scalar>& body, const Vector3<Scalar>& at) {
    const auto turning = body.velocity.template head<3>();
    const Vector3<Scalar> velocity = body.velocity.template tail<3>() + turning.cross(at);
    const Vector3<Scalar> acceleration = body.acceleration.template tail<3>() +
                                         body.acceleration.template head<3>().cross(at) +
                                         turning.cross(velocity);
    return std::pair(velocity, acceleration);
  };
  const auto [from, fromRate] = pointOf(parent, parentPoint);
  const auto [to, toRate] = pointOf(child, childPoint);
  return {{vec3(parent.velocity.template head<3>()), vec3(child.velocity.template head<3>()),
           vec3(to - from)},
          {vec3(parent.acceleration.template head<3>()),
           vec3(child.acceleration.template head<3>()), vec3(toRate - fromRate)}};
}

template <typename Scalar>
int assembleLoop(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                 const LoopClosure<Scalar>& loop, ConstraintLevel level, int firstRow,
                 ConstraintWorkspace<Scalar>& workspace) {
  const Scalar perLength(1 / cluster.constraint->length);
  const Transform<Scalar> frame =
      poseInOutput(loop.child, cluster, workspace.poses) * loop.childFrame;
  const Transform<Scalar> base =
      poseInOutput(loop.parent, cluster, workspace.poses) * loop.parentFrame;
  const Transform<Scalar> relative = base.inverse() * frame;
  const JointVectors<Scalar> x = closedVectors(loop.joint, loop.measure, relative, frame.rotation);
  JointRates<Scalar> v, a;
  Vector6<Scalar> open;
  if (level == ConstraintLevel::position) {
    open = se3::log(violationOf(loop.joint, loop.measure, relative));
    open << frame.rotation * open.template head<3>(), frame.rotation * open.template tail<3>();
  } else {
    const Vector3<Scalar> start = frame.translation - x.offset.vector();
    std::tie(v, a) = ratesOf(motionOf(loop.parent, cluster, workspace),
                             motionOf(loop.child, cluster, workspace), start, frame.translation);
  }

  int row = firstRow;
  for (const RowRule<Scalar>& rule : rulesOf(loop.joint, loop.measure)) {
    const RowWrench<Scalar> wrench = rule.wrench(x);
    const Scalar unit = rule.isLength() ? perLength : Scalar(1);
    const Vector3<Scalar> force = wrench.force.vector(), torque = wrench.torque.vector();
    Vector6<Scalar> atOutput;
    atOutput << torque + frame.translation.cross(force), force;
    atOutput *= unit;
    addPath(tree, cluster, loop.child, Scalar(1), atOutput, workspace.subspaces, row,
            workspace.jacobian);
    addPath(tree, cluster, loop.parent, Scalar(-1), atOutput, workspace.subspaces, row,
            workspace.jacobian);
    const Scalar right =
        level == ConstraintLevel::position
            ? Scalar(torque.dot(open.template head<3>()) + force.dot(open.template tail<3>()))
            : -rule.bias(x, v, a);
    workspace.rightSide[row] = unit * right;
    ++row;
  }
  return row - firstRow;
}

template <typename Scalar>
void assembleCoupling(const Cluster<Scalar>& cluster, const CouplingRow<Scalar>& coupling,
                      const ConstVectorRef<Scalar>& q, const ConstVectorRef<Scalar>& v,
                      ConstraintLevel level, int row, ConstraintWorkspace<Scalar>& workspace) {
  const Scalar largest = largestCoefficient(coupling);
  Scalar right(0);
  for (const auto& term : coupling.terms) {
    workspace.jacobian(row, term.local) = term.slope(q[term.position]) / largest;
    if (!term.function) continue;
    const Scalar& rate = v[cluster.velocities[static_cast<std::size_t>(term.local)]];
    right -= term.curvature(q[term.position]) * rate * rate;
  }
  if (level == ConstraintLevel::position) right = couplingViolation(coupling, q);
  workspace.rightSide[row] = right / largest;
}

}  // namespace

template <typename Scalar>
void updateRelativePoses(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                         TreeWorkspace<Scalar>& work) {
  auto& poses = work.of(tree, cluster).poses;
  for (int i = cluster.firstBody; i < cluster.firstBody + cluster.bodyCount; ++i) {
    const int parent = tree.body(i).parent - cluster.firstBody;
    const Transform<Scalar>& toParent = work.of(i).toParent;
    poses[static_cast<std::size_t>(i - cluster.firstBody)] =
        parent < 0 ? toParent : poses[static_cast<std::size_t>(parent)] * toParent;
  }
}

template <typename Scalar>
Transform<Scalar> violationOf(const Cluster<Scalar>& cluster, const LoopClosure<Scalar>& loop,
                              const ConstraintWorkspace<Scalar>& workspace) {
  const Transform<Scalar> parent =
      poseInOutput(loop.parent, cluster, workspace.poses) * loop.parentFrame;
  const Transform<Scalar> child =
      poseInOutput(loop.child, cluster, workspace.poses) * loop.childFrame;
  return violationOf(loop.joint, loop.measure, Transform<Scalar>(parent.inverse() * child));
}

template <typename Scalar>
void assembleConstraints(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                         const ConstVectorRef<Scalar>& q, const ConstVectorRef<Scalar>& v,
                         ConstraintLevel level, TreeWorkspace<Scalar>& work) {
  ConstraintWorkspace<Scalar>& workspace = work.of(tree, cluster);
  const ClusterConstraint<Scalar>& constraint = *cluster.constraint;
  workspace.jacobian.setZero();
  updateRelativePoses(tree, cluster, work);
  if (!constraint.loops.empty()) {
    updateRelativeSubspaces(tree, cluster, work);
    if (level == ConstraintLevel::acceleration) updateRelativeMotion(tree, cluster, q, v, work);
  }
  int row = 0;
  for (const LoopClosure<Scalar>& loop : constraint.loops)
    row += assembleLoop(tree, cluster, loop, level, row, workspace);
  for (const CouplingRow<Scalar>& coupling : constraint.couplings)
    assembleCoupling(cluster, coupling, q, v, level, row++, workspace);
}

template <typename Scalar>
bool solveConstraints(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
                      const ConstVectorRef<Scalar>& q, const ConstVectorRef<Scalar>& v,
                      TreeWorkspace<Scalar>& work, BasisOf basis) {
  if (cluster.constraint->explicitForm) {
    updateRelativePoses(tree, cluster, work);
    if (solveExplicit(tree, cluster, q, v, work)) return true;
  }
  assembleConstraints(tree, cluster, q, v, ConstraintLevel::acceleration, work);
  return reduceConstraints(cluster, work.of(tree, cluster), cluster.constraint->rows, {}, basis);
}

template void assembleConstraints(const ClusterTree<double>&, const Cluster<double>&,
                                  const ConstVectorRef<double>&, const ConstVectorRef<double>&,
                                  ConstraintLevel, TreeWorkspace<double>&);
template void assembleConstraints(const ClusterTree<DerivativeJet>&, const Cluster<DerivativeJet>&,
                                  const ConstVectorRef<DerivativeJet>&,
                                  const ConstVectorRef<DerivativeJet>&, ConstraintLevel,
                                  TreeWorkspace<DerivativeJet>&);
template void updateRelativePoses(const ClusterTree<double>&, const Cluster<double>&,
                                  TreeWorkspace<double>&);
template Transform<double> violationOf(const Cluster<double>&, const LoopClosure<double>&,
                                       const ConstraintWorkspace<double>&);
template bool solveConstraints(const ClusterTree<double>&, const Cluster<double>&,
                               const ConstVectorRef<double>&, const ConstVectorRef<double>&,
                               TreeWorkspace<double>&, BasisOf);
template bool solveConstraints(const ClusterTree<DerivativeJet>&, const Cluster<DerivativeJet>&,
                               const ConstVectorRef<DerivativeJet>&,
                               const ConstVectorRef<DerivativeJet>&, TreeWorkspace<DerivativeJet>&,
                               BasisOf);

}  // namespace linkwork
