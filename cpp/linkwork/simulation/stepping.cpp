#include "linkwork/simulation/stepping.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "linkwork/contact/unilateral_constraints.hpp"
#include "linkwork/dynamics/joint_charts.hpp"
#include "linkwork/dynamics/loop_closure.hpp"
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

/// Whether joints resist motion.
bool isDamped(const Mechanism& mechanism) {
  return std::any_of(mechanism.joints.begin(), mechanism.joints.end(),
                     [](const Joint& joint) { return joint.damping != 0 || joint.friction != 0; });
}

ContactOptions checkedContact(const ContactOptions& options) {
  if (!(options.allow >= 0))
    throw MechanismError("contact.allow", "found " + written(options.allow) +
                                              "; expected a velocity, 0 or more [m/s]");
  return options;
}

/// The largest number of parts that a failed step is divided into.
constexpr int mostParts = 64;

std::optional<double> checkedTolerance(const std::optional<double>& tolerance) {
  if (tolerance && !(*tolerance >= 0))
    throw MechanismError(
        "energyTolerance",
        "found " + written(*tolerance) + "; expected a part of the kinetic energy, 0 or more");
  return tolerance;
}

/// Upper bound of step counts.
constexpr double mostSteps = 2147483648.0;  // 2³¹

/// A number that identifies a mechanism, not 0, by FNV-1a over names and types of joints: 32 bits.
std::uint32_t tagOf(const Mechanism& mechanism) {
  std::uint32_t hash = 2166136261u;
  const auto add = [&](std::string_view text) {
    for (const char each : text) hash = (hash ^ static_cast<unsigned char>(each)) * 16777619u;
    hash = (hash ^ 0xffu) * 16777619u;
  };
  for (const Joint& joint : mechanism.joints) add(joint.name), add(typeName(joint));
  for (const Loop& loop : mechanism.loops) add(loop.name), add(typeName(loop));
  return std::max(hash, 1u);
}

}  // namespace

Stepping::Stepping(SimulationState& state, ActingForces& forces, const SimulationOptions& options)
    : state_(state),
      forces_(forces),
      lastGood_(state.motion()),
      laterStart_(state.motion()),
      change_(state.v()),
      read_(state.v()),
      method_(&(options.method.empty() ? defaultMethod(state.mechanism())
                                       : steppingMethod(options.method))),
      variational_(options.variational),
      contact_(checkedContact(options.contact)),
      mostContactError_(contact_.allow),
      energyTolerance_(checkedTolerance(options.energyTolerance)),
      isDamped_(isDamped(state.mechanism())),
      mechanismTag_(tagOf(state.mechanism())),
      canPush_(!contact::UnilateralConstraints::areNone(state.mechanism())),
      stepSize_(checkedStep(options.step)) {
  motion_ = [this](double sinceStart, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                   Eigen::VectorXd& a) {
    return forces_.accelerate(state_.tree(), time() + sinceStep_ + sinceStart, q, v,
                              state_.workspace(), a);
  };
  setIntegrator(options.integrator.empty() ? method_->integrators.front().name
                                           : std::string_view(options.integrator));
}

int Stepping::advance(double seconds) {
  requireFinite("seconds", seconds);
  double due = remainder_ + std::max(0.0, seconds);
  if (due / stepSize_ >= mostSteps)
    throw MechanismError("seconds", "found " + written(seconds) + ", which is " +
                                        written(due / stepSize_) + " steps of " +
                                        written(stepSize_) + " s; expected fewer than 2³¹");
  if (integrator_->adapts()) return advanceTo(time() + std::max(0.0, seconds));
  remainder_ = 0;  // also after an error: the lost time is not made up for
  int count = 0;
  // A billionth of a step is rounding: 0.3 s are three steps of 0.1 s without a remainder. The
  // elapsed time is summed, since differences of the clock may not resolve a short step.
  constexpr double rounding = 1e-9;
  for (; due >= stepSize_ * (1 - rounding); ++count) due -= step();
  if (std::abs(due) > rounding * stepSize_) remainder_ = due;
  return count;
}

/// Steps until `end`; the last step ends there.
int Stepping::advanceTo(double end) {
  int count = 0;
  for (; end - time() > 1e-9 * stepSize_; ++count) step(end - time());
  startTime_ = end;
  steps_ = 0;
  return count;
}

double Stepping::step(double most) {
  state_.tree().requireMass();
  keep();
  missedKinetic_ = 0;
  std::string problem;
  const auto attempt = [&](int first) -> std::optional<double> {
    for (int parts = first; parts <= mostParts; parts *= 2) {
      try {
        return stepInParts(parts, most);
      } catch (const SimulationError& error) {
        if (parts == first) problem = error.what();
      }
      putBack();
    }
    return std::nullopt;
  };
  contact_.allow = 0;
  demandsBalance_ = true;
  std::optional<double> passed = attempt(1);
  contact_.allow = mostContactError_;
  usesContactForces_ = false;
  if (!passed && canPush_) passed = attempt(1);
  usesContactForces_ = true;
  demandsBalance_ = !method_->find(integratorName_)->balance.isBounded;
  if (!passed && missedKinetic_ > 0 && !demandsBalance_) passed = attempt(mostParts);
  if (passed) {
    count(*passed);
    if (!problem.empty()) ++retries_;
    return *passed;
  }
  throw SimulationError(std::string(method()) + " " + integratorName_ + " step of " +
                            written(stepSize_) + " s from t = " + written(time()) + " s failed: " +
                            problem + "; parts of it, down to 1/" + std::to_string(mostParts) +
                            ", fail as well; the state is that of t = " + written(time()) + " s",
                        time());
}

/// Saves the state to restore if a step fails.
void Stepping::keep() {
  lastGood_.q = state_.q();
  lastGood_.v = state_.v();
  lastGood_.work = state_.motion().work;
  wasStarted_ = isStarted_;
  if (!wasStarted_) return;
  lastMemory_.resize(integrator_->memorySize());
  integrator_->remember(lastMemory_);
}

void Stepping::putBack() {
  MotionState& motion = state_.change();
  motion.q = lastGood_.q;
  motion.v = lastGood_.v;
  motion.work = lastGood_.work;
  isStarted_ = wasStarted_;
  sinceStep_ = 0;
  if (wasStarted_) integrator_->recall(motion, lastMemory_);
}

/// Returns the elapsed time: with adaptive steps, that of the first part.
double Stepping::stepInParts(int parts, double most) {
  const double h = stepSize_ / parts;
  sinceStep_ = 0;
  double passed = 0;
  for (int i = 0; i < parts; ++i) {
    passed += stepOnce(h, most);
    if (integrator_->adapts()) break;
    sinceStep_ = passed;
  }
  sinceStep_ = 0;
  return passed;
}

double Stepping::stepOnce(double h, double most) {
  bindForces();
  state_.workspace();  // integrators use it
  MotionState& motion = state_.change();
  if (sinceStep_ > 0) {
    laterStart_.q = motion.q;
    laterStart_.v = motion.v;
    laterStart_.work = motion.work;
  }
  partStart_ = sinceStep_ > 0 ? &laterStart_ : &lastGood_;
  if (!isStarted_) integrator_->start(motion);
  isStarted_ = true;
  partLateness_ = integrator_->lateness();
  const double passed = integrator_->stepWithin(most, h, motion);
  if (!motion.q.allFinite() || !motion.v.allFinite() || !std::isfinite(motion.work)) {
    isStarted_ = false;
    throw SimulationError("numbers are no longer finite");
  }
  requireFollowed(h);
  requireRegularCoordinates(state_.tree(), motion.q);
  if (switchCharts(state_.tree(), motion.q, motion.v)) isStarted_ = false;
  if (integrator_->adapts() && passed != stepSize_ && time() + passed == time())
    throw SimulationError("its steps have become so short that the clock stands still");
  return passed;
}

void Stepping::count(double passed) {
  if (passed == stepSize_) {
    ++steps_;
    return;
  }
  startTime_ = time() + passed;
  steps_ = 0;
}

/// Without forces, discrete mechanics needs less work.
IntegratorContext Stepping::bindForces() {
  outside_ = nullptr;
  forces_.push.isFelt =
      usesContactForces_ && (isDamped_ || forces_.motors || forces_.external.pull);
  if (forces_.any() || canPush_)
    outside_ = [this](double sinceStart, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                      AppliedForces<double>& applied) {
      applied =
          forces_.gather(state_.tree(), time() + sinceStep_ + sinceStart, q, v, state_.workspace());
    };
  return {state_.mechanism(),
          state_.tree(),
          motion_,
          outside_,
          state_.workspace(),
          contact_,
          forces_.push,
          [this](double h, const Eigen::VectorXd& w, MotionState& motion) {
            return forces_.takeCompiledStep(integratorName_, h, w, motion);
          },
          [this](double h, const MotionState& motion, const DiscreteMomenta<double>& momenta,
                 Eigen::VectorXd& u, MotionState& arrived, DiscreteMomenta<double>& end) {
            return forces_.takeCompiledStep(h, motion, momenta, u, arrived, end);
          }};
}

void Stepping::findMap(StepMap& map) {
  if (forces_.motors)
    throw MechanismError("tracking",
                         "motors follow trajectories, and a step map is one of forces that are "
                         "held; stop tracking first");
  const IntegratorContext context = bindForces();
  if (!trial_) {
    std::unique_ptr<StepMapper> mapper =
        makeStepMapper(*method_, integratorName_, context, variational_);
    trial_ = std::make_unique<Trial>(
        Trial{makeIntegrator(*method_, integratorName_, context, variational_), std::move(mapper),
              state_.motion(), state_.motion(), state_.motion(), state_.v()});
  }
  try {
    const double passed = takeTrial();
    trial_->mapper->find(passed, trial_->start, trial_->end, forces_.external.torque, forces_.law(),
                         map);
  } catch (const SimulationError& error) {
    throw SimulationError(std::string(method()) + " " + integratorName_ + " step of " +
                              written(stepSize_) + " s from t = " + written(time()) +
                              " s has no derivative: " + error.what(),
                          time());
  }
}

/// Returns the length of the step [s].
double Stepping::takeTrial() {
  trial_->start = state_.motion();
  closeLoops<double>(state_.tree(), state_.workspace(), trial_->start.q, trial_->start.v);
  trial_->end = trial_->start;
  trial_->integrator->start(trial_->end);
  const double passed = trial_->integrator->step(stepSize_, trial_->end);
  requireSmooth();
  requireRegularCoordinates(state_.tree(), trial_->end.q);
  trial_->inItsCharts = trial_->end;
  if (switchCharts(state_.tree(), trial_->inItsCharts.q, trial_->inItsCharts.v))
    throw SimulationError("a joint changes its chart at the end of it; begin it in the other one");
  return passed;
}

/// Throws if unilateral forces act at or near the state: they have kinks.
void Stepping::requireSmooth() {
  const contact::UnilateralConstraints* const constraints = trial_->integrator->contacts();
  if (constraints == nullptr) return;
  const auto refuse = [&](const char* what, const std::vector<contact::JointReading>& readings) {
    throw SimulationError(what +
                          (readings.empty() ? std::string()
                                            : " of joint " + detail::quoted(state_.tree().jointName(
                                                                 readings.front().body))) +
                          " acts in it");
  };
  if (!constraints->contacts().empty()) refuse("contact", {});
  if (!constraints->limits().empty()) refuse("the stop", constraints->limits());
  if (!constraints->jointFrictions().empty() || constraints->relieve(trial_->braked))
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
  integrator_ = makeIntegrator(*method_, name, bindForces(), variational_);
  integratorName_ = name;
  trial_.reset();
  isStarted_ = false;
  lastMemory_.reserve(integrator_->expectedMemory({}));
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
