#include "linkwork/integrators/discrete_recursion.hpp"

#include "linkwork/integrators/joint_displacement.hpp"
#include "linkwork/jet.hpp"
#include "linkwork/joints/any_joint.hpp"
#include "linkwork/joints/twist_forces.hpp"
#include "linkwork/linalg/index.hpp"
#include "linkwork/model/body_joint.hpp"

namespace linkwork {
namespace {

/// Joints whose motion subspace depends on where they are.
template <typename Joint, typename Scalar>
constexpr bool hasTurningSubspace =
    std::is_same_v<Joint, UniversalJoint<Scalar>> || std::is_same_v<Joint, PlanarJoint<Scalar>> ||
    std::is_same_v<Joint, GeneralJoint<Scalar>>;

}  // namespace

template <typename Scalar, typename Momentum>
DiscreteRecursion<Scalar, Momentum>::DiscreteRecursion(const ClusterTree<Scalar>& tree)
    : tree_(&tree),
      bodies_(tree.bodies().size()),
      joints_(bodies_.size()),
      u_(tree.velocitySize()),
      moved_(tree.velocitySize()),
      residual_(tree.velocitySize()),
      endSubspaces_(6, tree.velocitySize()) {}

template <typename Scalar, typename Momentum>
void DiscreteRecursion<Scalar, Momentum>::begin(double h, const VectorX<Scalar>& q,
                                                const TreeWorkspace<Scalar>& knot) {
  h_ = h;
  q_ = &q;
  knot_ = &knot;
  endSubspaces_ = knot.jointSubspaces;
}

template <typename Scalar, typename Momentum>
void DiscreteRecursion<Scalar, Momentum>::moveBody(int index, const Vector6<Scalar>& momentum) {
  const TreeBody<Scalar>& body = tree_->body(index);
  BodyStep<Scalar>& here = bodies_[at(index)];
  BasicDisplacement<Scalar>& jointMoved = joints_[at(index)];
  withJoint(body, [&]<typename Joint>(const Joint& joint) {
    const typename Joint::Position position =
        q_->template segment<Joint::positionSize>(body.position, body.positions);
    const typename Joint::Velocity delta =
        moved_.template segment<Joint::velocitySize>(body.velocity, body.velocities);
    jointMoved = displacement(joint, position, delta);
    if constexpr (hasTurningSubspace<Joint, Scalar>)
      endSubspaces_.template middleCols<Joint::velocitySize>(body.velocity, body.velocities) =
          joint.motionSubspace(joint.retract(position, delta));
  });
  here.moved = jointMoved;
  if (body.parent != ground)
    here.moved = bodies_[at(body.parent)].moved.seenFrom(knot_->of(index).toParent) * jointMoved;
  here.twist = here.moved.log();
  here.momentum = Momentum::of(body.inertia, here, h_);
  here.impulse = here.momentum.atStart() - momentum;
}

template <typename Scalar, typename Momentum>
bool DiscreteRecursion<Scalar, Momentum>::evaluate(const VectorX<Scalar>& u,
                                                   const std::vector<Vector6<Scalar>>& bodyMomenta,
                                                   const VectorX<Scalar>& jointMomenta) {
  u_ = u;
  moved_ = Scalar(h_) * u;
  const int count = static_cast<int>(bodies_.size());
  for (int i = 0; i < count; ++i) {
    moveBody(i, bodyMomenta[at(i)]);
    const Scalar turn = bodies_[at(i)].twist.template head<3>().squaredNorm();
    if (!(turn < Scalar(largestTurn * largestTurn))) return false;
  }

  residual_ = -jointMomenta;
  Scalar sum(0);
  for (int i = count - 1; i >= 0; --i) {
    const TreeBody<Scalar>& body = tree_->body(i);
    const Vector6<Scalar>& impulse = bodies_[at(i)].impulse;
    withVelocitySize(body.velocities, [&]<int nv>() {
      auto f = residual_.template segment<nv>(body.velocity);
      f += knot_->jointSubspaces.template middleCols<nv>(body.velocity).transpose() * impulse;
      if (body.hasPassiveForces) addResistance(i, 0.5 * h_, knot_->jointSubspaces, residual_);
      for (int k = 0; k < nv; ++k) {
        f[k] += body.armature * u[body.velocity + k];
        sum += f[k];
      }
    });
    if (body.parent != ground)
      bodies_[at(body.parent)].impulse += knot_->of(i).toParent.wrenchToParent(impulse);
  }
  return sum - sum == Scalar(0);
}

template <typename Scalar, typename Momentum>
Vector6<Scalar> DiscreteRecursion<Scalar, Momentum>::averageTwist(int index) const {
  return joints_[at(index)].log() / Scalar(h_);
}

/// Adds impulse · d of the joint of a body, with its S.
template <typename Scalar, typename Momentum>
void DiscreteRecursion<Scalar, Momentum>::addResistance(int index, double impulse,
                                                        const Matrix6X<Scalar>& subspaces,
                                                        VectorX<Scalar>& forces) const {
  const TreeBody<Scalar>& body = tree_->body(index);
  if (body.resistsTwist())
    forces.segment(body.velocity, body.velocities) +=
        Scalar(impulse) * subspaces.middleCols(body.velocity, body.velocities)
                              .transpose()
                              .lazyProduct(resistingWrench(body, averageTwist(index)));
  else
    for (int k = body.velocity; k < body.velocity + body.velocities; ++k)
      forces[k] += Scalar(impulse) * resistance(resistanceAlong(k, body), u_[k]);
}

template <typename Scalar, typename Momentum>
void DiscreteRecursion<Scalar, Momentum>::momentaAtEnd(std::vector<Vector6<Scalar>>& bodyMomenta,
                                                       VectorX<Scalar>& jointMomenta) const {
  for (int i = 0; i < static_cast<int>(bodies_.size()); ++i) {
    const TreeBody<Scalar>& body = tree_->body(i);
    bodyMomenta[at(i)] = bodies_[at(i)].momentum.atEnd();
    for (int k = body.velocity; k < body.velocity + body.velocities; ++k)
      jointMomenta[k] = body.armature * u_[k];
    if (body.hasPassiveForces) addResistance(i, -0.5 * h_, endSubspaces_, jointMomenta);
  }
}

template class DiscreteRecursion<double>;
template class DiscreteRecursion<DerivativeJet>;
template class DiscreteRecursion<DerivativeJet, ChordMomentum>;

}  // namespace linkwork
