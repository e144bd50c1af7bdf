#pragma once

namespace linkwork::test {

/// Whether allocations can be counted: with glibc, unless a sanitizer has taken over the heap.
extern const bool allocationsAreCounted;

/// Blocks that this program has taken from the heap so far, by new, malloc or Eigen.
long allocationCount();

/// Blocks taken while `action` runs.
template <typename Action>
long allocationsIn(const Action& action) {
  const long before = allocationCount();
  action();
  return allocationCount() - before;
}

}  // namespace linkwork::test
