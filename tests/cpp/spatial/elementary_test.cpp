#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <random>

#include "linkwork/elementary.hpp"

namespace {

namespace elementary = linkwork::elementary;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr int samples = 20'000;

/// Random numbers from bits, equal with every standard library.
class Numbers {
 public:
  double between(double low, double high) {
    return low + (high - low) * static_cast<double>(generator_() >> 11) * 0x1p-53;
  }
  /// Returns a number of random sign, from 2^least to 2^most.
  double sized(int least, int most) {
    const auto size = least + static_cast<int>(generator_() % static_cast<unsigned>(most - least));
    return std::ldexp(between(1, 2), size) * (generator_() % 2 == 0 ? 1 : -1);
  }

 private:
  std::mt19937_64 generator_{20};
};

/// Returns the error in units in the last place. long double has at least 11 more bits.
double errorOf(double found, long double right) {
  const double nearest = static_cast<double>(right);
  if (std::isinf(nearest) || nearest == 0) return found == nearest ? 0 : infinity;
  const double unit = std::nextafter(std::abs(nearest), infinity) - std::abs(nearest);
  return static_cast<double>(std::abs(found - right) / unit);
}

using OfOne = double (*)(double);
using OfTwo = double (*)(double, double);

template <typename Argument>
double worstOf(OfOne function, long double (*right)(long double), Argument&& argument) {
  double worst = 0;
  for (int i = 0; i < samples; ++i) {
    const double x = argument();
    worst = std::max(worst, errorOf(function(x), right(x)));
  }
  return worst;
}

template <typename Arguments>
double worstOf(OfTwo function, long double (*right)(long double, long double),
               Arguments&& arguments) {
  double worst = 0;
  for (int i = 0; i < samples; ++i) {
    const auto [x, y] = arguments();
    worst = std::max(worst, errorOf(function(x, y), right(x, y)));
  }
  return worst;
}

bool isSame(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  return std::signbit(a) == std::signbit(b) &&
         (a == b || std::abs(a - b) <= 4 * std::numeric_limits<double>::epsilon() * std::abs(b));
}

}  // namespace

// The bounds are those of the header.
TEST_CASE("elementary functions have the accuracy that their header states", "[spatial]") {
  Numbers numbers;
  const auto turn = [&] { return numbers.between(-10, 10); };
  const auto moderate = [&] { return numbers.between(-1e5, 1e5); };
  const auto large = [&] { return numbers.sized(17, 62); };
  const auto small = [&] { return numbers.sized(-60, 0); };
  for (const auto& angles : {std::function<double()>(turn), std::function<double()>(moderate),
                             std::function<double()>(large), std::function<double()>(small)}) {
    CHECK(worstOf(elementary::sin, std::sin, angles) < 2.4);
    CHECK(worstOf(elementary::cos, std::cos, angles) < 2.4);
    CHECK(worstOf(elementary::tan, std::tan, angles) < 3.5);
  }
  const auto inside = [&] { return numbers.between(-1, 1); };
  const auto any = [&] { return numbers.sized(-1000, 1000); };
  CHECK(worstOf(elementary::asin, std::asin, inside) < 2.1);
  CHECK(worstOf(elementary::acos, std::acos, inside) < 2.1);
  CHECK(worstOf(elementary::atan, std::atan, turn) < 1.5);
  using Pair = std::array<double, 2>;
  CHECK(worstOf(elementary::atan2, std::atan2, [&] { return Pair{any(), any()}; }) < 1.5);
  CHECK(worstOf(elementary::atan2, std::atan2, [&] { return Pair{inside(), inside()}; }) < 1.5);
  CHECK(worstOf(elementary::hypot, std::hypot, [&] { return Pair{any(), any()}; }) < 1.2);
  CHECK(worstOf(elementary::hypot, std::hypot, [&] { return Pair{inside(), inside()}; }) < 1.2);
}

// With Emscripten, exp, log and pow of long double are those of double. There, the bitwise test
// below shows that the functions are the ones measured here.
#if !defined(__EMSCRIPTEN__)
TEST_CASE("powers and logarithms have the accuracy that their header states", "[spatial]") {
  Numbers numbers;
  const auto inside = [&] { return numbers.between(-1, 1); };
  const auto any = [&] { return std::abs(numbers.sized(-1000, 1000)); };
  CHECK(worstOf(elementary::exp, std::exp, [&] { return numbers.between(-700, 700); }) < 0.9);
  CHECK(worstOf(elementary::exp, std::exp, inside) < 0.9);
  CHECK(worstOf(elementary::log, std::log, any) < 0.51);
  CHECK(worstOf(elementary::log, std::log, [&] { return numbers.between(0.5, 2); }) < 0.51);
  using Pair = std::array<double, 2>;
  const auto moderate = [&] { return Pair{numbers.between(0.1, 5), numbers.between(-10, 10)}; };
  CHECK(worstOf(elementary::pow, std::pow, [&] { return Pair{any(), inside()}; }) < 0.9);
  CHECK(worstOf(elementary::pow, std::pow, moderate) < 0.9);
}
#endif

// sin of 10²² and of the largest number, cos of both: classical examples of Payne and Hanek,
// computed with 2,400 bits.
TEST_CASE("sines of the largest angles are accurate", "[spatial]") {
  CHECK(errorOf(elementary::sin(1e22), -0.8522008497671888017727) < 2.4);
  CHECK(errorOf(elementary::cos(1e22), 0.5232147853951389454976) < 2.4);
  const double largest = std::numeric_limits<double>::max();
  CHECK(errorOf(elementary::sin(largest), 0.004961954789184061790503) < 2.4);
  CHECK(errorOf(elementary::cos(largest), -0.9999876894265599374649) < 2.4);
}

TEST_CASE("elementary functions have the standard's special values", "[spatial]") {
  const double largest = std::numeric_limits<double>::max();
  const double least = std::numeric_limits<double>::denorm_min();
  const std::array numbers{0.0,
                           -0.0,
                           1.0,
                           -1.0,
                           0.5,
                           -0.5,
                           2.0,
                           -2.0,
                           3.0,
                           -3.0,
                           -3.5,
                           least,
                           -least,
                           largest,
                           -largest,
                           1e300,
                           infinity,
                           -infinity,
                           std::numeric_limits<double>::quiet_NaN(),
                           1 - 1e-16,
                           1 + 3e-16,
                           0x1p52 + 1,
                           0x1p53 + 2};
  for (const double x : numbers) {
    CAPTURE(x);
    CHECK(isSame(elementary::sin(x), std::sin(x)));
    CHECK(isSame(elementary::cos(x), std::cos(x)));
    CHECK(isSame(elementary::tan(x), std::tan(x)));
    CHECK(isSame(elementary::asin(x), std::asin(x)));
    CHECK(isSame(elementary::acos(x), std::acos(x)));
    CHECK(isSame(elementary::atan(x), std::atan(x)));
    CHECK(isSame(elementary::exp(x), std::exp(x)));
    CHECK(isSame(elementary::log(x), std::log(x)));
    for (const double y : numbers) {
      CAPTURE(y);
      CHECK(isSame(elementary::pow(x, y), std::pow(x, y)));
      CHECK(isSame(elementary::atan2(x, y), std::atan2(x, y)));
      CHECK(isSame(elementary::hypot(x, y), std::hypot(x, y)));
    }
  }
}

// The sum was computed natively and in WebAssembly. It is the same for every compiler.
TEST_CASE("elementary functions are bitwise identical on every platform", "[spatial]") {
  Numbers numbers;
  std::uint64_t hash = 0xcbf29ce484222325u;
  const auto add = [&](double value) {
    std::uint64_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    hash = (hash ^ bits) * 0x100000001b3u;
  };
  for (int i = 0; i < 10'000; ++i) {
    const double x = numbers.sized(-30, 3), y = numbers.sized(-8, 8);
    const double inside = numbers.between(-1, 1), angle = numbers.sized(-20, 100);
    for (const double value :
         {elementary::sin(angle), elementary::cos(angle), elementary::tan(x),
          elementary::asin(inside), elementary::acos(inside), elementary::atan(x),
          elementary::atan2(x, y), elementary::exp(x), elementary::log(std::abs(x)),
          elementary::pow(std::abs(x), y), elementary::hypot(x, y)})
      add(value);
  }
  CHECK(hash == 0x1d8591b82f03f2bau);
}
