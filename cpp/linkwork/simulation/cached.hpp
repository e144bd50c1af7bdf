#pragma once

#include <cstdint>

namespace linkwork {

/// Counts the changes of what others are computed from.
using Stamp = std::uint64_t;

/// A value and the stamp of what it was computed from: computed anew when that has changed.
template <typename Value>
class Cached {
 public:
  Cached() = default;
  explicit Cached(Value room) : value_(std::move(room)) {}

  /// The value at a stamp; `compute(value)` writes it where it is not there yet.
  template <typename Compute>
  const Value& at(Stamp now, Compute&& compute) {
    if (stamp_ == now) return value_;
    stamp_ = 0;  // should it throw
    compute(value_);
    stamp_ = now;
    return value_;
  }

  void forget() { stamp_ = 0; }

 private:
  Value value_{};
  Stamp stamp_ = 0;  ///< of no state
};

}  // namespace linkwork
