#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "linkwork/model/cluster_tree.hpp"
#include "linkwork/model/motion_state.hpp"
#include "linkwork/simulation.hpp"

namespace linkwork {

/// The arrays of an ensemble: one row per copy.
struct CopyArrays {
  std::vector<double> q, v, torque, work;
  std::vector<long> steps;      ///< completed since the start
  std::vector<char> isStopped;  ///< after a step that failed
  /// The integrator's memory, if any, and whether it has started.
  std::vector<double> memory;
  std::vector<char> hasBegun;
  std::size_t positions = 0, velocities = 0, remembered = 0;

  std::span<double> qOf(int copy) {
    return std::span(q).subspan(static_cast<std::size_t>(copy) * positions, positions);
  }
  std::span<double> vOf(int copy) {
    return std::span(v).subspan(static_cast<std::size_t>(copy) * velocities, velocities);
  }
  std::span<double> torqueOf(int copy) {
    return std::span(torque).subspan(static_cast<std::size_t>(copy) * velocities, velocities);
  }
  std::span<double> memoryOf(int copy) {
    return std::span(memory).subspan(static_cast<std::size_t>(copy) * remembered, remembered);
  }
  std::span<const double> qOf(int copy) const {
    return std::span(q).subspan(static_cast<std::size_t>(copy) * positions, positions);
  }
  std::span<const double> vOf(int copy) const {
    return std::span(v).subspan(static_cast<std::size_t>(copy) * velocities, velocities);
  }
  std::span<const double> torqueOf(int copy) const {
    return std::span(torque).subspan(static_cast<std::size_t>(copy) * velocities, velocities);
  }
};

/// Run command: `intervals` of `hold` steps each, with torques that change between them.
struct RunOrder {
  int intervals = 1, hold = 1;
  /// Count × intervals × velocities torques; empty: the current torques stay.
  std::span<const double> controls = {};
  /// Count × intervals × (positions + velocities): the interval ends; empty: not recorded.
  std::span<double> trajectory = {};

  /// The torques of one copy in one interval.
  std::span<const double> controlsOf(int copy, int interval, std::size_t velocities) const {
    const auto place = static_cast<std::size_t>(copy) * static_cast<std::size_t>(intervals) +
                       static_cast<std::size_t>(interval);
    return controls.subspan(place * velocities, velocities);
  }
  std::span<double> trajectoryOf(int copy, int interval, std::size_t numbers) const {
    const auto place = static_cast<std::size_t>(copy) * static_cast<std::size_t>(intervals) +
                       static_cast<std::size_t>(interval);
    return trajectory.subspan(place * numbers, numbers);
  }
};

/// One step of a copy alone, from its last good state and its integrator's memory. If the step
/// fails, returns false and leaves both unchanged.
using SingleStep = std::function<bool(int copy, MotionState& state)>;

/// Runs copies SIMD-batched, `width` at a time. One runner per thread.
class LaneRunner {
 public:
  /// The numbers of copies in one pack.
  struct Numbers {
    virtual ~Numbers() = default;
  };

  virtual ~LaneRunner() = default;
  virtual int width() const = 0;
  /// Packs one tree per copy, all of the same structure.
  virtual std::unique_ptr<Numbers> numbersOf(
      std::span<const std::shared_ptr<const ClusterTree<double>>> trees) = 0;
  /// Runs up to `width` copies; `numbers`: null for those of the tree. `single` repeats a step
  /// after rounding errors, an overflow or a too long step.
  virtual void run(std::span<const int> copies, Numbers* numbers, double h, const RunOrder& order,
                   CopyArrays& arrays, const SingleStep& single) = 0;
};

/// Supports "rk4" or "semi-implicit-euler" of "articulated-body", or "second-order" of
/// "variational"; `width` is at most laneWidth().
std::unique_ptr<LaneRunner> makeLaneRunner(const ClusterTree<double>& tree,
                                           const SimulationOptions& options, int width);

/// With accelerations in floats, by the integrators of "articulated-body" without loops. Requires
/// floatLaneSteps.
std::unique_ptr<LaneRunner> makeFloatLaneRunner(const ClusterTree<double>& tree,
                                                const SimulationOptions& options);

}  // namespace linkwork
