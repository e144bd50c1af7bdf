#include "linkwork/ensemble.hpp"

#include <algorithm>

#include "linkwork/dynamics/configuration.hpp"
#include "linkwork/dynamics/independent_coordinates.hpp"
#include "linkwork/dynamics/kinematics.hpp"
#include "linkwork/ensemble/copies.hpp"
#include "linkwork/linalg/random_numbers.hpp"

namespace linkwork {

using detail::asVector, detail::requireNumbers;

namespace {

void requireAtLeast(const char* path, int least, int found) {
  if (found < least)
    throw MechanismError(path, "found " + std::to_string(found) + "; expected " +
                                   std::to_string(least) + " or more");
}

}  // namespace

Ensemble::Ensemble(const Mechanism& mechanism, const EnsembleOptions& options,
                   const std::optional<NamedState>& state)
    : parts_(new Parts{Copies(mechanism, options, state)}) {}
Ensemble::Ensemble(Ensemble&&) noexcept = default;
Ensemble& Ensemble::operator=(Ensemble&&) noexcept = default;
Ensemble::~Ensemble() = default;

int Ensemble::count() const { return parts_->copies.count(); }
int Ensemble::width() const { return parts_->copies.width(); }
Precision Ensemble::precision() const { return parts_->copies.precision(); }
std::size_t Ensemble::positionSize() const { return parts_->copies.arrays.positions; }
std::size_t Ensemble::velocitySize() const { return parts_->copies.arrays.velocities; }
const Mechanism& Ensemble::mechanism() const { return parts_->copies.model().mechanism(); }
double Ensemble::stepSize() const { return parts_->copies.stepSize(); }

void Ensemble::step(int steps) {
  requireAtLeast("count", 0, steps);
  parts_->copies.run({.hold = steps});
}

void Ensemble::rollout(std::span<const double> controls, int intervals, int hold,
                       std::span<double> trajectory) {
  requireAtLeast("intervals", 1, intervals);
  requireAtLeast("hold", 0, hold);
  const std::size_t rows = static_cast<std::size_t>(count()) * static_cast<std::size_t>(intervals);
  requireNumbers("controls", controls, rows * velocitySize());
  const std::size_t numbers = rows * (positionSize() + velocitySize());
  if (!trajectory.empty() && trajectory.size() != numbers)
    throw MechanismError("trajectory", "found room for " + std::to_string(trajectory.size()) +
                                           " numbers; expected " + std::to_string(numbers));
  parts_->copies.run({intervals, hold, controls, trajectory});
}

std::span<const double> Ensemble::q() const { return parts_->copies.arrays.q; }
std::span<const double> Ensemble::v() const { return parts_->copies.arrays.v; }
std::span<const double> Ensemble::work() const { return parts_->copies.arrays.work; }

double Ensemble::time(int copy) const {
  parts_->requireCopy(copy);
  return parts_->copies.time(copy);
}

std::span<const double> Ensemble::poses() {
  parts_->poses.clear();
  const auto add = [this](int, SimulationState& state) {
    const std::vector<double>& poses = state.poses();
    parts_->poses.insert(parts_->poses.end(), poses.begin(), poses.end());
  };
  if (parts_->copies.varyLengths())
    parts_->copies.forEachState(add);
  else
    parts_->copies.forEachStateOfModel(add);
  return parts_->poses;
}

std::span<const double> Ensemble::kineticEnergies() {
  return parts_->evaluate(parts_->kinetic,
                          [](SimulationState& state) { return state.kineticEnergy(); });
}

std::span<const double> Ensemble::potentialEnergies() {
  return parts_->evaluate(parts_->potential,
                          [](SimulationState& state) { return state.potentialEnergy(); });
}

std::span<const double> Ensemble::loopErrors() {
  return parts_->evaluate(parts_->loops,
                          [](SimulationState& state) { return state.closureError().loopPosition; });
}

std::span<const double> Ensemble::couplingErrors() {
  return parts_->evaluate(parts_->couplings,
                          [](SimulationState& state) { return state.closureError().coupling; });
}

void Ensemble::setTorques(std::span<const double> values) {
  Copies& copies = parts_->copies;
  requireNumbers("torques", values, copies.arrays.torque.size());
  copies.run({.hold = 0, .controls = values});
}

std::span<const double> Ensemble::torques() const { return parts_->copies.arrays.torque; }

void Ensemble::setParameters(std::span<const double> values) {
  parts_->copies.setParameters(values);
}
std::span<const double> Ensemble::parameters() const { return parts_->copies.parameters(); }

void Ensemble::setState(int copy, std::span<const double> q, std::span<const double> v) {
  parts_->requireCopy(copy);
  requireNumbers("q", q, positionSize());
  requireNumbers("v", v, velocitySize());
  parts_->put(copy, parts_->closed(q, v));
}

void Ensemble::setStates(std::span<const double> q, std::span<const double> v) {
  requireNumbers("q", q, parts_->copies.arrays.q.size());
  requireNumbers("v", v, parts_->copies.arrays.v.size());
  std::vector<MotionState> states;
  for (std::size_t copy = 0; copy < static_cast<std::size_t>(count()); ++copy)
    states.push_back(parts_->closed(q.subspan(copy * positionSize(), positionSize()),
                                    v.subspan(copy * velocitySize(), velocitySize())));
  for (int copy = 0; copy < count(); ++copy)
    parts_->put(copy, states[static_cast<std::size_t>(copy)]);
}

void Ensemble::showStates(std::span<const double> q, std::span<const double> v) {
  Copies& copies = parts_->copies;
  requireNumbers("q", q, copies.arrays.q.size());
  requireNumbers("v", v, copies.arrays.v.size());
  std::copy(q.begin(), q.end(), copies.arrays.q.begin());
  std::copy(v.begin(), v.end(), copies.arrays.v.begin());
  for (int copy = 0; copy < count(); ++copy) copies.moveTo(copy);
}

void Ensemble::scatter(double position, double velocity, std::uint64_t seed, int first) {
  detail::requireAtLeastZero("position", position);
  detail::requireAtLeastZero("velocity", velocity);
  requireAtLeast("first", 0, first);
  Copies& copies = parts_->copies;
  SimulationState& model = copies.model();
  const ClusterTree<double>& tree = model.tree();
  std::vector<double> allQ, allV;
  Eigen::VectorXd drawn(tree.degreesOfFreedom()), along(tree.velocitySize());
  const auto draw = [&](int copy, int kind, double deviation, Workspace<double>& work) {
    const auto number = static_cast<std::uint64_t>(first) + static_cast<std::uint64_t>(copy);
    for (Eigen::Index i = 0; i < drawn.size(); ++i)
      drawn[i] = deviation * normalNumber(seed, number, static_cast<std::uint64_t>(2 * i + kind));
    spanFromIndependent<double>(tree, drawn, work, along);
  };
  for (int copy = 0; copy < count(); ++copy) {
    MotionState at{asVector(copies.arrays.qOf(copy)), asVector(copies.arrays.vOf(copy))};
    Workspace<double>& work = model.workspace();
    updateKinematics<double>(tree, at.q, at.v, work);
    draw(copy, 1, velocity, work);
    at.v += along;
    draw(copy, 0, position, work);
    retract<double>(tree, at.q, along, at.q);
    closeLoops<double>(tree, work, at.q, at.v);
    allQ.insert(allQ.end(), at.q.begin(), at.q.end());
    allV.insert(allV.end(), at.v.begin(), at.v.end());
  }
  copies.arrays.q = std::move(allQ);
  copies.arrays.v = std::move(allV);
  for (int copy = 0; copy < count(); ++copy) copies.moveTo(copy);
}

void Ensemble::reset(int copy) {
  parts_->requireCopy(copy);
  parts_->copies.restart(copy);
}

void Ensemble::reset() {
  for (int copy = 0; copy < count(); ++copy) parts_->copies.restart(copy);
}

bool Ensemble::isStopped(int copy) const {
  parts_->requireCopy(copy);
  return parts_->copies.arrays.isStopped[static_cast<std::size_t>(copy)];
}

std::vector<CopyFailure> Ensemble::failures() const {
  std::vector<CopyFailure> result;
  for (const std::optional<CopyFailure>& failure : parts_->copies.failures)
    if (failure) result.push_back(*failure);
  return result;
}

}  // namespace linkwork
