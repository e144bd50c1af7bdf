#include "linkwork/simulation/queries/collider_queries.hpp"

#include "linkwork/contact/unilateral_rows.hpp"
#include "linkwork/linalg/index.hpp"
#include "linkwork/simulation/answers.hpp"
#include "linkwork/simulation/arguments.hpp"

namespace linkwork {

using detail::quoted, detail::requireFiniteAnswer;

namespace {

/// Squares of larger coordinates may overflow [m].
constexpr double mostPosition = 1e150;

void requireDistance(double most) {
  if (!(most >= 0))
    throw MechanismError("distance",
                         "found " + detail::written(most) + "; expected a distance, 0 or more [m]");
}

}  // namespace

ColliderQueries::ColliderQueries(const SimulationState& state)
    : state_(state),
      parts_(state.tree()),
      scene_(contact::sceneOf(state.mechanism(), state.tree(), parts_.rigid())) {}

const collision::Scene& ColliderQueries::placed() {
  parts_.place(state_.q(), state_.v());
  for (const PartPose& pose : parts_.poses())
    if (!(pose.position.lpNorm<Eigen::Infinity>() < mostPosition))
      detail::failNotFinite("distances of colliders");
  scene_.place(parts_.poses());
  return scene_;
}

std::string_view ColliderQueries::bodyOf(int collider) const {
  return state_.mechanism().contact.colliders[at(collider)].body;
}

/// Lists the colliders of a selection. Returns the name of their body.
std::string_view ColliderQueries::select(const char* path, const BodyOrCollider& given,
                                         std::vector<int>& colliders) const {
  const int count = static_cast<int>(scene_.colliders().size());
  if (const int* const collider = std::get_if<int>(&given)) {
    if (*collider < 0 || *collider >= count)
      throw MechanismError(path, "found collider " + std::to_string(*collider) + "; " +
                                     (count == 0 ? "the mechanism has no colliders"
                                                 : "expected 0 to " + std::to_string(count - 1)));
    colliders.assign(1, *collider);
    return bodyOf(*collider);
  }
  const std::string_view body = std::get<std::string_view>(given);
  if (body != worldName) state_.bodyNamed(body);
  colliders.clear();
  for (int i = 0; i < count; ++i)
    if (bodyOf(i) == body && !scene_.colliders()[at(i)].isSensor) colliders.push_back(i);
  return body;
}

std::optional<RayHit> ColliderQueries::castRay(const Eigen::Vector3d& origin,
                                               const Eigen::Vector3d& direction, double most,
                                               int mask) {
  detail::requireFinite("origin", origin);
  detail::requireFinite("direction", direction);
  if (direction.isZero(0))
    throw MechanismError("direction", "found zero; expected a vector of any other length");
  requireDistance(most);
  const Eigen::Vector3d along = direction.stableNormalized();
  const auto hit = placed().castRay(origin, along, most, mask);
  if (!hit) return std::nullopt;
  return RayHit{hit->collider, bodyOf(hit->collider), hit->distance, origin + hit->distance * along,
                hit->normal};
}

std::optional<ClosestPoints> ColliderQueries::closestPoints(const BodyOrCollider& first,
                                                            const BodyOrCollider& second,
                                                            double most) {
  auto& [ofFirst, ofSecond] = selected_;
  const std::string_view body = select("first", first, ofFirst);
  if (select("second", second, ofSecond) == body)
    throw MechanismError("second", "found " + quoted(body) +
                                       ", the body of the first; expected another body, because "
                                       "the distance of both does not change");
  requireDistance(most);
  const auto closest = placed().closest(ofFirst, ofSecond, most);
  if (!closest) return std::nullopt;
  const auto& [i, j] = closest->colliders;
  const ClosestPoints result{{bodyOf(i), bodyOf(j)},
                             closest->colliders,
                             closest->gap,
                             {closest->onFirst(), closest->onSecond()},
                             closest->normal};
  for (const Eigen::Vector3d& answer : {result.points[0], result.points[1], result.normal})
    requireFiniteAnswer("closest points", answer);
  return result;
}

std::span<const Overlap> ColliderQueries::overlaps(const Collider& shape, int mask) {
  Collider inWorld = shape;
  inWorld.body = worldName;
  detail::checkCollider("shape", inWorld);
  const Eigen::Matrix3d axes = shape.frame.rotation.normalized().toRotationMatrix();
  placed().findOverlaps(collision::solidOf(inWorld, shape.frame.position, axes), mask, found_);
  overlaps_.clear();
  for (const int collider : found_) overlaps_.push_back({collider, bodyOf(collider)});
  return overlaps_;
}

}  // namespace linkwork
