#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include "linkwork/dynamics/kernels/planar_loops.hpp"
#include "linkwork/dynamics/kernels/revolute_joint.hpp"
#include "linkwork/model/cluster_tree.hpp"

namespace linkwork {

/// Part of a cluster tree prepared for the recursion over revolute joints
/// (dynamics/kernels/passes_here.hpp).
///
/// `compile` chooses a kernel for each cluster. Fast kernels: revolute joints, alone or with geared
/// rotors; clusters of revolute joints of up to four dofs; floating bodies. All other clusters use
/// the general articulated-body algorithm. Kernels exchange motions, inertias and forces at
/// interface bodies.
///
/// A rotor is lumped into the parent of its cluster if it is axisymmetric, attached to that parent
/// and a leaf. Its inertia is then the same at every angle. The gear adds a vector and a scalar
/// (Revolute::couple, reflected), constant if only couplings constrain it. Massless cranks that
/// rods drive are lumped too.
class Plan {
 public:
  /// Clusters that follow each other in the tree and use the same kernel.
  struct Segment {
    enum class Kind { revolutes, coupled, floating, general } kind;
    int first, last;  ///< indices in revolutes(), groups(), floatingBodies() or the tree's
                      ///< clusters()
    std::vector<int> interfaceBodies;  ///< its bodies that support a cluster of another kernel
  };

  /// A rotor turns `ratio` times as fast as the joint it is geared to.
  struct Gear {
    int revolute;  ///< index in revolutes()
    int velocity;  ///< of the rotor: entry in v
    double ratio;
  };

  /// A cluster of revolute joints that loops or couplings constrain to each other. If only
  /// couplings constrain them, all its quantities are constant.
  struct Group {
    kernels::CoupledGroup<double> numbers;
    int cluster;               ///< index in ClusterTree::clusters()
    int firstBody;             ///< of the cluster
    std::vector<int> members;  ///< indices among the joints of the cluster
    bool isConstant;
    MatrixX<double> basis;  ///< G over the joints of the cluster, if constant
    std::optional<PlanarLoops> planar;
    std::vector<kernels::RidingRotor<double>>
        rotors;               ///< its lumped rotors that spin, if not constant
    std::vector<int> cranks;  ///< its lumped bodies that loops attach to: tree bodies
  };

  /// A plan of so many bodies and clusters that uses only the general kernel.
  static Plan general(std::size_t bodies, std::size_t clusters) {
    Plan plan;
    plan.segments_ = {{Segment::Kind::general, 0, static_cast<int>(clusters), {}}};
    plan.isFast_.resize(bodies);
    plan.isLumpedRotor_.resize(bodies);
    plan.inertias_.resize(bodies);
    plan.hasGeneral_ = true;
    return plan;
  }

  const std::vector<Segment>& segments() const { return segments_; }
  /// The joints of a segment, coupled or not: from the first to before the last.
  int firstRevolute(const Segment& segment) const {
    return segment.kind == Segment::Kind::coupled
               ? groups_[static_cast<std::size_t>(segment.first)].numbers.first
               : segment.first;
  }
  int lastRevolute(const Segment& segment) const {
    return segment.kind == Segment::Kind::coupled
               ? groups_[static_cast<std::size_t>(segment.last - 1)].numbers.last
               : segment.last;
  }
  const std::vector<kernels::PlannedRevolute>& revolutes() const { return revolutes_; }
  const std::vector<kernels::FloatingBody<double>>& floatingBodies() const {
    return floatingBodies_;
  }
  const std::vector<Group>& groups() const { return groups_; }
  /// Size of all groups' rows of G; also the number of columns B.
  std::size_t basisSize() const { return static_cast<std::size_t>(basisSize_); }
  /// By member of a group: entry in v.
  const std::vector<int>& velocities() const { return velocities_; }
  const std::vector<Gear>& gears() const { return gears_; }
  const std::vector<kernels::Drive>& drives() const { return drives_; }  ///< by joint

  /// Whether the independent joints are the same at every pose: no loops, no general clusters.
  bool keepsJoints() const {
    return !hasGeneral_ && std::all_of(groups_.begin(), groups_.end(),
                                       [](const Group& group) { return group.isConstant; });
  }
  /// Whether all clusters are single revolute joints and floating bodies. Columns of the mass
  /// matrix are then runs of joints.
  bool hasMassRows() const { return hasMassRows_; }
  /// By joint, and the first entry of ẏ by floating body, if `hasMassRows`. For coupled joints: the
  /// rows over all joints, floating bodies first. Empty if clusters are general.
  const std::vector<kernels::MassRow>& massRows() const { return massRows_; }
  const std::vector<int>& floatingDofs() const { return floatingDofs_; }

  /// The rate of a joint per ẏ in plans with coupled joints: a row of G.
  struct Row {
    int dof, dofs;  ///< its entries of ẏ
    int group;      ///< if −1: a single joint with its drive
    int basis;      ///< of a group: index in Memory::bases
  };
  /// By joint, if there are mass rows.
  const std::vector<Row>& rows() const { return rows_; }

  std::size_t bodyCount() const { return inertias_.size(); }
  /// Bodies that accumulate the inertia of their subtree in memory.
  const std::vector<int>& branchingBodies() const { return branchingBodies_; }
  bool isFast(int treeBody) const { return isFast_[static_cast<std::size_t>(treeBody)]; }
  bool hasGeneral() const { return hasGeneral_; }
  /// Rotors that are lumped rotor inertia of their parent body.
  const std::vector<int>& lumpedRotors() const { return lumpedRotors_; }
  /// Whether a body is lumped rotor inertia of its parent body.
  bool isLumpedRotor(int treeBody) const {
    return isLumpedRotor_[static_cast<std::size_t>(treeBody)];
  }

  /// Kernel of a cluster, and its index there.
  struct Place {
    Segment::Kind kind;
    int index;
  };
  Place placeOf(int cluster) const { return places_[static_cast<std::size_t>(cluster)]; }
  /// Entry in v of the j-th independent joint of a cluster with the same ones at every pose; not
  /// for general clusters.
  int keptVelocity(int cluster, int j) const {
    const Place place = placeOf(cluster);
    const auto index = static_cast<std::size_t>(place.index);
    if (place.kind == Segment::Kind::revolutes) return drives_[index].velocity;
    if (place.kind == Segment::Kind::coupled) return groups_[index].numbers.independent[j];
    return floatingBodies_[index].velocity + j;
  }
  /// The loops of a planar cluster; null for others.
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

  /// Rigid inertia of a body and its lumped rotors.
  const RigidBodyInertia<double>& inertia(int treeBody) const {
    return inertias_[static_cast<std::size_t>(treeBody)];
  }

 private:
  friend class PlanBuilder;

  std::vector<Segment> segments_;
  std::vector<kernels::PlannedRevolute> revolutes_;
  std::vector<kernels::FloatingBody<double>> floatingBodies_;
  std::vector<Group> groups_;
  std::vector<int> velocities_;
  std::vector<Gear> gears_;
  std::vector<kernels::Drive> drives_;
  std::vector<kernels::MassRow> massRows_;
  std::vector<int> floatingDofs_;
  std::vector<Row> rows_;
  std::vector<int> branchingBodies_;
  std::vector<bool> isFast_, isLumpedRotor_;
  std::vector<int> lumpedRotors_;
  std::vector<Place> places_;                ///< by cluster
  std::map<int, PlanarLoops> slidingLoops_;  ///< of general clusters
  bool hasGeneral_ = false, hasMassRows_ = false;
  std::vector<RigidBodyInertia<double>> inertias_;
  int basisSize_ = 0;
};

}  // namespace linkwork
