#pragma once

namespace linkwork::test {

/// Whether allocations can be counted: with glibc, and without a sanitizer that replaces the heap.
extern const bool allocationsAreCounted;

/// Returns the number of blocks allocated so far, by new, malloc or Eigen.
long allocationCount();

/// Returns the number of blocks allocated while `action` runs.
template <typename Action>
long allocationsIn(const Action& action) {
  const long before = allocationCount();
  action();
  return allocationCount() - before;
}

}  // namespace linkwork::test
