#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "linkwork/collision/scene.hpp"
#include "linkwork/constraints/delassus/tree_response.hpp"
#include "linkwork/simulation.hpp"
#include "linkwork/simulation/simulation_state.hpp"

namespace linkwork {

/// Geometric queries of the colliders of a simulation at its current state. Each function is that
/// of Simulation. The state outlives it.
class ColliderQueries {
 public:
  explicit ColliderQueries(const SimulationState& state);

  std::optional<RayHit> castRay(const Eigen::Vector3d& origin, const Eigen::Vector3d& direction,
                                double most, int mask);
  std::optional<ClosestPoints> closestPoints(const BodyOrCollider& first,
                                             const BodyOrCollider& second, double most);
  std::span<const Overlap> overlaps(const Collider& shape, int mask);

 private:
  const collision::Scene& placed();
  std::string_view bodyOf(int collider) const;
  std::string_view select(const char* path, const BodyOrCollider& given,
                          std::vector<int>& colliders) const;

  const SimulationState& state_;
  constraints::PartKinematics parts_;
  collision::Scene scene_;
  std::array<std::vector<int>, 2> selected_;
  std::vector<int> found_;
  std::vector<Overlap> overlaps_;
};

}  // namespace linkwork
