#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "linkwork/ensemble.hpp"
#include "linkwork/ensemble/lane_runner.hpp"
#include "linkwork/simulation/arguments.hpp"
#include "linkwork/simulation/simulation_state.hpp"

namespace linkwork {

/// The copies of an ensemble and their runners: lanes if supported, else simulations.
class Copies {
 public:
  Copies(const Mechanism& mechanism, const EnsembleOptions& options,
         const std::optional<NamedState>& given);

  CopyArrays arrays;
  std::vector<std::optional<CopyFailure>> failures;  ///< by copy

  int count() const { return options_.count; }
  int width() const { return runners_.empty() ? 1 : runners_.front()->width(); }
  Precision precision() const { return options_.precision; }
  double stepSize() const { return options_.simulation.step; }
  /// Its steps for a GPU (gpu/ensemble_kernels.cpp). Throws MechanismError with the reason if there
  /// are none.
  StepShader shader() const;
  double time(int copy) const;
  const MotionState& start() const { return start_; }

  /// The given mechanism, at any state: for all quantities that do not depend on the varied
  /// parameters.
  SimulationState& model() { return model_; }
  /// Calls `visit(copy, state)` for every copy at its current state, with its own parameters.
  template <typename Visit>
  void forEachState(Visit&& visit);
  /// The same with the model's parameters.
  template <typename Visit>
  void forEachStateOfModel(Visit&& visit);
  /// Whether copies differ in parameters that change poses.
  bool varyLengths() const;

  void run(const RunOrder& order);
  /// Sets a copy's simulation, if any, to the state in the arrays.
  void moveTo(int copy);
  /// The same; also sets the time and clears the failure.
  void restart(int copy);

  const std::vector<double>& parameters() const { return parameters_; }
  void setParameters(std::span<const double> values);

 private:
  struct Arrangement {
    std::vector<int> batched;                                   ///< SIMD-batched copies
    std::vector<std::unique_ptr<LaneRunner::Numbers>> numbers;  ///< by pack; empty: the model's own
    std::vector<std::unique_ptr<Simulation>> alone;             ///< by copy; null if batched
  };

  bool isVariational() const { return options_.simulation.method == "variational"; }
  /// Whether such copies run SIMD-batched.
  bool fits(const Mechanism& mechanism, const ClusterTree<double>& tree) const;
  bool hasLoops() const;
  bool hasWrenches() const;
  SimulationState& at(int copy, SimulationState& state) const;
  Mechanism mechanismWith(std::span<const double> values) const;
  std::span<const double> valuesOf(int copy) const;
  std::unique_ptr<Simulation> simulationOf(int copy, const Mechanism& mechanism) const;
  void begin(int copy);
  void forgetMotion(int copy);
  bool stepAlone(int copy, int thread, MotionState& state);
  void runAlone(int copy, const RunOrder& order);
  void put(const Simulation& simulation, int copy);

  EnsembleOptions options_;
  std::optional<NamedState> given_;
  SimulationState model_;
  MotionState start_;
  std::vector<double> parameters_;                    ///< count × vary
  std::vector<std::unique_ptr<LaneRunner>> runners_;  ///< by thread; empty if copies do not fit
  std::vector<std::unique_ptr<Simulation>> spares_;   ///< by thread, if all copies are equal
  Arrangement arranged_;
};

template <typename Visit>
void Copies::forEachState(Visit&& visit) {
  if (options_.vary.empty()) return forEachStateOfModel(visit);
  for (int copy = 0; copy < count(); ++copy) {
    SimulationState own(mechanismWith(valuesOf(copy)), given_);
    visit(copy, at(copy, own));
  }
}

template <typename Visit>
void Copies::forEachStateOfModel(Visit&& visit) {
  for (int copy = 0; copy < count(); ++copy) visit(copy, at(copy, model_));
}

/// The copies of an ensemble, and the answers to its queries.
struct Ensemble::Parts {
  Copies copies;
  std::vector<double> poses = {}, kinetic = {}, potential = {}, loops = {}, couplings = {};

  void requireCopy(int copy) const {
    if (copy < 0 || copy >= copies.count())
      throw MechanismError("copy", "found " + std::to_string(copy) + "; expected 0 to " +
                                       std::to_string(copies.count() - 1));
  }

  /// A valid state of a copy, with loops closed to rounding.
  MotionState closed(std::span<const double> q, std::span<const double> v) {
    return copies.model().closed(detail::asVector(q), detail::asVector(v));
  }

  /// Sets the state of a copy. A stopped copy continues.
  void put(int copy, const MotionState& state) {
    std::copy(state.q.begin(), state.q.end(), copies.arrays.qOf(copy).begin());
    std::copy(state.v.begin(), state.v.end(), copies.arrays.vOf(copy).begin());
    copies.arrays.isStopped[static_cast<std::size_t>(copy)] = false;
    copies.failures[static_cast<std::size_t>(copy)].reset();
    copies.moveTo(copy);
  }

  /// A number of every copy, of its own state and mechanism.
  template <typename Query>
  std::span<const double> evaluate(std::vector<double>& answers, Query of) {
    answers.resize(static_cast<std::size_t>(copies.count()));
    copies.forEachState([&](int copy, SimulationState& state) {
      answers[static_cast<std::size_t>(copy)] = of(state);
    });
    return answers;
  }
};

}  // namespace linkwork
