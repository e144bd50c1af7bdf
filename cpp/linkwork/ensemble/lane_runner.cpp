#include "linkwork/ensemble/lane_runner.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "linkwork/ensemble/lane_steps.hpp"

namespace linkwork {
namespace {

/// One lane of numbers side by side, to and from a row.
template <typename S>
void load(std::span<const double> row, int lane, LaneVector<S>& to) {
  for (std::size_t i = 0; i < row.size(); ++i) to[static_cast<Eigen::Index>(i)].set(lane, row[i]);
}

template <typename S, typename Row>
void store(const LaneVector<S>& from, int lane, Row&& row) {
  for (Eigen::Index i = 0; i < from.size(); ++i) row[i] = from[i][lane];
}

template <int W>
class LanesOfWidth final : public LaneRunner {
 public:
  using S = Lanes<W>;
  using Step = decltype(LaneSteps<S>::rungeKutta4);

  LanesOfWidth(const ClusterTree<double>& tree, Step chosen)
      : memory_(tree),
        step_(chosen),
        lastQ_(static_cast<std::size_t>(tree.positionSize())),
        lastV_(static_cast<std::size_t>(tree.velocitySize())) {
    single_.q.resize(tree.positionSize());
    single_.v.resize(tree.velocitySize());
  }

  int width() const override { return W; }

  std::unique_ptr<Numbers> numbersOf(
      std::span<const std::shared_ptr<const ClusterTree<double>>> trees) override {
    auto result = std::make_unique<OwnNumbers>();
    result->numbers = memory_.numbers();
    for (int lane = 0; lane < W; ++lane)
      memory_.setLane(result->numbers, lane,
                      *trees[std::min(static_cast<std::size_t>(lane), trees.size() - 1)]);
    return result;
  }

  void run(std::span<const int> copies, Numbers* numbers, double h, const RunOrder& order,
           CopyArrays& arrays, const SingleStep& single) override {
    if (numbers) memory_.exchange(static_cast<OwnNumbers*>(numbers)->numbers);
    copies_ = copies;
    for (int lane = 0; lane < W; ++lane) {
      const int copy = copyIn(lane);
      load<S>(arrays.qOf(copy), lane, memory_.q);
      load<S>(arrays.vOf(copy), lane, memory_.v);
      load<S>(arrays.torqueOf(copy), lane, memory_.torque);
      memory_.work.set(lane, arrays.work[static_cast<std::size_t>(copy)]);
      isMoving_[lane] = lane < static_cast<int>(copies.size()) &&
                        !arrays.isStopped[static_cast<std::size_t>(copy)];
    }
    for (int interval = 0; interval < order.intervals; ++interval) {
      takeControls(order, interval, arrays);
      for (int k = 0; k < order.hold; ++k) step(h, arrays, single);
      record(order, interval, arrays);
    }
    for (int lane = 0; lane < W; ++lane)
      if (isMoving_[lane]) put(lane, arrays);
    if (numbers) memory_.exchange(static_cast<OwnNumbers*>(numbers)->numbers);
  }

 private:
  struct OwnNumbers final : Numbers {
    LaneNumbers<S> numbers;
  };

  int copyIn(int lane) const {
    return copies_[std::min(static_cast<std::size_t>(lane), copies_.size() - 1)];
  }

  void put(int lane, CopyArrays& arrays) {
    const int copy = copyIn(lane);
    store<S>(memory_.q, lane, arrays.qOf(copy).begin());
    store<S>(memory_.v, lane, arrays.vOf(copy).begin());
    arrays.work[static_cast<std::size_t>(copy)] = memory_.work[lane];
  }

  void takeControls(const RunOrder& order, int interval, CopyArrays& arrays) {
    if (order.controls.empty()) return;
    for (int lane = 0; lane < W; ++lane)
      load<S>(order.controlsOf(copyIn(lane), interval, arrays.velocities), lane, memory_.torque);
    for (const int copy : copies_) {
      const auto row = order.controlsOf(copy, interval, arrays.velocities);
      std::copy(row.begin(), row.end(), arrays.torqueOf(copy).begin());
    }
  }

  /// Copies that have stopped stay where they are.
  void record(const RunOrder& order, int interval, CopyArrays& arrays) {
    if (order.trajectory.empty()) return;
    for (int lane = 0; lane < static_cast<int>(copies_.size()); ++lane) {
      if (isMoving_[lane]) put(lane, arrays);
      const int copy = copyIn(lane);
      const auto into = order.trajectoryOf(copy, interval, arrays.positions + arrays.velocities);
      std::copy_n(arrays.qOf(copy).begin(), arrays.positions, into.begin());
      std::copy_n(arrays.vOf(copy).begin(), arrays.velocities,
                  into.begin() + static_cast<std::ptrdiff_t>(arrays.positions));
    }
  }

  void step(double h, CopyArrays& arrays, const SingleStep& single) {
    std::copy_n(memory_.q.data(), lastQ_.size(), lastQ_.begin());
    std::copy_n(memory_.v.data(), lastV_.size(), lastV_.begin());
    const S lastWork = memory_.work;
    typename LaneSteps<S>::Verdict verdict;
    step_(memory_, h, verdict);
    // A joint that turns further by what its velocity changed: Simulation looks closer
    // (stepping.cpp).
    constexpr double turn = 2 * std::numbers::pi;
    for (int lane = 0; lane < W; ++lane) {
      if (!isMoving_[lane]) continue;
      const int copy = copyIn(lane);
      if (verdict.doubt[lane] == 0 && h * std::sqrt(verdict.change[lane]) <= turn) {
        ++arrays.steps[static_cast<std::size_t>(copy)];
        continue;
      }
      for (Eigen::Index i = 0; i < single_.q.size(); ++i)
        single_.q[i] = lastQ_[static_cast<std::size_t>(i)][lane];
      for (Eigen::Index i = 0; i < single_.v.size(); ++i)
        single_.v[i] = lastV_[static_cast<std::size_t>(i)][lane];
      single_.work = lastWork[lane];
      isMoving_[lane] = single(copy, single_);
      load<S>({single_.q.data(), arrays.positions}, lane, memory_.q);
      load<S>({single_.v.data(), arrays.velocities}, lane, memory_.v);
      memory_.work.set(lane, single_.work);
      if (isMoving_[lane])
        ++arrays.steps[static_cast<std::size_t>(copy)];
      else
        put(lane, arrays);
    }
  }

  LaneMemory<S> memory_;
  const Step step_;
  std::vector<S> lastQ_, lastV_;
  MotionState single_;
  std::span<const int> copies_;
  bool isMoving_[W];
};

template <int W>
std::unique_ptr<LaneRunner> make(const ClusterTree<double>& tree, std::string_view integrator) {
  const LaneSteps<Lanes<W>>& steps = laneSteps<W>();
  return std::make_unique<LanesOfWidth<W>>(
      tree, integrator == "rk4" ? steps.rungeKutta4 : steps.semiImplicitEuler);
}

}  // namespace

std::unique_ptr<LaneRunner> makeLaneRunner(const ClusterTree<double>& tree,
                                           std::string_view integrator, int width) {
#if defined(LINKWORK_X86_64)
  if (width == 8) return make<8>(tree, integrator);
  if (width == 4) return make<4>(tree, integrator);
#endif
  static_cast<void>(width);
  return make<2>(tree, integrator);
}

}  // namespace linkwork
