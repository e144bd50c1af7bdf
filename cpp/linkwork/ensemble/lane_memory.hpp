#pragma once

#include <span>
#include <type_traits>
#include <vector>

#include "linkwork/dynamics/kernels/kernel_workspace.hpp"
#include "linkwork/ensemble/lane_loops.hpp"
#include "linkwork/ensemble/lane_widths.hpp"
#include "linkwork/integrators/revolute_step.hpp"
#include "linkwork/spatial/lanes.hpp"

namespace linkwork {

/// Motion of the joints of lanes, for the steps of dynamics/explicit_steps.hpp. All joints whose ⊕
/// is not addition float freely.
template <typename S>
struct LaneJoints {
  std::span<const VectorRun> runs;
  std::span<const kernels::FloatingBody<S>> floating;
};

/// A spring and a damper along one coordinate.
template <typename S>
struct LanePassive {
  int position, velocity;
  S damping, stiffness, rest;
};

/// A joint coupled to others: c q = q₀ − Σ c_i q_i, c q̇ = −Σ c_i q̇_i.
struct LaneTie {
  struct Term {
    int position, velocity;
    double coefficient;
  };
  Term own;
  double offset;
  std::vector<Term> terms;
};

/// The parameters of a mechanism that may differ between copies.
template <typename S>
struct LaneNumbers {
  std::vector<kernels::Revolute<S>> revolutes;
  std::vector<kernels::RevoluteStart<S>> starts;
  std::vector<kernels::GearedRotors<S>> gearedRotors;
  std::vector<kernels::FloatingBody<S>> floatingBodies;
  std::vector<kernels::CoupledGroup<S>> coupledGroups;
  std::vector<LanePassive<S>> passive;
  std::vector<TurningRoot<S>> roots;
  StepBodies<S> bodies;
};

/// Workspace of a step of SIMD-batched copies, allocated once; one per thread.
template <typename S>
class LaneMemory {
  std::vector<S> storage_;  // storage of the vectors below
  S* free_;

 public:
  explicit LaneMemory(const ClusterTree<double>& tree);

  LaneJoints<S> joints() const { return {runs_, kernels.floatingBodies}; }
  const Plan& plan() const { return *tree_.plan(); }

  /// The numbers of the tree, in every lane.
  LaneNumbers<S> numbers() const;
  /// Swaps in the numbers of the current copies; a second call restores them.
  void exchange(LaneNumbers<S>& numbers);
  /// Writes the numbers of one copy, whose tree has the same structure (sameStructure).
  void setLane(LaneNumbers<S>& numbers, int lane, const ClusterTree<double>& tree);

  // The state, its forces, and the stages of a step (StageVectors).
  LaneVector<S> q, v, torque, velocityBefore;
  LaneVector<S> position, velocity, delta, rate, acceleration, deltaSum, velocitySum;
  LaneVector<S> jointForces;
  S work;  ///< [J]

  KernelWorkspace<S> kernels;
  std::vector<LanePassive<S>> passive;
  std::vector<LaneTie> ties;  ///< of clusters without loops
  std::vector<TurningRoot<S>> roots;
  std::conditional_t<haveLoops<S>, LaneLoops<S>, NoLaneLoops> loops;
  StepBodies<S> bodies;

 private:
  LaneVector<S> next(int size);
  void findTies();
  template <typename Set>
  void setBodies(const ClusterTree<double>& tree, Set set);
  void addTies(const Cluster<double>& cluster, const ExplicitForm<double>& form);
  void setPassive(int lane, const ClusterTree<double>& tree);

  const ClusterTree<double>& tree_;
  std::vector<VectorRun> runs_;
};

/// Whether only gravity, torques and passive forces along single coordinates act within steps: no
/// contact, joint limits, Coulomb friction or nonholonomic constraints.
bool movesBySteps(const Mechanism& mechanism, const ClusterTree<double>& tree);

/// Whether copies of such a mechanism may run SIMD-batched: revolute joints, gears, belts, loops of
/// revolute joints and floating bodies.
bool fitsLanes(const Mechanism& mechanism, const ClusterTree<double>& tree);

/// Whether two trees differ only in numbers.
bool sameStructure(const ClusterTree<double>& one, const ClusterTree<double>& other);

}  // namespace linkwork
