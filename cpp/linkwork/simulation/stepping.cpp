#include "linkwork/simulation/stepping.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "linkwork/contact/unilateral_constraints.hpp"
#include "linkwork/dynamics/joint_charts.hpp"
#include "linkwork/dynamics/loop_closure.hpp"
#include "linkwork/integrators/implicit_joints.hpp"
#include "linkwork/mechanism/wording.hpp"
#include "linkwork/simulation/arguments.hpp"

namespace linkwork {

using detail::requireFinite, detail::written;

namespace {

double checkedStep(double seconds) {
  if (!(seconds > 0) || !std::isfinite(seconds))
    throw MechanismError("step",
                         "found " + written(seconds) + "; expected a finite time above zero [s]");
  return seconds;
}

ContactOptions checkedContact(const ContactOptions& options) {
  if (!(options.allow >= 0))
    throw MechanismError("contact.allow", "found " + written(options.allow) +
                                              "; expected a velocity, 0 or more [m/s]");
  return options;
}

/// A step that fails is divided into at most this many parts.
constexpr int mostParts = 64;

std::optional<double> checkedTolerance(const std::optional<double>& tolerance) {
  if (tolerance && !(*tolerance >= 0))
    throw MechanismError(
        "energyTolerance",
        "found " + written(*tolerance) + "; expected a part of the kinetic energy, 0 or more");
  return tolerance;
}

/// Counts of steps stay below this.
constexpr double mostSteps = 2147483648.0;  // 2³¹

}  // namespace

Stepping::Stepping(SimulationState& state, ActingForces& forces, const SimulationOptions& options)
    : state_(state),
      forces_(forces),
      saved_(state.motion()),
      laterStart_(state.motion()),
      change_(state.v()),
      ahead_(state.v()),
      method_(&(options.method.empty() ? defaultMethod(state.mechanism())
                                       : steppingMethod(options.method))),
      variational_(options.variational),
      contact_(checkedContact(options.contact)),
      mostContactError_(contact_.allow),
      energyTolerance_(checkedTolerance(options.energyTolerance)),
      mechanismTag_(tagOf(state.mechanism())),
      stepSize_(checkedStep(options.step)) {
  setIntegrator(options.integrator.empty() ? method_->integrators.front().name
                                           : std::string_view(options.integrator));
}

int Stepping::advance(double seconds, const std::function<bool()>& ends) {
  requireFinite("seconds", seconds);
  double due = remainder_ + std::max(0.0, seconds);
  if (due / stepSize_ >= mostSteps)
    throw MechanismError("seconds", "found " + written(seconds) + ", which is " +
                                        written(due / stepSize_) + " steps of " +
                                        written(stepSize_) + " s; expected fewer than 2³¹");
  if (integrator_->adapts()) return advanceTo(time() + std::max(0.0, seconds), ends);
  remainder_ = 0;  // also after an error: the lost time is not made up for
  int count = 0;
  // A billionth of a step is rounding: 0.3 s are three steps of 0.1 s, and nothing is left. The
  // clock may not resolve a short step, so the time left is counted from the steps.
  constexpr double rounding = 1e-9;
  for (bool isOver = false; !isOver && due >= stepSize_ * (1 - rounding); ++count) {
    due -= step();
    isOver = ends && ends();
  }
  if (std::abs(due) > rounding * stepSize_) remainder_ = due;
  return count;
}

/// Takes steps of which the last one ends at this time.
int Stepping::advanceTo(double end, const std::function<bool()>& ends) {
  int count = 0;
  while (end - time() > 1e-9 * stepSize_) {
    step(end - time());
    ++count;
    if (!ends || !ends()) continue;
    remainder_ = end - time();
    return count;
  }
  startTime_ = end;
  steps_ = 0;
  return count;
}

double Stepping::step(double most) {
  state_.tree().requireMass();
  saved_.save(isStarted_ ? integrator_.get() : nullptr, state_.motion());
  missedKinetic_ = 0;
  const double tendonEnergy = state_.tendonEnergy();
  const int usual = usualParts();
  std::string problem;
  std::optional<double> passed;
  for (const Leniency leniency : {Leniency::none, Leniency::contactError, Leniency::energyError}) {
    if (!allow(leniency)) continue;
    const int first = leniency == Leniency::energyError ? mostParts : usual;
    for (int parts = first; !passed && parts <= mostParts; parts *= 2)
      passed = attempt(parts, most, parts == first ? &problem : nullptr);
    if (passed) break;
  }
  contact_.allow = mostContactError_;
  if (passed) {
    count(*passed);
    events_.add(tally_, time());
    // The springs of tendons are forces in a step, and energy outside it.
    if (!state_.compiled()->tendons.empty()) {
      const double change = state_.tendonEnergy() - tendonEnergy;
      state_.change().work += change;
    }
    if (usual > 1 || !problem.empty()) ++retries_;
    return *passed;
  }
  throw SimulationError(std::string(method()) + " " + integratorName_ + " step of " +
                            written(stepSize_) + " s from t = " + written(time()) +
                            " s failed: " + problem + "; parts of it, down to 1/" +
                            std::to_string(mostParts) + ", fail as well; " + remarkOn(problem) +
                            "the state is that of t = " + written(time()) + " s",
                        time());
}

/// Which joint is too stiff for explicit steps, unless the problem says it; empty if none is.
std::string Stepping::remarkOn(const std::string& problem) {
  const double bound = integrator_->stabilityBound();
  if (bound == 0) return {};
  const ImplicitJoints joints(state_.tree(), state_.workspace());
  const std::string remark = joints.explicitRemark(stepSize_, bound);
  return remark.empty() || problem == remark ? std::string() : remark + "; ";
}

/// In how many parts steps begin: so many that springs of joints change late velocities little. It
/// does not depend on the state. Steps whose parts change in step with the springs gain energy.
int Stepping::usualParts() const {
  constexpr double mostSprung = 0.01;  // h² k/m: 5 % of a spring's energy in half a step
  if (energyTolerance_ && std::isinf(*energyTolerance_)) return 1;
  int parts = 1;
  while (parts < mostParts && integrator_->sprungPart(stepSize_ / parts) > mostSprung) parts *= 2;
  return parts;
}

/// Sets what the next attempts may violate. Returns false if that cannot help.
bool Stepping::allow(Leniency leniency) {
  contact_.allow = leniency == Leniency::none ? 0 : mostContactError_;
  allowsWarmStart_ = leniency != Leniency::contactError;
  demandsBalance_ = leniency != Leniency::energyError;
  if (leniency == Leniency::contactError) return forces_.canTouch;
  if (leniency == Leniency::energyError)
    return missedKinetic_ > 0 && method_->find(integratorName_)->balance.isBounded;
  return true;
}

/// Takes a step in equal parts. If one fails, restores the state before the step and returns
/// nothing, with the error in `problem` (if not null). If it succeeds, returns the time that has
/// passed: with integrators that adapt, that of the first part alone.
std::optional<double> Stepping::attempt(int parts, double most, std::string* problem) {
  const double h = stepSize_ / parts;
  double passed = 0;
  sinceStep_ = 0;
  tally_.clear();
  try {
    for (int i = 0; i < parts; ++i) {
      beginPart();
      MotionState& motion = state_.change();
      const double part = integrator_->adapts() ? integrator_->stepWithin(most, h, forces_, motion)
                                                : integrator_->step(h, forces_, motion);
      checkPart(h, part);
      passed += part;
      if (integrator_->adapts()) break;
      sinceStep_ = passed;
    }
  } catch (const UnstableStep& error) {
    if (problem) *problem = error.what();
    undo();
    demandBalanceOfParts();
    return std::nullopt;
  } catch (const SimulationError& error) {
    if (problem) *problem = error.what();
    undo();
    return std::nullopt;
  } catch (...) {
    undo();
    throw;
  }
  sinceStep_ = 0;
  return passed;
}

/// Restores the state before the step.
void Stepping::undo() {
  sinceStep_ = 0;
  isStarted_ = saved_.isStarted();
  saved_.restore(*integrator_, state_.change());
}

/// Stores the start of a part of a step, and starts the integrator if necessary.
void Stepping::beginPart() {
  forces_.begin(time() + sinceStep_, allowsWarmStart_);
  state_.workspace();  // integrators use it
  const MotionState& motion = state_.motion();
  if (sinceStep_ > 0) {
    laterStart_.q = motion.q;
    laterStart_.v = motion.v;
    laterStart_.work = motion.work;
  }
  partStart_ = sinceStep_ > 0 ? &laterStart_ : &saved_.state();
  if (!isStarted_) integrator_->start(motion);
  isStarted_ = true;
  partLateness_ = integrator_->lateness();
}

/// Throws SimulationError unless the end of a part is valid.
void Stepping::checkPart(double h, double passed) {
  MotionState& motion = state_.change();
  requireStillFinite(motion);
  requireOnPrescribed(passed);
  if (!integrator_->resolvesForces() && integrator_->lateness() == 0) countEnergyAsWork();
  requireFollowed(h);
  requireRegularCoordinates(state_.tree(), motion.q);
  if (switchCharts(state_.tree(), motion.q, motion.v)) isStarted_ = false;
  if (integrator_->adapts() && passed != stepSize_ && time() + passed == time())
    throw SimulationError("its steps have become so short that the clock stands still");
}

void Stepping::count(double passed) {
  if (passed == stepSize_) {
    ++steps_;
    return;
  }
  startTime_ = time() + passed;
  steps_ = 0;
}

IntegratorContext Stepping::context() {
  return {state_.mechanism(), state_.tree(), state_.workspace(), contact_, tally_, forces_.drives};
}

void Stepping::findMap(StepMap& map) {
  if (forces_.motors)
    throw MechanismError("tracking",
                         "motors follow trajectories, and a step map is one of forces that are "
                         "held; stop tracking first");
  if (!forces_.drives.areConstant())
    throw MechanismError("actuators",
                         "a step map is one of forces that are held: expected actuators without "
                         "stiffness, damping, activation and maxPower, and no prescribed motions "
                         "and motors of joints");
  if (!trial_) {
    std::unique_ptr<StepMapper> mapper =
        makeStepMapper(*method_, integratorName_, context(), variational_);
    trial_ = std::make_unique<Trial>(
        Trial{makeIntegrator(*method_, integratorName_, context(), variational_),
              std::move(mapper),
              state_.motion(),
              state_.motion(),
              state_.motion(),
              {},
              state_.v(),
              StepMap(state_.tree()),
              StepMap(state_.tree())});
    trial_->held.relieved = state_.v();
  }
  try {
    mapTrial(map);
  } catch (const SimulationError& error) {
    throw SimulationError(std::string(method()) + " " + integratorName_ + " step of " +
                              written(stepSize_) + " s from t = " + written(time()) +
                              " s has no derivative: " + error.what(),
                          time());
  }
}

/// Takes the step that is differentiated, in the parts that it needs, and multiplies their maps.
void Stepping::mapTrial(StepMap& map) {
  const int parts = partsOfTrial();
  MotionState &start = trial_->start, &end = trial_->end;
  start = state_.motion();
  closeLoops<double>(state_.tree(), state_.workspace(), start.q, start.v);
  end = start;
  trial_->integrator->start(end);
  double passed = 0;
  for (int i = 0; i < parts; ++i) {
    forces_.begin(time() + passed);
    const double part = trial_->integrator->step(stepSize_ / parts, forces_, end);
    requireSmooth();
    requireSameCharts();
    const ForceLaw law = forces_.law();
    forces_.begin(time() + passed);
    trial_->torque = forces_.external.torque;
    forces_.drives.addForces(time() + passed, start.q, start.v, {}, trial_->torque);
    trial_->mapper->find(part, start, end, {forces_, trial_->torque, law},
                         i == 0 ? map : trial_->part);
    if (i > 0) append(trial_->part, map, trial_->product);
    start = end;
    passed += part;
  }
}

/// Throws if the step changes the charts of joints.
void Stepping::requireSameCharts() {
  requireRegularCoordinates(state_.tree(), trial_->end.q);
  trial_->inItsCharts = trial_->end;
  if (switchCharts(state_.tree(), trial_->inItsCharts.q, trial_->inItsCharts.v))
    throw SimulationError("a joint changes its chart at the end of it; begin it in the other one");
}

/// In how many parts the step would be taken. Attempts it with the integrator of the trial: its
/// memory and contacts are not read afterwards.
int Stepping::partsOfTrial() {
  saved_.save(nullptr, state_.motion());
  missedKinetic_ = 0;
  allow(Leniency::none);
  integrator_.swap(trial_->integrator);
  const bool wasStarted = std::exchange(isStarted_, false);
  const int usual = usualParts();
  std::string problem = usual > 1 ? "springs change late velocities much in it" : "";
  int parts = usual;
  while (parts <= mostParts && !attempt(parts, stepSize_, parts == usual ? &problem : nullptr))
    parts *= 2;
  // The steps of these depend on earlier ones, or have other parts.
  const bool isLate = integrator_->lateness() > 0 && hasLoops();
  const bool canHaveParts = !integrator_->adapts() && !integrator_->leavesLoopsOpen() && !isLate;
  if (parts <= mostParts) undo();
  integrator_.swap(trial_->integrator);
  isStarted_ = wasStarted;
  contact_.allow = mostContactError_;
  tally_.clear();
  if (parts > mostParts) throw SimulationError("it fails: " + problem);
  if (parts > 1 && !canHaveParts)
    throw SimulationError("it is taken in parts: " + problem + "; take shorter steps");
  return parts;
}

bool Stepping::hasLoops() const {
  const auto& clusters = state_.tree().clusters();
  return std::any_of(clusters.begin(), clusters.end(), [](const Cluster<double>& cluster) {
    return cluster.constraint && !cluster.constraint->isConstant();
  });
}

/// Throws if contact, limits or Coulomb friction act in the step: they are not differentiable.
void Stepping::requireSmooth() {
  const contact::UnilateralConstraints* const constraints = trial_->integrator->contacts();
  if (constraints == nullptr) return;
  const auto refuse = [&](const char* what, const std::vector<contact::JointReading>& readings) {
    std::string of;
    if (!readings.empty()) {
      const auto& [body, tendon, along, force] = readings.front();
      of = tendon >= 0 ? " of tendon " + detail::quoted(state_.mechanism().tendons[at(tendon)].name)
                       : " of joint " + detail::quoted(state_.tree().jointName(body));
    }
    throw SimulationError(what + of + " acts in it");
  };
  if (!constraints->contacts().empty()) refuse("contact", {});
  if (!constraints->limits().empty()) refuse("the stop", constraints->limits());
  if (!constraints->drives().empty())
    throw SimulationError("actuators or tendons that are stiff for it act in it");
  if (!constraints->jointFrictions().empty() || constraints->relieve(trial_->held))
    refuse("dry friction that may hold", constraints->jointFrictions());
}

void Stepping::invalidate() {
  isStarted_ = false;
  remainder_ = 0;
}

void Stepping::restart(double time, long retries) {
  // Counts steps from time zero if that gives the same bits: the clock continues as before.
  const double steps = std::round(time / stepSize_);
  const bool isCounted = steps * stepSize_ == time;
  startTime_ = isCounted ? 0 : time;
  steps_ = isCounted ? static_cast<long>(steps) : 0;
  retries_ = retries;
  invalidate();
}

void Stepping::setStepSize(double seconds) {
  const double checked = checkedStep(seconds);
  startTime_ = time();
  steps_ = 0;
  stepSize_ = checked;
}

void Stepping::setIntegrator(std::string_view name) {
  integrator_ = makeIntegrator(*method_, name, context(), variational_);
  integratorName_ = name;
  trial_.reset();
  isStarted_ = false;
  saved_.reserve(integrator_->expectedMemory({}));
}

void Stepping::setMethod(std::string_view name) {
  const SteppingMethod& method = steppingMethod(name);
  const bool isShared = method.find(integratorName_) != nullptr;
  const SteppingMethod* previous = std::exchange(method_, &method);
  try {
    setIntegrator(isShared ? std::string(integratorName_)
                           : std::string(method.integrators.front().name));
  } catch (...) {
    method_ = previous;
    throw;
  }
}

}  // namespace linkwork
