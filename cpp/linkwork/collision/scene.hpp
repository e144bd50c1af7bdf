#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "linkwork/collision/broad_phase.hpp"
#include "linkwork/collision/contact_point.hpp"
#include "linkwork/collision/convex_separation.hpp"
#include "linkwork/collision/manifold.hpp"
#include "linkwork/collision/ray.hpp"
#include "linkwork/linalg/index.hpp"

namespace linkwork::collision {

/// A collider fixed to a rigid part. Part 0 is the world, which stays where it is.
struct PartCollider {
  int part = 0;
  int body = -1;  ///< whose collider it is, for ContactPoint::bodies
  Solid solid;    ///< in the part's frame
  double friction = 0, restitution = 0;
  double torsion = 0, rolling = 0;           ///< torsional and rolling friction [m]
  Eigen::Vector3d surfaceVelocity{0, 0, 0};  ///< relative to the part, along the solid's axes [m/s]
  int group = 1, mask = Collider::everyGroup;
  bool isSensor = false;
};

/// What holds for a pair of colliders in place of what they say themselves.
struct PairRule {
  std::array<std::uint32_t, 2> colliders{};  ///< the smaller one first
  bool touches = true;
  std::optional<double> friction, restitution, torsion, rolling;
};

/// How two colliders are apart.
struct ColliderSeparation : Separation {
  std::array<int, 2> colliders{};
};

/// Colliders on rigid parts, and the search for where they touch: those whose boxes overlap
/// (broad_phase.hpp), then pair by pair (manifold.hpp).
///
/// Never touching: colliders of one part; of two parts that are joined (but all parts touch the
/// world); all but those of the world, where there is no self-collision; those whose masks lack the
/// other's group; two sensors; pairs of which a rule says it.
class Scene {
 public:
  /// `joined` are pairs of parts, in any order. A later rule replaces an earlier one.
  Scene(std::vector<PartCollider> colliders, std::vector<std::pair<int, int>> joined,
        std::vector<PairRule> rules, bool selfCollision);

  /// Whether nothing can ever touch.
  bool empty() const { return colliders_.empty(); }

  const std::vector<PartCollider>& colliders() const { return colliders_; }

  /// All points at which colliders are nearer to each other than their parts together may move:
  /// gap < reach[parts[0]] + reach[parts[1]].
  ///
  /// in    poses   by part: anything with a `position` and a `rotation`
  ///       reach   by part, how far any of its points may move [m], at least 0
  /// out   points  those found, pairs of colliders in the order of the list
  /// cost  O(colliders + overlaps of their boxes) where poses change little from call to call; no
  ///       allocation after the first calls
  template <typename Pose>
  void find(const std::vector<Pose>& poses, std::span<const double> reach,
            std::vector<ContactPoint>& points) {
    place(poses);
    findPlaced(reach, points);
  }

  /// Moves the colliders to the poses of their parts, for the queries below.
  template <typename Pose>
  void place(const std::vector<Pose>& poses) {
    for (std::size_t i = 0; i < colliders_.size(); ++i) {
      if (colliders_[i].part == 0) continue;
      const Pose& pose = poses[at(colliders_[i].part)];
      const Solid& onPart = colliders_[i].solid;
      solids_[i].position = pose.position + pose.rotation * onPart.position;
      solids_[i].axes.noalias() = pose.rotation * onPart.axes;
    }
  }

  /// The first collider that a ray meets from outside, sensors left out.
  ///
  /// @param direction  unit
  /// @param most       the largest distance [m]
  /// @param mask       groups that the ray meets
  /// @return           nothing if it meets none
  /// Cost: O(colliders).
  std::optional<RayHit> castRay(const Eigen::Vector3d& origin, const Eigen::Vector3d& direction,
                                double most, int mask) const;

  /// How a collider of one list and a collider of another are apart that are closest to each other,
  /// or overlap most. No pair of them are two planes.
  ///
  /// @param most  the largest gap [m]
  /// @return      nothing if no gap is that small
  /// Cost: O(pairs).
  std::optional<ColliderSeparation> closest(std::span<const int> first, std::span<const int> second,
                                            double most) const;

  /// Finds the colliders that overlap a solid, sensors left out, in their order. Cost:
  /// O(colliders).
  void findOverlaps(const Solid& solid, int mask, std::vector<int>& colliders) const;

 private:
  /// Whether queries of these groups meet a collider.
  bool isMet(std::size_t i, int mask) const {
    return !colliders_[i].isSensor && (colliders_[i].group & mask) != 0;
  }
  const PairRule* ruleOf(std::uint32_t i, std::uint32_t j) const;
  bool canTouch(std::uint32_t i, std::uint32_t j) const;
  void findPlaced(std::span<const double> reach, std::vector<ContactPoint>& points);
  /// The velocity of a collider's surface relative to its part, world [m/s].
  Eigen::Vector3d surfaceVelocityOf(std::uint32_t i) const {
    return solids_[i].axes * colliders_[i].surfaceVelocity;
  }
  void findPair(std::uint32_t i, std::uint32_t j, double reach, std::vector<ContactPoint>& points);

  std::vector<PartCollider> colliders_;
  std::vector<Solid> solids_;                ///< by collider, where they are now
  std::vector<std::uint32_t> planes_;        ///< colliders without bounds
  std::vector<std::uint32_t> bounded_;       ///< the others
  std::vector<Bounds> bounds_;               ///< of those
  std::vector<std::pair<int, int>> joined_;  ///< parts, the smaller one first, sorted
  std::vector<PairRule> rules_;              ///< in ascending order of colliders
  bool selfCollision_;

  BroadPhase broadPhase_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs_;
  std::vector<ManifoldPoint> manifold_;
};

}  // namespace linkwork::collision
