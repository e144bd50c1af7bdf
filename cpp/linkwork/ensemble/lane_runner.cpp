#include "linkwork/ensemble/lane_runner.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "linkwork/ensemble/lane_steps.hpp"
#include "linkwork/integrators/methods.hpp"

namespace linkwork {
namespace {

/// Copies one lane of SIMD-batched numbers to and from a row.
template <typename S>
void load(std::span<const double> row, int lane, LaneVector<S>& to) {
  for (std::size_t i = 0; i < row.size(); ++i) to[static_cast<Eigen::Index>(i)].set(lane, row[i]);
}

template <typename S, typename Row>
void store(const LaneVector<S>& from, int lane, Row&& row) {
  for (Eigen::Index i = 0; i < from.size(); ++i) row[i] = from[i][lane];
}

/// Velocity changes that lanes accept without a check by Simulation.
EnergyBalance balanceOf(const SimulationOptions& options) {
  EnergyBalance balance = steppingMethod(options.method).find(options.integrator)->balance;
  if (options.energyTolerance && std::isinf(*options.energyTolerance)) {
    balance.noticed = 2 * std::numbers::pi;
    balance.noticedPart = std::numeric_limits<double>::infinity();
  }
  return balance;
}

/// Runner of packs of W copies: their memory, and a step of it.
template <int W>
struct PackMemory {
  using S = Lanes<W>;
  using Numbers = LaneNumbers<S>;
  using Outcome = typename LaneSteps<S>::Outcome;

  explicit PackMemory(const ClusterTree<double>& tree) : memory(tree) {}

  Numbers numbers() const { return memory.numbers(); }
  void setLane(Numbers& numbers, int lane, const ClusterTree<double>& tree) {
    memory.setLane(numbers, lane, tree);
  }
  void exchange(Numbers& numbers) { memory.exchange(numbers); }
  /// Calls `visit` with every number that its steps store in addition to the state.
  template <typename Visit>
  void visitMemory(Visit) {}
  /// Called after a change of states.
  void moved() {}

  LaneMemory<S> memory;
};

template <int W>
struct ExplicitPack : PackMemory<W> {
  ExplicitPack(const ClusterTree<double>& tree, const SimulationOptions& options)
      : PackMemory<W>(tree),
        advance(options.integrator == "rk4" ? laneSteps<W>().rungeKutta4
                                            : laneSteps<W>().semiImplicitEuler) {}

  void step(double h, typename PackMemory<W>::Outcome& outcome) {
    advance(this->memory, h, outcome);
  }

  const decltype(LaneSteps<Lanes<W>>::rungeKutta4) advance;
};

template <int W>
struct VariationalPack : PackMemory<W> {
  VariationalPack(const ClusterTree<double>& tree, const SimulationOptions& options)
      : PackMemory<W>(tree),
        momenta(tree, this->memory, options.variational.minimal, laneSteps<W>().passes,
                laneSteps<W>().stepPasses) {}

  template <typename Visit>
  void visitMemory(Visit visit) {
    momenta.visitMemory(visit);
  }
  void moved() { momenta.isPlaced = false; }
  void step(double h, typename PackMemory<W>::Outcome& outcome) {
    laneSteps<W>().secondOrder(this->memory, momenta, h, outcome);
  }

  LaneMomenta<Lanes<W>> momenta;
};

struct FloatPack : PackMemory<floatLaneWidth> {
  using Base = PackMemory<floatLaneWidth>;
  struct Numbers {
    LaneNumbers<S> states;
    LaneNumbers<FloatLanes> accelerations;
  };

  FloatPack(const ClusterTree<double>& tree, const SimulationOptions& options)
      : Base(tree),
        floats(tree),
        advance(options.integrator == "rk4" ? floatLaneSteps()->rungeKutta4
                                            : floatLaneSteps()->semiImplicitEuler) {}

  Numbers numbers() const { return {memory.numbers(), floats.numbers()}; }
  void setLane(Numbers& numbers, int lane, const ClusterTree<double>& tree) {
    memory.setLane(numbers.states, lane, tree);
    floats.setLane(numbers.accelerations, lane, tree);
  }
  void exchange(Numbers& numbers) {
    memory.exchange(numbers.states);
    floats.exchange(numbers.accelerations);
  }
  void step(double h, Outcome& outcome) { advance(memory, floats, h, outcome); }

  LaneMemory<FloatLanes> floats;
  const decltype(FloatLaneSteps::rungeKutta4) advance;
};

template <typename Pack>
class PackRunner final : public LaneRunner {
 public:
  using S = typename Pack::S;
  static constexpr int W = S::width;

  PackRunner(const ClusterTree<double>& tree, const SimulationOptions& options)
      : pack_(tree, options),
        lags_(options.integrator == "semi-implicit-euler"),
        balance_(balanceOf(options)),
        canBeStiff_(!tree.passiveJoints().empty()),
        lastQ_(static_cast<std::size_t>(tree.positionSize())),
        lastV_(static_cast<std::size_t>(tree.velocitySize())) {
    single_.q.resize(tree.positionSize());
    single_.v.resize(tree.velocitySize());
  }

  int width() const override { return W; }

  std::unique_ptr<Numbers> numbersOf(
      std::span<const std::shared_ptr<const ClusterTree<double>>> trees) override {
    for (const std::shared_ptr<const ClusterTree<double>>& tree : trees)
      canBeStiff_ = canBeStiff_ || !tree->passiveJoints().empty();
    auto result = std::make_unique<OwnNumbers>(pack_.numbers());
    for (int lane = 0; lane < W; ++lane)
      pack_.setLane(result->numbers, lane,
                    *trees[std::min(static_cast<std::size_t>(lane), trees.size() - 1)]);
    return result;
  }

  void run(std::span<const int> copies, Numbers* numbers, double h, const RunOrder& order,
           CopyArrays& arrays, const SingleStep& single) override {
    if (numbers) pack_.exchange(static_cast<OwnNumbers*>(numbers)->numbers);
    copies_ = copies;
    for (int lane = 0; lane < W; ++lane) {
      const int copy = copyIn(lane);
      load<S>(arrays.qOf(copy), lane, memory_.q);
      load<S>(arrays.vOf(copy), lane, memory_.v);
      load<S>(arrays.torqueOf(copy), lane, memory_.torque);
      memory_.work.set(lane, arrays.work[static_cast<std::size_t>(copy)]);
      recall(lane, arrays);
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
    if (numbers) pack_.exchange(static_cast<OwnNumbers*>(numbers)->numbers);
  }

 private:
  struct OwnNumbers final : Numbers {
    explicit OwnNumbers(typename Pack::Numbers own) : numbers(std::move(own)) {}
    typename Pack::Numbers numbers;
  };

  int copyIn(int lane) const {
    return copies_[std::min(static_cast<std::size_t>(lane), copies_.size() - 1)];
  }

  void put(int lane, CopyArrays& arrays) {
    const int copy = copyIn(lane);
    store<S>(memory_.q, lane, arrays.qOf(copy).begin());
    store<S>(memory_.v, lane, arrays.vOf(copy).begin());
    double* next = arrays.memoryOf(copy).data();
    pack_.visitMemory([&](const S& number) { *next++ = number[lane]; });
    arrays.work[static_cast<std::size_t>(copy)] = memory_.work[lane];
  }

  void recall(int lane, CopyArrays& arrays) {
    const double* next = arrays.memoryOf(copyIn(lane)).data();
    pack_.visitMemory([&](S& number) { number.set(lane, *next++); });
    pack_.moved();
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

  /// Stopped copies keep their state.
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
    typename LaneSteps<S>::Outcome outcome;
    lastMemory_.clear();
    pack_.visitMemory([&](const S& number) { lastMemory_.push_back(number); });
    pack_.step(h, outcome);
    // Simulation repeats the step (stepping.cpp) if the velocity change turns a joint too far, or
    // if the last step had another length.
    for (int lane = 0; lane < W; ++lane) {
      if (!isMoving_[lane]) continue;
      const int copy = copyIn(lane);
      const double change = std::sqrt(outcome.change[lane]), speed = std::sqrt(outcome.speed[lane]);
      if (outcome.doubt[lane] == 0 && h * change <= balance_.noticed &&
          !(canBeStiff_ && change > balance_.noticedPart * speed) &&
          !isBehind(arrays.memoryOf(copy), h)) {
        ++arrays.steps[static_cast<std::size_t>(copy)];
        continue;
      }
      for (Eigen::Index i = 0; i < single_.q.size(); ++i)
        single_.q[i] = lastQ_[static_cast<std::size_t>(i)][lane];
      for (Eigen::Index i = 0; i < single_.v.size(); ++i)
        single_.v[i] = lastV_[static_cast<std::size_t>(i)][lane];
      single_.work = lastWork[lane];
      double* next = arrays.memoryOf(copy).data();
      for (const S& number : lastMemory_) *next++ = number[lane];
      isMoving_[lane] = single(copy, single_);
      recall(lane, arrays);
      load<S>({single_.q.data(), arrays.positions}, lane, memory_.q);
      load<S>({single_.v.data(), arrays.velocities}, lane, memory_.v);
      memory_.work.set(lane, single_.work);
      if (isMoving_[lane])
        ++arrays.steps[static_cast<std::size_t>(copy)];
      else
        put(lane, arrays);
    }
  }

  /// Whether semi-implicit Euler's last step had another length.
  bool isBehind(std::span<const double> memory, double h) const {
    return lags_ && memory[0] != 0 && memory[0] != h;
  }

  Pack pack_;
  LaneMemory<S>& memory_ = pack_.memory;
  const bool lags_;
  const EnergyBalance balance_;
  bool canBeStiff_;  ///< as Stepping::canBeStiff
  std::vector<S> lastQ_, lastV_, lastMemory_;
  MotionState single_;
  std::span<const int> copies_;
  bool isMoving_[W];
};

template <int W>
std::unique_ptr<LaneRunner> runnerOf(const ClusterTree<double>& tree,
                                     const SimulationOptions& options) {
  if (options.method == "variational")
    return std::make_unique<PackRunner<VariationalPack<W>>>(tree, options);
  return std::make_unique<PackRunner<ExplicitPack<W>>>(tree, options);
}

}  // namespace

std::unique_ptr<LaneRunner> makeLaneRunner(const ClusterTree<double>& tree,
                                           const SimulationOptions& options, int width) {
#if defined(LINKWORK_X86_64)
  if (width == 8) return runnerOf<8>(tree, options);
  if (width == 4) return runnerOf<4>(tree, options);
#endif
  static_cast<void>(width);
  return runnerOf<2>(tree, options);
}

std::unique_ptr<LaneRunner> makeFloatLaneRunner(const ClusterTree<double>& tree,
                                                const SimulationOptions& options) {
  return std::make_unique<PackRunner<FloatPack>>(tree, options);
}

}  // namespace linkwork
