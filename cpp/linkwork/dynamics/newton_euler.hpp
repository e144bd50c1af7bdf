#pragma once

#include "linkwork/dynamics/workspace.hpp"
#include "linkwork/spatial/twist.hpp"

/// The steps of the recursive Newton–Euler algorithm over one cluster.
/// Source: Chignoli et al., section VI.
namespace linkwork {

/// Forward: the acceleration of a body from its parent's and the spanning accelerations G ÿ:
///   a = X a_p + S G ÿ + (S g + Ṡ q̇ + v × S q̇)
template <typename Scalar>
void accelerateBody(const ClusterTree<Scalar>& tree, int index, const Vector6<Scalar>& parent,
                    Workspace<Scalar>& work) {
  const TreeBody<Scalar>& body = tree.body(index);
  BodyWorkspace<Scalar>& here = work.of(index);
  here.acceleration = here.toParent.twistToChild(parent) + here.jointBias;
  for (int k = body.velocity; k < body.velocity + body.velocities; ++k)
    here.acceleration += work.jointSubspaces.col(k) * work.spanningAccelerations[k];
}

/// Backward: the joint's part of the force, less the applied joint force, into `jointForces`; adds
/// the whole force to the parent body.
template <typename Scalar>
void propagateForce(const ClusterTree<Scalar>& tree, int index, Workspace<Scalar>& work) {
  const TreeBody<Scalar>& body = tree.body(index);
  const BodyWorkspace<Scalar>& here = work.of(index);
  for (int k = body.velocity; k < body.velocity + body.velocities; ++k)
    work.jointForces[k] = work.jointSubspaces.col(k).dot(here.force) - work.jointForces[k];
  if (body.parent != ground) work.of(body.parent).force += here.toParent.wrenchToParent(here.force);
}

}  // namespace linkwork
