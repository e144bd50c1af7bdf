#include "linkwork/contact/part_colliders.hpp"

#include "linkwork/model/clustering.hpp"

namespace linkwork::contact {
namespace {

collision::Solid solidOf(const Collider& collider, const Transform<double>& frame,
                         const Eigen::Vector3d& gravity) {
  if (collider.type == ColliderType::hull)
    return collision::hullSolid(collider.points, frame.translation, frame.rotation);
  Eigen::Vector3d half = collider.size / 2;
  if (collider.type == ColliderType::capsule) half = {0, 0, collider.length / 2};
  if (collider.type == ColliderType::cylinder)
    half = {collider.radius, collider.radius, collider.length / 2};
  const double radius = collider.type == ColliderType::cylinder ? 0 : collider.radius;
  return {collider.type, half, radius, frame.translation, frame.rotation, gravity};
}

collision::PartCollider placed(const Collider& collider, int body, const ClusterTree<double>& tree,
                               const RigidParts& rigid) {
  Transform<double> onPart{collider.frame.rotation.normalized().toRotationMatrix(),
                           collider.frame.position};
  if (body != ground) onPart = rigid.frame(body) * tree.body(body).userFrame * onPart;
  return {rigid.part(body), body, solidOf(collider, onPart, tree.gravity()), collider.friction,
          collider.restitution};
}

}  // namespace

collision::Scene sceneOf(const Mechanism& mechanism, const ClusterTree<double>& tree,
                         const RigidParts& rigid) {
  std::vector<collision::PartCollider> colliders;
  for (const Collider& collider : mechanism.contact.colliders) {
    const int named = bodyNamed(mechanism, collider.body);
    colliders.push_back(
        placed(collider, named == ground ? ground : tree.treeBody(named), tree, rigid));
  }
  std::vector<std::pair<int, int>> joined;
  const auto join = [&](int a, int b) { joined.emplace_back(rigid.part(a), rigid.part(b)); };
  for (std::size_t i = 0; i < tree.bodies().size(); ++i)
    join(static_cast<int>(i), tree.bodies()[i].parent);
  for (const Cluster<double>& cluster : tree.clusters()) {
    if (!cluster.constraint) continue;
    for (const LoopClosure<double>& loop : cluster.constraint->loops) {
      join(loop.parent, loop.child);
      // What a body without mass is fixed to moves on its joint (mechanism/loop_functions.hpp).
      if (loop.joint == JointType::fixed && loop.parent != ground &&
          tree.body(loop.parent).inertia.mass == 0)
        join(tree.body(loop.parent).parent, loop.child);
    }
  }
  return {std::move(colliders), std::move(joined), mechanism.contact.selfCollision};
}

}  // namespace linkwork::contact
