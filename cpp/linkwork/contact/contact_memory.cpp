#include <algorithm>
#include <cmath>

#include "linkwork/contact/unilateral_constraints.hpp"
#include "linkwork/linalg/index.hpp"

// What contacts remember from step to step.

namespace linkwork::contact {
namespace {

/// Saved numbers of a record: its kind, both halves of the constraint's id, its impulses of both
/// solves. Moments of a contact are a second record, after that of its force.
constexpr std::size_t numbersEach = 9;

enum class Record { single, force, moment };

/// 2³²: a double stores one half of an id exactly.
constexpr double word = 4294967296.0;

double between(double number, double least, double most) {
  return number >= least && number <= most ? std::trunc(number) : least;
}

}  // namespace

std::size_t UnilateralConstraints::memorySize() const {
  if (near_.empty()) return 0;
  return 2 + near_.memorySize() + numbersEach * records();
}

std::size_t UnilateralConstraints::records() const {
  std::size_t count = 0;
  for (const Constraint& constraint : remembered()) count += constraint.hasMomentImpulse() ? 2 : 1;
  return count;
}

std::size_t UnilateralConstraints::expectedMemory(std::span<const double> memory) const {
  if (near_.empty()) return 0;
  constexpr double most = 1e6;
  const std::size_t fixed = 2 + near_.memorySize();
  const double count = memory.size() < fixed ? 0 : between(memory[fixed - 1], 0, most);
  return fixed + numbersEach * static_cast<std::size_t>(count);
}

void UnilateralConstraints::remember(std::span<double> into) const {
  if (near_.empty()) return;
  into[0] = isFound_ || isRecalled_ ? reachStep_ : 0;
  near_.remember(into.subspan(1, near_.memorySize()));
  into = into.subspan(1 + near_.memorySize());
  into[0] = static_cast<double>(records());
  double* to = &into[0] + 1;
  const auto add = [&](Record kind, const Constraint& constraint) {
    const auto high = static_cast<double>(constraint.id >> 32);
    *to++ = static_cast<double>(kind);
    *to++ = high;
    *to++ = static_cast<double>(constraint.id) - high * word;
    for (const Vector6<double>& impulse : constraint.impulses)
      to = std::copy_n(impulse.data() + (kind == Record::moment ? 3 : 0), 3, to);
  };
  for (const Constraint& constraint : remembered()) {
    add(constraint.isContact() ? Record::force : Record::single, constraint);
    if (constraint.hasMomentImpulse()) add(Record::moment, constraint);
  }
}

void UnilateralConstraints::recall(std::span<const double> memory) {
  forget();
  if (near_.empty()) return;
  isRecalled_ = memory[0] > 0;
  if (!isRecalled_) return;
  reachStep_ = memory[0];
  near_.recall(memory.subspan(1, near_.memorySize()));
  const std::size_t count = (memory.size() - 2 - near_.memorySize()) / numbersEach;
  const double* from = memory.data() + 2 + near_.memorySize();
  before_.list.clear();
  for (std::size_t i = 0; i < count; ++i, from += numbersEach) {
    const auto impulse = [&](std::size_t side) {
      return Eigen::Map<const Eigen::Vector3d>(from + 3 + 3 * side);
    };
    if (from[0] == static_cast<double>(Record::moment) && !before_.list.empty()) {
      Constraint& contact = before_.list.back();
      for (std::size_t side = 0; side < 2; ++side) contact.impulses[side].tail<3>() = impulse(side);
      continue;
    }
    Constraint& constraint = before_.list.emplace_back();
    constraint.point = from[0] == static_cast<double>(Record::force) ? 0 : -1;
    constraint.id = (static_cast<std::uint64_t>(between(from[1], 0, word - 1)) << 32) |
                    static_cast<std::uint64_t>(between(from[2], 0, word - 1));
    for (std::size_t side = 0; side < 2; ++side)
      constraint.impulses[side].head<3>() = impulse(side);
  }
}

/// Finds the constraints of a restored state again, from the same pose with the same reaches.
void UnilateralConstraints::findAgain(ImpulseResponse& motion) {
  near_.find(motion, now_);
  for (const Constraint& old : before_.list)
    if (!old.isContact()) near_.addForce(old.id, motion, now_);
  matchImpulses();
  prepareRows(motion);
  isRecalled_ = false;
  isFound_ = true;
}

}  // namespace linkwork::contact
