#include <algorithm>
#include <cmath>

#include "linkwork/contact/unilateral_constraints.hpp"
#include "linkwork/linalg/index.hpp"

// What contacts remember from step to step.

namespace linkwork::contact {
namespace {

/// Of a constraint: whether it is a contact, both halves of its id, and its impulses.
constexpr std::size_t numbersEach = 9;

/// 2³²: doubles hold either half of an id.
constexpr double word = 4294967296.0;

double between(double number, double least, double most) {
  return number >= least && number <= most ? std::trunc(number) : least;
}

}  // namespace

std::size_t UnilateralConstraints::memorySize() const {
  if (near_.empty()) return 0;
  return 2 + near_.memorySize() + numbersEach * remembered().size();
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
  into[0] = static_cast<double>(remembered().size());
  double* to = &into[0] + 1;
  for (const Constraint& constraint : remembered()) {
    const auto high = static_cast<double>(constraint.id >> 32);
    *to++ = constraint.isContact() ? 1 : 0;
    *to++ = high;
    *to++ = static_cast<double>(constraint.id) - high * word;
    for (const Eigen::Vector3d& impulse : constraint.impulses)
      to = std::copy_n(impulse.data(), 3, to);
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
    Constraint& constraint = before_.list.emplace_back();
    constraint.point = from[0] == 1 ? 0 : -1;
    constraint.id = (static_cast<std::uint64_t>(between(from[1], 0, word - 1)) << 32) |
                    static_cast<std::uint64_t>(between(from[2], 0, word - 1));
    for (std::size_t side = 0; side < 2; ++side)
      constraint.impulses[side] = Eigen::Map<const Eigen::Vector3d>(from + 3 + 3 * side);
  }
}

/// What was near when it was remembered, from the same place and with the same reaches.
void UnilateralConstraints::findAgain(ImpulseResponse& motion) {
  near_.find(motion, now_);
  for (const Constraint& old : before_.list)
    if (const std::size_t jointFriction = near_.jointFrictionOf(old.id);
        !old.isContact() && jointFriction < near_.jointFrictions().size())
      near_.addJointFriction(jointFriction, now_);
  carryOver();
  assembleDelassus(motion);
  isRecalled_ = false;
  isFound_ = true;
}

}  // namespace linkwork::contact
