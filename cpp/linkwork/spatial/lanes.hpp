#pragma once

#include <Eigen/Core>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include "linkwork/elementary.hpp"
#include "linkwork/spatial/scalar_traits.hpp"

namespace linkwork {

/// W numbers in one or more vector registers: a kernel on them computes W mechanisms of the same
/// structure at once. Arithmetic acts lane by lane and rounds as that of Number, double or float; a
/// constant is the same in every lane. The memory layout is that of an array of numbers.
///
/// Branches become choices lane by lane (acceptPivot, choose): no lane depends on another.
template <int W, typename Number = double>
class alignas(16) Lanes {
 public:
  static constexpr int width = W;
  typedef Number Numbers __attribute__((vector_size(W * sizeof(Number))));  // g++ rejects `using`
  /// Whether a condition holds, by lane.
  struct Mask {
    Mask() = default;
    explicit Mask(bool each) {
      for (bool& lane : holds) lane = each;
    }
    friend Mask operator&(Mask a, const Mask& b) {
      for (int lane = 0; lane < W; ++lane) a.holds[lane] &= b.holds[lane];
      return a;
    }
    friend Mask operator|(Mask a, const Mask& b) {
      for (int lane = 0; lane < W; ++lane) a.holds[lane] |= b.holds[lane];
      return a;
    }
    friend Mask operator!(Mask a) {
      for (bool& each : a.holds) each = !each;
      return a;
    }

    bool holds[W];
  };

  Lanes() = default;
  [[gnu::always_inline]] Lanes(double constant) {
    for (Number& number : numbers_) number = static_cast<Number>(constant);
  }
  [[gnu::always_inline]] explicit Lanes(const Numbers& numbers) { set(numbers); }

  Number operator[](int lane) const { return numbers_[lane]; }
  void set(int lane, Number number) { numbers_[lane] = number; }
  [[gnu::always_inline]] void set(const Numbers& numbers) {
    std::memcpy(numbers_, &numbers, sizeof numbers);
  }
  [[gnu::always_inline]] void get(Numbers& numbers) const {
    std::memcpy(&numbers, numbers_, sizeof numbers);
  }

  [[gnu::always_inline]] Lanes& operator+=(const Lanes& other) {
    return combine(other, [](Numbers& a, const Numbers& b) { a += b; });
  }
  [[gnu::always_inline]] Lanes& operator-=(const Lanes& other) {
    return combine(other, [](Numbers& a, const Numbers& b) { a -= b; });
  }
  [[gnu::always_inline]] Lanes& operator*=(const Lanes& other) {
    return combine(other, [](Numbers& a, const Numbers& b) { a *= b; });
  }
  [[gnu::always_inline]] Lanes& operator/=(const Lanes& other) {
    return combine(other, [](Numbers& a, const Numbers& b) { a /= b; });
  }
  [[gnu::always_inline]] friend Lanes operator+(Lanes a, const Lanes& b) { return a += b; }
  [[gnu::always_inline]] friend Lanes operator-(Lanes a, const Lanes& b) { return a -= b; }
  [[gnu::always_inline]] friend Lanes operator*(Lanes a, const Lanes& b) { return a *= b; }
  [[gnu::always_inline]] friend Lanes operator/(Lanes a, const Lanes& b) { return a /= b; }
  [[gnu::always_inline]] friend Lanes operator-(const Lanes& a) {
    Numbers numbers;
    a.get(numbers);
    numbers = -numbers;
    return Lanes(numbers);
  }
  [[gnu::always_inline]] friend Mask operator<(const Lanes& a, const Lanes& b) {
    Mask mask;
    for (int lane = 0; lane < W; ++lane) mask.holds[lane] = a[lane] < b[lane];
    return mask;
  }

 private:
  /// Passes vectors by reference: their calling convention depends on the instruction set.
  template <typename Operation>
  [[gnu::always_inline]] Lanes& combine(const Lanes& other, Operation operation) {
    Numbers a, b;
    get(a);
    other.get(b);
    operation(a, b);
    set(a);
    return *this;
  }

  Number numbers_[W];
};

template <int W, typename Number>
struct MaskTraits<Lanes<W, Number>> {
  using Type = typename Lanes<W, Number>::Mask;
};

template <int W, typename Number>
inline constexpr int laneCount<Lanes<W, Number>> = W;

/// Lanes whose pivot is not positive become NaN; the others do not change.
template <int W, typename Number>
[[gnu::always_inline]] inline bool acceptPivot(Lanes<W, Number>& pivot) {
  using Numbers = typename Lanes<W, Number>::Numbers;
  Numbers numbers;
  pivot.get(numbers);
  const Numbers none = Numbers{} + std::numeric_limits<Number>::quiet_NaN();
  pivot.set(numbers > 0 ? numbers : none);
  return true;
}

template <typename Mask>
requires requires(const Mask& mask) { mask.holds[0]; }
[[gnu::always_inline]] inline bool all(const Mask& mask) {
  bool result = true;
  for (const bool each : mask.holds) result &= each;
  return result;
}
template <typename Mask>
requires requires(const Mask& mask) { mask.holds[0]; }
[[gnu::always_inline]] inline bool any(const Mask& mask) {
  bool result = false;
  for (const bool each : mask.holds) result |= each;
  return result;
}

/// Converts lanes to another type of number.
template <typename To, int W, typename Number>
[[gnu::always_inline]] inline To converted(const Lanes<W, Number>& from) {
  typename Lanes<W, Number>::Numbers numbers;
  from.get(numbers);
  return To(__builtin_convertvector(numbers, typename To::Numbers));
}

/// The number in one lane, for code without vectors; a plain number has one lane.
template <int W, typename Number>
[[gnu::always_inline]] inline double inLane(const Lanes<W, Number>& numbers, int lane) {
  return numbers[lane];
}
[[gnu::always_inline]] inline double inLane(double number, int) { return number; }
template <int W, typename Number>
[[gnu::always_inline]] inline void setLane(Lanes<W, Number>& numbers, int lane, double number) {
  numbers.set(lane, static_cast<Number>(number));
}
[[gnu::always_inline]] inline void setLane(double& to, int, double number) { to = number; }
template <typename Mask>
[[gnu::always_inline]] inline void setLane(Mask& mask, int lane, bool holds) {
  mask.holds[lane] = holds;
}
[[gnu::always_inline]] inline void setLane(bool& to, int, bool holds) { to = holds; }

/// Chooses one of two values by lane (AngleFunctions). A value that no lane uses is not computed.
template <typename Mask, typename Then, typename Else>
requires requires(const Mask& mask) { mask.holds[0]; }
[[gnu::always_inline]] inline auto choose(const Mask& mask, Then&& whenTrue, Else&& whenFalse) {
  using S = decltype(whenTrue());
  if (all(mask)) return whenTrue();
  if (!any(mask)) return S(whenFalse());
  S result = whenTrue();
  const S other = whenFalse();
  for (int lane = 0; lane < S::width; ++lane)
    if (!mask.holds[lane]) result.set(lane, other[lane]);
  return result;
}

template <typename Holds, int W, typename... More>
[[gnu::always_inline]] inline auto whereHolds(Holds holds, const Lanes<W>& first,
                                              const More&... more) {
  typename Lanes<W>::Mask mask;
  for (int lane = 0; lane < W; ++lane) mask.holds[lane] = holds(first[lane], more[lane]...);
  return mask;
}

template <int W, typename Number>
[[gnu::always_inline]] inline void assignWhere(const typename Lanes<W, Number>::Mask& mask,
                                               Lanes<W, Number>& to, const Lanes<W, Number>& from) {
  for (int lane = 0; lane < W; ++lane)
    if (mask.holds[lane]) to.set(lane, from[lane]);
}

/// A separate entry for each lane.
template <int W, typename Number>
struct EntryOf<Lanes<W, Number>> {
  struct Type {
    int of[W];
    Type() = default;
    Type(int entry) {
      for (int& each : of) each = entry;
    }
  };
};
template <int W, typename Number>
[[gnu::always_inline]] inline Lanes<W, Number> entryOf(
    const Lanes<W, Number>* vector, const typename EntryOf<Lanes<W, Number>>::Type& at) {
  Lanes<W, Number> result;
  for (int lane = 0; lane < W; ++lane) result.set(lane, vector[at.of[lane]][lane]);
  return result;
}
template <int W, typename Number>
[[gnu::always_inline]] inline void setEntry(Lanes<W, Number>* vector,
                                            const typename EntryOf<Lanes<W, Number>>::Type& at,
                                            const Lanes<W, Number>& number) {
  for (int lane = 0; lane < W; ++lane) vector[at.of[lane]].set(lane, number[lane]);
}

/// The first if they cannot be compared.
template <int W, typename Number>
[[gnu::always_inline]] inline Lanes<W, Number> larger(const Lanes<W, Number>& one,
                                                      const Lanes<W, Number>& other) {
  typename Lanes<W, Number>::Numbers a, b;
  one.get(a);
  other.get(b);
  return Lanes<W, Number>(a < b ? b : a);
}

template <int W, typename Number>
[[gnu::always_inline]] inline Lanes<W, Number> abs(const Lanes<W, Number>& of) {
  typename Lanes<W, Number>::Numbers numbers;
  of.get(numbers);
  return Lanes<W, Number>(numbers < 0 ? -numbers : numbers);
}

template <int W, typename Number>
[[gnu::always_inline]] inline Lanes<W, Number> sqrt(Lanes<W, Number> of) {
  for (int lane = 0; lane < W; ++lane) of.set(lane, std::sqrt(of[lane]));
  return of;
}

/// Computes angles that are not moderate (sine_cosine.hpp) lane by lane.
template <int W, typename Number>
[[gnu::always_inline]] inline void sineCosine(const Lanes<W, Number>* angles,
                                              Lanes<W, Number>* sines, Lanes<W, Number>* cosines,
                                              int n) {
  for (int i = 0; i < n; ++i) {
    Lanes<W, Number> angle = angles[i];  // the sines may overwrite the angles
    bool isModerate[W];
    if constexpr (std::is_same_v<Number, double>) {
      typedef std::int64_t Bits __attribute__((vector_size(W * sizeof(double))));
      typename Lanes<W, Number>::Numbers numbers, sine, cosine;
      angle.get(numbers);
      sineCosineOf<Bits>(numbers, sine, cosine);
      sines[i].set(sine);
      cosines[i].set(cosine);
      for (int lane = 0; lane < W; ++lane) isModerate[lane] = isModerateAngle(angle[lane]);
    } else {
      for (bool& each : isModerate) each = false;
    }
    for (int lane = 0; lane < W; ++lane) {
      if (isModerate[lane]) continue;
      sines[i].set(lane, elementary::sin(angle[lane]));
      cosines[i].set(lane, elementary::cos(angle[lane]));
    }
  }
}

template <int W, typename Number>
[[gnu::always_inline]] inline Lanes<W, Number> sin(const Lanes<W, Number>& angle) {
  Lanes<W, Number> sine, cosine;
  sineCosine(&angle, &sine, &cosine, 1);
  return sine;
}

template <int W, typename Number>
[[gnu::always_inline]] inline Lanes<W, Number> cos(const Lanes<W, Number>& angle) {
  Lanes<W, Number> sine, cosine;
  sineCosine(&angle, &sine, &cosine, 1);
  return cosine;
}

}  // namespace linkwork

/// Traits of a matrix scalar for Eigen.
template <int W, typename Number>
struct Eigen::NumTraits<linkwork::Lanes<W, Number>> : Eigen::NumTraits<Number> {
  using Real = linkwork::Lanes<W, Number>;
  using NonInteger = linkwork::Lanes<W, Number>;
  using Nested = linkwork::Lanes<W, Number>;
  using Literal = double;
  enum {
    IsComplex = 0,
    IsInteger = 0,
    IsSigned = 1,
    RequireInitialization = 0,
    ReadCost = 1,
    AddCost = 1,
    MulCost = 1
  };
};
