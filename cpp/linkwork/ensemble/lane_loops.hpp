#pragma once

#include <vector>

#include "linkwork/dynamics/workspace.hpp"
#include "linkwork/ensemble/lane_choice.hpp"

namespace linkwork {

/// Numbers of copies side by side, laid out like q or v.
template <typename S>
using LaneVector = Eigen::Map<VectorX<S>>;

/// A group of hinges tied by loops in a plane, which lanes solve together (lane_planar_here.hpp).
template <typename S>
struct LanePlanarGroup {
  const Plan::Group* group;
  const Cluster<double>* cluster;
  LaneConstraints<S> constraints;
};

/// Loops of copies side by side. They choose their independent joints pose by pose, each lane its
/// own. Those that do not lie in a plane are solved lane by lane.
template <typename S>
class LaneLoops {
 public:
  explicit LaneLoops(const ClusterTree<double>& tree);

  std::vector<LanePlanarGroup<S>>& planar() { return planar_; }

  /// Writes G, g and the independent joints of every other group that loops tie, after
  /// updateJointTransforms at q.
  void update(const LaneVector<S>& q, const LaneVector<S>& v, HingeMemory<S>& hinges);
  /// Closes all other loops; lanes where they do not close become not a number.
  void close(LaneVector<S>& q, LaneVector<S>& v);

 private:
  struct Lane {
    VectorX<double> q, v;
    bool isFinite;
  };

  void addPlanar(const Plan::Group& group);
  void gather(const LaneVector<S>& q, const LaneVector<S>& v);
  bool updateLane(const Plan::Group& group, int lane, HingeMemory<S>& hinges);

  const ClusterTree<double>& tree_;
  std::vector<LanePlanarGroup<S>> planar_;
  std::vector<const Plan::Group*> others_;  ///< that loops tie
  Workspace<double> work_;
  std::vector<Lane> lanes_;
};

/// Of lanes that move no copies with loops.
struct NoLaneLoops {
  explicit NoLaneLoops(const ClusterTree<double>&) {}
};

}  // namespace linkwork
