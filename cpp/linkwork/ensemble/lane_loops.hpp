#pragma once

#include <vector>

#include "linkwork/dynamics/forces.hpp"
#include "linkwork/spatial/lanes.hpp"

namespace linkwork {

/// Numbers of copies side by side, laid out like q or v.
template <typename S>
using LaneVector = Eigen::Map<VectorX<S>>;

/// Loops of copies side by side, each solved by itself: they choose their independent joints pose
/// by pose, and the recursion runs the lanes together that choose as the first does. The others are
/// computed alone.
template <typename S>
class LaneLoops {
 public:
  explicit LaneLoops(const ClusterTree<double>& tree);

  bool any() const { return any_; }

  /// Writes G, g and the independent joints of every group that loops tie, after turnHinges at q.
  void update(const LaneVector<S>& q, const LaneVector<S>& v, HingeMemory<S>& hinges);
  /// Writes v̇ of the lanes that chose other joints in `update`, under torques on all joints.
  void correct(const LaneVector<S>& torque, LaneVector<S>& a);
  /// Closes loops and couplings; lanes where they do not close become not a number.
  void close(LaneVector<S>& q, LaneVector<S>& v);

 private:
  struct Lane {
    VectorX<double> q, v;
    bool isFinite, choosesOtherwise;
  };

  void gather(const LaneVector<S>& q, const LaneVector<S>& v);
  bool updateLane(const Plan::Group& group, int lane, HingeMemory<S>& hinges);

  const ClusterTree<double>& tree_;
  bool any_;
  Workspace<double> work_;
  AppliedForces<double> forces_;
  VectorX<double> acceleration_;
  std::vector<Lane> lanes_;
};

}  // namespace linkwork
