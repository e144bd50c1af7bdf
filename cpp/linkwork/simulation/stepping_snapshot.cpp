#include <algorithm>
#include <cmath>

#include "linkwork/mechanism/wording.hpp"
#include "linkwork/simulation/arguments.hpp"
#include "linkwork/simulation/stepping.hpp"

// Snapshots of a simulation as numbers.

namespace linkwork {

using detail::requireNumbers, detail::written;

namespace {

/// Number of integrators in a tag. The rest of the tag identifies the mechanism.
constexpr int integratorTags = 128;

/// The longest time of a snapshot, in steps. Clocks can still count from there.
constexpr double longestTime = 4503599627370496.0;  // 2⁵²

/// Numbers after the state: retries, remainder, tag.
constexpr std::size_t counters = 3;

/// Retries stay below this.
constexpr double mostRetries = 2147483648.0;  // 2³¹

}  // namespace

/// Identifies a mechanism by a number that is not 0: FNV-1a over names and types of joints, 32
/// bits.
std::uint32_t Stepping::tagOf(const Mechanism& mechanism) {
  std::uint32_t hash = 2166136261u;
  const auto add = [&](std::string_view text) {
    for (const char each : text) hash = (hash ^ static_cast<unsigned char>(each)) * 16777619u;
    hash = (hash ^ 0xffu) * 16777619u;
  };
  for (const Joint& joint : mechanism.joints) add(joint.name), add(typeName(joint));
  for (const Loop& loop : mechanism.loops) add(loop.name), add(typeName(loop));
  return std::max(hash, 1u);
}

std::size_t Stepping::stateNumbers() const {
  return 2 + static_cast<std::size_t>(state_.q().size() + state_.v().size()) +
         forces_.drives.memorySize();
}

bool Stepping::hasMemory() const { return isStarted_ && integrator_->memorySize() > 0; }

std::size_t Stepping::snapshotSize() const {
  return stateNumbers() + counters +
         (hasMemory() ? integrator_->memorySize() : integrator_->expectedMemory({}));
}

/// Writes time, work, q, v, the commands of actuators, retries, the remaining time of `advance`,
/// the tag of mechanism and integrator, and the memory of the integrator. The tag is negative if
/// there is no memory.
void Stepping::snapshot(std::span<double> into) const {
  if (into.size() != snapshotSize())
    throw MechanismError("snapshot", "found room for " + std::to_string(into.size()) +
                                         " numbers; expected " + std::to_string(snapshotSize()));
  const MotionState& motion = state_.motion();
  into[0] = time();
  into[1] = motion.work;
  std::copy_n(motion.q.data(), motion.q.size(), into.begin() + 2);
  std::copy_n(motion.v.data(), motion.v.size(), into.begin() + 2 + motion.q.size());
  forces_.drives.remember(&into[stateNumbers()] - forces_.drives.memorySize());
  into[stateNumbers()] = static_cast<double>(retries_);
  into[stateNumbers() + 1] = remainder_;
  into[stateNumbers() + 2] = hasMemory() ? integratorTag() : -integratorTag();
  const std::span<double> memory = into.subspan(stateNumbers() + counters);
  std::fill(memory.begin(), memory.end(), 0);
  if (hasMemory()) integrator_->remember(memory);
}

void Stepping::restore(std::span<const double> snapshot) {
  const std::size_t least = stateNumbers() + counters;
  requireNumbers("snapshot", snapshot, std::max(snapshot.size(), least));
  const std::span<const double> memory = snapshot.subspan(least);
  const double retries = snapshot[stateNumbers()], remainder = snapshot[stateNumbers() + 1];
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
  if (!(retries >= 0 && retries < mostRetries))
    throw MechanismError("snapshot[" + std::to_string(stateNumbers()) + "]",
                         "found " + written(retries) + "; expected how many steps were retried");
  const Eigen::Map<const Eigen::VectorXd> q(&snapshot[2], state_.q().size());
  const Eigen::Map<const Eigen::VectorXd> v(q.data() + q.size(), state_.v().size());
  // Both throw if the state is invalid. The restored state is bitwise that of the snapshot.
  constexpr double mostOpen = 0.1;  // [m, rad]: five times the four-bar in steps of 50 ms
  if (tag == own && integrator_->leavesLoopsOpen())
    state_.requireReachable(q, v, mostOpen);
  else
    state_.closed(q, v);
  restart(snapshot[0], static_cast<long>(retries));
  remainder_ = std::clamp(remainder, -stepSize_, stepSize_);
  MotionState& motion = state_.change();
  motion.work = snapshot[1];
  motion.q = q;
  motion.v = v;
  forces_.drives.recall(&snapshot[stateNumbers()] - forces_.drives.memorySize());
  if (tag != own) return;
  integrator_->recall(motion, memory);
  isStarted_ = true;
}

bool Stepping::isOf(const Mechanism& mechanism, std::span<const double> snapshot) const {
  const std::size_t least = stateNumbers() + counters;
  return snapshot.size() >= least &&
         std::trunc(std::abs(snapshot[least - 1]) / integratorTags) == tagOf(mechanism);
}

double Stepping::integratorTag() const {
  const auto method = method_ - steppingMethods.data();
  const auto place = method_->find(integratorName_) - method_->integrators.data();
  return static_cast<double>(mechanismTag_) * integratorTags +
         static_cast<double>(1 + 16 * method + place);
}

}  // namespace linkwork
