#pragma once

#include <vector>

#include "linkwork/dynamics/workspace.hpp"
#include "linkwork/ensemble/lane_choice.hpp"

namespace linkwork {

/// Numbers of SIMD-batched copies, laid out like q or v.
template <typename S>
using LaneVector = Eigen::Map<VectorX<S>>;

/// A group of revolute joints in planar loops, solved SIMD-batched (lane_planar_here.hpp).
template <typename S>
struct LanePlanarGroup {
  const Plan::Group* group;
  const Cluster<double>* cluster;
  LaneConstraints<S> constraints;
};

/// Loops of SIMD-batched copies. Each lane chooses its own independent joints at every pose. Loops
/// that are not planar are solved lane by lane.
template <typename S>
class LaneLoops {
 public:
  explicit LaneLoops(const ClusterTree<double>& tree);

  std::vector<LanePlanarGroup<S>>& planar() { return planar_; }

  /// Writes G, g and the independent joints of every other group in loops, after
  /// updateJointTransforms at q.
  void update(const LaneVector<S>& q, const LaneVector<S>& v, KernelWorkspace<S>& kernels);
  /// Closes all other loops. Lanes whose loops do not close become NaN.
  void close(LaneVector<S>& q, LaneVector<S>& v);

 private:
  struct Lane {
    VectorX<double> q, v;
    bool isFinite;
  };

  void addPlanar(const Plan::Group& group);
  void gather(const LaneVector<S>& q, const LaneVector<S>& v);
  bool updateLane(const Plan::Group& group, int lane, KernelWorkspace<S>& kernels);

  const ClusterTree<double>& tree_;
  std::vector<LanePlanarGroup<S>> planar_;
  std::vector<const Plan::Group*> others_;  ///< other groups in loops
  Workspace<double> work_;
  std::vector<Lane> lanes_;
};

/// Lanes of copies without loops.
struct NoLaneLoops {
  explicit NoLaneLoops(const ClusterTree<double>&) {}
};

}  // namespace linkwork
