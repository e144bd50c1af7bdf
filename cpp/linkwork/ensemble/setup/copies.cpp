#include "linkwork/ensemble/copies.hpp"

#include <algorithm>
#include <cmath>

#include "linkwork/dynamics/compile.hpp"
#include "linkwork/dynamics/kernels/plan.hpp"
#include "linkwork/ensemble/lane_memory.hpp"
#include "linkwork/ensemble/lane_steps.hpp"
#include "linkwork/ensemble/worker_threads.hpp"
#include "linkwork/integrators/implicit_joints.hpp"
#include "linkwork/integrators/minimal_variational_integrator.hpp"
#include "linkwork/simulation/external_forces.hpp"
#include "linkwork/simulation/queries/parameters.hpp"

namespace linkwork {

namespace {

constexpr int mostCopies = 1 << 24, mostThreads = 1024;

EnsembleOptions checked(EnsembleOptions options) {
  const auto require = [](const char* path, int found, int most) {
    if (found < 1 || found > most)
      throw MechanismError(
          path, "found " + std::to_string(found) + "; expected 1 to " + std::to_string(most));
  };
  require("count", options.count, mostCopies);
  require("threads", options.threads, mostThreads);
#if defined(__EMSCRIPTEN__)
  if (options.threads > 1)
    throw MechanismError("threads", "found " + std::to_string(options.threads) +
                                        "; expected 1: there are no threads in WebAssembly");
#endif
  return options;
}

/// Sets a new simulation to a time and state, and restores its integrator's memory, if any.
void place(Simulation& simulation, double time, const MotionState& state,
           std::span<const double> memory = {}) {
  std::vector<double> moment = simulation.snapshot();
  moment[0] = time;
  moment[1] = state.work;
  std::copy(state.q.begin(), state.q.end(), moment.begin() + 2);
  std::copy(state.v.begin(), state.v.end(), moment.begin() + 2 + state.q.size());
  if (!memory.empty()) {
    const auto place = moment.end() - static_cast<std::ptrdiff_t>(memory.size());
    std::copy(memory.begin(), memory.end(), place);
    place[-1] = std::abs(place[-1]);  // the tag: it has started
  }
  simulation.restore(moment);
}

}  // namespace

Copies::Copies(const Mechanism& mechanism, const EnsembleOptions& options,
               const std::optional<NamedState>& given)
    : options_(checked(options)), given_(given), model_(mechanism, given), start_(model_.motion()) {
  model_.tree().requireMass();
  for (std::size_t i = 0; i < mechanism.loops.size(); ++i)
    if (mechanism.loops[i].breaks)
      throw MechanismError(detail::itemPath("loops", i) + ".breaks",
                           "the copies of an ensemble keep their loops; leave it out");
  for (std::size_t i = 0; i < mechanism.couplings.size(); ++i)
    for (const CouplingTerm& term : mechanism.couplings[i].terms)
      if (term.function)
        throw MechanismError(detail::itemPath("couplings", i) + ".terms",
                             "ensembles take couplings without functions only");
  // Simulation validates these options and resolves the defaults.
  const Simulation first(model_.mechanism(), options.simulation, given);
  options_.simulation.method = first.method();
  options_.simulation.integrator = first.integrator();
  const auto rows = static_cast<std::size_t>(options.count);
  arrays.positions = first.q().size();
  arrays.velocities = first.v().size();
  Eigen::VectorXd torque = Eigen::VectorXd::Zero(model_.tree().velocitySize());
  if (given) torque = appliedForces(model_.mechanism(), model_.tree(), *given).torque;
  for (std::size_t copy = 0; copy < rows; ++copy) {
    arrays.q.insert(arrays.q.end(), start_.q.begin(), start_.q.end());
    arrays.v.insert(arrays.v.end(), start_.v.begin(), start_.v.end());
    arrays.torque.insert(arrays.torque.end(), torque.begin(), torque.end());
    for (const std::string& name : options.vary) parameters_.push_back(first.parameter(name));
  }
  arrays.work.resize(rows);
  arrays.steps.resize(rows);
  arrays.isStopped.resize(rows);
  failures.resize(rows);
  arranged_.alone.resize(rows);
  arrays.hasBegun.resize(rows);
  if (!hasWrenches() && fits(model_.mechanism(), model_.tree())) {
    spares_.resize(static_cast<std::size_t>(options.threads));
    if (isVariational() || hasLoops() || !floatLaneSteps()) options_.precision = Precision::doubles;
    for (int thread = 0; thread < options.threads; ++thread)
      runners_.push_back(options_.precision == Precision::floats
                             ? makeFloatLaneRunner(model_.tree(), options_.simulation)
                             : makeLaneRunner(model_.tree(), options_.simulation, laneWidth()));
    if (isVariational())
      arrays.remembered = MinimalVariationalIntegrator(model_.tree()).memorySize();
    else if (options_.simulation.integrator == "semi-implicit-euler")
      arrays.remembered = 1;  // the length of the last step
    arrays.memory.resize(rows * arrays.remembered);
    for (int copy = 0; copy < options.count; ++copy) arranged_.batched.push_back(copy);
    return;
  }
  options_.precision = Precision::doubles;
  for (int copy = 0; copy < options.count; ++copy)
    arranged_.alone[static_cast<std::size_t>(copy)] = simulationOf(copy, model_.mechanism());
}

bool Copies::fits(const Mechanism& mechanism, const ClusterTree<double>& tree) const {
  if (!fitsLanes(mechanism, tree)) return false;
  const SimulationOptions& options = options_.simulation;
  if (isVariational())
    return options.integrator == "second-order" && suitsRevoluteStep(tree) &&
           options.variational.minimal.rootFinder == RootFinderKind::automatic &&
           options.variational.minimal.guess == InitialGuess::quadratic;
  if (options.method != "articulated-body") return false;
  if (options.integrator == "rk4") return true;
  if (options.integrator != "semi-implicit-euler") return false;
  // Lanes do not support the loop memory of semi-implicit Euler and implicit joints.
  Workspace<double> work(tree);
  return !hasLoops() && !ImplicitJoints(tree, work).areStiff(options.step);
}

bool Copies::hasWrenches() const { return given_ && !given_->wrenches.empty(); }

bool Copies::hasLoops() const {
  return model_.tree().plan() && !model_.tree().plan()->keepsJoints();
}

std::span<const double> Copies::valuesOf(int copy) const {
  const std::size_t size = options_.vary.size();
  return std::span(parameters_).subspan(static_cast<std::size_t>(copy) * size, size);
}

bool Copies::varyLengths() const {
  return std::any_of(options_.vary.begin(), options_.vary.end(), isLength);
}

/// The current state of a copy.
SimulationState& Copies::at(int copy, SimulationState& state) const {
  MotionState& motion = state.change();
  motion.q = detail::asVector(arrays.qOf(copy));
  motion.v = detail::asVector(arrays.vOf(copy));
  return state;
}

Mechanism Copies::mechanismWith(std::span<const double> values) const {
  Mechanism mechanism = model_.mechanism();
  for (std::size_t i = 0; i < values.size(); ++i)
    parameterNamed(mechanism, options_.vary[i]) = values[i];
  return mechanism;
}

double Copies::time(int copy) const {
  const auto at = static_cast<std::size_t>(copy);
  if (arranged_.alone[at]) return arranged_.alone[at]->time();
  return static_cast<double>(arrays.steps[at]) * stepSize();
}

/// A simulation of the copy at its current state.
std::unique_ptr<Simulation> Copies::simulationOf(int copy, const Mechanism& mechanism) const {
  auto simulation = std::make_unique<Simulation>(mechanism, options_.simulation, given_);
  const auto at = static_cast<std::size_t>(copy);
  place(*simulation, time(copy),
        {detail::asVector(arrays.qOf(copy)), detail::asVector(arrays.vOf(copy)), arrays.work[at]});
  simulation->setTorques(arrays.torqueOf(copy));
  return simulation;
}

void Copies::put(const Simulation& simulation, int copy) {
  std::copy(simulation.q().begin(), simulation.q().end(), arrays.qOf(copy).begin());
  std::copy(simulation.v().begin(), simulation.v().end(), arrays.vOf(copy).begin());
  arrays.work[static_cast<std::size_t>(copy)] = simulation.work();
}

/// Initializes the integrator's memory at the start of a motion.
void Copies::begin(int copy) {
  const auto at = static_cast<std::size_t>(copy);
  if (arrays.hasBegun[at] || !isVariational()) return;
  const auto remember = [&](const ClusterTree<double>& tree) {
    MinimalVariationalIntegrator integrator(tree, options_.simulation.variational.minimal);
    integrator.start({detail::asVector(arrays.qOf(copy)), detail::asVector(arrays.vOf(copy))});
    integrator.remember(arrays.memoryOf(copy));
  };
  if (options_.vary.empty())
    remember(model_.tree());
  else
    remember(compile(mechanismWith(valuesOf(copy)), given_));
  arrays.hasBegun[at] = true;
}

bool Copies::stepAlone(int copy, int thread, MotionState& state) {
  const auto at = static_cast<std::size_t>(copy);
  std::unique_ptr<Simulation>& spare = spares_[static_cast<std::size_t>(thread)];
  if (!spare || !options_.vary.empty())
    spare =
        std::make_unique<Simulation>(mechanismWith(valuesOf(copy)), options_.simulation, given_);
  Simulation& simulation = *spare;
  simulation.reset();
  place(simulation, static_cast<double>(arrays.steps[at]) * stepSize(), state,
        arrays.memoryOf(copy));
  simulation.setTorques(arrays.torqueOf(copy));
  try {
    simulation.step();
  } catch (const SimulationError& error) {
    arrays.isStopped[at] = true;
    failures[at] = CopyFailure{copy, error.time(), error.what()};
    return false;
  }
  state.q = detail::asVector(simulation.q());
  state.v = detail::asVector(simulation.v());
  state.work = simulation.work();
  const std::vector<double> moment = simulation.snapshot();
  std::copy(moment.end() - static_cast<std::ptrdiff_t>(arrays.remembered), moment.end(),
            arrays.memoryOf(copy).begin());
  return true;
}

void Copies::runAlone(int copy, const RunOrder& order) {
  const auto at = static_cast<std::size_t>(copy);
  Simulation& simulation = *arranged_.alone[at];
  for (int interval = 0; interval < order.intervals; ++interval) {
    if (!order.controls.empty()) {
      const auto row = order.controlsOf(copy, interval, arrays.velocities);
      std::copy(row.begin(), row.end(), arrays.torqueOf(copy).begin());
      simulation.setTorques(row);
    }
    if (!arrays.isStopped[at]) try {
        simulation.step(order.hold);
      } catch (const SimulationError& error) {
        arrays.isStopped[at] = true;
        failures[at] = CopyFailure{copy, error.time(), error.what()};
      }
    if (order.trajectory.empty()) continue;
    const auto into = order.trajectoryOf(copy, interval, arrays.positions + arrays.velocities);
    std::copy(simulation.q().begin(), simulation.q().end(), into.begin());
    std::copy(simulation.v().begin(), simulation.v().end(),
              into.begin() + static_cast<std::ptrdiff_t>(arrays.positions));
  }
  put(simulation, copy);
}

void Copies::run(const RunOrder& order) {
  const int lanes = static_cast<int>(arranged_.batched.size());
  const int packs = (lanes + width() - 1) / width();
  forEachInThreads(options_.threads, packs, [&](int thread, int pack) {
    const auto first = static_cast<std::size_t>(pack * width());
    const auto size = static_cast<std::size_t>(std::min(width(), lanes - pack * width()));
    const auto copies = std::span(arranged_.batched).subspan(first, size);
    if (order.hold > 0)
      for (const int copy : copies) begin(copy);
    const SingleStep single = [this, thread](int copy, MotionState& state) {
      return stepAlone(copy, thread, state);
    };
    LaneRunner::Numbers* const numbers =
        arranged_.numbers.empty() ? nullptr
                                  : arranged_.numbers[static_cast<std::size_t>(pack)].get();
    runners_[static_cast<std::size_t>(thread)]->run(copies, numbers, stepSize(), order, arrays,
                                                    single);
  });
  if (lanes == count()) return;
  forEachInThreads(options_.threads, count(), [&](int, int copy) {
    if (arranged_.alone[static_cast<std::size_t>(copy)]) runAlone(copy, order);
  });
}

/// Clears the integrator's memory.
void Copies::forgetMotion(int copy) {
  arrays.hasBegun[static_cast<std::size_t>(copy)] = false;
  const std::span<double> memory = arrays.memoryOf(copy);
  std::fill(memory.begin(), memory.end(), 0.0);
}

void Copies::moveTo(int copy) {
  forgetMotion(copy);
  if (Simulation* const simulation = arranged_.alone[static_cast<std::size_t>(copy)].get())
    simulation->setState(arrays.qOf(copy), arrays.vOf(copy));
}

void Copies::restart(int copy) {
  const auto at = static_cast<std::size_t>(copy);
  forgetMotion(copy);
  arrays.isStopped[at] = false;
  failures[at].reset();
  arrays.work[at] = 0;
  arrays.steps[at] = 0;
  std::copy(start_.q.begin(), start_.q.end(), arrays.qOf(copy).begin());
  std::copy(start_.v.begin(), start_.v.end(), arrays.vOf(copy).begin());
  std::fill(arrays.torqueOf(copy).begin(), arrays.torqueOf(copy).end(), 0.0);
  if (Simulation* const simulation = arranged_.alone[at].get()) simulation->reset();
}

void Copies::setParameters(std::span<const double> values) {
  const std::size_t size = options_.vary.size();
  detail::requireNumbers("parameters", values, static_cast<std::size_t>(count()) * size);
  // By copy: a tree that fits into lanes with the model's, or a simulation.
  Arrangement arranged;
  std::vector<std::shared_ptr<const ClusterTree<double>>> trees;
  for (int copy = 0; copy < count(); ++copy) {
    const Mechanism mechanism =
        mechanismWith(values.subspan(static_cast<std::size_t>(copy) * size, size));
    auto tree = std::make_shared<const ClusterTree<double>>(compile(mechanism, given_));
    const bool isTaken =
        !runners_.empty() && fits(mechanism, *tree) && sameStructure(model_.tree(), *tree);
    arranged.alone.push_back(isTaken ? nullptr : simulationOf(copy, mechanism));
    if (!isTaken) continue;
    arranged.batched.push_back(copy);
    trees.push_back(std::move(tree));
    if (static_cast<int>(trees.size()) < width()) continue;
    arranged.numbers.push_back(runners_.front()->numbersOf(trees));
    trees.clear();
  }
  if (!trees.empty()) arranged.numbers.push_back(runners_.front()->numbersOf(trees));
  for (int copy = 0; copy < count(); ++copy)  // clocks of copies that leave their simulation
    if (const auto at = static_cast<std::size_t>(copy); !arranged.alone[at] && arranged_.alone[at])
      arrays.steps[at] = std::lround(arranged_.alone[at]->time() / stepSize());
  arranged_ = std::move(arranged);
  parameters_.assign(values.begin(), values.end());
  std::fill(arrays.hasBegun.begin(), arrays.hasBegun.end(), false);
}

}  // namespace linkwork
