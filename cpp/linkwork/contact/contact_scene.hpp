#pragma once

#include <span>
#include <vector>

#include "linkwork/contact/contact_point.hpp"
#include "linkwork/maximal/joint_rows.hpp"
#include "linkwork/maximal/rigid_parts.hpp"
#include "linkwork/mechanism/mechanism.hpp"

namespace linkwork::contact {

/// The colliders of a mechanism on its rigid parts, and the search for where they touch.
class ContactScene {
 public:
  ContactScene(const Mechanism& mechanism, const ClusterTree<double>& tree,
               const maximal::RigidParts& rigid);

  /// Whether anything could ever touch.
  bool empty() const;

  /// All points at which colliders are nearer to each other than their parts together may move:
  /// gap < reach[parts[0]] + reach[parts[1]].
  ///
  /// in    poses   by part
  ///       reach   by part, how far any of its points may move [m], at least 0
  /// out   points  those found, in an order that stays the same while they do
  /// cost  O(colliders + overlaps of their boxes) where poses change little from call to call; no
  ///       allocation after the first calls
  void find(const std::vector<maximal::PartPose>& poses, std::span<const double> reach,
            std::vector<ContactPoint>& points);
};

}  // namespace linkwork::contact
