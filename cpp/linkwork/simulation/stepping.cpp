#include "linkwork/simulation/stepping.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "linkwork/contact/unilateral_constraints.hpp"
#include "linkwork/dynamics/joint_charts.hpp"
#include "linkwork/dynamics/loop_closure.hpp"
#include "linkwork/joints/any_joint.hpp"
#include "linkwork/mechanism/wording.hpp"
#include "linkwork/simulation/arguments.hpp"

namespace linkwork {

using detail::requireFinite, detail::requireNumbers, detail::written;

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
  if (!(options.allow >= 0) || !std::isfinite(options.allow))
    throw MechanismError("contact.allow", "found " + written(options.allow) +
                                              "; expected a finite velocity, 0 or more [m/s]");
  return options;
}

/// Integrators that a tag tells apart; beside it stands which mechanism it is.
constexpr int integratorTags = 128;

/// The longest time of a snapshot, in steps, so that clocks still count on.
constexpr double longestTime = 4503599627370496.0;  // 2⁵²

/// What counts of steps stay below.
constexpr double mostSteps = 2147483648.0;  // 2³¹

/// A number that tells mechanisms apart, not 0, by FNV-1a over names and types of joints: 32 bits.
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
      method_(&(options.method.empty() ? defaultMethod(state.mechanism())
                                       : steppingMethod(options.method))),
      variational_(options.variational),
      contact_(checkedContact(options.contact)),
      isDamped_(isDamped(state.mechanism())),
      mechanismTag_(tagOf(state.mechanism())),
      canPush_(!contact::UnilateralConstraints::areNone(state.mechanism())),
      stepSize_(checkedStep(options.step)) {
  motion_ = [this](double sinceStart, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                   Eigen::VectorXd& a) {
    return forces_.accelerate(state_.tree(), time() + sinceStart, q, v, state_.scratch(), a);
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
  remainder_ = 0;  // also after an error: nobody wants the lost time made up for
  int count = 0;
  // A billionth of a step is rounding: 0.3 s are three steps of 0.1 s, and nothing is left. What
  // passes is not read off the clock, which may not show a short step.
  constexpr double rounding = 1e-9;
  for (; due >= stepSize_ * (1 - rounding); ++count) due -= step();
  if (std::abs(due) > rounding * stepSize_) remainder_ = due;
  return count;
}

/// Steps whose last one ends there.
int Stepping::advanceTo(double end) {
  int count = 0;
  for (; end - time() > 1e-9 * stepSize_; ++count) step(end - time());
  startTime_ = end;
  steps_ = 0;
  return count;
}

double Stepping::step(double most) {
  lastGood_.q = state_.q();
  lastGood_.v = state_.v();
  lastGood_.work = state_.motion().work;
  const bool wasStarted = isStarted_;
  if (wasStarted) {
    lastMemory_.resize(integrator_->memorySize());
    integrator_->remember(lastMemory_);
  }
  try {
    return stepOnce(most);
  } catch (const SimulationError& error) {
    MotionState& motion = state_.change();
    motion.q = lastGood_.q;
    motion.v = lastGood_.v;
    motion.work = lastGood_.work;
    isStarted_ = wasStarted;
    if (wasStarted) integrator_->recall(motion, lastMemory_);
    throw SimulationError(std::string(method()) + " " + integratorName_ + " step of " +
                              written(stepSize_) + " s from t = " + written(time()) +
                              " s failed: " + error.what() +
                              "; the state is that of t = " + written(time()) + " s",
                          time());
  }
}

double Stepping::stepOnce(double most) {
  bindForces();
  state_.scratch();  // integrators use it
  MotionState& motion = state_.change();
  if (!isStarted_) integrator_->start(motion);
  isStarted_ = true;
  const double passed = integrator_->stepWithin(most, stepSize_, motion);
  if (!motion.q.allFinite() || !motion.v.allFinite() || !std::isfinite(motion.work)) {
    isStarted_ = false;
    throw SimulationError("numbers are no longer finite");
  }
  requireFollowed();
  requireRegularCoordinates(state_.tree(), motion.q);
  if (switchCharts(state_.tree(), motion.q, motion.v)) isStarted_ = false;
  if (passed == stepSize_) {
    ++steps_;
    return passed;
  }
  const double later = time() + passed;
  if (later == time())
    throw SimulationError("its steps have become so short that the clock stands still");
  startTime_ = later;
  steps_ = 0;
  return passed;
}

/// Where a velocity changes so much within a step that the change alone would carry the joint
/// further than a turn in the next one, steps are too long for the motion, and run away from it.
void Stepping::requireFollowed() {
  constexpr double turn = 2 * std::numbers::pi, far = 1e9;  // [rad], [m]
  const MotionState& motion = state_.motion();
  if (stepSize_ * (motion.v - lastGood_.v).lpNorm<Eigen::Infinity>() <= turn ||
      !integrator_->hasInertia())
    return;
  const int count = static_cast<int>(state_.tree().bodies().size());
  for (int i = 0; i < count; ++i) {
    const TreeBody<double>& body = state_.tree().body(i);
    for (int k = 0; k < body.velocities; ++k) {
      const double change = motion.v[body.velocity + k] - lastGood_.v[body.velocity + k];
      const bool isLength = isAlongLine(body.joint, k) || body.joint == JointType::general;
      if (stepSize_ * std::abs(change) <= (isLength ? far : turn)) continue;
      isStarted_ = false;
      throw SimulationError("the velocity of joint " + detail::quoted(state_.tree().jointName(i)) +
                            " changes by " + written(change) + (isLength ? " m/s" : " rad/s") +
                            " in it: the step is too long");
    }
  }
}

/// Discrete mechanics is asked for less where nothing can ever act from outside.
IntegratorContext Stepping::bindForces() {
  outside_ = nullptr;
  forces_.push.isFelt = isDamped_ || forces_.motors || forces_.external.pull;
  if (forces_.any() || canPush_)
    outside_ = [this](double sinceStart, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                      AppliedForces<double>& applied) {
      applied = forces_.gather(state_.tree(), time() + sinceStart, q, v, state_.scratch());
    };
  return {state_.mechanism(),
          state_.tree(),
          motion_,
          outside_,
          state_.scratch(),
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
  closeLoops<double>(state_.tree(), state_.scratch(), trial_->start.q, trial_->start.v);
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

/// What pushes and never pulls has kinks, there or near by.
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
  if (!constraints->brakes().empty() || constraints->relieve(trial_->braked))
    refuse("dry friction that may hold", constraints->brakes());
}

void Stepping::invalidate() {
  isStarted_ = false;
  remainder_ = 0;
}

void Stepping::restart(double time) {
  startTime_ = time;
  steps_ = 0;
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

std::size_t Stepping::stateNumbers() const {
  return 2 + static_cast<std::size_t>(state_.q().size() + state_.v().size());
}

bool Stepping::remembers() const { return isStarted_ && integrator_->memorySize() > 0; }

std::size_t Stepping::snapshotSize() const {
  return stateNumbers() + 1 +
         (remembers() ? integrator_->memorySize() : integrator_->expectedMemory({}));
}

/// time, work, q, v, the tag of mechanism and integrator, negative where the integrator remembers
/// nothing, and what it remembers
void Stepping::snapshot(std::span<double> into) const {
  if (into.size() != snapshotSize())
    throw MechanismError("snapshot", "found room for " + std::to_string(into.size()) +
                                         " numbers; expected " + std::to_string(snapshotSize()));
  const MotionState& motion = state_.motion();
  into[0] = time();
  into[1] = motion.work;
  std::copy_n(motion.q.data(), motion.q.size(), into.begin() + 2);
  std::copy_n(motion.v.data(), motion.v.size(), into.begin() + 2 + motion.q.size());
  into[stateNumbers()] = remembers() ? integratorTag() : -integratorTag();
  const std::span<double> memory = into.subspan(stateNumbers() + 1);
  std::fill(memory.begin(), memory.end(), 0);
  if (remembers()) integrator_->remember(memory);
}

void Stepping::restore(std::span<const double> snapshot) {
  const std::size_t least = stateNumbers() + 1;
  requireNumbers("snapshot", snapshot, std::max(snapshot.size(), least));
  const std::span<const double> memory = snapshot.subspan(least);
  const double tag = snapshot[least - 1], own = integratorTag();
  if (std::trunc(std::abs(tag) / integratorTags) != std::trunc(own / integratorTags))
    throw MechanismError("snapshot", "it was taken of another mechanism");
  if (std::abs(tag) == own)
    requireNumbers(
        "snapshot", snapshot,
        least + integrator_->expectedMemory(tag > 0 ? memory : std::span<const double>()));
  if (!(snapshot[0] >= 0 && snapshot[0] <= longestTime * stepSize_))
    throw MechanismError("snapshot[0]", "found " + written(snapshot[0]) +
                                            "; expected a time from 0 to " +
                                            written(longestTime * stepSize_) + " s");
  const Eigen::Map<const Eigen::VectorXd> q(&snapshot[2], state_.q().size());
  const Eigen::Map<const Eigen::VectorXd> v(q.data() + q.size(), state_.v().size());
  state_.closed(q, v);  // or it throws; what is restored is the very bits
  restart(snapshot[0]);
  MotionState& motion = state_.change();
  motion.work = snapshot[1];
  motion.q = q;
  motion.v = v;
  if (tag != own) return;
  integrator_->recall(motion, memory);
  isStarted_ = true;
}

double Stepping::integratorTag() const {
  const auto method = method_ - steppingMethods.data();
  const auto place = method_->find(integratorName_) - method_->integrators.data();
  return static_cast<double>(mechanismTag_) * integratorTags +
         static_cast<double>(1 + 16 * method + place);
}

}  // namespace linkwork
