#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "linkwork/elementary.hpp"
#include "linkwork/spatial/scalar_traits.hpp"

namespace linkwork {

/// W numbers side by side, in one or more vector registers: a kernel that runs on them computes W
/// mechanisms of the same structure at once. Arithmetic acts lane by lane and rounds as that of
/// Number, double or float, does; a constant stands in every lane.
///
/// No comparison: what would be a branch is a choice lane by lane (acceptPivot).
template <int W, typename Number = double>
class Lanes {
 public:
  static constexpr int width = W;
  using Numbers = Number __attribute__((vector_size(W * sizeof(Number))));

  Lanes() = default;
  [[gnu::always_inline]] Lanes(double constant)
      : numbers_(Numbers{} + static_cast<Number>(constant)) {}
  [[gnu::always_inline]] explicit Lanes(const Numbers& numbers) : numbers_(numbers) {}

  Number operator[](int lane) const { return numbers_[lane]; }
  void set(int lane, Number number) { numbers_[lane] = number; }
  const Numbers& numbers() const { return numbers_; }
  Numbers& numbers() { return numbers_; }

  [[gnu::always_inline]] Lanes& operator+=(const Lanes& other) {
    numbers_ += other.numbers_;
    return *this;
  }
  [[gnu::always_inline]] Lanes& operator-=(const Lanes& other) {
    numbers_ -= other.numbers_;
    return *this;
  }
  [[gnu::always_inline]] Lanes& operator*=(const Lanes& other) {
    numbers_ *= other.numbers_;
    return *this;
  }
  [[gnu::always_inline]] Lanes& operator/=(const Lanes& other) {
    numbers_ /= other.numbers_;
    return *this;
  }
  [[gnu::always_inline]] friend Lanes operator+(Lanes a, const Lanes& b) { return a += b; }
  [[gnu::always_inline]] friend Lanes operator-(Lanes a, const Lanes& b) { return a -= b; }
  [[gnu::always_inline]] friend Lanes operator*(Lanes a, const Lanes& b) { return a *= b; }
  [[gnu::always_inline]] friend Lanes operator/(Lanes a, const Lanes& b) { return a /= b; }
  [[gnu::always_inline]] friend Lanes operator-(const Lanes& a) { return Lanes(-a.numbers_); }

 private:
  Numbers numbers_;
};

/// Lanes whose pivot is not positive go on as not a number; the others are not disturbed.
template <int W, typename Number>
[[gnu::always_inline]] inline bool acceptPivot(Lanes<W, Number>& pivot) {
  using S = Lanes<W, Number>;
  const S none(std::numeric_limits<double>::quiet_NaN());
  pivot = S(pivot.numbers() > 0 ? pivot.numbers() : none.numbers());
  return true;
}

template <int W, typename Number>
[[gnu::always_inline]] inline void sineCosine(const Lanes<W, Number>* angles,
                                              Lanes<W, Number>* sines, Lanes<W, Number>* cosines,
                                              int n) {
  for (int i = 0; i < n; ++i) {
    if constexpr (std::is_same_v<Number, double>) {
      bool isModerate = true;
      for (int lane = 0; lane < W; ++lane) isModerate &= isModerateAngle(angles[i][lane]);
      if (isModerate) {
        using Bits = std::int64_t __attribute__((vector_size(W * sizeof(double))));
        sineCosineOf<Bits>(angles[i].numbers(), sines[i].numbers(), cosines[i].numbers());
        continue;
      }
    }
    for (int lane = 0; lane < W; ++lane) {
      sines[i].set(lane, elementary::sin(angles[i][lane]));
      cosines[i].set(lane, elementary::cos(angles[i][lane]));
    }
  }
}

}  // namespace linkwork
