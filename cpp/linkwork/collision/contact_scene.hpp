#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "linkwork/collision/broad_phase.hpp"
#include "linkwork/collision/contact_point.hpp"
#include "linkwork/collision/touches.hpp"
#include "linkwork/maximal/joint_rows.hpp"
#include "linkwork/maximal/rigid_parts.hpp"
#include "linkwork/mechanism.hpp"

namespace linkwork::contact {

/// The colliders of a mechanism on its rigid parts, and the search for where they touch: those
/// whose boxes overlap (broad_phase.hpp), then pair by pair (touches.hpp).
///
/// Never touching: colliders of one part; of two bodies that a joint or a loop joins (parts that
/// are joined, but all parts touch the world); all but those of the world, where the mechanism has
/// no self-collision.
class ContactScene {
 public:
  ContactScene(const Mechanism& mechanism, const ClusterTree<double>& tree,
               const maximal::RigidParts& rigid);

  /// Whether nothing can ever touch.
  bool empty() const { return colliders_.empty(); }

  /// All points at which colliders are nearer to each other than their parts together may move:
  /// gap < reach[parts[0]] + reach[parts[1]].
  ///
  /// in    poses   by part
  ///       reach   by part, how far any of its points may move [m], at least 0
  /// out   points  those found, pairs of colliders in the order of the mechanism's list
  /// cost  O(colliders + overlaps of their boxes) where poses change little from call to call; no
  ///       allocation after the first calls
  void find(const std::vector<maximal::PartPose>& poses, std::span<const double> reach,
            std::vector<ContactPoint>& points);

 private:
  struct PlacedCollider {
    int part, body;
    Transform<double> onPart;
    double friction, restitution;
  };

  bool canTouch(std::uint32_t i, std::uint32_t j) const;
  void place(const std::vector<maximal::PartPose>& poses, std::span<const double> reach);
  void meet(std::uint32_t i, std::uint32_t j, double reach, std::vector<ContactPoint>& points);

  std::vector<PlacedCollider> colliders_;
  std::vector<Solid> solids_;                ///< by collider, where they are now
  std::vector<std::uint32_t> planes_;        ///< colliders without bounds
  std::vector<std::uint32_t> bounded_;       ///< the others
  std::vector<Bounds> bounds_;               ///< of those
  std::vector<std::pair<int, int>> joined_;  ///< parts, the smaller one first, sorted
  bool selfCollision_;

  BroadPhase broadPhase_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs_;
  std::vector<Touch> touches_;
};

}  // namespace linkwork::contact
