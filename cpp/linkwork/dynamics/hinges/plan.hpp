#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include "linkwork/dynamics/hinges/hinge.hpp"
#include "linkwork/dynamics/hinges/planar_loops.hpp"
#include "linkwork/model/cluster_tree.hpp"

namespace linkwork {

/// Part of a cluster tree prepared for the recursion over hinges
/// (dynamics/hinges/passes_here.hpp).
///
/// Cluster by cluster, at compile: a body on a hinge, alone or with rotors geared to it, takes the
/// fast path; so do clusters of hinges of up to four dofs, and a body that floats freely. All
/// other clusters go through the general articulated-body algorithm, and the two hand each other
/// motions, inertias and forces at the bodies where they meet.
///
/// A rotor that is axisymmetric about its hinge, stands on the body that carries its cluster and
/// carries nothing, has an inertia that does not depend on its angle: it rides on that body as dead
/// weight, and the gear costs a couple and a scalar (Hinge::couple, reflected), constant where
/// couplings alone tie it. So does a crank without mass that a rod holds.
class Plan {
 public:
  /// Clusters that follow each other in the tree and take the same way.
  struct Segment {
    enum class Kind { hinges, coupled, floating, general } kind;
    int first, last;  ///< places in hinges(), groups(), floatingBodies() or the tree's clusters()
    std::vector<int> interfaceBodies;  ///< its bodies that carry a cluster of the other way
  };

  /// A rotor turns `ratio` times as fast as the hinge it is geared to.
  struct Gear {
    int hinge;     ///< place in hinges()
    int velocity;  ///< of the rotor: entry in v
    double ratio;
  };

  /// Hinges tied to each other by loops or couplings: a cluster. Where couplings alone tie them,
  /// everything about them is constant and known.
  struct Group {
    hinges::CoupledGroup<double> numbers;
    int cluster;               ///< place in ClusterTree::clusters()
    int firstBody;             ///< of the cluster
    std::vector<int> members;  ///< places among the joints of the cluster
    bool isConstant;
    MatrixX<double> basis;  ///< G over the joints of the cluster, if constant
    std::optional<PlanarLoops> planar;
    std::vector<hinges::RidingRotor<double>>
        rotors;               ///< its dead weights that spin, if not constant
    std::vector<int> cranks;  ///< its dead weights to which loops lead: tree bodies
  };

  /// Of a tree of so many bodies and clusters, all by the general kernel.
  static Plan general(std::size_t bodies, std::size_t clusters) {
    Plan plan;
    plan.segments_ = {{Segment::Kind::general, 0, static_cast<int>(clusters), {}}};
    plan.isFast_.resize(bodies);
    plan.isDeadWeight_.resize(bodies);
    plan.inertias_.resize(bodies);
    plan.hasGeneral_ = true;
    return plan;
  }

  const std::vector<Segment>& segments() const { return segments_; }
  /// The hinges of a segment of them, coupled or not: from the first to before the last.
  int firstHinge(const Segment& segment) const {
    return segment.kind == Segment::Kind::coupled
               ? groups_[static_cast<std::size_t>(segment.first)].numbers.first
               : segment.first;
  }
  int lastHinge(const Segment& segment) const {
    return segment.kind == Segment::Kind::coupled
               ? groups_[static_cast<std::size_t>(segment.last - 1)].numbers.last
               : segment.last;
  }
  const std::vector<hinges::PlannedHinge>& hinges() const { return hinges_; }
  const std::vector<hinges::FloatingBody<double>>& floatingBodies() const {
    return floatingBodies_;
  }
  const std::vector<Group>& groups() const { return groups_; }
  /// Numbers in all groups' rows of G; as many columns B.
  std::size_t basisSize() const { return static_cast<std::size_t>(basisSize_); }
  /// By member of a group: entry in v.
  const std::vector<int>& velocities() const { return velocities_; }
  const std::vector<Gear>& gears() const { return gears_; }
  const std::vector<hinges::Drive>& drives() const { return drives_; }  ///< by hinge

  /// Whether the same joints are independent at every pose: no loops, and no general clusters.
  bool keepsJoints() const {
    return !hasGeneral_ && std::all_of(groups_.begin(), groups_.end(),
                                       [](const Group& group) { return group.isConstant; });
  }
  /// Whether all is hinges by themselves and bodies that float: columns of the mass matrix are runs
  /// along them.
  bool hasMassRows() const { return hasMassRows_; }
  /// By hinge, and the first entry of ẏ by floating body, if so. Where hinges are coupled, those of
  /// the mass matrix over all hinges, floating bodies first; none where clusters are general.
  const std::vector<hinges::MassRow>& massRows() const { return massRows_; }
  const std::vector<int>& floatingDofs() const { return floatingDofs_; }

  /// How a hinge turns with ẏ where hinges are coupled: a row of G.
  struct Row {
    int dof, dofs;  ///< its entries of ẏ
    int group;      ///< if −1: by itself, as its drive tells
    int basis;      ///< of a group: place in Memory::bases
  };
  /// By hinge, where there are mass rows.
  const std::vector<Row>& rows() const { return rows_; }

  std::size_t bodyCount() const { return inertias_.size(); }
  /// Bodies that sum up in memory what they carry.
  const std::vector<int>& branchingBodies() const { return branchingBodies_; }
  bool isFast(int treeBody) const { return isFast_[static_cast<std::size_t>(treeBody)]; }
  bool hasGeneral() const { return hasGeneral_; }
  /// Rotors that only count as weight on their parent body, and as gears.
  const std::vector<int>& deadWeights() const { return deadWeights_; }
  /// A rotor that only counts as weight on its parent, and as a gear.
  bool isDeadWeight(int treeBody) const {
    return isDeadWeight_[static_cast<std::size_t>(treeBody)];
  }

  /// Where a cluster is: which list, and its place there.
  struct Place {
    Segment::Kind kind;
    int index;
  };
  Place placeOf(int cluster) const { return places_[static_cast<std::size_t>(cluster)]; }
  /// Entry in v of the j-th independent joint of a cluster that has the same ones at every pose; no
  /// general one.
  int keptVelocity(int cluster, int j) const {
    const Place place = placeOf(cluster);
    const auto index = static_cast<std::size_t>(place.index);
    if (place.kind == Segment::Kind::hinges) return drives_[index].velocity;
    if (place.kind == Segment::Kind::coupled) return groups_[index].numbers.independent[j];
    return floatingBodies_[index].velocity + j;
  }
  /// The loops of a cluster, where they lie in a plane; null otherwise.
  const PlanarLoops* planarLoops(int cluster) const {
    const Place place = placeOf(cluster);
    if (place.kind == Segment::Kind::general) {
      const auto found = slidingLoops_.find(cluster);
      return found == slidingLoops_.end() ? nullptr : &found->second;
    }
    if (place.kind != Segment::Kind::coupled) return nullptr;
    const std::optional<PlanarLoops>& planar =
        groups_[static_cast<std::size_t>(place.index)].planar;
    return planar ? &*planar : nullptr;
  }

  /// Rigid inertia of a body and the rotors that ride on it.
  const RigidBodyInertia<double>& inertia(int treeBody) const {
    return inertias_[static_cast<std::size_t>(treeBody)];
  }

 private:
  friend class PlanBuilder;

  std::vector<Segment> segments_;
  std::vector<hinges::PlannedHinge> hinges_;
  std::vector<hinges::FloatingBody<double>> floatingBodies_;
  std::vector<Group> groups_;
  std::vector<int> velocities_;
  std::vector<Gear> gears_;
  std::vector<hinges::Drive> drives_;
  std::vector<hinges::MassRow> massRows_;
  std::vector<int> floatingDofs_;
  std::vector<Row> rows_;
  std::vector<int> branchingBodies_;
  std::vector<bool> isFast_, isDeadWeight_;
  std::vector<int> deadWeights_;
  std::vector<Place> places_;                ///< by cluster
  std::map<int, PlanarLoops> slidingLoops_;  ///< of general clusters
  bool hasGeneral_ = false, hasMassRows_ = false;
  std::vector<RigidBodyInertia<double>> inertias_;
  int basisSize_ = 0;
};

}  // namespace linkwork
