#pragma once

#include <cstdint>

namespace linkwork {

/// Counts the changes of the inputs of cached values.
using Stamp = std::uint64_t;

/// A value and the stamp of its inputs. Computed again after the stamp has changed.
template <typename Value>
class Cached {
 public:
  Cached() = default;
  explicit Cached(Value room) : value_(std::move(room)) {}

  /// The value at a stamp. `compute(value)` writes it if it is stale.
  template <typename Compute>
  const Value& at(Stamp now, Compute&& compute) {
    if (stamp_ == now) return value_;
    stamp_ = 0;  // if compute throws
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
