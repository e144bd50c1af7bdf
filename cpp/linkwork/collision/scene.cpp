#include "linkwork/collision/scene.hpp"

#include <algorithm>
#include <cmath>

namespace linkwork::collision {

namespace {

/// Whether the boxes along the world's axes that hold two solids overlap. Planes fill the world.
bool boxesOverlap(const Solid& a, const Solid& b) {
  if (a.type == ColliderType::plane || b.type == ColliderType::plane) return true;
  const Eigen::Array3d apart = (b.position - a.position).cwiseAbs();
  return (apart <= (a.extent() + b.extent()).array()).all();
}

/// The low 16 bits of a feature are the lowest of an id, the high ones the highest.
std::uint64_t idOf(std::uint64_t pair, std::uint64_t feature) {
  return feature >> 16 << 48 | pair << 16 | (feature & 0xffff);
}

}  // namespace

Scene::Scene(std::vector<PartCollider> colliders, std::vector<std::pair<int, int>> joined,
             std::vector<PairRule> rules, bool selfCollision)
    : colliders_(std::move(colliders)),
      joined_(std::move(joined)),
      rules_(std::move(rules)),
      selfCollision_(selfCollision) {
  for (const PartCollider& collider : colliders_) {
    const auto index = static_cast<std::uint32_t>(solids_.size());
    (collider.solid.type == ColliderType::plane ? planes_ : bounded_).push_back(index);
    solids_.push_back(collider.solid);
  }
  bounds_.resize(bounded_.size());
  for (auto& [one, other] : joined_)
    if (one > other) std::swap(one, other);
  std::sort(joined_.begin(), joined_.end());
  std::stable_sort(rules_.begin(), rules_.end(),
                   [](const PairRule& a, const PairRule& b) { return a.colliders < b.colliders; });
}

const PairRule* Scene::ruleOf(std::uint32_t i, std::uint32_t j) const {
  const std::array<std::uint32_t, 2> pair{std::min(i, j), std::max(i, j)};
  const auto after = std::upper_bound(
      rules_.begin(), rules_.end(), pair,
      [](const auto& colliders, const PairRule& rule) { return colliders < rule.colliders; });
  return after != rules_.begin() && (after - 1)->colliders == pair ? &*(after - 1) : nullptr;
}

bool Scene::canTouch(std::uint32_t i, std::uint32_t j) const {
  const PartCollider &a = colliders_[i], &b = colliders_[j];
  const auto [low, high] = std::minmax(a.part, b.part);
  if (low == high || (a.isSensor && b.isSensor)) return false;
  if ((a.group & b.mask) == 0 || (b.group & a.mask) == 0) return false;
  if (const PairRule* const rule = ruleOf(i, j); rule && !rule->touches) return false;
  if (low == 0) return true;
  return selfCollision_ &&
         !std::binary_search(joined_.begin(), joined_.end(), std::pair<int, int>(low, high));
}

void Scene::findPlaced(std::span<const double> reach, std::vector<ContactPoint>& points) {
  points.clear();
  pairs_.clear();
  for (std::size_t k = 0; k < bounded_.size(); ++k) {
    const Solid& solid = solids_[bounded_[k]];
    const Eigen::Vector3d extent = solid.extent().array() + reach[at(colliders_[bounded_[k]].part)];
    bounds_[k] = {solid.position - extent, solid.position + extent};
  }
  for (const std::uint32_t plane : planes_)
    for (const std::uint32_t other : bounded_)
      if (canTouch(plane, other))
        pairs_.emplace_back(std::min(plane, other), std::max(plane, other));
  broadPhase_.find(bounds_, [&](std::uint32_t k, std::uint32_t l) {
    if (canTouch(bounded_[k], bounded_[l])) pairs_.emplace_back(bounded_[k], bounded_[l]);
  });
  std::sort(pairs_.begin(), pairs_.end());
  for (const auto& [i, j] : pairs_)
    findPair(i, j, reach[at(colliders_[i].part)] + reach[at(colliders_[j].part)], points);
}

void Scene::findPair(std::uint32_t i, std::uint32_t j, double reach,
                     std::vector<ContactPoint>& points) {
  const PartCollider& a = colliders_[i];
  const PartCollider& b = colliders_[j];
  const PairRule* const rule = ruleOf(i, j);
  double friction = std::sqrt(a.friction * b.friction);
  double torsion = std::sqrt(a.torsion * b.torsion), rolling = std::sqrt(a.rolling * b.rolling);
  double restitution = std::max(a.restitution, b.restitution);
  if (rule) {
    friction = rule->friction.value_or(friction);
    torsion = rule->torsion.value_or(torsion);
    rolling = rule->rolling.value_or(rolling);
    restitution = rule->restitution.value_or(restitution);
  }
  const Eigen::Vector3d surfaceVelocity = surfaceVelocityOf(j) - surfaceVelocityOf(i);
  manifold_.clear();
  findManifold(solids_[i], solids_[j], reach, manifold_);
  for (const ManifoldPoint& here : manifold_)
    points.push_back({.parts = {a.part, b.part},
                      .bodies = {a.body, b.body},
                      .colliders = {static_cast<int>(i), static_cast<int>(j)},
                      .point = here.point,
                      .normal = here.normal,
                      .gap = here.gap,
                      .friction = friction,
                      .torsion = torsion,
                      .rolling = rolling,
                      .restitution = restitution,
                      .isSensed = a.isSensor || b.isSensor,
                      .id = idOf(std::uint64_t{i} * colliders_.size() + j, here.feature),
                      .surfaceVelocity = surfaceVelocity});
}

std::optional<RayHit> Scene::castRay(const Eigen::Vector3d& origin,
                                     const Eigen::Vector3d& direction, double most,
                                     int mask) const {
  std::optional<RayHit> first;
  for (std::size_t i = 0; i < solids_.size(); ++i) {
    if (!isMet(i, mask)) continue;
    const std::optional<RayHit> hit = castOnSolid(solids_[i], origin, direction);
    if (!hit || hit->distance > (first ? first->distance : most)) continue;
    first = hit;
    first->collider = static_cast<int>(i);
  }
  return first;
}

std::optional<ColliderSeparation> Scene::closest(std::span<const int> first,
                                                 std::span<const int> second, double most) const {
  std::optional<ColliderSeparation> closest;
  for (const int i : first)
    for (const int j : second) {
      const auto apart = separate(solids_[at(i)], solids_[at(j)], closest ? closest->gap : most);
      if (apart && !(closest && apart->gap >= closest->gap)) closest = {*apart, {i, j}};
    }
  if (closest) closest->normal.normalize();  // less exact between solids of very different sizes
  return closest;
}

void Scene::findOverlaps(const Solid& solid, int mask, std::vector<int>& colliders) const {
  colliders.clear();
  for (std::size_t i = 0; i < solids_.size(); ++i)
    if (isMet(i, mask) && boxesOverlap(solid, solids_[i]) && overlap(solid, solids_[i]))
      colliders.push_back(static_cast<int>(i));
}

}  // namespace linkwork::collision
