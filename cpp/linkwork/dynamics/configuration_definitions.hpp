#pragma once

#include "linkwork/dynamics/configuration.hpp"
#include "linkwork/model/body_joint.hpp"

/// Definitions of configuration.hpp, for scalars that configuration.cpp does not instantiate.
namespace linkwork {
namespace configuration {

/// Calls `visit(joint, body)` for every joint whose ⊕ is not addition, with the joint's own class.
template <typename Scalar, typename Visitor>
void forEachCurvedJoint(const ClusterTree<Scalar>& tree, Visitor&& visit) {
  for (const int index : tree.curvedJoints()) {
    const TreeBody<Scalar>& body = tree.body(index);
    withJoint(body, [&](const auto& joint) { visit(joint, body); });
  }
}

template <typename Joint, typename Scalar>
typename Joint::Position positionOf(const TreeBody<Scalar>& body, const ConstVectorRef<Scalar>& q) {
  return q.template segment<Joint::positionSize>(body.position, body.positions);
}

template <typename Joint, typename Scalar>
typename Joint::Velocity velocityOf(const TreeBody<Scalar>& body, const ConstVectorRef<Scalar>& v) {
  return v.template segment<Joint::velocitySize>(body.velocity, body.velocities);
}

}  // namespace configuration

template <typename Scalar>
void retract(const ClusterTree<Scalar>& tree, const ConstVectorRef<Scalar>& q,
             const ConstVectorRef<Scalar>& delta, VectorRef<Scalar> result) {
  for (const auto [position, velocity, count] : tree.vectorRuns())
    result.segment(position, count) = q.segment(position, count) + delta.segment(velocity, count);
  configuration::forEachCurvedJoint(tree, [&]<typename Joint>(const Joint& joint,
                                                              const TreeBody<Scalar>& body) {
    result.template segment<Joint::positionSize>(body.position, body.positions) = joint.retract(
        configuration::positionOf<Joint>(body, q), configuration::velocityOf<Joint>(body, delta));
  });
}

template <typename Scalar>
void retract(const ClusterTree<Scalar>& tree, const Cluster<Scalar>& cluster,
             const ConstVectorRef<Scalar>& delta, VectorRef<Scalar> q) {
  for (int i = cluster.firstBody; i < cluster.firstBody + cluster.bodyCount; ++i) {
    const TreeBody<Scalar>& body = tree.body(i);
    withJoint(body, [&]<typename Joint>(const Joint& joint) {
      auto position = q.template segment<Joint::positionSize>(body.position, body.positions);
      const typename Joint::Velocity step =
          delta.template segment<Joint::velocitySize>(body.local, body.velocities);
      position = joint.retract(typename Joint::Position(position), step);
    });
  }
}

template <typename Scalar>
void difference(const ClusterTree<Scalar>& tree, const ConstVectorRef<Scalar>& from,
                const ConstVectorRef<Scalar>& to, VectorRef<Scalar> result) {
  for (const auto [position, velocity, count] : tree.vectorRuns())
    result.segment(velocity, count) = to.segment(position, count) - from.segment(position, count);
  configuration::forEachCurvedJoint(tree, [&]<typename Joint>(const Joint& joint,
                                                              const TreeBody<Scalar>& body) {
    result.template segment<Joint::velocitySize>(body.velocity, body.velocities) = joint.difference(
        configuration::positionOf<Joint>(body, from), configuration::positionOf<Joint>(body, to));
  });
}

template <typename Scalar>
void chartVelocity(const ClusterTree<Scalar>& tree, const ConstVectorRef<Scalar>& delta,
                   const ConstVectorRef<Scalar>& v, VectorRef<Scalar> result) {
  for (const auto [position, velocity, count] : tree.vectorRuns())
    result.segment(velocity, count) = v.segment(velocity, count);
  configuration::forEachCurvedJoint(
      tree, [&]<typename Joint>(const Joint& joint, const TreeBody<Scalar>& body) {
        result.template segment<Joint::velocitySize>(body.velocity, body.velocities) =
            joint.chartVelocity(configuration::velocityOf<Joint>(body, delta),
                                configuration::velocityOf<Joint>(body, v));
      });
}

}  // namespace linkwork
