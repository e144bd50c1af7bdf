#include "linkwork/collision/contact_scene.hpp"

#include <algorithm>
#include <cmath>

#include "linkwork/model/index.hpp"

namespace linkwork::contact {

using linkwork::detail::at;
using maximal::groundPart;

ContactScene::ContactScene(const Mechanism& mechanism, const ClusterTree<double>& tree,
                           const maximal::RigidParts& rigid)
    : selfCollision_(mechanism.contact.selfCollision) {
  for (const Collider& collider : mechanism.contact.colliders) {
    const int named = bodyNamed(mechanism, collider.body);
    const int body = named == ground ? ground : tree.treeBody(named);
    Transform<double> onPart{collider.frame.rotation.normalized().toRotationMatrix(),
                             collider.frame.position};
    if (body != ground) onPart = rigid.frame(body) * tree.body(body).userFrame * onPart;
    const auto index = static_cast<std::uint32_t>(colliders_.size());
    (collider.type == ColliderType::plane ? planes_ : bounded_).push_back(index);
    colliders_.push_back({rigid.part(body), body, onPart, collider.friction, collider.restitution});
    const Eigen::Vector3d half = collider.type == ColliderType::capsule
                                     ? Eigen::Vector3d(0, 0, collider.length / 2)
                                     : Eigen::Vector3d(collider.size / 2);
    solids_.push_back({collider.type, half, collider.radius, onPart.translation, onPart.rotation});
  }
  bounds_.resize(bounded_.size());

  const auto join = [&](int a, int b) {
    const int one = rigid.part(a), other = rigid.part(b);
    if (std::min(one, other) != groundPart)
      joined_.emplace_back(std::min(one, other), std::max(one, other));
  };
  for (std::size_t i = 0; i < tree.bodies().size(); ++i)
    join(static_cast<int>(i), tree.bodies()[i].parent);
  for (const Cluster<double>& cluster : tree.clusters())
    if (cluster.constraint)
      for (const LoopClosure<double>& loop : cluster.constraint->loops)
        join(loop.parent, loop.child);
  std::sort(joined_.begin(), joined_.end());
}

bool ContactScene::canTouch(std::uint32_t i, std::uint32_t j) const {
  const auto [low, high] = std::minmax(colliders_[i].part, colliders_[j].part);
  if (low == high) return false;
  if (low == groundPart) return true;
  return selfCollision_ &&
         !std::binary_search(joined_.begin(), joined_.end(), std::pair<int, int>(low, high));
}

void ContactScene::place(const std::vector<maximal::PartPose>& poses,
                         std::span<const double> reach) {
  for (std::size_t i = 0; i < colliders_.size(); ++i) {
    const PlacedCollider& collider = colliders_[i];
    if (collider.part == groundPart) continue;
    const maximal::PartPose& pose = poses[at(collider.part)];
    solids_[i].position = pose.position + pose.rotation * collider.onPart.translation;
    solids_[i].axes.noalias() = pose.rotation * collider.onPart.rotation;
  }
  for (std::size_t k = 0; k < bounded_.size(); ++k) {
    const Solid& solid = solids_[bounded_[k]];
    const Eigen::Vector3d extent = solid.extent().array() + reach[at(colliders_[bounded_[k]].part)];
    bounds_[k] = {solid.position - extent, solid.position + extent};
  }
}

void ContactScene::meet(std::uint32_t i, std::uint32_t j, double reach,
                        std::vector<ContactPoint>& points) {
  const PlacedCollider& a = colliders_[i];
  const PlacedCollider& b = colliders_[j];
  touches_.clear();
  findTouches(solids_[i], solids_[j], reach, touches_);
  for (const Touch& touch : touches_)
    points.push_back({.parts = {a.part, b.part},
                      .bodies = {a.body, b.body},
                      .point = touch.point,
                      .normal = touch.normal,
                      .gap = touch.gap,
                      .friction = std::sqrt(a.friction * b.friction),
                      .restitution = std::max(a.restitution, b.restitution),
                      .id = (std::uint64_t{i} * colliders_.size() + j) << 16 | touch.feature});
}

void ContactScene::find(const std::vector<maximal::PartPose>& poses, std::span<const double> reach,
                        std::vector<ContactPoint>& points) {
  points.clear();
  pairs_.clear();
  place(poses, reach);
  for (const std::uint32_t plane : planes_)
    for (const std::uint32_t other : bounded_)
      if (canTouch(plane, other))
        pairs_.emplace_back(std::min(plane, other), std::max(plane, other));
  broadPhase_.find(bounds_, [&](std::uint32_t k, std::uint32_t l) {
    if (canTouch(bounded_[k], bounded_[l])) pairs_.emplace_back(bounded_[k], bounded_[l]);
  });
  std::sort(pairs_.begin(), pairs_.end());
  for (const auto& [i, j] : pairs_)
    meet(i, j, reach[at(colliders_[i].part)] + reach[at(colliders_[j].part)], points);
}

}  // namespace linkwork::contact
